"""The catalogue of algorithms. To add one, write a rule or a learner, and an entry here."""

from __future__ import annotations

from dataclasses import replace

from pokerbot.errors import InputError
from pokerbot.games.parameters import Parameter
from pokerbot.io.files import LONGEST_NAME, is_short, show
from pokerbot.solvers.algorithm import (
    Algorithm,
    GradientSpec,
    Program,
    SelfPlaying,
    any_game,
    with_chance,
)
from pokerbot.solvers.corrected import CorrectedGradients, UnweightedGradients, has_few_histories
from pokerbot.solvers.fictitious import (
    BestDecisions,
    BestResponses,
    FictitiousPlay,
    PureStrategies,
    has_few_pure_strategies,
)
from pokerbot.solvers.interior import InteriorPoint, is_small
from pokerbot.solvers.linear import LinearProgram, is_within_reach
from pokerbot.solvers.minimizer import Averaging, Minimization, by_power, every_second, falling
from pokerbot.solvers.mirror import MAGNETIC, OPTIMISTIC
from pokerbot.solvers.regret import (
    HORIZON,
    PLUS,
    RegretRule,
    asymmetric,
    discounted,
    discounted_plus,
    extragradient,
    linear,
    name_of,
    power,
    predictive,
    predictive_discounted_plus,
    scheduled,
    smooth,
    vanilla,
)
from pokerbot.solvers.sampling import Sampling
from pokerbot.solvers.transformed import TRANSFORMED


def cfr(
    name: str,
    summary: str,
    rule: RegretRule,
    gamma: float | Averaging,
    sampling: GradientSpec | None = None,
    *,
    by_cell: bool = True,
) -> SelfPlaying:
    """An algorithm of the CFR family.

    gamma: the average gives iteration t the weight t**gamma; or another averaging
    """
    averaging = gamma if isinstance(gamma, Averaging) else by_power(gamma)
    fits, parts = with_chance if sampling else any_game, Minimization(rule, averaging)
    return SelfPlaying(name, summary, parts, sampling, by_cell, fits=fits)


def predicted(prediction: float) -> RegretRule:
    """PCFR+'s rule; `prediction` is the part of the latest regrets that is expected again."""
    return RegretRule(predictive, (power("prediction", prediction),), weight=0, floored=True)


def between(name: str, start: float, end: float) -> tuple[Parameter, Parameter]:
    """The parameters of an exponent that changes linearly over the run, from `start` to `end`."""
    return power(name, start), power(f"{name}_end", end)


VANILLA = RegretRule(vanilla, weight=0)
ALPHA = power("alpha", 1.5)
STEP = Parameter("step", 1.0, 1e-9, 10**6, real=True)
DCFR_PLUS = cfr(
    "dcfr+", "discounted CFR+ (Xu et al. 2024)", RegretRule(discounted_plus, (ALPHA,)), 4
)

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        cfr("cfr", "vanilla CFR (Zinkevich et al. 2007)", VANILLA, 0),
        cfr("cfr+", "regrets floored at 0 (Tammelin 2014)", PLUS, 1),
        cfr("lcfr", "linear CFR (Brown & Sandholm 2019)", RegretRule(linear, weight=1), 1),
        cfr(
            "dcfr",
            "discounted CFR (Brown & Sandholm 2019)",
            RegretRule(discounted, (ALPHA, power("beta", 0.0))),
            2,
        ),
        DCFR_PLUS,
        cfr("pcfr+", "predictive CFR+ (Farina et al. 2021)", predicted(1.0), 2),
        cfr("sapcfr+", "simple asymmetric predictive CFR+ (Meng et al. 2025)", predicted(1 / 3), 5),
        cfr(
            "pdcfr+",
            "predictive discounted CFR+ (Xu et al. 2024)",
            RegretRule(predictive_discounted_plus, (replace(ALPHA, default=2.3),)),
            5,
        ),
        cfr(
            "apcfr+",
            "asymmetric predictive CFR+ (Meng et al. 2025)",
            RegretRule(
                asymmetric,
                (Parameter("most", 5.0, 0, 100, real=True),),
                ("regrets", "last", "errors", "moves"),
                weight=0,
                floored=True,
                by_decision=True,
            ),
            2,
        ),
        cfr(
            "sprm+",
            "smooth predictive regret matching+, a heuristic in trees (Farina et al. 2023);"
            " step in 1/chips",
            RegretRule(smooth, (STEP,), by_decision=True),
            1,
        ),
        cfr(
            "exrm+",
            "extragradient regret matching+, a heuristic in trees (Farina et al. 2023);"
            " step in 1/chips",
            RegretRule(extragradient, (STEP,), by_decision=True),
            every_second(1),
        ),
        cfr(
            "hs-dcfr",
            "discounted CFR by schedule (Zhang et al. 2024)",
            RegretRule(scheduled, (*between("alpha", 1, 4), *between("beta", -1, -3), HORIZON)),
            falling(30, 25),
        ),
        cfr(
            "hs-pcfr+",
            "predictive CFR+ by schedule (Zhang et al. 2024)",
            predicted(1.0),
            falling(30, 25),
        ),
        SelfPlaying(
            "rtcfr+", "reward-transformed CFR+ (Meng et al. 2023); mu in chips", TRANSFORMED
        ),
        SelfPlaying("mmd", "magnetic mirror descent (Sokota et al. 2023)", MAGNETIC),
        SelfPlaying("domd", "dilated optimistic mirror descent (Lee et al. 2021)", OPTIMISTIC),
        cfr("cs-mccfr", "chance sampling (Lanctot et al. 2009)", VANILLA, 0, Sampling()),
        cfr(
            "es-mccfr",
            "external sampling (Lanctot et al. 2009)",
            VANILLA,
            0,
            Sampling(opponent=True),
        ),
        cfr(
            "os-mccfr",
            "outcome sampling (Lanctot et al. 2009)",
            VANILLA,
            0,
            Sampling(opponent=True, own=True),
        ),
        SelfPlaying(
            "vr-mccfr",
            "outcome sampling with baselines (Schmid et al. 2019)",
            Minimization(VANILLA, by_power(0)),
            Sampling(True, True, CorrectedGradients),
            fits=has_few_histories,
        ),
        cfr(
            "escher",
            "no importance weights (McAleer et al. 2023)",
            VANILLA,
            0,
            Sampling(True, True, UnweightedGradients),
        ),
        SelfPlaying(
            "fp",
            "fictitious play in the normal form (Brown 1951)",
            FictitiousPlay(PureStrategies),
            fits=has_few_pure_strategies,
        ),
        SelfPlaying(
            "xfp",
            "extensive-form fictitious play (Heinrich et al. 2015)",
            FictitiousPlay(BestResponses),
            by_cell=True,
        ),
        SelfPlaying(
            "gxfp",
            "fictitious play by best decisions (Schulze 2023)",
            FictitiousPlay(BestDecisions),
            by_cell=True,
        ),
        Program(
            "ipm",
            "interior point, exact where there are few sequences (Pays 2014)",
            InteriorPoint,
            no_floors="lp solves perturbed games exactly",
            fits=is_small,
        ),
        Program(
            "lp",
            "exact linear program, needs SciPy (Koller et al. 1994)",
            LinearProgram,
            fits=is_within_reach,
            library="scipy",
        ),
    )
}


SHIPPED = dict(ALGORITHMS)
"""The algorithms that other processes know by name, too, unlike those that a script adds."""


def is_shipped(algorithm: Algorithm) -> bool:
    """Whether other processes know an algorithm by its name."""
    return SHIPPED.get(algorithm.name) is algorithm


def as_algorithm(algorithm: str | Algorithm | RegretRule) -> Algorithm:
    """Turn a name, an algorithm or a regret rule into an algorithm; a rule is averaged by t².

    Raises:
        InputError: there is no algorithm of that name, and the message lists those there are; or
            it is none of the three, or its name is one that no file can hold.
    """
    if isinstance(algorithm, str):
        return find_algorithm(algorithm)
    if isinstance(algorithm, RegretRule):
        update, name = algorithm.update, name_of(algorithm.update)
        summary = (update.__doc__ or name).partition("\n")[0]
        algorithm = cfr(name, summary, algorithm, gamma=2, by_cell=False)
    if not isinstance(algorithm, Algorithm):
        raise InputError(
            f"not an algorithm: {show(algorithm)}; a function becomes one by RegretRule(function)"
        )
    if not is_short(algorithm.name):
        name = show(algorithm.name)
        raise InputError(
            f"must be a text of up to {LONGEST_NAME} printable characters, not {name}",
            parameter="name",
        )
    return algorithm


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name.

    Raises:
        InputError: there is none of that name; the message lists those there are.
    """
    if name not in ALGORITHMS:
        raise InputError(f"no algorithm {name!r:.60}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
