"""Counterfactual regret minimization: what each variant does with an iteration's regrets.

A rule is `state, target = update(state, r, t, **parameters)`. Its state is R, the regrets so far,
or a tuple of arrays where it remembers more; r are this iteration's instantaneous counterfactual
regrets; the target is what regret matching is applied to; iterations t count from 1. Rules are
written in operations that arrays and single numbers share and modify nothing, so that one text
serves an array at once and a loop number by number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from numpy import maximum, minimum, ones_like, where
from numpy import sqrt as roots

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter

LARGEST_POWER = 20.0
"""Powers of iterations up to here stay far from overflow."""

HORIZON = Parameter("horizon", 1_000, least=1, most=10**9)
"""The iterations of the whole run, for a rule or an average that is to know them."""

TINY = 1e-300
"""What is divided by is at least this."""

State = Any
"""R, or a tuple of such arrays."""


def power(name: str, default: float, least: float = -LARGEST_POWER) -> Parameter:
    """A parameter that is a power of the iteration, or of that size."""
    return Parameter(name, float(default), least, LARGEST_POWER, real=True)


def raised(t: int, power: float) -> float:
    """Iteration t to a power: the same on every processor where the power is whole or 1.5.

    What other powers come to is the C library's, and may differ in the last digit.
    """
    if power == 1.5:
        return t * sqrt(t)
    whole = int(power)
    if power != whole:
        return float(t**power)
    product = 1.0
    for _ in range(abs(whole)):
        product *= t
    return product if power >= 0 else 1 / product


@dataclass(frozen=True)
class RegretRule:
    """A CFR variant.

    update: from (state, r, t, **parameters) to (state, target)
    parameters: the numbers that it takes
    memory: the names of the arrays in its state, all 0 at first
    weight: R sums up the regrets of iteration t times t to this power, or comes to more; None where
        it is no such sum, and bounds nothing
    floored: whether R never falls below 0, so that it is at least the sum of any last regrets
    by_decision: whether it looks at a decision's actions together: it is then told `total`, from an
        array to its sums over each decision's actions, for each of them

    Raises:
        InputError: the memory has no name, one twice, or one of the learner's own.
    """

    update: Callable[..., tuple[State, Any]]
    parameters: tuple[Parameter, ...] = ()
    memory: tuple[str, ...] = ("regrets",)
    weight: float | None = None
    floored: bool = False
    by_decision: bool = False

    def __post_init__(self) -> None:
        names = {*self.memory}
        if not names or len(names) < len(self.memory) or names & {"sigma", "plan_sum"}:
            raise InputError(
                "must be names, each once, other than sigma and plan_sum", parameter="memory"
            )


def name_of(function: Callable[..., Any]) -> str:
    """What a function, or what is called as one, is called in messages."""
    return str(getattr(function, "__name__", type(function).__name__))


def vanilla(R: Any, r: Any, t: int) -> tuple[Any, Any]:
    """CFR: R ← R + r.

    Zinkevich et al. (2007), "Regret minimization in games with incomplete information".
    """
    R = R + r
    return R, R


def plus(R: Any, r: Any, t: int) -> tuple[Any, Any]:
    """CFR+: R ← [R + r]⁺.

    >>> print(plus(-1.0, 3.0, 1)[0], plus(1.0, -3.0, 2)[0])
    2.0 0.0

    Tammelin (2014), "Solving large imperfect information games using CFR+".
    """
    R = maximum(R + r, 0)
    return R, R


def linear(R: Any, r: Any, t: int) -> tuple[Any, Any]:
    """LCFR: R ← R + t·r. Brown & Sandholm (2019): iteration t weighs t in the regrets, too."""
    R = R + t * r
    return R, R


def discounted(R: Any, r: Any, t: int, alpha: float, beta: float) -> tuple[Any, Any]:
    """DCFR. Brown & Sandholm (2019), "Solving games via discounted regret minimization".

    R ← R·s/(s+1) + r with s = (t−1)^alpha where R > 0, (t−1)^beta elsewhere; s = 1 at first, when
    there is nothing to discount yet.
    """
    gains, losses = raised(max(t - 1, 1), alpha), raised(max(t - 1, 1), beta)
    R = maximum(R, 0) * (gains / (gains + 1)) + minimum(R, 0) * (losses / (losses + 1)) + r
    return R, R


def predictive(R: Any, r: Any, t: int, prediction: float) -> tuple[Any, Any]:
    """PCFR+. Farina, Kroer & Sandholm (2021), "Faster game solving via predictive Blackwell".

    The last regrets predict the next: strategies match [R + prediction·r]⁺. With a prediction of
    1/3 it is Simple Asynchronous Predictive CFR+, SAPCFR+ (Meng et al. 2025, arXiv 2503.12770).
    """
    R = maximum(R + r, 0)
    return R, R + prediction * r


def discounted_plus(R: Any, r: Any, t: int, alpha: float) -> tuple[Any, Any]:
    """DCFR+. Xu et al. (2024), "Minimizing weighted counterfactual regret with optimistic OMD".

    R ← [R·s/(s+1.5) + r]⁺ with s = (t−1)^alpha; the 1.5 is the paper's, where DCFR has 1.
    """
    s = raised(max(t - 1, 1), alpha)
    R = maximum(R * (s / (s + 1.5)) + r, 0)
    return R, R


def predictive_discounted_plus(R: Any, r: Any, t: int, alpha: float) -> tuple[Any, Any]:
    """PDCFR+. Xu et al. (2024): R = [R·s/(s+1) + r]⁺, matched after one more discount and r."""
    last, now = raised(max(t - 1, 1), alpha), raised(t, alpha)
    R = maximum(R * (last / (last + 1)) + r, 0)
    return R, R * (now / (now + 1)) + r


def scheduled(
    R: Any,
    r: Any,
    t: int,
    horizon: int,
    alpha: float,
    alpha_end: float,
    beta: float,
    beta_end: float,
) -> tuple[Any, Any]:
    """HS-DCFR: DCFR whose powers go in a line from one number to another until the end of the run.

    Zhang, McAleer & Sandholm (2024), "Faster game solving via hyperparameter schedules" (arXiv
    2404.09097): alpha from 1 to 4, beta from -1 to -3.
    """
    part, last = t / horizon, max(t - 1, 1)
    gains = raised(last, alpha + (alpha_end - alpha) * part)
    losses = raised(last, beta + (beta_end - beta) * part)
    R = maximum(R, 0) * (gains / (gains + 1)) + minimum(R, 0) * (losses / (losses + 1)) + r
    return R, R


def asymmetric(
    state: State, r: Any, t: int, total: Callable[[Any], Any], most: float
) -> tuple[State, Any]:
    """APCFR+. Meng et al. (2025), "Faster game solving via asymmetry of step sizes".

    PCFR+ that expects 1/(1+a) of the last regrets. At every decision a² is the sum so far of
    |rᵗ - rᵗ⁻¹|², how wrong the predictions were, over that of |Rᵗ⁺¹ - Rᵗ|²; a is at most `most`
    (arXiv 2503.12770).
    """
    R, last, errors, moves = state
    before, R = R, maximum(R + r, 0)
    errors = errors + total((r - last) ** 2)
    moves = moves + total((R - before) ** 2)
    a = minimum(roots(errors / maximum(moves, TINY)), most)
    return (R, r, errors, moves), R + r / (1 + a)


def smooth(R: Any, r: Any, t: int, total: Callable[[Any], Any], step: float) -> tuple[Any, Any]:
    """Smooth predictive RM+ at every decision: PCFR+ whose R, and target, add up to at least 1.

    Farina, Grand-Clément, Kroer, Lee & Luo (2023), "Regret matching+: (in)stability and fast
    convergence in games" (arXiv 2305.14709): so no small R has the strategy leap. It is proved for
    matrix games; as a local rule in trees it is a heuristic.
    """
    R = lifted(R + step * r, total)
    return R, lifted(R + step * r, total)


def extragradient(
    R: Any, r: Any, t: int, total: Callable[[Any], Any], step: float
) -> tuple[Any, Any]:
    """Extragradient RM+ at every decision: what is learned from is where a first step leads.

    Farina, Grand-Clément, Kroer, Lee & Luo (2023), as `smooth`. One step takes two iterations, each
    with a gradient of its own: an odd one plays R and goes ahead by its regrets, but keeps R; an
    even one plays what that came to, and moves R by the regrets met there.
    """
    R = lifted(R, total)
    moved = lifted(R + step * r, total)
    return (R if t % 2 else moved), moved


def lifted(x: Any, total: Callable[[Any], Any]) -> Any:
    """The nearest to x at each decision of all that is nowhere below 0 and adds up to 1 or more.

    Where the positive parts come to less, all rise by as much until they do not (Michelot 1986).
    """
    kept = maximum(x, 0)
    some, rise = ones_like(x), 0.0
    while True:
        rise = (1 - total(x * some)) / maximum(total(some), 1)
        fewer = some * (x + rise > 0)
        if (fewer == some).all():
            return where(total(kept) < 1, maximum(x + rise, 0), kept)
        some = fewer
