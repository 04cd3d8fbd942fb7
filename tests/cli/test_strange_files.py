"""Links, folders, devices, pipes and names that no one should choose: one line, status 2."""

from __future__ import annotations

import os
import re
from itertools import product
from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.trials.commands import specials

READING = ["evaluate"], ["solve", "kuhn", "-n", "1", "--resume"]


@pytest.mark.slow
def test_what_is_no_file_is_refused_in_a_line(shell: Shell, tmp_path: Path) -> None:
    for special, command in product(specials(tmp_path), READING):
        ran = shell(*command, special)
        assert (ran.code, ran.out) == (2, ""), (command, special)
        assert ran.err.startswith("Error: "), (command, special)
        assert ran.err[:-1].isprintable(), (command, special)
        assert len(ran.err) < 6000, (command, special)
    assert not (tmp_path / "strategies").exists() or not list((tmp_path / "strategies").iterdir())


def test_a_spot_is_read_from_a_file_alone(shell: Shell, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    (tmp_path / "deep.toml").write_text(f"{'a.' * 50_000}a = 1\n")
    (tmp_path / "long.toml").write_text(f"pot = {'9' * 5000}\n")
    for name, told in (
        ("pipe", "pipe.toml: not a file"),
        ("zero", "zero.toml: not a file"),
        ("deep", "deep.toml has a key of more than 20 parts"),
        ("long", "long.toml is not TOML: "),
    ):
        ran = shell("rules", f"{name}.toml")
        assert (ran.code, ran.out) == (2, "")
        assert re.match(f"Error: {told}", ran.err)
        assert ran.err.count("\n") == 1


def test_a_blueprint_that_is_missing_is_named(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "folder.blueprint").mkdir()
    for who, told in (
        ("none.blueprint", "none.blueprint: no such file\n"),
        ("folder.blueprint", "folder.blueprint: not a file\n"),
        ("heads-up-33", "no blueprint heads-up-33; there are heads-up-10, "),
        ("heads-up-20", "heads-up is too large to be solved: "),
    ):
        for command in ("evaluate", "show"):
            ran = shell(command, who)
            assert (ran.code, ran.out) == (2, "")
            assert ran.err.startswith(f"Error: {told}")
