"""The standard streams closed, full, or of an encoding that lacks characters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.strategy import storage
from tests.cli.running import Shell
from tests.play.tables import uniform
from tests.trials.commands import FINE, UNHEARD, redirected

SOLVE = "solve kuhn -n 10 -o s.json"


@pytest.mark.slow
@pytest.mark.parametrize("how", FINE)
def test_without_a_stream_that_is_not_needed_the_work_is_done(how: str, tmp_path: Path) -> None:
    ran = redirected(f"{SOLVE} --json", how, tmp_path)
    assert (ran.status, ran.err) == (0, b"")
    assert json.loads(ran.out)["iterations"] == 10
    assert storage.load(tmp_path / "s.json").iterations == 10


@pytest.mark.thinned(3)
@pytest.mark.parametrize("arguments", [SOLVE, f"{SOLVE} --json", "--help"])
@pytest.mark.parametrize("how", UNHEARD)
def test_a_result_that_arrives_nowhere_is_told_and_not_lost(
    arguments: str, how: str, tmp_path: Path
) -> None:
    ran = redirected(arguments, how, tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith(b"Error: cannot write the result: ")
    assert ran.err.count(b"\n") == 1
    if arguments != "--help":
        assert storage.load(tmp_path / "s.json").iterations == 10


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    ["export kuhn --to efg", "match random call --game kuhn --json", "", "--help", "--version"],
)
def test_a_broken_pipe_is_told_by_the_status_whoever_notices_it(arguments: str) -> None:
    """The status was 1 where click was the one that wrote."""
    behind, out = os.pipe()
    os.close(behind)
    ran = subprocess.run(
        [sys.executable, "-m", "pokerbot", *arguments.split()],
        stdout=out,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(out)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full", ">&- 2>&-"])
def test_bad_usage_is_status_2_though_no_one_is_told(how: str, tmp_path: Path) -> None:
    assert redirected("bogus", how, tmp_path).status == 2


@pytest.mark.slow
@pytest.mark.parametrize("how", ["<&-", ">&-", "2>&-"])
def test_play_asks_for_a_terminal(how: str, tmp_path: Path) -> None:
    ran = redirected("play", how, tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err.startswith(b"Error: play needs a terminal") or how == "2>&-"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoding", "line"),
    [
        ("utf-8", "utility: expected chips after the action; regret: (utility − value) × reach"),
        ("latin-1", "utility: expected chips after the action; regret: (utility - value) × reach"),
        ("ascii", "utility: expected chips after the action; regret: (utility - value) x reach"),
    ],
)
def test_what_an_encoding_lacks_is_written_as_what_is_like_it(
    encoding: str, line: str, tmp_path: Path
) -> None:
    ran = redirected("trace kuhn", "", tmp_path, PYTHONIOENCODING=encoding)
    assert (ran.status, ran.err) == (0, b"")
    assert ran.out.decode(encoding).splitlines()[1] == line


@pytest.mark.slow
def test_what_nothing_is_like_keeps_its_number(tmp_path: Path) -> None:
    (tmp_path / "strategies").mkdir()
    storage.save(uniform(parse_game("kuhn")), tmp_path / "strategies" / "漢.json")
    ran = redirected("match 漢 call --hands 1000", "", tmp_path, PYTHONIOENCODING="latin-1")
    assert (ran.status, ran.err) == (0, b"")
    assert b"\\u6f22 against call" in ran.out


def test_a_width_that_no_one_knows_is_none(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    usual = shell("trace", "kuhn").out
    assert usual != ""
    for size in ("0", "", "00"):
        for name in ("COLUMNS", "LINES"):
            monkeypatch.setenv(name, size)
        assert shell("trace", "kuhn").out == usual, size
