"""The regret rules of counterfactual regret minimization (CFR): one function for each variant.

A rule is called once in every iteration t = 1, 2, …, as

    state, target = update(state, r, t, **parameters)

where `state` is R, the cumulative regrets, or a tuple of arrays if the rule remembers more than R;
`r` are the instantaneous counterfactual regrets of iteration t; and `target` is what regret
matching turns into the next strategy. All arrays are [rows, hands]. Rules modify nothing in place,
and use only operations that work for arrays and for single numbers alike: the same function is
applied to whole arrays in NumPy, and number by number in a compiled loop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from numpy import maximum, minimum, ones_like, where
from numpy import sqrt as roots

from pokerbot.errors import InputError, check_kinds
from pokerbot.games.parameters import Parameter

LARGEST_POWER = 20.0
"""The largest exponent of t that a parameter may have; t to this power is far from overflow."""

HORIZON = Parameter("horizon", 1_000, least=1, most=10**9)
"""The number of iterations of the whole run, for rules and averages that depend on it."""

TINY = 1e-300
"""The least divisor, so that nothing is divided by 0."""

State = Any
"""R, or a tuple of such arrays."""


def power(name: str, default: float, least: float = -LARGEST_POWER) -> Parameter:
    """A parameter that is an exponent of t, or that has the same range as one."""
    return Parameter(name, float(default), least, LARGEST_POWER, real=True)


FACTORS = 1024
"""So many factors of 2 or more are infinite, and more change nothing."""


def raised(t: int, power: float) -> float:
    """The iteration number t to a power.

    For whole powers and 1.5 the result is the same on every processor. Other powers are computed by
    the C library, and may differ in the last digit.
    """
    if power == 1.5:
        return t * sqrt(t)
    whole = int(power)
    if power != whole:
        return float(t**power)
    product = 1.0
    for _ in range(min(abs(whole), FACTORS)):
        product *= t
    return product if power >= 0 else 1 / product


@dataclass(frozen=True)
class RegretRule:
    """The regret rule of a CFR variant.

    update: maps (state, r, t, **parameters) to (state, target)
    parameters: the numbers that `update` takes
    memory: the names of the arrays in the state, which are all 0 before the first iteration
    weight: the exponent w for which R is at least the sum of t**w · r over all iterations, so that
        R bounds the regret; None if there is no such w
    floored: whether R never falls below 0; it is then at least the sum of r over any number of the
        latest iterations
    by_decision: whether the rule looks at all actions of a decision together; `update` then also
        gets `total`, a function that replaces each number of an array by the sum over the actions
        of its decision

    Raises:
        InputError: `parameters` are none, or `memory` is empty, or has a name twice, or one that
            the learner uses itself.
    """

    update: Callable[..., tuple[State, Any]]
    parameters: tuple[Parameter, ...] = ()
    memory: tuple[str, ...] = ("regrets",)
    weight: float | None = None
    floored: bool = False
    by_decision: bool = False

    def __post_init__(self) -> None:
        check_kinds(self, parameters=[Parameter])
        names = {*self.memory}
        if not names or len(names) < len(self.memory) or names & {"sigma", "plan_sum"}:
            raise InputError(
                "must be names, each once, other than sigma and plan_sum", parameter="memory"
            )


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function, or of a callable object's class, for messages."""
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


PLUS = RegretRule(plus, weight=0, floored=True)
"""CFR+'s rule."""


def linear(R: Any, r: Any, t: int) -> tuple[Any, Any]:
    """LCFR: R ← R + t·r, where iteration t has weight t. Brown & Sandholm (2019)."""
    R = R + t * r
    return R, R


def discounted(R: Any, r: Any, t: int, alpha: float, beta: float) -> tuple[Any, Any]:
    """DCFR. Brown & Sandholm (2019), "Solving games via discounted regret minimization".

    R ← R·s/(s+1) + r with s = (t−1)^alpha where R > 0, and (t−1)^beta elsewhere. In iteration 1
    there is nothing to discount yet, and s is 1.
    """
    gains, losses = raised(max(t - 1, 1), alpha), raised(max(t - 1, 1), beta)
    R = maximum(R, 0) * (gains / (gains + 1)) + minimum(R, 0) * (losses / (losses + 1)) + r
    return R, R


def predictive(R: Any, r: Any, t: int, prediction: float) -> tuple[Any, Any]:
    """PCFR+. Farina, Kroer & Sandholm (2021), "Faster game solving via predictive Blackwell".

    The regrets r of this iteration predict those of the next: the strategy matches
    [R + prediction·r]⁺. With a prediction of 1/3 it is Simple Asymmetric Predictive CFR+, SAPCFR+
    (Meng et al. 2025, arXiv 2503.12770); the paper averages it by t², the catalogue by t⁵.
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
    """PDCFR+. Xu et al. (2024), as `discounted_plus`: predictive and discounted CFR+.

    R ← [R·s/(s+1) + r]⁺ with s = (t−1)^alpha. The strategy matches what R would be after the next
    iteration if r came again: [R·s/(s+1) + r]⁺ with s = t^alpha.
    """
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
    """HS-DCFR: DCFR whose exponents change linearly with t until the end of the run.

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

    PCFR+ with r/(1+a) as the prediction (arXiv 2503.12770). At every decision a² is the sum over
    all iterations of |rᵗ - rᵗ⁻¹|², which are the squared errors of the predictions, divided by the
    sum of |Rᵗ⁺¹ - Rᵗ|²; a is at most `most`.
    """
    R, last, errors, moves = state
    before, R = R, maximum(R + r, 0)
    errors = errors + total((r - last) ** 2)
    moves = moves + total((R - before) ** 2)
    a = minimum(roots(errors / maximum(moves, TINY)), most)
    return (R, r, errors, moves), R + r / (1 + a)


def smooth(R: Any, r: Any, t: int, total: Callable[[Any], Any], step: float) -> tuple[Any, Any]:
    """Smooth predictive RM+ at every decision: PCFR+ where R, and the target, sum to at least 1.

    Farina, Grand-Clément, Kroer, Lee & Luo (2023), "Regret matching+: (in)stability and fast
    convergence in games" (arXiv 2305.14709). The strategy would change abruptly where R is small,
    and the lower bound on its sum prevents that. Convergence is proved for matrix games; applied to
    each decision of a tree the rule is a heuristic. The bound does not grow with the chips: `step`
    is in 1/chips.
    """
    R = lifted(R + step * r, total)
    return R, lifted(R + step * r, total)


def extragradient(
    R: Any, r: Any, t: int, total: Callable[[Any], Any], step: float
) -> tuple[Any, Any]:
    """Extragradient RM+ at every decision: R is updated by the regrets met after a trial step.

    Farina, Grand-Clément, Kroer, Lee & Luo (2023), as `smooth`. A step takes two iterations, each
    with a gradient of its own. The odd one plays R, and takes a trial step from R by its regrets
    without changing R. The even one plays the result of the trial step, and moves R by the regrets
    that it meets there.
    """
    R = lifted(R, total)
    moved = lifted(R + step * r, total)
    return (R if t % 2 else moved), moved


def lifted(x: Any, total: Callable[[Any], Any]) -> Any:
    """Project x, at each decision, on the vectors that are nonnegative and sum to at least 1.

    Where the positive parts of x sum to less than 1, the same number is added to all actions, and
    what stays below 0 is set to 0, such that the sum is 1 (Michelot 1986).
    """
    kept = maximum(x, 0)
    some, rise = ones_like(x), 0.0
    while True:
        rise = (1 - total(x * some)) / maximum(total(some), 1)
        fewer = some * (x + rise > 0)
        if (fewer == some).all():
            return where(total(kept) < 1, maximum(x + rise, 0), kept)
        some = fewer
