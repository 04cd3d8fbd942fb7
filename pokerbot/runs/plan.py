"""Plans of sweeps: every algorithm on every game with every seed, as a TOML file lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from numbers import Real
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.parameters import check_positive, plain
from pokerbot.io.files import is_whole, named_in_errors, printable, read_text
from pokerbot.io.toml import parse_toml
from pokerbot.runs.defaults import defaults
from pokerbot.runs.limits import Limits
from pokerbot.runs.own import Own
from pokerbot.runs.run import SolveRun, parse_entry
from pokerbot.strategy.library import game_named


@dataclass(frozen=True)
class SweepPlan:
    """The content of a plan file, with defaults filled in.

    games, algorithms, seeds: every combination of these is run
    iterations, target, time: the limits of each run; time is in seconds of iterations

    Raises:
        InputError: no such game, algorithm or setting, or a limit or seed that is impossible.
    """

    games: list[str]
    algorithms: list[str]
    seeds: list[int]
    iterations: int | None = None
    target: float | None = None
    time: float | None = None

    def __post_init__(self) -> None:
        if self.time is not None:
            check_positive(self.time, "time")
        for name in ("games", "algorithms", "seeds"):
            if not getattr(self, name):
                raise InputError("must name at least one", parameter=name)
        for seed in self.seeds:
            if not is_whole(seed):
                raise InputError(f"are whole numbers, not {seed!r:.40}", parameter="seeds")
        if len(set(self.seeds)) < len(self.seeds):
            raise InputError("hold one twice", parameter="seeds")
        called = [f"{first.played.spec} by {first.label}" for first in self._cells]
        content = [f"{first.played.text} by {first.label}" for first in self._cells]
        for cell, same in zip(called, content, strict=True):
            if called.count(cell) > 1 or content.count(same) > 1:
                raise InputError(f"the plan has {cell} twice")

    @property
    def own(self) -> set[Own]:
        """The algorithms of one's own among its `algorithms`."""
        return {first.algorithm for first in self._cells if isinstance(first.algorithm, Own)}

    @cached_property
    def _cells(self) -> list[SolveRun]:
        """A run of each algorithm on each game, with the default seed and backend."""
        made, asked = [], Limits(self.iterations, self.target, self.time)
        entries = [parse_entry(entry) for entry in self.algorithms]
        for game, (algorithm, options) in product(map(game_named, self.games), entries):
            limits = asked or Limits(defaults(game.name)[1])
            made.append(SolveRun(game, algorithm, **vars(limits), options=options))
        return made

    def runs(self, backend: Callable[[SolveRun], str]) -> list[SolveRun]:
        """All runs, in the order of games, then algorithms, then seeds.

        backend: chooses the backend of a run, which all its seeds then have
        """
        made: list[SolveRun] = []
        for first in self._cells:
            made += replace(first, backend=backend(first)).with_seeds(self.seeds)
        return made


LISTS: dict[str, type] = {"games": str, "algorithms": str, "seeds": int}
"""The lists that a plan may have, with the type of their values."""
LIMITS = {"iterations": int, "target": int | float, "time": int | float}
"""The limits that it may have, with their types."""
LONGEST = 20_000
"""The most characters of a plan; of a million algorithms it would take long to tell them apart."""


def read_plan(path: Path) -> SweepPlan:
    """The plan in a file.

    Raises:
        InputError: it cannot be read or is not a plan; the message names what is wrong.
    """
    with named_in_errors(path):
        text = read_text(path)
        if len(text) > LONGEST:
            raise InputError(f"a plan has at most {LONGEST:,} characters, not {len(text):,}")
    content = parse_toml(text, printable(str(path)))
    with named_in_errors(path):
        return make_plan(content)


def make_plan(content: Mapping[str, Any]) -> SweepPlan:
    """The plan with this content; raises InputError as `SweepPlan`, and for wrong keys or types."""
    for name in ("games", "algorithms"):
        if name not in content:
            raise InputError(f"{name} is missing")
    content, kinds = {name: _plain(value) for name, value in content.items()}, LISTS | LIMITS
    for name, value in content.items():
        if name not in kinds:
            raise InputError(f"a plan has no {name!r:.40}; it has {', '.join(kinds)}")
        if name in LISTS and not isinstance(value, list):
            raise InputError(f"{name} must be a list, not {value!r:.40}")
        for each in value if name in LISTS else [value]:
            if not isinstance(each, kinds[name]) or isinstance(each, bool):
                raise InputError(f"{name} cannot be {each!r:.40}")
    return SweepPlan(**{"seeds": [0], **content})


def _plain(value: Any) -> Any:
    """The value with its numbers as Python's; NumPy's are taken, too."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return plain(value)
