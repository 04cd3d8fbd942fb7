"""Links, folders, devices, pipes and names that no one should choose: one line, status 2."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from tests.cli.running import Shell
from tests.trials.commands import specials

READING = ["evaluate"], ["solve", "kuhn", "-n", "1", "--resume"]


def test_what_is_no_file_is_refused_in_a_line(shell: Shell, tmp_path: Path) -> None:
    for special, command in product(specials(tmp_path), READING):
        ran = shell(*command, special)
        assert (ran.code, ran.out) == (2, ""), (command, special)
        assert ran.err.startswith("Error: "), (command, special)
        assert ran.err[:-1].isprintable(), (command, special)
        assert len(ran.err) < 6000, (command, special)
    assert not (tmp_path / "strategies").exists() or not list((tmp_path / "strategies").iterdir())
