import json
import math
import os
import re
import time
import tomllib
from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

import pytest

import pokerbot
from pokerbot.games.actions import Action
from pokerbot.games.betting import spoken
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.heads_up import played_down
from pokerbot.io.own_files import history_file
from pokerbot.opponents.reviews import ReviewedHand
from pokerbot.play.hand import play_out
from pokerbot.play.history.file import append, read
from pokerbot.play.history.reading import parse
from pokerbot.play.view import words
from pokerbot.strategy import library, storage
from pokerbot.strategy.storage import fingerprint
from pokerbot.tui.review.rows import table
from tests.play.hands import played
from tests.play.tables import lopsided, uniform

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("POKERBOT_DATA", str(folder))
    return folder


@pytest.fixture
def hands(tmp_path, shell):
    """Ten hands of Kuhn against bot.json, ten of Leduc against other.json, as they were kept."""
    kept = []
    for game, name in ((KUHN, "bot.json"), (LEDUC, "other.json")):
        file = tmp_path / name
        storage.save(lopsided(game), file)
        sha256 = fingerprint(file)
        for hand in played(game, 10, opponent=str(file)):
            kept.append(replace(hand, sha256=sha256))
            append(history_file(), kept[-1])
    return kept


def lines(ran):
    assert (ran.code, ran.err) == (0, "")
    return [hand["line"] for hand in ran.json["hands"]]


def test_no_hands_is_no_fault(shell, data):
    ran = shell("history")
    assert (ran.code, ran.err) == (0, "")
    assert "pokerbot play" in ran.out
    assert shell("history", "--json").json == {
        **{"file": str(data / "history.jsonl"), "hands": [], "won": 0, "totals": []},
        **{"broken": 0, "faults": []},
    }


def test_all_hands_are_listed_the_newest_last(shell, hands):
    found = shell("history", "--json").json
    assert found["hands"] == [
        {"line": line, **hand.content()} for line, hand in enumerate(hands, start=1)
    ]
    assert found["won"] is None  # chips of Kuhn and of Leduc do not add up
    listed = shell("history").out.splitlines()
    assert [int(row.split()[0]) for row in listed[1:-2]] == list(range(1, 21))
    for told, game in zip(listed[-2:], (KUHN, LEDUC), strict=True):
        won = sum(hand.result for hand in hands if hand.hand.game == game)
        assert told.startswith(f"{game.spec}: 10 hands, {won:+g} chip")
        assert {"game": game.spec, "hands": 10, "won": won} in found["totals"]
    assert shell("history", "--game", "leduc", "--json").json["won"] == won
    assert shell("history", "--game", "kuhn").out.splitlines()[-1].startswith("10 hands, ")


def test_the_list_hides_what_the_table_hid(shell, hands):
    for row, hand in zip(shell("history").out.splitlines()[1:-2], hands, strict=True):
        mine, bots = (hand.hand.held[seat] for seat in (hand.person, 1 - hand.person))
        shown = "JQK"[bots] if hand.hand.showdown else "?"
        board = f" / {'JQK'[hand.hand.board - 1]}" if hand.hand.board else ""
        assert f" {'JQK'[mine]} – {shown}{board}  " in row
        letters = "/".join(hand.hand.betting.histories)
        assert row.endswith((f"  {spoken(letters)}", f"  {letters}"))


def test_a_raise_is_told_by_what_it_is_to(shell, monkeypatch):
    """In the shell's list and the review's; files of this game have the chips that it puts in."""
    monkeypatch.setenv("COLUMNS", "200")
    hands = list(played(parse_game("leduc-nolimit:stack=9"), 40, seed=29, opponent="/x/bot.json"))
    append(history_file(), *hands)
    _, *rows, _ = shell("history").out.splitlines()
    _, reviewed = table([ReviewedHand(each, None) for each in hands], shown=False)
    raises = 0
    for row, line, each in zip(rows, reviewed, hands, strict=True):
        put, amounts = {}, []
        for step in each.hand.steps:
            at = step.player, step.round
            put[at] = put.get(at, 0) + step.action.chips
            amounts += [put[at]] * (step.action.kind == "raise")
        for told in (row, str(line[-1])):
            assert [*map(int, re.findall(r"raise to (\d+)", told))] == amounts
            assert not re.search(r"raise \d", told)
        raises += len(amounts)
    assert raises > 5


def test_the_betting_is_told_in_words_as_far_as_they_have_room(shell, monkeypatch):
    hands = list(played(LEDUC, 60, opponent="/x/leduc-some-algorithm.json"))
    append(history_file(), *hands)
    for columns in (80, 100, 140):
        monkeypatch.setenv("COLUMNS", str(columns))
        heading, *rows, _ = shell("history").out.splitlines()
        for row, hand in zip(rows, hands, strict=True):
            letters, at = hand.hand.betting.history, heading.index("betting")
            fits = at + len(spoken(letters)) <= columns
            assert row[at:] == (spoken(letters) if fits else letters)
    assert fits


def test_the_list_fits_a_terminal_and_tells_the_game_where_the_name_does_not(shell):
    for path in ("/x/leduc-some-algorithm.json", "/x/bot.json"):
        append(history_file(), *played(LEDUC, 60, opponent=path))
    listed = shell("history").out.splitlines()
    assert max(map(len, listed)) <= 80
    for row, name in ((listed[1], "leduc-some-algorithm"), (listed[61], "bot (leduc)")):
        assert f"  {name}  " in row


def test_the_filters(shell, hands, tmp_path):
    numbered = list(enumerate(hands, start=1))
    won = [line for line, hand in numbered if hand.result > 0]
    lost = [line for line, hand in numbered if hand.result < 0]
    assert lines(shell("history", "--won", "--json")) == won
    assert lines(shell("history", "--lost", "--json")) == lost
    assert won
    assert lost
    assert lines(shell("history", "--game", "kuhn", "--json")) == list(range(1, 11))
    assert lines(shell("history", "--game", "leduc", "--won", "--json")) == [
        line for line in won if line > 10
    ]
    for name in ("other", "other.json", tmp_path / "other.json"):
        assert lines(shell("history", "--opponent", name, "--json")) == list(range(11, 21))
    assert lines(shell("history", "--opponent", "oth", "--json")) == []
    assert shell("history", "--opponent", "oth").out.startswith("None of the ")


def test_the_list_needs_no_current_folder(shell, hands, tmp_path, monkeypatch):
    """In a folder that was gone it said that it could not write."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert len(lines(shell("history", "--json"))) == len(hands)
    assert lines(shell("history", "--opponent", "bot", "--json")) == list(range(1, 11))


def test_a_bare_game_takes_all_its_parameters(shell):
    for spec in ("kuhn", "kuhn:cards=4"):
        (hand,) = played(parse_game(spec), 1)
        append(history_file(), hand)
    assert lines(shell("history", "--game", "kuhn", "--json")) == [1, 2]
    assert lines(shell("history", "--game", "kuhn:cards=3", "--json")) == [1]
    assert lines(shell("history", "--game", "kuhn:cards=4", "--json")) == [2]


@pytest.mark.parametrize(
    ("game", "numbers"),
    [
        ("heads-up", [1, 2, 7]),
        ("heads-up:stack=10", [1]),
        ("heads-up:stack=10.0", [1]),
        ("heads-up:stack=8.49", [2]),
        ("jam-or-fold:stack=7.99", [3]),
        ("jam-or-fold:stack=5", [4]),
        ("jam-or-fold", [3, 4]),
        ("all-in:stack=0.37", [5]),
        ("all-in", [5, 6]),
        ("heads-up:stack=20", [7]),
        ("heads-up:stack=12", []),
    ],
)
def test_the_hands_of_a_match_are_found_by_the_game_that_the_list_tells(shell, game, numbers):
    (kept,) = played(parse_game("kuhn"), 1)
    for chips in (1000, 849, 799, 500, 37, 100, 2000):
        game_now = played_down(chips)
        line = replace(kept, mode="match", rolled=()).content() | {
            "game": {"name": game_now.name, **game_now.parameters},
            "cards": ["Ah6h", "9c8h"],
            "board": "4s5s8s 7s Qs",
            "actions": ["fold"] if chips > 100 else [],
            "seat": "first",
            "result": -50 if chips > 100 else 0,
            "match": [chips, 4000 - chips],
        }
        append(history_file(), parse(json.dumps(line)))
    ran = shell("history", "--game", game, "--json")
    assert [each["line"] for each in ran.json["hands"]] == numbers
    listed = shell("history").out
    assert "jam-or-fold:stack=5)" in listed
    assert [line.split()[-1] for line in listed.splitlines()[5:7]] == ["all-in", "all-in"]


def test_a_spot_takes_its_hands_of_any_bet_sizes_but_none_with_another_rake(shell, tmp_path):
    river = 'board = "2s3h4d 6c 7c"\npot = 20\nstack = 20\noop.range = "AA"\nip.range = "KK,88"\n'
    added = {"plain": "", "sized": 'ip.river.bet = "50%"\n', "raked": "tree.rake = 0.05\n"}
    for name, line in added.items():
        spot = tmp_path / f"{name}.toml"
        spot.write_text(river + line)
        (hand,) = played(parse_game(str(spot)), 1)
        append(history_file(), hand)
    assert lines(shell("history", "--game", "plain.toml", "--json")) == [1, 2]
    assert lines(shell("history", "--game", "raked.toml", "--json")) == [3]


def test_of_a_spot_half_of_the_pot_is_won_where_it_is_split_and_none_is_lost_by_a_fold(
    shell, tmp_path
):
    spot = tmp_path / "split.toml"
    spot.write_text(
        'board = "2s3h4d 6c 7c"\npot = 20\nstack = 20\noop.range = "AhAs"\nip.range = "AcAd"\n'
        'oop.river.bet = "50%"\n'
    )
    game = parse_game(str(spot))
    (record,) = played(game, 1)
    bet, call = Action("bet", 10, sized=True, to=10), Action("call", 10)
    for actions in ((Action("check"),) * 2, (bet, Action("fold")), (bet, call)):
        hand = play_out(game, record.hand.held, record.hand.final_board, actions)
        append(history_file(), replace(record, hand=hand, person=1))
    assert [hand["result"] for hand in shell("history", "--json").json["hands"]] == [0, -10, 0]
    assert shell("history", "--json").json["won"] == 10 + 0 + 10
    assert lines(shell("history", "--won", "--json")) == [1, 3]
    assert lines(shell("history", "--lost", "--json")) == []


@pytest.mark.slow
def test_a_hand_again_with_its_split_and_grades(shell, hands):
    for line, hand in [*enumerate(hands, start=1)][::4]:
        found = shell("history", line, "--json").json
        split = found.pop("split")
        assert found == {"line": line, **hand.content()}
        assert split["chips"] == hand.result
        lost = split["mistakes"] + split["missed"]
        assert math.isclose(split["seat_value"] + split["luck"] - lost, hand.result, abs_tol=1e-12)
        own = [step.action.name for step in hand.hand.steps if step.player == hand.person]
        assert [decision["action"] for decision in split["decisions"]] == own
        said = shell("history", line).out
        for decision in split["decisions"]:
            where = words.spot(hand.hand.game.rules, decision["infoset"])
            assert f"\n{where}  {decision['action']}: {decision['grade']}" in said
    assert "You act" in said


@pytest.fixture
def jack(shell):
    """A hand of Kuhn, still to be given an opponent: a jack checks and calls, against the king."""
    for hand in played(KUHN, 1000):
        names = [step.action.name for step in hand.hand.steps]
        if names == ["check", "bet", "call"] and (hand.person, hand.hand.held) == (0, (0, 2)):
            return hand
    raise AssertionError


def test_one_of_the_cast_is_called_by_name(shell, jack):
    file = library.find("felix")
    append(history_file(), replace(jack, opponent=str(file), sha256=fingerprint(file)))
    assert "You check. Felix bets 1. You call 1.\n" in shell("history", 1).out


def test_a_hand_in_words(shell, jack):
    file = library.find("kuhn-gxfp")
    append(history_file(), replace(jack, opponent=str(file), sha256=fingerprint(file)))
    said = shell("history", 1).out
    assert said.startswith(
        "Hand 1: kuhn against kuhn-gxfp, 2026-11-20 12:00 UTC\n"
        "You act first with J.\n"
        "You check. The bot bets 1. You call 1.\n"
        "Its K beats your J. You lose the pot of 4: -2 chips.\n"
    )
    assert "\nresult          -2  your chips\n" in said
    assert re.search(r"\nmistakes +-1(\.00\d+)?  ", said)
    assert said.endswith(
        "\nJ · check, bet  call: blunder, 1 chip lost\n"
        "  Fold wins 1 more than call. To call 1 for a pot of 3 you must win 25% of the\n"
        "  time; you never win. You lose to K (100%).\n"
        "  call            -2 chips, sound play 0%\n"
        "  fold            -1 chips, sound play 100%\n"
    )
    assert "−" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_mistake_against_a_poor_strategy_is_one(shell, jack, tmp_path):
    """However much it gives away itself; what an equilibrium does is sound, and said why."""
    file = tmp_path / "bot.json"
    storage.save(uniform(KUHN), file)
    append(history_file(), replace(jack, opponent=str(file), sha256=fingerprint(file)))
    said = shell("history", 1).out
    assert "J · check, bet  call: blunder, 1 chip lost\n" in said
    # A bet would have won half the time: −0.5 where a check wins −1, whatever comes.
    assert "J · to open  check: sound, but this one can be bluffed: 0.5 chips more\n" in said


@pytest.mark.parametrize("fate", ["gone", "changed"])
def test_without_the_opponents_file_there_is_no_split(shell, hands, tmp_path, fate):
    if fate == "gone":
        (tmp_path / "bot.json").unlink()
    else:
        storage.save(lopsided(KUHN, seed=6), tmp_path / "bot.json")
    ran = shell("history", 1)
    assert (ran.code, ran.err) == (0, "")
    assert f"No breakdown and no grades: bot with the fingerprint {hands[0].sha256[:12]}" in ran.out
    assert shell("history", 1, "--json").json["split"] is None


@pytest.mark.parametrize("path", ["/" + "x" * 300, "/x\x00y", "/\udcff", "", "/"])
def test_an_opponent_with_an_impossible_path_is_not_at_hand(shell, hands, path):
    append(history_file(), replace(hands[0], opponent=path, sha256="0" * 64))
    assert shell("history", 21, "--json").json["split"] is None
    assert shell("history", 21).code == shell("history").code == 0


def test_the_opponent_is_found_where_it_has_gone(shell, hands, tmp_path):
    (tmp_path / "strategies").mkdir()
    (tmp_path / "bot.json").rename(tmp_path / "strategies" / "moved.json")
    assert shell("history", 1, "--json").json["split"]["chips"] == hands[0].result


def test_a_file_of_another_game_splits_nothing(shell, hands, tmp_path):
    append(history_file(), replace(hands[0], sha256=hands[-1].sha256, opponent=hands[-1].opponent))
    assert shell("history", 21, "--json").json["split"] is None


def test_export_writes_what_was_asked_for(shell, hands, tmp_path):
    ran = shell("history", "--game", "leduc", "--lost", "--export", "lost.toml")
    assert (ran.code, ran.err) == (0, "")
    found = tomllib.loads((tmp_path / "lost.toml").read_text())
    asked = [line for line in range(11, 21) if hands[line - 1].result < 0]
    assert list(found) == [str(line) for line in asked]
    assert f"{len(asked)} hands written to lost.toml" in ran.out
    assert shell("history", 3, "--export", "one.toml", "--json").json == {
        **{"hands": 1, "output": "one.toml"}
    }
    assert list(tomllib.loads((tmp_path / "one.toml").read_text())) == ["3"]


def test_a_torn_end_is_told_and_skipped(shell, hands):
    file = history_file()
    file.write_bytes(file.read_bytes()[:-30])
    ran = shell("history", "--json")
    assert ran.code == 0
    assert [hand["line"] for hand in ran.json["hands"]] == list(range(1, 20))
    assert ran.json["broken"] == 1
    assert ran.json["faults"] == [{"line": 20, "fault": "torn off at the end"}]
    assert ran.err == f"Skipped line 20 of {file}: torn off at the end\n"
    assert shell("history", 20).code == 2


def test_many_broken_lines_are_counted(shell, hands):
    with open(history_file(), "a") as file:
        file.write("x\n" * 12)
    ran = shell("history")
    assert (ran.code, ran.err.count("Skipped line")) == (0, 5)
    assert ran.err.endswith("Skipped 7 more.\n")


BAD = [
    (["99"], "there is no hand 99"),
    (["0"], "Invalid value for '[N]'"),
    (["one"], "Invalid value for '[N]'"),
    (["1", "--won"], "N does not go with"),
    (["--game", "poker"], "no game 'poker'"),
    (["--game", "kuhn:cards=1"], "cards must be"),
    (["--game", "heads-up:pot=3"], "heads-up has no parameter 'pot'; it has stack"),
    (["--game", "heads-up:stack"], "'stack' is no key=value in the game 'heads-up:stack'"),
    (["--game", "heads-up:stack=1000"], "stack must be from 2 to 50 big blinds"),
    (["--game", "all-in:stack=2"], "stack must be from 0.01 to 1 big blinds"),
    (
        ["--game", "all-in:stack=0.375"],
        "stack must be from 0.01 to 1 big blinds, in hundredths, not 0.375",
    ),
    (["--export", "bot.json"], "bot.json is there already"),
    (["--export", "x" * 300], "cannot write x"),
    (["--export", "no/such/folder.toml"], "cannot write no/such/folder.toml"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=[str(case[0]) for case in BAD])
def test_bad_input_is_one_line(shell, hands, tmp_path, arguments, words):
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    ran = shell("history", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"Error: {words}")
    assert ran.err.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("content", [b"\x00" * 100_000, b"{}", b"[" * 50_000, b"\xff\n" * 9, None])
def test_what_is_no_history_is_one_line(shell, data, content):
    data.mkdir()
    if content is None:
        history_file().mkdir()
    else:
        history_file().write_bytes(content)
    ran = shell("history")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith("Error: ")


def test_escape_codes_in_a_history_do_not_reach_the_terminal(shell, hands):
    evil = replace(hands[0], opponent="/x/\x1b[31m[red]\x07\ud800.json", sha256="0" * 64)
    append(history_file(), evil)
    for arguments in ([], ["21"]):
        ran = shell("history", *arguments)
        assert ran.code == 0
        assert "?[31m[red]??" in ran.out
        assert "\x1b" not in ran.out
    assert json.loads(shell("history", 21, "--json").out)["opponent"] == evil.opponent


def test_the_folder_is_the_platforms_own_without_the_variable(monkeypatch, tmp_path):
    monkeypatch.delenv("POKERBOT_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr("sys.platform", "linux")
    assert history_file() == tmp_path / "xdg" / "pokerbot" / "history.jsonl"


def test_leaks_count_the_persons_decisions_against_one_opponent(shell, hands, tmp_path):
    ran = shell("history", "--leaks", "--opponent", tmp_path / "bot.json", "--json")
    assert ran.code == 0
    own = [hand for hand in hands if hand.hand.game == KUHN]
    steps = [(hand, step) for hand in own for step in hand.hand.steps if step.player == hand.person]
    assert ran.json["decisions"] == len(steps)
    bets = sum(step.action.kind == "bet" for _, step in steps)
    rows = [row for row in ran.json["rows"] if row["action"] == "bet"]
    assert sum(round(row["observed"] * row["times"]) for row in rows) == bets
    known = [row["per_100_ci95"] is not None for row in ran.json["rows"]]
    assert known == [row["per_100"] > 0 for row in ran.json["rows"]]
    text = shell("history", "--leaks", "--opponent", tmp_path / "bot.json").out
    assert all(words.spot(KUHN.rules, row["infoset"]) in text for row in rows)
    assert "Caution:" in text


def test_hands_without_a_decision_have_no_leaks(shell):
    """The opponent folds at once."""
    file, game = library.find("jam-or-fold-lp"), parse_game("jam-or-fold:stack=10")
    (folded,) = played(game, 1, opponent=str(file))
    line = folded.content() | {"seat": "second", "actions": ["fold"], "result": 0.5}
    line |= {"sha256": fingerprint(file), "rolled": []}
    append(history_file(), parse(json.dumps(line)))
    ran = shell("history", "--leaks")
    assert (ran.code, ran.err) == (0, "")
    assert "0 decisions in 1 hand;" in ran.out
    told = "None of the hands that are kept, 1 in all, is one of these.\n"
    assert shell("history", "--lost").out == told


@pytest.mark.parametrize("unit", ["0.001", "0.02", "1", "1000000"])
def test_what_leaks_cost_is_told_to_a_hundredth_of_the_ante_whatever_it_is(shell, tmp_path, unit):
    """The costliest first, those seen once apart, and no two columns run into each other."""
    game = parse_game(f"kuhn:ante={unit},bet={unit}")
    storage.save(lopsided(game), tmp_path / "bot.json")
    for hand in played(game, 60, opponent=str(tmp_path / "bot.json")):
        append(history_file(), replace(hand, sha256=fingerprint(tmp_path / "bot.json")))
    costs, known = {}, shell("history", "--leaks", "--json").json
    for row in known["rows"]:
        ends = row["per_100_ci95"] or ()
        costs[row["action"], words.spot(game.rules, row["infoset"])] = row["per_100"], *ends
    text = shell("history", "--leaks").out
    rows = [
        re.fullmatch(
            r" *([\d.]+)(?: +([\d.]+) to ([\d.]+))? +(\d+) +[\d.]+ +[\d.]+\*? +(\w+) +(.*)", line
        )
        for line in text.splitlines()
    ]
    found = [(*row.groups(),) for row in rows if row]
    assert {row.end(1) for row in rows if row} == {len(re.search("^ *lost", text, re.M)[0])}
    assert len(found) >= 8
    listed = [costs[action, at] for *_, action, at in found]
    near = 0.0101 * float(unit)
    for (*told, _, _, _), cost in zip(found, listed, strict=True):
        assert [float(each) for each in told if each] == pytest.approx(cost, abs=near, rel=1e-9)
    apart = text.splitlines().index("came up once")
    for part, least in ((rows[:apart], 4), (rows[apart:], 1)):
        dear = [float(row[1]) for row in part if row]
        assert len({*dear}) >= least
        assert dear == sorted(dear, reverse=True)
        assert {row[4] == "1" for row in part if row} == {least == 1}
    summary = " ".join(text.split())
    lost, *offered = re.findall(r"(?:week: \S+|would win|allows,) ([-+]?[\d.]+\d)", summary)
    (week,) = known["per_100_by_week"].values()
    assert float(lost) == pytest.approx(week, abs=near)
    assert [*map(float, offered)] == pytest.approx(known["offered"][::-1], abs=near / 100)


def test_the_list_has_the_time_on_the_wall(shell, hands):
    try:
        with patch.dict(os.environ, TZ="XXX-05:30"):
            time.tzset()
            listed = shell("history").out
    finally:
        time.tzset()
    assert f"{hands[0].time + timedelta(hours=5, minutes=30):%Y-%m-%d %H:%M}" in listed


def test_practised_hands_do_not_count(shell, hands):
    """Not in the sum, not in the leaks: they began where the bot put the person."""
    before = shell("history", "--json").json["totals"]
    leaks = shell("history", "--leaks", "--game", "kuhn", "--json").json
    kuhn = [hand for hand in hands if hand.hand.game == KUHN]
    append(history_file(), *(replace(hand, mode="practise", given=1) for hand in kuhn))
    found = shell("history", "--json").json
    assert len(found["hands"]) == 30
    assert found["totals"] == before
    assert shell("history", "--leaks", "--game", "kuhn", "--json").json == leaks
    assert shell("history").out.splitlines()[-1] == "10 practised, which do not count"


def test_hands_with_a_hint_or_of_another_game_show_no_leaks(shell, hands):
    """As in the app; the latter carry the fingerprint of a file that cannot have played them."""
    leaks = shell("history", "--leaks", "--game", "kuhn", "--json").json
    kuhn = [hand for hand in hands if hand.hand.game == KUHN]
    other = [hand for hand in hands if hand.hand.game != KUHN]
    append(history_file(), *(replace(hand, assisted=True) for hand in kuhn))
    assert shell("history", "--leaks", "--game", "kuhn", "--json").json == leaks
    append(history_file(), replace(other[0], sha256=kuhn[0].sha256, opponent=kuhn[0].opponent))
    told = shell("history", "--leaks", "--opponent", "bot", "--json").json
    assert told == {**leaks, "left_out": 1}


@pytest.mark.slow
def test_all_answers_of_one_who_adapts_are_its_hands(shell, tmp_path):
    for seed in (5, 6):
        file = tmp_path / str(seed) / "echo.gz"
        file.parent.mkdir()
        storage.save(lopsided(KUHN, seed), file)
        told = {"opponent": str(file), "sha256": fingerprint(file), "seed": seed, "adapts": True}
        append(history_file(), *(replace(each, **told) for each in played(KUHN, 10)))
    append(history_file(), *played(KUHN, 5))
    assert lines(shell("history", "--opponent", "echo", "--json")) == list(range(1, 21))
    leaks = shell("history", "--leaks", "--opponent", "echo", "--json")
    assert (leaks.code, leaks.json["beside"]) == (0, "sound")
    mine = [hand for _, hand in read(history_file()) if hand.adapts]
    assert leaks.json["decisions"] == sum(len(hand.decisions) for hand in mine)
    assert "sound" in shell("history", "--leaks", "--opponent", "echo").out.splitlines()[2]
    found = shell("exploit", "me", "--opponent", "echo", "--json")
    assert (found.code, found.json["hands"]) == (0, 20)
    with open(history_file(), "a") as file:
        file.write("not a hand\n")
    found = shell("exploit", "me", "--opponent", "echo", "--json")
    assert (found.code, found.json["hands"]) == (0, 20)
    assert found.err.startswith("1 line of the history is left out: pokerbot history tells why.\n")


def test_what_came_with_the_deal_has_no_grade(shell, hands):
    """A hand that is practised from the person's second decision on."""
    hand = next(hand for hand in hands if len(hand.decisions) > 1)
    second = [n for n, step in enumerate(hand.hand.steps) if step.player == hand.person][1]
    append(history_file(), replace(hand, mode="practise", given=second))
    line = len(hands) + 1
    whole = len(shell("history", line, "--json").json["split"]["decisions"])
    text = shell("history", line).out
    assert f"dealt with {second} action" in text
    graded = re.findall(": (best|inaccuracy|mistake|blunder)", text)
    assert len(graded) == whole - 1


def test_leaks_of_several_opponents_or_of_one_that_is_gone_are_refused(shell, hands, tmp_path):
    ran = shell("history", "--leaks")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "Error: hands against 2 opponents, who play each in their own way: bot, other;"
        " choose one with --opponent NAME or --game\n"
    )
    (tmp_path / "bot.json").unlink()
    ran = shell("history", "--leaks", "--game", "kuhn")
    assert (ran.code, ran.out) == (2, "")
    assert "not at hand any more" in ran.err


def test_of_opponents_with_the_same_name_the_fingerprint_tells_which(shell, hands, tmp_path):
    """A file that was solved anew: no name has the leaks of one of them."""
    kuhn = [hand for hand in hands if hand.hand.game == KUHN]
    append(history_file(), *(replace(hand, sha256="ab" * 32) for hand in kuhn))
    ran = shell("history", "--leaks", "--opponent", "bot")
    before, after = kuhn[0].sha256[:12], "ab" * 6
    assert f": {before}, {after}; choose" in ran.err
    assert shell("history", "--leaks", "--opponent", before).out
    assert shell("history", "--leaks", "--opponent", tmp_path / "bot.json").code == 2


@pytest.mark.parametrize("extra", [[], ["--no-duplicate"]])
def test_a_match_kept_in_a_history_adds_up_to_its_result(shell, data, extra):
    history = data / "history.jsonl"
    match = ("match", "leduc-cfr+", "leduc-gxfp", "--hands", 300, "--history", history)
    mean = shell(*match, *extra, "--json").json["mean"]
    kept = shell("history", "--json").json
    assert len(kept["hands"]) == 300
    assert kept["faults"] == []
    assert kept["won"] == pytest.approx(300 * mean)
    assert {hand["seat"] for hand in kept["hands"]} == {"first", "second"}


def test_a_match_against_no_file_cannot_be_kept(shell, data):
    ran = shell("match", "leduc-cfr+", "call", "--history", data / "history.jsonl")
    assert (ran.code, ran.out) == (2, "")
    assert "strategy file" in ran.err


@pytest.mark.slow
def test_ones_own_habits_can_be_answered(shell, hands):
    several = shell("exploit", "me")
    assert (several.code, several.out) == (2, "")
    assert several.err.startswith("Error: --game is needed: there are hands of kuhn, leduc")
    found = shell("exploit", "me", "--game", "kuhn", "--risk", "0.1", "--json").json
    assert (found["game"], found["hands"]) == ("kuhn", 10)
    assert found["output"] == "strategies/kuhn-exploit-me.json"
    assert found["exploitability"] <= 0.1
    assert found["wins"] >= found["equilibrium_wins"] - 1e-9
    for output in ("strategies/kuhn-exploit-me-2.json",) * 2:  # the second time it is replaced
        one = shell("exploit", "me", "--game", "kuhn", "--opponent", "bot", "--json")
        assert one.json["output"] == output
        assert "holds another strategy, which stays" in one.err
    wins = {}
    for prior, output in (("5", "-3"), ("5", "-3"), ("10", ""), ("10.000001", "-4")):
        one = shell("exploit", "me", "--game", "kuhn", "--prior", prior, "--risk", "0.1", "--json")
        assert one.json["output"] == f"strategies/kuhn-exploit-me{output}.json"
        wins[prior] = one.json["wins"]
    assert wins["5"] > wins["10"], "the less is assumed, the more ten hands show"
    told = shell("exploit", "me", "--game", "kuhn", "--opponent", "bot", "--force").out
    assert told.startswith("kuhn against me as 10 hands show you")
    nobody = shell("exploit", "me", "--game", "kuhn", "--opponent", "other")
    assert (nobody.code, nobody.out) == (2, "")
    assert nobody.err.startswith("Error: you have played no hands of kuhn against other")
    same = shell("exploit", "kuhn", "--force").out
    assert "-0.00000" not in same
    alone = shell("exploit", "call", "--game", "kuhn", "--prior", "5")
    assert alone.err == "Error: --prior only goes with me\n"


@pytest.mark.slow
def test_what_a_seat_wins_with_locks_is_the_locked_solutions(shell, tmp_path):
    """A bluff that is called three times in four is never made: 17.5 of the pot of 20."""
    polar = {
        "board": "2s3h4d6c7c", "pot": 20, "stack": 20, "oop.range": "AsAh,QsQh",
        "ip.range": "KsKh", "oop.river.bet": "a",
    }  # fmt: skip
    for lock, said in (
        ("ip | bet 20 | | call 0.75, fold 0.25", r"the locked solution's \+17\.[45]"),
        ("", r"the game's \+(15|14\.9)"),
    ):
        file = tmp_path / f"polar-{len(lock)}.json"
        solved = pokerbot.solve(make_game("holdem", {**polar, "lock": lock}), iterations=3000)
        pokerbot.save(solved, file)
        (hand,) = played(solved.strategy.game, 1, opponent=str(file))
        append(history_file(), replace(hand, sha256=fingerprint(file)))
        told = shell("history", len(read(history_file()))).out
        assert re.search(f"on average at best: {said}", told)
