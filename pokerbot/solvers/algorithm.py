"""What an algorithm is to the rest of the program: what it can be told, and how one is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.catalogue import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.deals import Deals, draw_deals
from pokerbot.sequence.floors import Floors, constant_floor
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind, normalize, uniform
from pokerbot.solvers.regret import RegretRule
from pokerbot.solvers.sampling import SampledGradients, Sampling
from pokerbot.solvers.selfplay import (
    ExactGradients,
    Gradients,
    InParts,
    Learner,
    RegretMinimizer,
    SelfPlay,
)

CHOICES = {
    "updates": ("alternating", "simultaneous"),
    "init": ("uniform", "random"),
    "iterate": ("average", "last"),
}
"""The options that are a word, each with its default first."""

LEAST_EXPLORATION = 1e-6
LARGEST_POWER = 20.0
"""Powers of iterations up to here stay far from overflow."""


class Solver(Protocol):
    """What training drives: one verb, and what has come of it so far."""

    iterations: int
    nodes_touched: int
    value_sum: float
    finished: bool

    def step(self) -> None:
        """One iteration."""

    def average(self) -> Profile:
        """The profile that converges to an equilibrium."""

    def current(self) -> Profile:
        """The profile that is played now."""

    def plans(self) -> tuple[Array, Array]:
        """The realization plans of `average`."""

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that it remembers."""

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""


@dataclass(frozen=True)
class Options:
    """What a user asks of an algorithm; None leaves it at the algorithm's default.

    Raises:
        InputError: a value that no algorithm takes.
    """

    updates: str | None = None
    averaging: float | None = None
    epsilon: float | None = None
    init: str | None = None
    batch: int | None = None
    set: Mapping[str, float] | None = None
    iterate: str | None = None

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise InputError(f"--{name} is {' or '.join(choices)}, not {value!r:.40}")
        for name, most in (("averaging", LARGEST_POWER), ("epsilon", 1.0)):
            value = getattr(self, name)
            if value is not None and not 0 <= value <= most:
                raise InputError(f"--{name} must be from 0 to {most:g}, not {value}")
        if self.batch is not None and not 1 <= self.batch <= 10**7:
            raise InputError(f"--batch must be a whole number from 1 to 10000000, not {self.batch}")


@dataclass(frozen=True)
class Algorithm:
    """A catalogue entry.

    learner: one player's side, from (operators, first strategy, floor); a `rule` makes it a
    RegretMinimizer instead, `sampling` estimates its gradients from `batch` deals; a `program`,
    from (form, floors), solves for both players at once. refuses: the options that make no sense
    for it, and why. takes: whether a game is small enough for it, told without compiling the game.
    """

    name: str
    summary: str
    refuses: Mapping[str, str]
    rule: RegretRule | None = None
    learner: Callable[[Operators, Array, Floor | None], Learner] | None = None
    sampling: Sampling | None = None
    batch: int | None = None
    program: Callable[[Form, Floors], Solver] | None = None
    takes: Callable[[Game], bool] = lambda game: True

    @property
    def settings(self) -> dict[str, float]:
        """The numbers that --set changes, with their defaults."""
        found = {f.name: getattr(self.rule, f.name) for f in fields(self.rule)} if self.rule else {}
        found.pop("gamma", None)
        if self.sampling is not None and self.sampling.own:
            found["exploration"] = self.sampling.exploration
        return found

    @property
    def averaging(self) -> float | None:
        """Iteration t weighs t to this power in the average; None where that is not its way."""
        return self.rule.gamma if self.rule else None

    @property
    def learns(self) -> bool:
        """Whether each player learns on their own, from the other."""
        return self.program is None

    def configured(self, options: Options) -> Algorithm:
        """This algorithm with the options' numbers in place of its defaults.

        Raises:
            InputError: an option makes no sense for it.
        """
        for name, reason in self.refuses.items():
            if getattr(options, name) not in (None, "average"):
                raise InputError(f"{self.name} takes no --{name}: {reason}")
        given = dict(options.set or {})
        for key, value in given.items():
            if key not in self.settings:
                has = ", ".join(self.settings) or "none"
                raise InputError(f"{self.name} has no setting {key!r:.40}; it has {has}")
            if not abs(value) <= LARGEST_POWER:
                raise InputError(f"{key} must be at most {LARGEST_POWER:g} in size, not {value}")
        rule, sampling = self.rule, self.sampling
        if sampling is not None and "exploration" in given:
            sampling = replace(sampling, exploration=given.pop("exploration"))
            if not LEAST_EXPLORATION <= sampling.exploration <= 1:
                raise InputError(f"exploration must be from {LEAST_EXPLORATION:g} to 1")
        if rule is not None:
            gamma = rule.gamma if options.averaging is None else options.averaging
            rule = replace(rule, gamma=gamma, **given)
        return replace(self, rule=rule, sampling=sampling, batch=options.batch or self.batch)

    def describe(self, options: Options) -> dict[str, Any]:
        """All that a strategy file says of how it was made."""
        made = self.configured(options)
        said: dict[str, Any] = {"name": self.name}
        if self.learns:
            said["updates"] = options.updates or CHOICES["updates"][0]
        said |= {"averaging": made.averaging, "batch": made.batch, **made.settings}
        said |= {"epsilon": options.epsilon or None}
        for name in ("init", "iterate"):
            value = getattr(options, name)
            said[name] = None if value == CHOICES[name][0] else value
        return {key: value for key, value in said.items() if value is not None}

    def build(
        self,
        form: Form,
        options: Options,
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> Solver:
        """A solver of this game; given `deals`, they are all that chance ever deals.

        Raises:
            InputError: an option or the game makes no sense for this algorithm.
        """
        made = self.configured(options)
        floors = made.floors(form, options)
        if made.program is not None:
            return made.program(form, floors)
        alternating = options.updates in (None, "alternating")
        first, second = (
            made.seat(each, _first(each, options, rng), floor)
            for each, floor in zip(bind(form), floors, strict=True)
        )
        gradients: Gradients = ExactGradients(form, alternating=alternating)
        if made.sampling is not None or deals is not None:
            batch = made.batch or 1
            gradients = SampledGradients(
                form,
                made.sampling or Sampling(),
                lambda: deals or draw_deals(form.game.rules, batch, rng),
                rng,
            )
        return SelfPlay((first, second), gradients, alternating=alternating)

    def seat(self, operators: Operators, sigma: Array, floor: Floor | None) -> Learner:
        """One player's learner."""

        def make(operators: Operators, sigma: Array, floor: Floor | None) -> Learner:
            if self.rule is not None:
                return RegretMinimizer(operators, sigma, floor, self.rule)
            assert self.learner is not None
            return self.learner(operators, sigma, floor)

        if len(operators.parts) > 1:
            return InParts(operators, sigma, floor, make)
        return make(operators, sigma, floor)

    def floors(self, form: Form, options: Options) -> Floors:
        """What every action of each player must at least be played.

        Raises:
            InputError: more than there is to share out at some decision.
        """
        if not options.epsilon:
            return None, None
        most = int(max(tree.actions[1:].max() for tree in form.trees))
        if options.epsilon * most > 1:
            raise InputError(f"--epsilon can be at most 1/{most}: some decision has {most} actions")
        first, second = (constant_floor(each, options.epsilon) for each in bind(form))
        return first, second


def _first(operators: Operators, options: Options, rng: np.random.Generator) -> Array:
    """The strategy that learning starts from: uniform, or drawn uniformly from all."""
    if options.init == "random":
        return normalize(operators, rng.standard_exponential(operators.shape))
    return uniform(operators)
