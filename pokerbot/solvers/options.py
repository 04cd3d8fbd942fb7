"""The options with which a user runs an algorithm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.actions import SEAT_NAMES
from pokerbot.games.parameters import is_number
from pokerbot.solvers.learner import Settings

CHOICES = {
    "updates": ("alternating", "simultaneous"),
    "init": ("uniform", "random", "perturbed"),
    "iterate": ("average", "last"),
    "floor_seat": ("both", *SEAT_NAMES),
}
"""The options whose values are words, each with the words that it takes, the default first."""

RESTRICTIONS = ("epsilon", "floor", "floor_seat")
"""The options that hold play to floors."""

NAMED = {
    "averaging": "its average takes no power",
    "batch": "it samples nothing",
    "temperature": "it has no temperature",
    "horizon": "it need not know how long the run is",
}
"""The parameters that are options of their own; all others are given by the option `set`.

Each with the reason why algorithms that have no such parameter refuse the option.
"""


@dataclass(frozen=True)
class Options:
    """What a user asks of an algorithm; None leaves an option at the algorithm's default.

    updates: `alternating` or `simultaneous`
    averaging: the power of t that is iteration t's weight in the average
    epsilon: the least probability of every action, for both players
    init: the strategies to begin with: `uniform`, `random` or `perturbed`
    batch: how many deals are sampled for a gradient
    temperature: of the entropy in magnetic mirror descent
    horizon: the number of iterations of the whole run
    set: the algorithm's own parameters, by name
    iterate: the strategy that is the result: `average` or `last`
    floor: the least probability of each kind of action, by its name
    floor_seat: the seat that keeps to `floor`: `both`, `first` or `second`

    Whether a number suits an algorithm is checked when a training begins.

    Raises:
        InputError: a word that is no choice, an `epsilon` that is no probability, a `set` or
            `floor` that is no mapping to numbers, or options that do not go together.
    """

    updates: str | None = None
    averaging: float | None = None
    epsilon: float | None = None
    init: str | None = None
    batch: int | None = None
    temperature: float | None = None
    horizon: int | None = None
    set: Settings | None = None
    iterate: str | None = None
    floor: Settings | None = None
    floor_seat: str | None = None

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise InputError(f"is {' or '.join(choices)}, not {value!r:.40}", parameter=name)
        self._check_numbers()
        if self.floor_seat and not self.floor:
            raise InputError("has no effect without a floor", parameter="floor_seat")
        if self.floor and self.epsilon:
            raise InputError("is a floor of its own: give one of both", parameter="epsilon")

    def _check_numbers(self) -> None:
        """Raise InputError for what is not a number; make `epsilon` and `floor` plain floats."""
        if self.epsilon is not None:
            if not (is_number(self.epsilon) and 0 <= self.epsilon <= 1):
                raise InputError(
                    f"must be from 0 to 1, not {self.epsilon!r:.40}", parameter="epsilon"
                )
            object.__setattr__(self, "epsilon", float(self.epsilon))
        for name in ("set", "floor"):
            if not isinstance(getattr(self, name) or {}, Mapping):
                raise InputError("must be a mapping from names to numbers", parameter=name)
        for kind, least in (self.floor or {}).items():
            if not is_number(least):
                raise InputError(f"of {kind!r:.40} is no number: {least!r:.40}", parameter="floor")
        if self.floor:
            floor = {kind: float(least) for kind, least in self.floor.items()}
            object.__setattr__(self, "floor", floor)

    def with_settings(self, settings: Mapping[str, Any]) -> Options:
        """These options with more of them, by name; other names are parameters, as in `set`."""
        names = {each.name for each in fields(self)}
        named = {name: value for name, value in settings.items() if name in names}
        own = {name: value for name, value in settings.items() if name not in names}
        more = Options(set=named.pop("set", None)).set or {}
        before = {name: getattr(self, name) for name in names - {"set"}} | dict(self.set or {})
        for name, value in {**named, **more, **own}.items():
            if before.get(name, value) not in (None, value):
                raise InputError(f"is given twice: {before[name]} and {value}", parameter=name)
        return replace(self, **named, set={**(self.set or {}), **more, **own} or None)

    @property
    def restrictions(self) -> list[str]:
        """The least probabilities that play keeps to: `epsilon=0.01`, `call+check=0.5`."""
        if not self.floor:
            return [f"epsilon={self.epsilon:g}"] if self.epsilon else []
        kinds = [f"{kind}={probability:g}" for kind, probability in self.floor.items()]
        return kinds if self.floor_seat in (None, "both") else [*kinds, self.floor_seat]


def resolve_settings(options: Options | None, settings: Mapping[str, Any]) -> Options:
    """The options, or the defaults, with more of them by name, as `Options.with_settings`."""
    if not isinstance(options, Options | None):
        raise InputError(f"are pokerbot.Options, not {options!r:.40}", parameter="options")
    return (options or Options()).with_settings(settings)
