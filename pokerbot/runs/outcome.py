"""What a solver has reached: its strategies as they are saved, and their evaluation."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import Exact, evaluate_in_turn, evaluate_leaves, evaluate_plans
from pokerbot.games.parameters import is_number
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.floors import Floors, within_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.merged import Merged
from pokerbot.sequence.operators import bind
from pokerbot.solvers.mirror import MagneticDescent, regularized_gap
from pokerbot.solvers.options import Options
from pokerbot.solvers.selfplay import KeepsLeaves, SelfPlay, Solver, parts_of
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.packed_profile import rounded, rounded_leaves
from pokerbot.strategy.storage import is_packed

Measure = Callable[[Form, Profile], float]
"""A measure of one's own: maps a form and both players' strategies [rows, hands] to a number."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a solver has reached so far.

    form: the form of the whole game
    merged: how the form that is solved belongs to it, if suits are merged in that; else None
    solver: the solver
    options: the options of the run
    floors: both seats' floors, for each game that is solved
    backend, threads: how strategies are evaluated
    """

    form: Form
    merged: Merged | None
    solver: Solver
    options: Options
    floors: Sequence[Floors]
    backend: str
    threads: int

    @property
    def response_floors(self) -> Floors:
        """The floors that best responses keep to when a solution is evaluated."""
        return (None, None) if self.options.floor else self.floors[0]

    @property
    def _own_floors(self) -> Floors:
        """The floor that each player's strategy keeps to, in whichever game it was trained."""
        first, second = (
            next((each[seat] for each in self.floors if each[seat]), None) for seat in (0, 1)
        )
        return first, second

    def exact(self, iterate: str) -> Exact:
        """The evaluation of what will be saved; leaf by leaf if the solver keeps it so."""
        if isinstance(self.solver, KeepsLeaves):
            leaves = self.solver.leaf_profile(iterate)
            return evaluate_leaves(leaves, self.threads, self.response_floors)
        form, solver = self.merged.form if self.merged else self.form, self.solver
        lent = solver.lent_plans if isinstance(solver, SelfPlay) else solver.plans
        return evaluate_plans(form, lent(iterate), self.response_floors, self.backend)

    def spread(self, profile: Profile) -> Profile:
        """The solver's strategies or plans as those of the whole game."""
        return self.merged.spread(profile) if self.merged else profile

    def measured_by(self, measure: Measure | None, iterate: str) -> float | None:
        """What a measure of one's own says about what will be saved; None without a measure.

        Raises:
            InputError: it does not return a finite number.
        """
        if measure is None:
            return None
        first, second = self.spread(self.solver.profile(iterate))
        found = measure(self.form, (first.copy(), second.copy()))
        if not is_number(found):
            raise InputError(f"must return a finite number, not {found!r:.40}", parameter="measure")
        return float(found)

    def within(self, exact: Exact, iterate: str, stored: NamedProfile | None = None) -> float:
        """An upper bound of what floored seats lose against the best play that floors allow.

        Each floored seat keeps to its floor against an opponent who is free. What it could still
        gain there is at most the NashConv of that game; the bound is the mean over the floored
        seats. Without a `floor` it is the exploitability.

        stored: the strategies of the floored seats; None for those that the solver has
        """
        if not self.options.floor:
            return exact.exploitability
        gaps = []
        for each, floors in zip(parts_of(self.solver), self.floors, strict=True):
            plans = [*each.plans(iterate)]
            if stored is not None:
                _, strategy_of = stored.smallest()
                for seat, operators in enumerate(bind(self.form)):
                    if floors[seat] is not None:
                        plans[seat] = operators.realization_plan(strategy_of(seat))
            both = plans[0], plans[1]
            gaps.append(evaluate_plans(self.form, both, floors, self.backend).nash_conv)
        return sum(gaps) / len(gaps)

    def regularized_gap(self, stored: NamedProfile) -> float | None:
        """How far strategies are from the quantal response equilibrium that is solved for.

        None if none is.
        """
        learner = self.solver.learners[0] if isinstance(self.solver, SelfPlay) else None
        held = learner.settings["temperature"] if isinstance(learner, MagneticDescent) else 0.0
        if not held:
            return None
        form, strategy_of = stored.smallest()
        return regularized_gap(form, (strategy_of(0), strategy_of(1)), held)

    def regret_bound(self) -> float | None:
        """An upper bound on the average's exploitability, from the regrets; or None."""
        game = self.form.game
        told = not self.options.floor and not game.locks and game.zero_sum
        bound = self.solver.regret_bound() if told and isinstance(self.solver, SelfPlay) else None
        return None if bound is None else bound / 2

    def stored(
        self, iterate: str, path: str | os.PathLike[str] | None, *, final: bool = False
    ) -> NamedProfile | None:
        """The strategies as they will be read back from a file, made to keep to their floors.

        None if a number is not finite. If they are `final`, the solver's memory may be freed.
        """
        solver = self.solver
        if isinstance(solver, KeepsLeaves) and (path is None or is_packed(path)):
            leaves = solver.leaf_profile(iterate)
            if not leaves.is_finite():
                return None
            return rounded_leaves(leaves, self.threads, solver.forget if final else None)
        profile = self.solver.profile(iterate)
        if not all(np.isfinite(sigma).all() for sigma in profile):
            return None
        if self.merged and is_packed(path):
            return rounded(self.merged.form, profile, self.merged.alike)
        whole = within_floors(self.form, self.spread(profile), self._own_floors)
        return rounded(self.form, whole) if is_packed(path) else NamedProfile(self.form, whole)

    def evaluated(self, stored: NamedProfile, floors: Floors) -> Exact:
        """The evaluation of stored strategies, with no more memory than the solver takes."""
        leaves = stored.by_leaf() if isinstance(self.solver, KeepsLeaves) else None
        if leaves is not None:
            return evaluate_leaves(leaves, self.threads, floors)
        form, strategy_of = stored.smallest()

        def plan_of(player: int) -> Array:
            return bind(form)[player].realization_plan(strategy_of(player))

        return evaluate_in_turn(form, plan_of, floors, self.backend)
