"""The algorithms there are, what each can be told, and how one is built."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Array, Form, Tree
from pokerbot.sequence.operators import normalize, uniform
from pokerbot.solvers.fictitious import BestDecisions, BestResponses, PureStrategies
from pokerbot.solvers.linear import LinearProgram
from pokerbot.solvers.regret import (
    Discounted,
    DiscountedPlus,
    Linear,
    Plus,
    Predictive,
    PredictiveDiscountedPlus,
    RegretRule,
    Vanilla,
)
from pokerbot.solvers.sampling import SampledGradients, Sampling
from pokerbot.solvers.selfplay import ExactGradients, Learner, RegretMinimizer, SelfPlay

UPDATES = ("alternating", "simultaneous")
INITS = ("uniform", "random")
ITERATES = ("average", "last")


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
    """What a user asks of an algorithm; None leaves it at the algorithm's default."""

    updates: str | None = None
    averaging: float | None = None
    epsilon: float | None = None
    init: str | None = None
    batch: int | None = None
    set: Mapping[str, float] | None = None
    iterate: str | None = None

    def check(self) -> None:
        """Raise InputError for a value that no algorithm takes."""
        for name, choices in (("updates", UPDATES), ("init", INITS), ("iterate", ITERATES)):
            value = getattr(self, name)
            if value is not None and value not in choices:
                raise InputError(f"--{name} is {' or '.join(choices)}, not {value!r:.40}")
        for name in ("averaging", "epsilon"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise InputError(f"--{name} must be a number from 0 up, not {value}")
        if self.batch is not None and not 1 <= self.batch <= 10**7:
            raise InputError(f"--batch must be a whole number from 1 to 10000000, not {self.batch}")


@dataclass(frozen=True)
class Algorithm:
    """A catalogue entry.

    learner: one player's side, from (tree, first strategy, epsilon); a `rule` makes it a
    RegretMinimizer instead, `sampling` estimates its gradients from `batch` deals; with neither
    it is the linear program. refuses: the options that make no sense for it, and why.
    """

    name: str
    summary: str
    refuses: Mapping[str, str]
    rule: RegretRule | None = None
    learner: Callable[[Tree, Array, float], Learner] | None = None
    sampling: Sampling | None = None
    batch: int | None = None

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

    def build(
        self, form: Form, options: Options, rng: np.random.Generator
    ) -> tuple[Solver, dict[str, Any]]:
        """A solver of this game, and the full description that its strategy file carries.

        Raises:
            InputError: an option is out of range or makes no sense for this algorithm or game.
        """
        options.check()
        for name, reason in self.refuses.items():
            if getattr(options, name) not in (None, "average"):
                raise InputError(f"{self.name} takes no --{name}: {reason}")
        configured = self._configured(options)
        epsilon = options.epsilon or 0.0
        most = int(max(tree.actions.max() for tree in form.trees))
        if epsilon * most > 1:
            raise InputError(
                f"--epsilon can be at most 1/{most}: there are {most} actions somewhere"
            )
        described: dict[str, Any] = {"name": self.name}
        if epsilon:
            described["epsilon"] = epsilon
        if self.rule is None and self.learner is None:
            return LinearProgram(form, epsilon), described
        updates = options.updates or UPDATES[0]
        described["updates"] = updates
        if configured.averaging is not None:
            described["averaging"] = configured.averaging
        if configured.batch is not None:
            described["batch"] = configured.batch
        described |= configured.settings
        described |= {
            name: value
            for name, value, usual in (
                ("init", options.init, INITS[0]),
                ("iterate", options.iterate, ITERATES[0]),
            )
            if value not in (None, usual)
        }
        alternating = updates == "alternating"
        first, second = (
            configured.seat(tree, _first(tree, options, rng), epsilon) for tree in form.trees
        )
        if configured.sampling is None:
            return SelfPlay(
                (first, second),
                ExactGradients(form, alternating=alternating),
                alternating=alternating,
            ), described
        assert configured.batch is not None
        sampled = SampledGradients(form, configured.sampling, configured.batch, rng)
        return SelfPlay((first, second), sampled, alternating=alternating), described

    def seat(self, tree: Tree, sigma: Array, epsilon: float) -> Learner:
        """One player's learner."""
        if self.rule is not None:
            return RegretMinimizer(tree, sigma, epsilon, self.rule)
        assert self.learner is not None
        return self.learner(tree, sigma, epsilon)

    def _configured(self, options: Options) -> Algorithm:
        """This algorithm with the options' numbers in place of its defaults."""
        given = dict(options.set or {})
        for key in given:
            if key not in self.settings:
                has = ", ".join(self.settings) or "none"
                raise InputError(f"{self.name} has no setting {key!r:.40}; it has {has}")
        rule, sampling = self.rule, self.sampling
        if sampling is not None and "exploration" in given:
            sampling = replace(sampling, exploration=given.pop("exploration"))
            if not 0 < sampling.exploration <= 1:
                raise InputError("exploration must be above 0 and at most 1")
        if rule is not None:
            if options.averaging is not None:
                rule = replace(rule, gamma=options.averaging)
            rule = replace(rule, **given)
        return replace(self, rule=rule, sampling=sampling, batch=options.batch or self.batch)


def _first(tree: Tree, options: Options, rng: np.random.Generator) -> Array:
    """The strategy that learning starts from: uniform, or drawn uniformly from all."""
    if options.init == "random":
        return normalize(tree, rng.standard_exponential(tree.shape))
    return uniform(tree)


SAMPLES_NOTHING = {"batch": "it samples nothing"}
PLAIN_AVERAGE = SAMPLES_NOTHING | {
    "averaging": "it averages its iterations evenly",
    "iterate": "what it plays is the average",
    "set": "it has no settings",
}
ONE_STEP = {f.name: "it solves the game in one step" for f in fields(Options)}
ONE_STEP.pop("epsilon")


def _cfr(name: str, summary: str, rule: RegretRule) -> Algorithm:
    return Algorithm(name, summary, SAMPLES_NOTHING, rule)


def _mccfr(name: str, summary: str, sampling: Sampling) -> Algorithm:
    return Algorithm(name, summary, {}, Vanilla(), sampling=sampling, batch=100)


def _fictitious(
    name: str, summary: str, learner: Callable[[Tree, Array, float], Learner]
) -> Algorithm:
    return Algorithm(name, summary, PLAIN_AVERAGE, learner=learner)


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        _cfr("cfr", "vanilla CFR (Zinkevich et al. 2007)", Vanilla()),
        _cfr("cfr+", "regrets floored at 0 (Tammelin 2014)", Plus()),
        _cfr("lcfr", "linear CFR (Brown & Sandholm 2019)", Linear()),
        _cfr("dcfr", "discounted CFR (Brown & Sandholm 2019)", Discounted()),
        _cfr("dcfr+", "discounted CFR+ (Xu et al. 2024)", DiscountedPlus()),
        _cfr("pcfr+", "predictive CFR+ (Farina et al. 2021)", Predictive()),
        _cfr("sapcfr+", "stable predictive CFR+ (Meng et al. 2025)", Predictive(prediction=1 / 3)),
        _cfr("pdcfr+", "predictive discounted CFR+ (Xu et al. 2024)", PredictiveDiscountedPlus()),
        _mccfr("cs-mccfr", "chance sampling (Lanctot et al. 2009)", Sampling()),
        _mccfr("es-mccfr", "external sampling (Lanctot et al. 2009)", Sampling(opponent=True)),
        _mccfr(
            "os-mccfr",
            "outcome sampling (Lanctot et al. 2009)",
            Sampling(opponent=True, own=True),
        ),
        _fictitious("fp", "fictitious play in the normal form (Brown 1951)", PureStrategies),
        _fictitious("xfp", "extensive-form fictitious play (Heinrich et al. 2015)", BestResponses),
        _fictitious("gxfp", "fictitious play by best decisions (Schulze 2023)", BestDecisions),
        Algorithm("lp", "exact linear program, needs pokerbot[lp] (Koller et al. 1994)", ONE_STEP),
    )
}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name; raises InputError with those there are."""
    if name not in ALGORITHMS:
        raise InputError(f"no algorithm {name!r:.60}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
