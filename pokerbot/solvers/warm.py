"""Self-play that begins as if it had played a given strategy for a while already."""

from __future__ import annotations

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.substitute import substitute_regrets
from pokerbot.solvers.selfplay import SelfPlay

MOST_ITERATIONS = 100_000
"""What is no further from an equilibrium counts as so many iterations."""


def warm_start(form: Form, solver: SelfPlay, profile: Profile) -> int:
    """Have both learners begin from a profile; how many iterations it counts as.

    As many as self-play may have needed to come so close to an equilibrium: in self-play both
    players' values add up to 0, and the substitutes' do so at that many (Brown & Sandholm 2016).
    """
    plans = realization_plans(form, profile)
    gradients = [each.gradient(plan) for each, plan in zip(bind(form), plans[::-1], strict=True)]

    def at(iterations: int) -> tuple[list[Array], float]:
        found = [
            substitute_regrets(each, gradient, iterations)
            for each, gradient in zip(bind(form), gradients, strict=True)
        ]
        return [regrets for regrets, _ in found], sum(value for _, value in found)

    few, many = 1, MOST_ITERATIONS
    if at(many)[1] <= 0:
        few = many
    while many - few > max(1, few // 20):
        middle = round((few * many) ** 0.5) if few * 2 < many else (few + many) // 2
        few, many = (middle, many) if at(middle)[1] <= 0 else (few, middle)
    for learner, sigma, regrets in zip(solver.learners, profile, at(few)[0], strict=True):
        learner.begin(sigma, regrets, few)
    solver.ahead = few
    return few
