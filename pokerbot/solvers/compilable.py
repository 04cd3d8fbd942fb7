"""For which solvers there is machine code: told without numba, which takes long to load."""

from __future__ import annotations

from typing import TypeGuard

from pokerbot.sequence.sampled import SampledDeals
from pokerbot.solvers.minimizer import REGRET_MATCHING, RegretMinimizer
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import ExactGradients, Gradients, SeatBySeat, SelfPlay, Solver


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
    if isinstance(solver, SeatBySeat):
        return all(map(has_machine_code, solver.solvers))
    return type(solver) is SelfPlay and has_loop(solver.gradients)


def is_regret_matching(solver: Solver) -> bool:
    """Whether all iterations are plain regret matching, which whole loops are compiled of.

    Without whole loops, machine code computes in double precision alone.
    """
    if isinstance(solver, SeatBySeat):
        return all(map(is_regret_matching, solver.solvers))
    return isinstance(solver, SelfPlay) and all(
        is_plain(each) for learner in solver.learners for _, each in learner.blocks
    )


def is_plain(minimizer: object) -> TypeGuard[RegretMinimizer]:
    """Whether a block of hands learns by plain regret matching, with a rule for single cells."""
    if type(minimizer) is not RegretMinimizer:
        return False
    parts = minimizer.kind
    return parts.matching == REGRET_MATCHING and not parts.rule.by_decision
