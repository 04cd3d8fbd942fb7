"""Faults found in projects of this kind: each a change of our code, and the tests that meet it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Trap:
    """A fault: the text to put in the place of another one, which stands there exactly once.

    tests: those that must meet it, `tests/…/test_x.py` or `tests/…/test_x.py::test_name`.
    """

    fault: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def source(self, root: Path = ROOT) -> str:
        """The file with the fault in it; raises ValueError where the text no longer stands."""
        source = (root / self.file).read_text("utf-8")
        if source.count(self.old) != 1:
            times = source.count(self.old)
            raise ValueError(f"{self.fault}: {self.file} has this {times} times:\n{self.old}")
        return source.replace(self.old, self.new)


@dataclass(frozen=True)
class Impossible:
    """A fault that the design leaves no place for, and why."""

    fault: str
    reason: str
