"""CFR for one player: a regret rule, a way to match its target, and a way to average plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from numbers import Real
from types import MappingProxyType
from typing import Any

import numpy as np

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators, floored, free_values
from pokerbot.solvers.learner import Learner, Memory, Settings
from pokerbot.solvers.regret import HORIZON, RegretRule, State, name_of, power, raised


@dataclass(frozen=True)
class Matching:
    """How a rule's target is turned into the next strategy.

    match: maps (operators, target, t, **parameters) to a strategy [rows, hands]
    parameters: the numbers that `match` takes
    """

    match: Callable[..., Array]
    parameters: tuple[Parameter, ...] = ()

    def __post_init__(self) -> None:
        check_kinds(self, parameters=[Parameter])


def match_regrets(operators: Operators, target: Array, t: int) -> Array:
    """Play in proportion to the positive part of the target (Hart & Mas-Colell 2000).

    Where no action's target is positive, all actions are equally likely.
    """
    return operators.normalize(np.maximum(target, 0))


@dataclass(frozen=True)
class Averaging:
    """How the realization plans that were played are averaged.

    weigh: maps (t, **parameters) to two numbers: the factor that the sum of plans so far is
        multiplied by, and the weight with which the plan of iteration t is added to it
    parameters: the numbers that `weigh` takes
    """

    weigh: Callable[..., tuple[float, float]]
    parameters: tuple[Parameter, ...] = ()

    def __post_init__(self) -> None:
        check_kinds(self, parameters=[Parameter])


def by_power(gamma: float) -> Averaging:
    """Iteration t has the weight t**averaging; the parameter `averaging` is `gamma` by default."""
    return Averaging(_by_power, (power("averaging", gamma, 0),))


def _by_power(t: int, averaging: float) -> tuple[float, float]:
    return 1.0, raised(t, averaging)


def delayed(gamma: float, delay: int) -> Averaging:
    """As `by_power`, with the first `delay` iterations left out and not counted (Tammelin 2014)."""
    return Averaging(
        _delayed, (power("averaging", gamma, 0), Parameter("delay", delay, least=0, most=10**9))
    )


def _delayed(t: int, averaging: float, delay: int) -> tuple[float, float]:
    return 1.0, raised(t - delay, averaging) if t > delay else 0.0


def decaying(decay: float) -> Averaging:
    """Each iteration multiplies the sum so far by `decay`, so that the average forgets."""
    return Averaging(_decaying, (Parameter("decay", decay, least=0, most=1, real=True),))


def _decaying(t: int, decay: float) -> tuple[float, float]:
    return decay, 1.0


def falling(gamma: float, end: float) -> Averaging:
    """A power that changes linearly with t, from `gamma` to `end` at the end of the run.

    Iteration t multiplies the sum so far by ((t-1)/t)**power (Zhang, McAleer & Sandholm 2024, arXiv
    2404.09097).
    """
    gammas = [
        Parameter(name, float(value), 0, 100, real=True)
        for name, value in (("averaging", gamma), ("averaging_end", end))
    ]
    return Averaging(_falling, (*gammas, HORIZON))


def _falling(t: int, averaging: float, averaging_end: float, horizon: int) -> tuple[float, float]:
    return ((t - 1) / t) ** (averaging + (averaging_end - averaging) * t / horizon), 1.0


def every_second(gamma: float) -> Averaging:
    """As `by_power`, with the odd iterations left out."""
    return Averaging(_every_second, (power("averaging", gamma, 0),))


def _every_second(t: int, averaging: float) -> tuple[float, float]:
    return 1.0, 0.0 if t % 2 else raised(t, averaging)


REGRET_MATCHING = Matching(match_regrets)


@dataclass(frozen=True)
class Minimization:
    """A CFR variant, put together from its parts; implements `LearnerSpec`."""

    rule: RegretRule
    averaging: Averaging
    matching: Matching = REGRET_MATCHING
    refuses: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_kinds(self, rule=RegretRule, averaging=Averaging, matching=Matching)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of all parts; one that several parts share is listed once."""
        parts = self.averaging, self.rule, self.matching
        return tuple(dict.fromkeys(each for part in parts for each in part.parameters))

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner."""
        return RegretMinimizer(operators, sigma, floor, self, settings)


class RegretMinimizer(Learner):
    """CFR for one player; with a floor, regrets are those of the probability that it leaves free.

    rule_state: the rule's state
    plan_sum: [rows, hands] the weighted sum of the plans that were played
    """

    def __init__(
        self,
        operators: Operators,
        sigma: Array,
        floor: Floor | None,
        parts: Minimization,
        settings: Settings,
    ) -> None:
        super().__init__(operators, sigma, floor)
        self.kind, self.settings = parts, settings
        self._names = parts.rule.memory
        rule, averaging, matching = parts.rule, parts.averaging, parts.matching
        cell = str([*operators.shape])
        state = cell if len(self._names) == 1 else f"({', '.join([cell] * len(self._names))})"
        self._update = bound(
            rule.update,
            "state r t",
            settings_of(rule, settings),
            f"({state}, {cell})",
            {"total": self._total} if rule.by_decision else {},
        )
        self._weigh = bound(
            averaging.weigh, "t", settings_of(averaging, settings), "(number, number)"
        )
        self._match = bound(
            matching.match, "operators target t", settings_of(matching, settings), cell
        )
        self.plan_sum = np.zeros(operators.shape)
        self.remember([np.zeros(operators.shape) for _ in self._names])

    def _total(self, x: Array) -> Array:
        """[rows, hands] for each action, the sum over all actions of its decision."""
        return self.operators.by_row(self.operators.sums(x))

    def remember(self, arrays: list[Array]) -> None:
        """Make these arrays the rule's state, in the order of its `memory`."""
        self.rule_state: State = arrays[0] if len(arrays) == 1 else tuple(arrays)

    def begin(self, sigma: Array, regrets: Array, iterations: int) -> None:
        self.play(sigma)
        for t in range(1, iterations + 1):
            target = self._remember_iteration(regrets, t)
        self.play(self._match(self.operators, target, iterations))

    def observe(self, gradient: Array, t: int) -> None:
        q, v = self.operators.backup(self.sigma, gradient)
        r = free_values(self.operators, q, self.floor)
        r -= self.operators.by_row(v)
        target = self._remember_iteration(r, t)
        matched = self._match(self.operators, target, t)
        self.play(floored(self.operators, matched, self.floor))

    def _remember_iteration(self, r: Array, t: int) -> Any:
        """Add the current plan to the average, update the rule's state, and return the target."""
        kept, added = self._weigh(t)
        if kept != 1:
            self.plan_sum *= kept
        self.plan_sum += added * self.plan
        self.rule_state, target = self._update(self.rule_state, r, t)
        return target

    def rule_arrays(self) -> tuple[Array, ...]:
        """The arrays of the rule's state, in the order of its `memory`."""
        state = self.rule_state
        return state if isinstance(state, tuple) else (state,)

    def memory(self) -> Memory:
        regrets = dict(zip(self._names, self.rule_arrays(), strict=True))
        return {"sigma": self.sigma, **regrets, "plan_sum": self.plan_sum}

    def recall(self, memory: Memory) -> None:
        self.remember([memory[name] for name in self._names])
        self.plan_sum = memory["plan_sum"]
        if self.plan_sum.min() < 0:
            raise InputError("the plans in it are not valid plans")
        super().recall(memory)

    def average(self) -> Array:
        """The average strategy; the current one as long as no iteration has had a weight."""
        return self.operators.normalize(self.plan_sum) if self.plan_sum[0, 0] else self.sigma

    def average_plan(self) -> Array:
        if not self.plan_sum[0, 0]:
            return self.plan
        plan: Array = self.plan_sum / self.plan_sum[:1]
        return plan

    def regret_bound(self, t: int) -> float | None:
        """As `Learner`: the sum of all information sets' largest regrets, where they are positive.

        It is divided by the sum of the weights (Zinkevich et al. 2007, theorem 3). If R is floored
        at 0, the average's weights may also rise with t: the weighted sum of the regrets is then a
        sum of sums over the latest iterations, each of which R bounds, as for CFR+ with linear
        averaging (Tammelin et al. 2015, "Solving heads-up limit Texas hold'em").
        """
        rule, power = self.kind.rule, self.settings.get("averaging")
        known = rule.weight is not None and self.kind.averaging.weigh is _by_power
        if not known or power is None or not (rule.floored or power == rule.weight):
            return None
        largest = self.operators.maxima(np.maximum(self.rule_arrays()[0], 0))
        alike = self.operators.tree.alike
        if alike is not None:
            largest *= alike.boards
        scale = raised(t, power) if rule.floored else 1.0
        return float(scale * largest[1:].sum() / self.plan_sum[0, 0])


def bound(
    part: Callable[..., Any],
    arguments: str,
    settings: Settings,
    wanted: str,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[..., Any]:
    """Bind a function to its settings, and check the signature now and the first result later.

    Args:
        part: the function of a rule, a matching or an averaging.
        arguments: the names of its positional arguments.
        settings: the numbers that it is given by name.
        wanted: what it must return, as `shapes` describes it.
        more: what else it is given by name.

    Raises:
        InputError: it does not take these arguments; or, at the first call, it returns something
            else.
    """
    name, checked = name_of(part), False
    try:
        signature(part).bind(*arguments.split(), **settings, **more)
    except TypeError as error:
        numbers = (f"{key}={value}" for key, value in settings.items())
        call = ", ".join([*arguments.split(), *more, *numbers])
        raise InputError(f"{name} is called as {name}({call}): {error}") from None
    except ValueError:
        pass  # functions written in C need not have a signature

    call_part = partial(part, **settings, **more)

    def checked_call(*given: Any) -> Any:
        nonlocal checked
        found = call_part(*given)
        if not checked and shapes(found) != wanted:
            raise InputError(f"{name} must return {wanted}, not {shapes(found)}")
        checked = True
        return found

    return checked_call


def shapes(value: Any) -> str:
    """Describe a value by the shapes of its arrays, such as `([5, 3], number)`.

    Arrays of other numbers than floats are described with their type.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(shapes, value))})"
    if isinstance(value, np.ndarray) and value.ndim:
        return str([*value.shape]) + (f" of {value.dtype}" if value.dtype.kind != "f" else "")
    return "number" if isinstance(value, Real) else type(value).__name__


def settings_of(part: RegretRule | Matching | Averaging, settings: Settings) -> Settings:
    """Those of an algorithm's settings that are parameters of this part."""
    return {parameter.name: settings[parameter.name] for parameter in part.parameters}
