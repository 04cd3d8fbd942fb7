"""Options that do not go together are refused, none is ignored."""

import json
from importlib.util import find_spec

import pytest

NEEDS_NUMBA = "the whole game needs numba"

REFUSED = [
    (["solve", "kuhn", "-a", ""], "no algorithm"),
    (
        ["solve", "kuhn", "-a", "cfr+", "-n", 1, "--set", "averaging=3"],
        "no setting 'averaging', which is an option; ",
    ),
    (["solve", "kuhn", "-a", "cfr", "-a", "dcfr", "-n", 1], "--algorithm is given twice"),
    (["solve", "kuhn", "-n", 1, "--floor", "call=0.5", "--floor", "bet=1"], "--floor is given"),
    *(
        ([*arguments, "-"], "Error: - is no file here: give a file's name\n")
        for arguments in (
            ["solve", "kuhn", "-n", 1, "-o"],
            ["solve", "kuhn", "-n", 1, "-o", "kuhn.json", "--checkpoint"],
            ["exploit", "call", "--game", "kuhn", "-o"],
            ["history", "--export"],
        )
    ),
    (["history", "--won", "--lost"], "--lost"),
    (["history", "--game", ""], "no game"),
    (["history", "--leaks", "--won"], "--leaks"),
    (["history", "--leaks", "--opponent", "kurt"], "no hands against kurt"),
    (["history", "--leaks", "--export", "hands.toml"], "--leaks"),
    (["compare", "kuhn", "-a", "cfr", "-a", "cfr", "-n", 1], "given twice"),
    (["compare", "kuhn", "-a", "cfr", "-n", 1, "--trust-network"], "--trust-network"),
    (["solve", "kuhn", "--backend", "numpy", "--threads", 2, "-n", 1], "--threads 2 has no effect"),
    (["compare", "kuhn", "-a", "cfr", "--backend", "numpy", "--threads", 2], "--threads 2 has no"),
    (
        ["compare", "kuhn", "-a", "es-mccfr", "--backend", "numpy", "-n", 1, "--perturb"],
        "--perturb has no effect on es-mccfr",
    ),
    (["exploit", "random", "--game", "security"], "--risk is needed: security has no ante"),
    (["export", "kuhn-gxfp", "--to", "efg", "--force"], "--force has no effect on standard output"),
    (["export", "kuhn-gxfp", "--to", "efg", "-o", "-", "--force"], "has no effect on standard"),
    (["evaluate", "kuhn-gxfp", "--game", ""], "no game"),
    (["evaluate", "leduc-nolimit:stack=9"], "stack=9, only for leduc-nolimit:stack=8; make one"),
    (["play", ""], "not a file"),
    (["match", "best-response:", "call", "--game", "kuhn"], "Error: '': not a file\n"),
    (["play", "heads-up", "--game", "kuhn"], "--game has no effect on heads-up"),
    (["play", "heads-up", "--match", "--seat", "first"], "--seat has no effect on a match"),
    (["match", "heads-up", "call", "-n", 1], "--hands must be a whole number from 2 to "),
    (["match", "heads-up", "call", "-n", 10**12], "from 2 to 1,000,000,000, not 1000000000000\n"),
    (["train"], "Choose from: heads-up\n"),
    (["train", "heads-up", "--stack", 1], "--stack must be from 2 to 50"),
    (["train", "heads-up", "-n", 0], "--iterations"),
    (["train", "heads-up", "--stack", 2, "-n", 1, "-o", ""], " is not a file\n"),
    (["solve", "kuhn", "-n", 10**24], f"--iterations must be below 2**63, not {10**24}\n"),
    (["solve", "kuhn", "--backend", "numpy", "--threads", 1024], "--threads 1024 has no effect"),
    (["solve", "kuhn", "--backend", "numpy", "--threads", 1025], "from 1 to 1024, not 1025\n"),
    (["strength", "nobody"], "there are heads-up-10"),
    (["strength", "heads-up", "--time", 0], "--time must be a number above 0"),
    (["strength", "heads-up", "--time", "inf"], "--time must be a number above 0"),
    (["trace", "kuhn", "-a", "rtcfr+", "--updates", "simultaneous"], "--updates has no effect on"),
    (["trace", "jam-or-fold", "--deal", "AA"], "two hands, from AA to 22, and what is turned up"),
    (["show", "3bet-wet-river-dcfr", "--hands", "AA:0.5"], "--hands have no weights here"),
    (["equity", "AKs"], "Missing argument 'OTHER_HAND_OR_RANGE'"),
    (["equity", "AA:1e-200", "KK:1e-200"], "a weight below 1e-09"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED, ids=lambda each: str(each)[:60])
def test_what_does_not_go_together_is_refused(shell, arguments, said):
    ran = shell(*arguments)
    assert ran.code == 2
    assert said in ran.err or (NEEDS_NUMBA in ran.err and find_spec("numba") is None)
    assert ran.err.count("\n") == 1


def test_the_game_of_a_file_is_checked_wherever_it_stands_in_it(shell, tmp_path):
    assert shell("solve", "kuhn", "-n", 3, "-o", "first.json").code == 0
    content = json.loads((tmp_path / "first.json").read_text())
    last = {"infosets": content.pop("infosets"), **content}
    (tmp_path / "last.json").write_text(json.dumps(last))
    for command in ("evaluate", "show"):
        assert shell(command, "last.json", "--game", "kuhn").code == 0
        ran = shell(command, "last.json", "--game", "leduc")
        assert (ran.code, ran.err) == (2, "Error: last.json plays kuhn, not leduc\n")


def test_an_export_to_a_dash_is_printed(shell):
    asked = "export", "kuhn-gxfp", "--to", "efg"
    assert shell(*asked, "-o", "-").out == shell(*asked).out != ""


def test_fewer_iterations_than_a_checkpoint_has_are_refused(shell):
    shell("solve", "kuhn", "-a", "cfr", "-n", 30, "--checkpoint", "kept")
    ran = shell("solve", "kuhn", "-a", "cfr", "-n", 10, "--resume", "kept")
    assert (ran.code, "--iterations must be at least 30" in ran.err) == (2, True)
    assert shell("solve", "kuhn", "-a", "cfr", "-n", 30, "--resume", "kept").code == 0
