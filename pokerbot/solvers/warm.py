"""Warm starts: self-play that begins as if it had played a given strategy for a while already."""

from __future__ import annotations

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.sequence.substitute import substitute_regrets
from pokerbot.solvers.selfplay import SelfPlay

MOST_ITERATIONS = 100_000
"""The most iterations that a start counts as, however close to an equilibrium it is."""


def warm_start(form: Form, solver: SelfPlay, profile: Profile) -> int:
    """Have both learners begin from a profile; return how many iterations it counts as.

    That is about as many as vanilla CFR would need to come as close to an equilibrium by the bound
    on its regret, which falls as 1 / √T; faster algorithms need far fewer. The more iterations
    there are, the smaller the substitute regrets, and the larger the sum of both players' values
    under them; in self-play this sum is 0, and the number of iterations is searched for at which it
    becomes 0 (Brown & Sandholm 2016, "Strategy-based warm starting for regret minimization in
    games").
    """
    plans = realization_plans(form, profile)
    gradients = [each.gradient(plan) for each, plan in zip(bind(form), plans[::-1], strict=True)]

    def substitutes(iterations: int) -> tuple[list[Array], float]:
        """Both players' substitute regrets, and the sum of their values."""
        found = [
            substitute_regrets(each, gradient, iterations)
            for each, gradient in zip(bind(form), gradients, strict=True)
        ]
        return [regrets for regrets, _ in found], sum(value for _, value in found)

    few, many = 1, MOST_ITERATIONS
    if substitutes(many)[1] <= 0:
        few = many
    while many - few > max(1, few // 20):  # bisection, on a logarithmic scale at first
        middle = round((few * many) ** 0.5) if few * 2 < many else (few + many) // 2
        if substitutes(middle)[1] <= 0:
            few = middle
        else:
            many = middle
    for learner, sigma, regrets in zip(solver.learners, profile, substitutes(few)[0], strict=True):
        learner.begin(sigma, regrets, few)
    solver.ahead = few
    return few
