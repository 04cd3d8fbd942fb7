"""Links, folders, devices, pipes and names that no one should choose: one line, status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Shell
from tests.trials.commands import specials


@pytest.mark.parametrize("command", [["evaluate"], ["solve", "kuhn", "-n", "1", "--resume"]])
def test_what_is_no_file_is_refused_in_a_line(
    command: list[str], shell: Shell, tmp_path: Path
) -> None:
    for special in specials(tmp_path):
        ran = shell(*command, special)
        assert (ran.code, ran.out) == (2, ""), special
        assert ran.err.startswith("Error: "), special
        assert ran.err[:-1].isprintable(), special
        assert len(ran.err) < 6000, special
    assert not (tmp_path / "strategies").exists() or not list((tmp_path / "strategies").iterdir())
