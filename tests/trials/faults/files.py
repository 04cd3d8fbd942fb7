"""Faults of files: what is written, what is read, what a crash leaves."""

from tests.trials.faults import Trap

STORAGE, FILES = "pokerbot/strategy/storage.py", "pokerbot/io/files.py"
CHECKING = "pokerbot/strategy/checking.py"
CHECKPOINT, RECORD = "pokerbot/runs/checkpoint.py", "pokerbot/play/history/record.py"
LETS_PASS = "tests/strategy/test_storage.py::test_what_pythons_json_would_let_pass_is_refused"
NAMED = "tests/strategy/test_storage.py::test_what_is_wrong_is_named"
FAILS = (
    "tests/strategy/test_storage.py::test_a_write_that_fails_leaves_the_old_file_and_nothing_else"
)
CANNOT_WRITE = (
    "    except OSError as error:\n"
    '        raise InputError(f"cannot write {printable(str(path))}: {error.strerror}")'
    " from None"
)

FILES_AND_JSON = [
    Trap(
        "no game parameters in the file",
        STORAGE,
        '"game": {"name": strategy.game.name, **strategy.game.parameters},',
        '"game": {"name": strategy.game.name},',
        ("tests/strategy/test_storage.py::test_the_file_is_what_the_contract_says",),
    ),
    Trap(
        "a 3-card strategy plays a 5-card game (parameters not read)",
        STORAGE,
        'game = make_game(described.pop("name", None), described)',
        'game = make_game(described.pop("name", None), {})',
        ("tests/strategy/test_storage.py::test_a_round_trip_is_exact",),
    ),
    Trap(
        "a 3-card strategy plays a 5-card game (asked for by name only)",
        "pokerbot/evaluation/bots.py",
        "game not in (None, strategy.game):",
        "None is not game and strategy.game.name != game.name:",
        ("tests/evaluation/test_match.py::test_players_of_different_games_are_refused",),
    ),
    Trap(
        "a 3-card strategy replaced by a 5-card one",
        STORAGE,
        "if there is not None and there.game == game:",
        "if there is not None and there.game.name == game.name:",
        ("tests/strategy/test_storage.py::test_other_parameters_are_another_game",),
    ),
    Trap(
        "a checkpoint without game parameters",
        "pokerbot/runs/resuming.py",
        'game = {"name": training.game.name, **training.game.parameters}',
        'game = {"name": training.game.name}',
        ("tests/runs/test_checkpoint.py::test_the_checkpoint_of_another_run_is_refused",),
    ),
    Trap(
        "torn files after a crash (written in place)",
        FILES,
        'with open(temporary, "xb", opener=partial(_create, target)) as file:\n'
        "                file.writelines",
        'temporary = target\n            with open(temporary, "wb") as file:\n'
        "                file.writelines",
        ("tests/strategy/test_storage.py",),
    ),
    Trap(
        "torn files after a crash (not flushed before the old one goes)",
        FILES,
        "                os.fsync(file.fileno())\n",
        "",
        (
            "tests/strategy/test_storage.py::test_a_new_file_is_flushed_before_it_takes_the_old_ones_place",
        ),
    ),
    Trap(
        "torn files after a crash (the new name not synced)",
        FILES,
        "        sync_folder(target.parent)\n",
        "",
        (
            "tests/strategy/test_storage.py::test_a_new_file_is_flushed_before_it_takes_the_old_ones_place",
        ),
    ),
    Trap(
        "torn lines after a crash (a hand in two writes)",
        "pokerbot/play/history/file.py",
        "written = os.write(file, line)\n",
        "written = os.write(file, line[:9]) + os.write(file, line[9:])\n",
        ("tests/play/test_history.py::test_a_hand_is_one_write_that_is_synced",),
    ),
    Trap(
        "`os.replace` retried for ever",
        FILES,
        "            os.replace(temporary, target)\n",
        "            while True:\n"
        "                try:\n"
        "                    os.replace(temporary, target)\n"
        "                    break\n"
        "                except OSError:\n"
        "                    continue\n",
        (FAILS,),
    ),
    Trap(
        "permission errors swallowed (in writing)",
        FILES,
        f"        sync_folder(target.parent)\n{CANNOT_WRITE}",
        "        sync_folder(target.parent)\n    except OSError:\n        return",
        (FAILS,),
    ),
    Trap(
        "permission errors swallowed (in finding out whether it can be written)",
        FILES,
        f"            probe.unlink(missing_ok=True)\n{CANNOT_WRITE}",
        "            probe.unlink(missing_ok=True)\n    except OSError:\n        return",
        ("tests/cli/test_solve.py::test_what_cannot_be_written_is_refused_before_any_work",),
    ),
    Trap(
        "permission errors swallowed (in the history)",
        "pokerbot/play/history/file.py",
        'raise InputError(f"cannot write the history {str(path)!r}: {error.strerror}") from None',
        "return",
        ("tests/play/test_history.py::test_a_full_disk_is_reported_and_leaves_no_part_of_a_line",),
    ),
    Trap(
        "pickle",
        CHECKPOINT,
        "np.frombuffer(archive.read(name), like.dtype).reshape(like.shape).copy()",
        '__import__("pickle").loads(archive.read(name))',
        ("tests/runs/test_checkpoint.py::test_a_hostile_checkpoint_is_refused",),
    ),
    Trap(
        "pickle (NumPy's own)",
        CHECKPOINT,
        "np.frombuffer(archive.read(name), like.dtype).reshape(like.shape).copy()",
        "np.load(io.BytesIO(archive.read(name)), allow_pickle=True)",
        ("tests/test_architecture.py::test_pickle_is_nowhere", "tests/runs/test_checkpoint.py"),
    ),
    Trap("NaN and Infinity accepted", FILES, ", parse_constant=_refuse", "", (LETS_PASS,)),
    Trap(
        "1e400 turned into infinity (a probability)",
        CHECKING,
        "or not 0 <= chance <= 1 + TOLERANCE",
        "or not 0 <= chance",
        (NAMED, LETS_PASS, "tests/strategy/test_hostile.py::test_probabilities_past_all_measure"),
    ),
    Trap(
        "1e400 turned into infinity (a note that cannot be written again)",
        STORAGE,
        "json.dumps(value, allow_nan=False, ensure_ascii=False).encode()",
        "json.dumps(value, ensure_ascii=False).encode()",
        ("tests/strategy/test_hostile.py::test_1e400_anywhere_in_a_file",),
    ),
    Trap(
        "1e400 turned into infinity (a game's parameter)",
        "pokerbot/games/parameters.py",
        "fits = least <= value <= self.most",
        "fits = least <= value",
        ("tests/games/test_catalogue.py::test_a_wrong_name_key_or_value_lists_what_is_allowed",),
    ),
    Trap("the last of two equal keys kept", FILES, "object_pairs_hook=_unique, ", "", (LETS_PASS,)),
    Trap(
        "true accepted as a number (a probability)",
        CHECKING,
        "return isinstance(value, int | float) and not isinstance(value, bool)",
        "return isinstance(value, int | float)",
        (NAMED,),
    ),
    Trap(
        "true accepted as a number (iterations, seed)",
        FILES,
        "whole = isinstance(value, Integral) and not isinstance(value, bool)",
        "whole = isinstance(value, Integral)",
        (NAMED,),
    ),
    Trap(
        "true accepted as a number (the version)",
        STORAGE,
        "if version != VERSION or isinstance(version, bool):",
        "if version != VERSION:",
        (NAMED,),
    ),
    Trap(
        "true accepted as a number (a game's parameter)",
        "pokerbot/games/parameters.py",
        "if isinstance(value, bool) or not isinstance(value, Real):",
        "if not isinstance(value, Real):",
        ("tests/games/test_catalogue.py::test_a_parameter_from_a_file_must_be_a_number_in_range",),
    ),
    Trap(
        "true accepted as a number (a hand's result)",
        RECORD,
        "if isinstance(result, bool) or result != wanted:",
        "if result != wanted:",
        ("tests/play/test_record.py::test_true_is_no_result",),
    ),
    Trap(
        "lone surrogates accepted",
        STORAGE,
        "json.dumps(value, allow_nan=False, ensure_ascii=False).encode()",
        "json.dumps(value, allow_nan=False)",
        ("tests/strategy/test_hostile.py::test_a_lone_surrogate_anywhere_in_a_file",),
    ),
    Trap(
        "a BOM refused with an odd message",
        FILES,
        'decode("utf-8-sig")',
        'decode("utf-8")',
        ("tests/strategy/test_storage.py::test_a_byte_order_mark_is_accepted",),
    ),
    Trap(
        "RecursionError on deep nesting",
        FILES,
        "except (ValueError, RecursionError):",
        "except ValueError:",
        (LETS_PASS,),
    ),
    Trap(
        "ValueError on a 5,000-digit integer",
        FILES,
        "except (ValueError, RecursionError):",
        "except RecursionError:",
        (LETS_PASS,),
    ),
]
