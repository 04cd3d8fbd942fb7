"""For which solvers there is machine code: told without numba, which takes long to load."""

from __future__ import annotations

from typing import TypeGuard

from pokerbot.sequence.sampled import SampledDeals
from pokerbot.solvers.minimizer import REGRET_MATCHING, RegretMinimizer
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, Gradients, SelfPlay, Solver, parts_of


def has_loop(gradients: Gradients) -> TypeGuard[ExactGradients | SampledGradients]:
    """Whether there is a compiled loop for this source of gradients."""
    if type(gradients) is SampledGradients:
        game = gradients.sampled
        if gradients.batch is None or not isinstance(game, SampledDeals):
            return False
        return game.rules.any_hand and not game.rules.deck.told_apart
    return isinstance(gradients, ExactGradients)


def has_machine_code(solver: Solver) -> bool:
    """Whether there is machine code for the solver's operators at least."""
    return all(type(each) is SelfPlay and has_loop(each.gradients) for each in parts_of(solver))


def is_regret_matching(solver: Solver) -> bool:
    """Whether all iterations are plain regret matching, which whole loops are compiled of.

    Without whole loops, machine code computes in double precision alone.
    """
    return all(
        isinstance(each, SelfPlay)
        and all(is_plain(block) for learner in each.learners for _, block in learner.blocks)
        for each in parts_of(solver)
    )


def is_plain(minimizer: object) -> TypeGuard[RegretMinimizer]:
    """Whether a block of hands learns by plain regret matching, with a rule for single cells."""
    if type(minimizer) is not RegretMinimizer:
        return False
    parts = minimizer.kind
    return parts.matching == REGRET_MATCHING and not parts.rule.by_decision
