"""The algorithms there are. A new one is a rule or a learner, and one entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from pokerbot.errors import InputError
from pokerbot.games.catalogue import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.operators import Floor, Operators
from pokerbot.solvers.algorithm import Algorithm, Options
from pokerbot.solvers.fictitious import (
    BestDecisions,
    BestResponses,
    PureStrategies,
    has_few_pure_strategies,
)
from pokerbot.solvers.interior import InteriorPoint, is_small
from pokerbot.solvers.linear import LinearProgram, is_within_reach
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
from pokerbot.solvers.sampling import Sampling
from pokerbot.solvers.selfplay import Learner

SAMPLES_NOTHING = {"batch": "it samples nothing"}
PLAIN_AVERAGE = SAMPLES_NOTHING | {
    "averaging": "it averages its iterations evenly",
    "iterate": "what it plays is the average",
    "set": "it has no settings",
}
AT_ONCE = {f.name: "it solves for both players at once" for f in fields(Options)}
AT_ONCE.pop("epsilon")


def _cfr(name: str, summary: str, rule: RegretRule) -> Algorithm:
    return Algorithm(name, summary, SAMPLES_NOTHING, rule)


def _mccfr(name: str, summary: str, sampling: Sampling) -> Algorithm:
    return Algorithm(name, summary, {}, Vanilla(), sampling=sampling, batch=100)


def _fictitious(
    name: str,
    summary: str,
    learner: Callable[[Operators, Array, Floor | None], Learner],
    takes: Callable[[Game], bool] = lambda game: True,
) -> Algorithm:
    return Algorithm(name, summary, PLAIN_AVERAGE, learner=learner, takes=takes)


ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        _cfr("cfr", "vanilla CFR (Zinkevich et al. 2007)", Vanilla()),
        _cfr("cfr+", "regrets floored at 0 (Tammelin 2014)", Plus()),
        _cfr("lcfr", "linear CFR (Brown & Sandholm 2019)", Linear()),
        _cfr("dcfr", "discounted CFR (Brown & Sandholm 2019)", Discounted()),
        _cfr("dcfr+", "discounted CFR+ (Xu et al. 2024)", DiscountedPlus()),
        _cfr("pcfr+", "predictive CFR+ (Farina et al. 2021)", Predictive()),
        _cfr(
            "sapcfr+",
            "stable predictive CFR+ (Meng et al. 2025)",
            Predictive(gamma=5.0, prediction=1 / 3),
        ),
        _cfr("pdcfr+", "predictive discounted CFR+ (Xu et al. 2024)", PredictiveDiscountedPlus()),
        _mccfr("cs-mccfr", "chance sampling (Lanctot et al. 2009)", Sampling()),
        _mccfr("es-mccfr", "external sampling (Lanctot et al. 2009)", Sampling(opponent=True)),
        _mccfr(
            "os-mccfr",
            "outcome sampling (Lanctot et al. 2009)",
            Sampling(opponent=True, own=True),
        ),
        _fictitious(
            "fp",
            "fictitious play in the normal form (Brown 1951)",
            PureStrategies,
            has_few_pure_strategies,
        ),
        _fictitious("xfp", "extensive-form fictitious play (Heinrich et al. 2015)", BestResponses),
        _fictitious("gxfp", "fictitious play by best decisions (Schulze 2023)", BestDecisions),
        Algorithm(
            "ipm",
            "interior point, exact where there are few sequences (Pays 2014)",
            AT_ONCE | {"epsilon": "lp solves perturbed games exactly"},
            program=InteriorPoint,
            takes=is_small,
        ),
        Algorithm(
            "lp",
            "exact linear program, needs pokerbot[lp] (Koller et al. 1994)",
            AT_ONCE,
            program=LinearProgram,
            takes=is_within_reach,
        ),
    )
}


def find_algorithm(name: str) -> Algorithm:
    """The algorithm of that name; raises InputError with those there are."""
    if name not in ALGORITHMS:
        raise InputError(f"no algorithm {name!r:.60}; there are {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]
