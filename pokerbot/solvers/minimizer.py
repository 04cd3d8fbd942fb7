"""CFR for one player: a regret rule, how its target is matched, and how plans are averaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from numbers import Real
from types import MappingProxyType
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators, floored, free_values
from pokerbot.solvers.learner import Learner, Memory, Settings
from pokerbot.solvers.regret import HORIZON, RegretRule, State, name_of, power, raised


@dataclass(frozen=True)
class Matching:
    """From a rule's target to the strategy that is played.

    match: from (operators, target, t, **parameters) to a strategy [rows, hands].
    """

    match: Callable[..., Array]
    parameters: tuple[Parameter, ...] = ()


def match_regrets(operators: Operators, target: Array, t: int) -> Array:
    """In proportion to the target where it is positive (Hart & Mas-Colell 2000)."""
    return operators.normalize(np.maximum(target, 0))


@dataclass(frozen=True)
class Averaging:
    """How the plans that were played make up the average.

    weigh: from (t, **parameters) to two weights: of the sum so far, and of this iteration's plan.
    """

    weigh: Callable[..., tuple[float, float]]
    parameters: tuple[Parameter, ...] = ()


def by_power(gamma: float) -> Averaging:
    """Iteration t weighs t to a power that `averaging` changes."""
    return Averaging(_by_power, (power("averaging", gamma, 0),))


def _by_power(t: int, averaging: float) -> tuple[float, float]:
    return 1.0, raised(t, averaging)


def delayed(gamma: float, delay: int) -> Averaging:
    """As `by_power` from iteration `delay` + 1 on, counted from there (Tammelin 2014)."""
    return Averaging(
        _delayed, (power("averaging", gamma, 0), Parameter("delay", delay, least=0, most=10**9))
    )


def _delayed(t: int, averaging: float, delay: int) -> tuple[float, float]:
    return 1.0, raised(t - delay, averaging) if t > delay else 0.0


def decaying(decay: float) -> Averaging:
    """Each iteration leaves `decay` of the sum: the average forgets."""
    return Averaging(_decaying, (Parameter("decay", decay, least=0, most=1, real=True),))


def _decaying(t: int, decay: float) -> tuple[float, float]:
    return decay, 1.0


def falling(gamma: float, end: float) -> Averaging:
    """By a power that goes in a line from one number to another until the end of the run.

    Iteration t leaves ((t-1)/t)**power of the sum (Zhang, McAleer & Sandholm 2024, arXiv
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
    """As `by_power`, of even iterations alone."""
    return Averaging(_every_second, (power("averaging", gamma, 0),))


def _every_second(t: int, averaging: float) -> tuple[float, float]:
    return 1.0, 0.0 if t % 2 else raised(t, averaging)


REGRET_MATCHING = Matching(match_regrets)


@dataclass(frozen=True)
class Minimization:
    """The parts of a CFR variant; as `LearnerSpec`."""

    rule: RegretRule
    averaging: Averaging
    matching: Matching = REGRET_MATCHING
    refuses: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All that its parts can be told; what two of them are told alike, once."""
        parts = self.averaging, self.rule, self.matching
        return tuple(dict.fromkeys(each for part in parts for each in part.parameters))

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner."""
        return RegretMinimizer(operators, sigma, floor, self, settings)


class RegretMinimizer(Learner):
    """CFR for one player; with a floor the regrets are those of what it leaves free.

    rule_state: what the rule remembers; plan_sum: [rows, hands] the weighted sum of the plans.
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
        told = chosen(rule, settings), chosen(averaging, settings), chosen(matching, settings)
        more = {"total": self._total} if rule.by_decision else {}
        self._update = held(rule.update, "state r t", told[0], f"({state}, {cell})", more)
        self._weigh = held(averaging.weigh, "t", told[1], "(number, number)")
        self._match = held(matching.match, "operators target t", told[2], cell)
        self.plan_sum = np.zeros(operators.shape)
        self.remember([np.zeros(operators.shape) for _ in self._names])

    @property
    def plain(self) -> bool:
        """Whether this class is all there is to it: regret matching by a rule for each cell."""
        parts = self.kind
        cells = parts.matching is REGRET_MATCHING and not parts.rule.by_decision
        return cells and type(self) is RegretMinimizer

    def _total(self, x: Array) -> Array:
        """[rows, hands] the sum over each decision's actions, for each of them."""
        return self.operators.by_row(self.operators.sums(x))

    def remember(self, arrays: list[Array]) -> None:
        """Make these what the rule remembers."""
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
        """Add the plan to the average and the regrets to the state; what is matched next."""
        kept, added = self._weigh(t)
        if kept != 1:
            self.plan_sum *= kept
        self.plan_sum += added * self.plan
        self.rule_state, target = self._update(self.rule_state, r, t)
        return target

    def rule_arrays(self) -> tuple[Array, ...]:
        """What the rule remembers, one array or several."""
        state = self.rule_state
        return state if isinstance(state, tuple) else (state,)

    def memory(self) -> Memory:
        regrets = dict(zip(self._names, self.rule_arrays(), strict=True))
        return {"sigma": self.sigma, **regrets, "plan_sum": self.plan_sum}

    def recall(self, memory: Memory) -> None:
        self.remember([memory[name] for name in self._names])
        self.plan_sum = memory["plan_sum"]
        if self.plan_sum.min() < 0:
            raise InputError("the plans that it remembers are no plans")
        super().recall(memory)

    def average(self) -> Array:
        """The average; the current strategy as long as no iteration has a weight."""
        return self.operators.normalize(self.plan_sum) if self.plan_sum[0, 0] else self.sigma

    def average_plan(self) -> Array:
        if not self.plan_sum[0, 0]:
            return self.plan
        plan: Array = self.plan_sum / self.plan_sum[:1]
        return plan

    def regret_bound(self, t: int) -> float | None:
        """As `Learner`: the positive regrets of all information sets, added up, by weight.

        Zinkevich et al. (2007), theorem 3. Where regrets are floored at 0 weights may rise with t:
        the weighted sum is one of sums of the last regrets, as for CFR+ with linear averaging
        (Tammelin et al. 2015, "Solving heads-up limit Texas hold'em").
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


def held(
    part: Callable[..., Any],
    arguments: str,
    told: Settings,
    wanted: str,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[..., Any]:
    """A part with what it is told, whose first result is held to the `shapes` that are wanted.

    more: what it is given by name besides numbers

    Raises:
        InputError: it does not take these arguments and what it is told; when it is called, it
            returns something else.
    """
    name, unchecked = name_of(part), [True]
    try:
        signature(part).bind(*arguments.split(), **told, **more)
    except TypeError as error:
        numbers = (f"{key}={value}" for key, value in told.items())
        call = ", ".join([*arguments.split(), *more, *numbers])
        raise InputError(f"{name} is called as {name}({call}): {error}") from None
    except ValueError:
        pass  # nobody can tell what it takes

    bound = partial(part, **told, **more)

    def called(*given: Any) -> Any:
        found = bound(*given)
        if unchecked:
            if shapes(found) != wanted:
                raise InputError(f"{name} must return {wanted}, not {shapes(found)}")
            unchecked.clear()
        return found

    return called


def shapes(value: Any) -> str:
    """What a value is made of: arrays by their shapes, in tuples."""
    if isinstance(value, tuple):
        return f"({', '.join(map(shapes, value))})"
    if isinstance(value, np.ndarray) and value.ndim:
        return str([*value.shape])
    return "number" if isinstance(value, Real) else type(value).__name__


def chosen(part: RegretRule | Matching | Averaging, settings: Settings) -> Settings:
    """What a part is told of all that an algorithm is told."""
    return {parameter.name: settings[parameter.name] for parameter in part.parameters}
