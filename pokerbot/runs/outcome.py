"""What a training has reached: its strategies as they are saved, and their evaluation."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Exact, evaluate_in_turn, evaluate_leaves, evaluate_plans
from pokerbot.games.parameters import is_number
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.floors import Floors, within_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.solvers import mirror
from pokerbot.solvers.mirror import MagneticDescent
from pokerbot.solvers.selfplay import KeepsLeaves, SelfPlay, parts_of
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.packed_profile import rounded, rounded_leaves
from pokerbot.strategy.storage import is_packed

if TYPE_CHECKING:
    from pokerbot.runs.training import Training

Measure = Callable[[Form, Profile], float]
"""A measure of one's own: maps a form and both players' strategies [rows, hands] to a number."""


def response_floors(training: Training) -> Floors:
    """The floors that best responses keep to when a solution is evaluated."""
    return (None, None) if training.options.floor else training.floors[0]


def _own_floors(training: Training) -> Floors:
    """The floor that each player's strategy keeps to, in whichever game it was trained."""
    first, second = (
        next((each[seat] for each in training.floors if each[seat]), None) for seat in (0, 1)
    )
    return first, second


def exact(training: Training, iterate: str) -> Exact:
    """The evaluation of what will be saved; leaf by leaf if the solver keeps it so."""
    solver, floors = training.solver, response_floors(training)
    if isinstance(solver, KeepsLeaves):
        return evaluate_leaves(solver.leaf_profile(iterate), training.threads, floors)
    lent = solver.lent_plans if isinstance(solver, SelfPlay) else solver.plans
    return evaluate_plans(training.trained, lent(iterate), floors, training.backend)


def spread(training: Training, profile: Profile) -> Profile:
    """The solver's strategies or plans as those of the whole game."""
    return training.merged.spread(profile) if training.merged else profile


def measured(training: Training, iterate: str) -> float | None:
    """What the measure of one's own says about what will be saved; None without a measure.

    Raises:
        InputError: it does not return a finite number.
    """
    if training.own_measure is None:
        return None
    first, second = spread(training, training.solver.profile(iterate))
    found = training.own_measure(training.form, (first.copy(), second.copy()))
    if not is_number(found):
        raise InputError(f"must return a finite number, not {found!r:.40}", parameter="measure")
    return float(found)


def within(
    training: Training, exact: Exact, iterate: str, stored: NamedProfile | None = None
) -> float:
    """An upper bound of what floored seats lose against the best play that floors allow.

    Each floored seat keeps to its floor against an opponent who is free. What it could still gain
    there is at most the NashConv of that game; the bound is the mean over the floored seats.
    Without a `floor` it is the exploitability.

    exact: the evaluation
    stored: the strategies of the floored seats; None for those that the solver has
    """
    if not training.options.floor:
        return exact.exploitability
    gaps = []
    for each, floors in zip(parts_of(training.solver), training.floors, strict=True):
        plans = [*each.plans(iterate)]
        if stored is not None:
            _, strategy_of = stored.smallest()
            for seat, operators in enumerate(bind(training.form)):
                if floors[seat] is not None:
                    plans[seat] = operators.realization_plan(strategy_of(seat))
        both = plans[0], plans[1]
        gaps.append(evaluate_plans(training.form, both, floors, training.backend).nash_conv)
    return sum(gaps) / len(gaps)


def regularized_gap(training: Training, stored: NamedProfile) -> float | None:
    """How far strategies are from the quantal response equilibrium that is solved for.

    None if none is.
    """
    solver = training.solver
    learner = solver.learners[0] if isinstance(solver, SelfPlay) else None
    held = learner.settings["temperature"] if isinstance(learner, MagneticDescent) else 0.0
    if not held:
        return None
    form, strategy_of = stored.smallest()
    return mirror.regularized_gap(form, (strategy_of(0), strategy_of(1)), held)


def stored(
    training: Training, iterate: str, path: str | os.PathLike[str] | None, *, final: bool = False
) -> NamedProfile | None:
    """The strategies as they will be read back from a file, made to keep to their floors.

    None if a number is not finite. If they are `final`, the solver's memory may be freed.
    """
    solver, form, merged = training.solver, training.form, training.merged
    if isinstance(solver, KeepsLeaves) and (path is None or is_packed(path)):
        leaves = solver.leaf_profile(iterate)
        if not leaves.is_finite():
            return None
        return rounded_leaves(leaves, training.threads, solver.forget if final else None)
    profile = solver.profile(iterate)
    if not all(np.isfinite(sigma).all() for sigma in profile):
        return None
    if merged and is_packed(path):
        return rounded(merged.form, profile, merged.alike)
    whole = within_floors(form, spread(training, profile), _own_floors(training))
    return rounded(form, whole) if is_packed(path) else NamedProfile(form, whole)


def evaluated(training: Training, stored: NamedProfile, floors: Floors) -> Exact:
    """The evaluation of stored strategies, with no more memory than the solver takes."""
    leaves = stored.by_leaf() if isinstance(training.solver, KeepsLeaves) else None
    if leaves is not None:
        return evaluate_leaves(leaves, training.threads, floors)
    form, strategy_of = stored.smallest()

    def plan_of(player: int) -> Array:
        return bind(form)[player].realization_plan(strategy_of(player))

    return evaluate_in_turn(form, plan_of, floors, training.backend)
