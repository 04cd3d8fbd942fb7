"""`pokerbot train` and `pokerbot strength`, on the smallest stack."""

import shutil
import signal
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.responses import Responses
from pokerbot.evaluation.heads_up.strength import Measuring
from pokerbot.runs import heads_up
from pokerbot.runs.heads_up_match import BoardMatch
from pokerbot.sequence.heads_up.board import NEVER
from pokerbot.strategy import blueprint

pytest.importorskip("numba")

pytestmark = pytest.mark.usefixtures("boards_once")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A blueprint of one iteration."""
    run = heads_up.BlueprintTraining(2)
    run.run(iterations=1)
    path = tmp_path_factory.mktemp("made") / "some.blueprint"
    run.save(path)
    return path


@pytest.mark.slow
def test_a_blueprint_is_trained_and_measured(shell, tmp_path, monkeypatch):
    """How far that is shows in a terminal, beside the objects."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    path = tmp_path / "some.blueprint"
    made = shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", path, "--json").json
    assert (made["iterations"], made["boards"], made["output"]) == (1, 16, str(path))
    ran = shell("strength", path, "--time", 0.1, "--json")
    assert "river: board 1" in ran.err
    gains = ran.json["gains"]
    assert gains.keys() == {"river", "turn_river", "postflop", "all", "all_at_most"}
    assert 0 <= gains["river"]["mbb"] <= gains["turn_river"]["mbb"] + 1000
    assert gains["postflop"] == {
        "mbb": None,
        "stderr": None,
        "label": "not measured",
        "samples": 0,
    }
    assert ran.json["baselines"]["check or fold"]["mbb"] > 0
    ran = shell("match", path, "pot-odds", "-n", 2, "--json")
    assert "of 2 boards played" in ran.err
    match = ran.json
    assert (match["boards"], match["a"], match["resolve"]) == (2, str(path), None)
    assert match["mbb_per_hand"] == match["without"]["mbb"]
    other = tmp_path / "other"
    other.write_text("mine")
    assert "--force" in shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", other).err


@pytest.mark.slow
def test_a_small_file_is_not_told_as_nothing(shell, tmp_path):
    path = tmp_path / "some.blueprint"
    ran = shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", path)
    assert path.stat().st_size < 500
    assert f"saved to  {path}, 1 kB\n" in ran.out


@pytest.mark.slow
def test_what_was_measured_before_a_signal_is_shown(shell, path, monkeypatch):
    measuring = Measuring(blueprint.load(path), None, 0, lambda _: None)
    won = [measuring.worth(each, NEVER)[0] for each in islice(measuring.dealt("river", 5), 4)]
    values, calls = Responses.values, []

    def interrupted(self, *others):
        calls.append(others)
        if len(calls) == 1 + len(won):  # one is evaluated beforehand, to make machine code
            signal.raise_signal(signal.SIGINT)
        return values(self, *others)

    monkeypatch.setattr(Responses, "values", interrupted)
    ran = shell("strength", path, "--resolve", "safe", "--json")
    assert ran.code == 128 + signal.SIGINT
    assert ran.err.endswith("Stopped; what was measured by then is shown.\n")
    assert ran.json["value"]["mbb"] == pytest.approx(1000 * np.mean(won))
    assert (ran.json["value"]["samples"], ran.json["resolved"]) == (4, {})
    others = [*ran.json["gains"].values(), *ran.json["baselines"].values()]
    assert {each["label"] for each in others} == {"not measured"}
    calls.clear()
    ran = shell("strength", path)
    assert ran.code == 128 + signal.SIGINT
    assert ran.out.count("not measured: stopped before\n") == len(others)


@pytest.mark.slow
def test_the_boards_played_before_a_signal_are_shown(shell, path, monkeypatch):
    whole = shell("match", path, "pot-odds", "-n", 3, "--json").json
    board = BoardMatch.board

    def interrupted(self, place):
        if place == last:
            signal.raise_signal(signal.SIGTERM)
        return board(self, place)

    monkeypatch.setattr(BoardMatch, "board", interrupted)
    last = 2
    ran = shell("match", path, "pot-odds", "-n", 5, "--json")
    said = "Stopped; the result is that of the boards played by then.\n"
    assert ran.code == 128 + signal.SIGTERM
    assert ran.err.endswith(said)
    assert ran.json | {"seconds": 0} == whole | {"seconds": 0}
    last = 0
    ran = shell("match", path, "pot-odds", "-n", 5)
    assert (ran.code, ran.out) == (128 + signal.SIGTERM, "")
    assert ran.err.endswith("Stopped; nothing was saved.\n")


@pytest.mark.slow
def test_training_replaces_no_blueprint_with_more_iterations_and_none_of_another_stack(
    shell, tmp_path, monkeypatch
):
    """A night's work was gone after `train -n 1`."""
    monkeypatch.chdir(tmp_path)
    train = ("train", "heads-up", "--stack", 2, "-o", "a.blueprint")

    def iterations_in(name):
        return blueprint.load(tmp_path / name).iterations

    assert shell(*train, "-n", 2).err == ""
    ran = shell(*train, "-n", 1)
    assert "a.blueprint has 2 iterations and stays; --force replaces it." in ran.err
    assert (iterations_in("a.blueprint"), iterations_in("a-2.blueprint")) == (2, 1)
    ran = shell("train", "heads-up", "--stack", 3, "-n", 9, "-o", "a.blueprint")
    assert ran.code == 2
    assert "--force is needed to overwrite a.blueprint, which holds a blueprint for 2" in ran.err
    assert shell(*train, "-n", 1, "--force").code == 0
    assert iterations_in("a.blueprint") == 1


@pytest.mark.parametrize(
    ("iterations", "told"), [(2, "has 2 iterations"), (0, "holds something else by now")]
)
def test_training_replaces_no_file_that_another_process_has_written_meanwhile(
    shell, tmp_path, monkeypatch, iterations, told
):
    monkeypatch.chdir(tmp_path)
    Path("other").write_text("mine")
    if iterations:
        train = ("train", "heads-up", "--stack", 2, "-n", iterations)
        assert shell(*train, "-o", "other", "--force").code == 0
    run = heads_up.BlueprintTraining.run

    def run_while_another_writes(*given, **options):
        run(*given, **options)
        shutil.copy("other", "a")

    monkeypatch.setattr(heads_up.BlueprintTraining, "run", run_while_another_writes)
    ran = shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", "a")
    assert (ran.code, ran.err) == (0, f"a {told} and stays; --force replaces it.\n")
    assert "by the ending .blueprint: rename it" in ran.out
    assert Path("a").read_bytes() == Path("other").read_bytes()
    assert blueprint.load(tmp_path / "a-2").iterations == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (InputError("cannot write c: No space left on device"), "No space left on device"),
        (MemoryError(), "it takes more memory than there is"),
    ],
    ids=["disk", "memory"],
)
def test_a_training_whose_checkpoint_cannot_be_written_is_saved(
    shell, tmp_path, monkeypatch, fault, told
):
    """All of it was lost where the disk of the checkpoint was full."""
    monkeypatch.chdir(tmp_path)

    def full(*_):
        raise fault

    monkeypatch.setattr(heads_up, "save_checkpoint", full)
    ran = shell("train", "heads-up", "--stack", 2, "-n", 1, "-o", "a", "--checkpoint", "c")
    assert ran.code == 2
    assert f"{told}; what there was by then is saved to a" in ran.err
    assert blueprint.load(tmp_path / "a").iterations == 1


@pytest.mark.slow
def test_a_training_goes_on_to_no_fewer_iterations_than_its_checkpoint_has(
    shell, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    train = ("train", "heads-up", "--stack", 2, "--checkpoint", "c", "-o", "a")
    assert shell(*train, "-n", 1).code == 0
    assert shell(*train, "-n", 2).err == "Going on after 1 iteration.\n"
    ran = shell(*train, "-n", 1)
    assert (ran.code, ran.out) == (2, "")
    assert "--iterations must be at least 2, which the checkpoint has" in ran.err


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        *(
            ((*command.split(), "heads-up"), "too large to be solved: pokerbot train heads-up")
            for command in ("solve", "evaluate", "exploit", "show", "export --to efg")
        ),
        (("tournament", "kuhn", "heads-up"), "too large to be solved"),
        (("play", "heads-up", "--stack", 1000), "heads-up-20, by stacks in big blinds"),
        *(
            ((command, "heads-up-20"), "too large to be solved: pokerbot train heads-up")
            for command in ("evaluate", "exploit", "show", "solve", "rules", "compare")
        ),
        (("match", "heads-up-7.5", "call"), "heads-up-20, by stacks in big blinds"),
        (("play", "kuhn", "--stack", 15), "only goes with heads-up"),
        (("play", "heads-up"), "needs a terminal"),
        (("play", "heads-up-20"), "needs a terminal"),
        (("play", "heads-up-20", "--stack", 10), "--stack is that of heads-up-20"),
        (("play", "heads-up:stack=14"), "needs a terminal"),
        (("play", "heads-up:stack=14", "--stack", 10), "--stack is that of heads-up:stack=14"),
        (("play", "heads-up:stack=8"), "up to 8 there is jam-or-fold:stack=8, which is solved"),
        (("play", "heads-up", "--stack", "7.5"), "up to 8 there is jam-or-fold:stack=7.5, which"),
        (("play", "heads-up:stack=13"), "no blueprint heads-up-13; there are heads-up-10"),
        (("match", "heads-up:stack=1", "call"), "stack must be from 2 to 50 big blinds"),
        (("match", "heads-up", "nobody"), "there are call, always-all-in"),
        (("match", "call", "heads-up-10"), "first: pokerbot match heads-up-10 call"),
        (("match", "heads-up", "call", "--since", "river"), "--since only goes with --resolve"),
        (("match", "heads-up", "call", "--game", "kuhn"), "--game has no effect on whole hands"),
        (("match", "kuhn-gxfp", "call", "--resolve", "safe"), "--resolve only goes with heads-up"),
    ],
)
def test_what_the_whole_game_does_not_take(shell, command, wrong):
    ran = shell(*command)
    assert ran.code == 2
    assert wrong in ran.err
