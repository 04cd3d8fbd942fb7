"""Restricted Nash responses: win the most from a model of the opponent, at a limited risk.

In the restricted game the opponent plays the model with probability p, and whatever is best for
them with probability 1 - p, drawn once a hand. An equilibrium strategy of that game wins the most
from the model among all strategies that are no more exploitable (Johanson, Zinkevich & Bowling
2007, "Computing robust counter-strategies", theorem 1). In small games an interior point method
finds it and p together. In others, self-play solves the game in which the opponent's realization
plan is p·model + (1 - p)·own, and p is found by bisection.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import Contender, best_responses, seat_bots
from pokerbot.evaluation.exact import evaluate_plans, evaluate_profile
from pokerbot.games.catalogue import OfGame
from pokerbot.games.game import Game
from pokerbot.games.parameters import is_number
from pokerbot.io.html import fields as html_fields
from pokerbot.runs import backend as backends
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.solvers.catalogue import DCFR_PLUS
from pokerbot.solvers.interior import InteriorPoint
from pokerbot.solvers.options import Options
from pokerbot.solvers.restricted import MOST_STEPS, RestrictedProgram, is_within_reach
from pokerbot.solvers.selfplay import ExactGradients, FixedOpponent, Plans, SelfPlay, Solver
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.packed_profile import rounded
from pokerbot.strategy.storage import Playable, is_packed
from pokerbot.strategy.strategy import Strategy

MOST_ITERATIONS, LOOK_EVERY = 4_000, 50
MOST_FOR_EQUILIBRIUM = 40_000
AT_ONCE = 10
PRECISION = 0.01
"""The part of the risk that may be left unused, since self-play and the search for p end early."""
NARROWEST = 1e-4
"""The search for p ends with an interval of this width; the answers at both ends are mixed then.

Where the answer jumps from one strategy to another, no p uses up the risk.
"""


@dataclass(frozen=True)
class Response:
    """An answer to a model, as `pokerbot exploit` reports it; chips per hand, means of both seats.

    game: the game's specification
    wins: what the answer wins against the model
    wins_at_most: an upper bound of what any strategy at that risk wins against it
    equilibrium_wins, best_response_wins: what an equilibrium and a best response win against it
    exploitability: the exploitability of the answer
    p: the probability of the model in the restricted game
    hands: how many hands the model was made from, None for strategies and bots
    strategy: the answer
    output: the file that it was saved to
    """

    game: str
    wins: float
    wins_at_most: float
    equilibrium_wins: float
    best_response_wins: float
    exploitability: float
    p: float
    hands: int | None
    strategy: Strategy = field(repr=False)
    output: str | None = None

    def _repr_html_(self) -> str:
        """For notebooks: what `pokerbot exploit` reports."""
        shown = {key: value for key, value in vars(self).items() if key != "strategy"}
        return html_fields(f"an answer on {self.game}", shown)


def exploit(
    who: Playable,
    *,
    risk: float,
    game: Game | OfGame | str | None = None,
    backend: str = "auto",
    watch: Callable[[float], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
    tell: backends.TellText | None = None,
    path: str | os.PathLike[str] | None = None,
) -> Response:
    """The strategy that wins the most from an opponent and is exploitable by at most `risk`.

    Args:
        who: the opponent: a strategy, its file, or a built-in bot.
        risk: the most that the answer may lose on average to a best response, in chips per hand.
        game: the game, needed if `who` is a built-in bot.
        backend: numpy; compiled, which needs the extra `fast`; or auto, which begins with NumPy and
            goes on in machine code, if that is installed. Unless compiled is asked for, games of up
            to 1,000 sequences for a player are solved exactly, in NumPy.
        watch: called with each p that is tried.
        stopped: asked on the way whether to end with the best answer so far.
        tell: called with texts for a person who waits; without it, Python's warnings say that there
            is no machine code.
        path: the file that it will be saved to, whose format may round the probabilities.

    Raises:
        InputError: no such opponent, no game is named, the game has rake or locks, the risk is
            below the precision of the solution, or it was stopped before there was an answer.
    """
    if not (is_number(risk) and risk > 0):
        raise InputError(f"must be a number of chips above 0, not {risk!r:.40}", parameter="risk")
    played, (bot,) = seat_bots([who], game)
    played.check_zero_sum("exploit")
    played.check_unlocked("exploit")
    backends.check(backend)
    form = compile_game(played)
    question = _Question(form, bot, float(risk), path)
    if any(tree.rows == 1 for tree in form.trees):
        best = question.best  # whoever decides alone has no opponent who could answer
        found = _Found(best, 1.0, best, question.wins(best))
    elif backend != "compiled" and is_within_reach(question.form):
        found = _solve(question, watch, stopped)
    else:
        found = _Search(question, watch, stopped, tell, backend).answer()
    return question.response(played, found)


class _Question:
    """A model and a risk, and the values of plans for them; means of both seats.

    model: the model's realization plans
    best: the plans of best responses to the model
    """

    def __init__(
        self, form: Form, bot: Contender, risk: float, path: str | os.PathLike[str] | None
    ) -> None:
        self.form, self.bot, self.risk, self.path = form, bot, risk, path
        self.backend, self.operators = "numpy", bind(form)
        self.model = realization_plans(form, bot.profile)
        self.best = realization_plans(form, best_responses(form, bot.profile))

    def exploitability(self, plans: Plans) -> float:
        return evaluate_plans(self.form, plans, backend=self.backend).exploitability

    def wins(self, plans: Plans) -> float:
        """What plans win from the model, the mean of both seats."""
        return sum(
            float(np.vdot(plan, each.gradient(model))) / 2
            for plan, each, model in zip(plans, self.operators, self.model[::-1], strict=True)
        )

    def bound(self, p: float, adversaries: Plans) -> float:
        """An upper bound of what plans within the risk win from the model, by duality.

        Let w(y) be what plans win from y. What they win from the mixture of the model and the
        adversaries is p·w(model) + (1 - p)·w(adversaries), and so at most what a best response to
        the mixture wins. Within the risk, w(adversaries) is at least -risk. The bound on w(model)
        follows.
        """
        met = 0.0
        for seat, each in enumerate(self.operators):
            faced = p * self.model[1 - seat] + (1 - p) * adversaries[1 - seat]
            met += float(each.best_response(each.gradient(faced))[1][0].sum()) / 2
        return (met + (1 - p) * self.risk) / p

    def mixed(self, safe: Plans, risky: Plans) -> Plans:
        """The mixture of a safe and a risky pair of plans whose exploitability is the risk.

        Exploitability is convex in the share of the risky plans, so that bisection finds it.
        """
        low, high = 0.0, 1.0
        for _ in range(40):
            share = (low + high) / 2
            if self.exploitability(_between(safe, risky, share)) <= self.risk:
                low = share
            else:
                high = share
        return _between(safe, risky, low)

    def check(self, equilibrium: Plans, stopped: bool, least: float = 0.0) -> None:
        """Raise InputError unless the equilibrium found, and `least`, are within the risk.

        The equilibrium is so itself, and as the file has it.
        """
        _, profile = self.stored(equilibrium)
        kept = realization_plans(self.form, profile)
        least = max(least, self.exploitability(equilibrium), self.exploitability(kept))
        if least > self.risk and stopped:
            raise InputError("stopped before there was an answer")
        if least > self.risk:
            raise InputError(
                f"must be at least {1.1 * least:.1e}, the exploitability of the equilibrium as"
                f" solved{' and rounded' * is_packed(self.path)} here, not {self.risk:g}",
                parameter="risk",
            )

    def stored(self, plans: Plans) -> tuple[NamedProfile, Profile]:
        """The plans' strategies as they will be read back from the file, by name and as arrays."""
        one, other = bind(self.form)
        profile = one.normalize(plans[0]), other.normalize(plans[1])
        if not is_packed(self.path):
            return NamedProfile(self.form, profile), profile
        infosets = rounded(self.form, profile)
        return infosets, infosets.normalized

    def response(self, game: Game, found: _Found) -> Response:
        """The response that is reported, from the plans that were found.

        Where the file rounds the answer to more than the risk, more and more of the equilibrium is
        mixed in, which is within the risk as the file has it.
        """
        infosets, profile = self.stored(found.plans)
        exact, share = evaluate_profile(self.form, profile), 1.0
        over = 2 * (exact.exploitability - self.risk)
        free = self.risk - self.exploitability(found.equilibrium)
        while is_packed(self.path) and exact.exploitability > self.risk and share > 0:
            share = max(0.0, 1 - over / free) if free > 0 else 0.0
            infosets, profile = self.stored(_between(found.equilibrium, found.plans, share))
            exact, over = evaluate_profile(self.form, profile), 2 * over
        made: dict[str, Any] = {"name": "exploit", "model": self.bot.name, "risk": self.risk}
        wins, most = self.wins(realization_plans(self.form, profile)), self.wins(self.best)
        return Response(
            game=game.spec,
            wins=wins,
            wins_at_most=max(wins, min(found.at_most, most)),
            equilibrium_wins=self.wins(found.equilibrium),
            best_response_wins=most,
            exploitability=exact.exploitability,
            p=found.p,
            hands=None,
            strategy=Strategy(
                game,
                infosets,
                made | {"p": found.p},
                results={"nash_conv": exact.nash_conv, "value": exact.value},
            ),
        )


@dataclass(frozen=True)
class _Found:
    """An answer that was found.

    plans: the plans, within the risk
    p: the probability of the model in the restricted game
    equilibrium: the plans of an equilibrium
    at_most: an upper bound of what plans within the risk win from the model
    """

    plans: Plans
    p: float
    equilibrium: Plans
    at_most: float


def _solve(
    question: _Question, watch: Callable[[float], None], stopped: Callable[[], bool]
) -> _Found:
    """The answer by an interior point method, exact but for rounding errors."""
    watch(0.0)
    solver = InteriorPoint(question.form, (None, None), np.random.default_rng(0))
    while not solver.finished and solver.iterations < MOST_STEPS and not stopped():
        solver.step()
    equilibrium = solver.plans()
    program = RestrictedProgram(question.form, question.model, question.risk)
    question.check(equilibrium, stopped(), program.tolerance)
    if question.exploitability(question.best) <= question.risk:
        return _Found(question.best, 1.0, equilibrium, question.wins(question.best))
    while not program.finished and not stopped():
        watch(program.p)
        program.step()
    plans = program.plans()
    if question.exploitability(plans) > question.risk:
        plans = question.mixed(equilibrium, plans)
    if not program.finished:
        plans = max(plans, question.mixed(equilibrium, question.best), key=question.wins)
    return _Found(plans, program.p, equilibrium, question.bound(program.p, program.adversaries()))


class _Search:
    """The search for the p whose answer has the risk as its exploitability, by self-play."""

    def __init__(
        self,
        question: _Question,
        watch: Callable[[float], None],
        stopped: Callable[[], bool],
        tell: backends.TellText | None,
        backend: str,
    ) -> None:
        self.question, self.form, self.risk = question, question.form, question.risk
        self.watch, self.stopped, self.backend = watch, stopped, backend
        self.tell = tell
        self.numpy_until = backends.iterations_before(backend, self.form)
        self.at_most, self.done = question.wins(question.best), 0
        self._say(f"{self.form.game.spec:.60} is answered by self-play, not exactly")

    def answer(self) -> _Found:
        """The plans whose exploitability is as close to the risk as the precision allows."""
        question, equilibrium = self.question, self._at(0.0)
        question.check(equilibrium, self.stopped())
        if question.exploitability(question.best) <= self.risk:
            return _Found(question.best, 1.0, equilibrium, self.at_most)
        low, safe = 0.0, equilibrium
        high, risky = 1.0, question.best
        while high - low > NARROWEST and not self.stopped():
            if question.exploitability(safe) >= (1 - PRECISION) * self.risk:
                break
            p = (low + high) / 2
            plans = self._at(p)
            if question.exploitability(plans) <= self.risk:
                low, safe = p, plans
            else:
                high, risky = p, plans
        return _Found(question.mixed(safe, risky), low, equilibrium, self.at_most)

    def _at(self, p: float) -> Plans:
        """Both seats' equilibrium plans of the game in which the model plays with probability p."""
        self.watch(p)
        if p == 0:
            return self._solve(0, p)
        (first, below), (above, second) = self._solve(0, p), self._solve(1, p)
        self.at_most = min(self.at_most, self.question.bound(p, (above, below)))
        return first, second

    def _solve(self, seat: int, p: float) -> Plans:
        """Solve a seat's game against the mixture of the model and an adversary, by self-play."""
        learners = DCFR_PLUS.learners(self.form, Options(), (None, None), np.random.default_rng(0))
        models: list[FixedOpponent | None] = [None, None]
        models[1 - seat] = FixedOpponent(self.question.model[1 - seat], p)
        gradients = ExactGradients(self.form, alternating=True, models=(models[0], models[1]))
        solver: Solver = SelfPlay(learners, gradients, alternating=True)
        if backends.is_own(self.backend):
            backends.rebind(solver, DCFR_PLUS.name, self.backend)
        gap, in_numpy = float("inf"), True
        while gap > self._precision(p, solver.iterations) and not self.stopped():
            if in_numpy and self.numpy_until is not None and self.done >= self.numpy_until:
                solver, in_numpy = self._in_machine_code(solver), False
            solver.step(AT_ONCE)
            self.done += AT_ONCE
            if not solver.iterations % LOOK_EVERY:
                gap = self._gap(seat, p, solver.plans())
        return solver.plans()

    def _in_machine_code(self, solver: Solver) -> Solver:
        """The same solver in machine code; or itself, if there is none and `auto` was chosen."""
        needed = self.backend == "compiled"
        made = backends.in_machine_code(solver, self.tell, needed=needed)
        if made is None:
            self.numpy_until = None
            return solver
        if self.question.operators is bind(self.form):
            self._say("it goes on in machine code: the last digits may differ")
            self.question.backend = "compiled"
            self.question.operators = bind(self.form, "compiled")
        return made

    def _say(self, text: str) -> None:
        if self.tell:
            self.tell(text)

    def _precision(self, p: float, iterations: int) -> float:
        """The gap at which self-play may end after this many iterations.

        After `MOST_ITERATIONS` any gap will do; but an equilibrium (p = 0) must be within the risk.
        """
        if iterations < MOST_ITERATIONS:
            return PRECISION * self.risk / 2
        further = p == 0 and iterations < MOST_FOR_EQUILIBRIUM
        return 2 * self.risk if further else float("inf")

    def _gap(self, seat: int, p: float, plans: Plans) -> float:
        """NashConv of the seat's game against the mixture, in chips per hand."""
        model, operators = self.question.model, self.question.operators
        own, other = operators[seat], operators[1 - seat]
        faced = p * model[1 - seat] + (1 - p) * plans[1 - seat]
        gradient = own.gradient(faced)
        best = own.best_response(gradient)[1][0].sum()
        _, adverse = other.best_response(other.gradient(plans[seat]))
        against_model = np.vdot(plans[seat], own.gradient(model[1 - seat]))
        return float(best - p * against_model + (1 - p) * adverse[0].sum())


def _between(one: Plans, other: Plans, share: float) -> Plans:
    """The mixture of two pairs of plans; share: that of the second one."""
    first, second = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return first, second
