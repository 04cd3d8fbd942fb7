"""Restricted Nash responses: what to play against someone one knows, at a risk that one chooses.

The opponent plays a model with probability p and anything else with 1 - p, drawn once a hand. The
best answer wins the most from the model of all strategies that are as hard to exploit (Johanson,
Zinkevich & Bowling 2007, "Computing robust counter-strategies", theorem 1). Mixed at the root, the
opponent's realization plan is p·model + (1 - p)·own, and self-play finds the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import Bot, best_responses, seat_bots
from pokerbot.evaluation.exact import evaluate_plans, evaluate_profile
from pokerbot.games.catalogue import Game, OfGame
from pokerbot.runs import backend as backends
from pokerbot.sequence.behaviour import Profile, realization_plans, to_infosets
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.solvers.algorithm import Options
from pokerbot.solvers.catalogue import DCFR_PLUS
from pokerbot.solvers.selfplay import ExactGradients, Model, Plans, SelfPlay, Solver
from pokerbot.strategy.storage import Playable
from pokerbot.strategy.strategy import Strategy

MOST_ITERATIONS, LOOK_EVERY = 4_000, 50
AT_ONCE = 10
PRECISION = 0.01
"""How much of the risk may be lost to ending self-play, and to the choice of p."""
NARROWEST = 1e-4
"""Where the answer jumps, p is found no closer than this: the answers on both sides are mixed."""


@dataclass(frozen=True)
class Response:
    """What `pokerbot exploit` reports; chips per hand, the mean of both seats.

    wins: against the model; equilibrium_wins, best_response_wins: what they win against it;
    exploitability: of the answer; p: the model's share; hands: that the model rests on, None for
    strategies and bots.
    """

    game: str
    wins: float
    equilibrium_wins: float
    best_response_wins: float
    exploitability: float
    p: float
    hands: int | None
    strategy: Strategy = field(repr=False)
    output: str | None = None


def exploit(
    who: Playable,
    *,
    risk: float,
    game: Game | OfGame | str | None = None,
    backend: str = "auto",
    watch: Callable[[float], None] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda _: None,
) -> Response:
    """The strategy that wins the most from someone and is exploitable by at most `risk`.

    Args:
        who: a strategy, its file, or a built-in bot.
        risk: the most that the answer may lose on average to a best response, in chips per hand.
        game: the game, where `who` names none.
        backend: numpy; compiled, which needs the extra `fast`; or auto, NumPy at first and then
            machine code, if it is installed.
        watch: told of each p that is tried.
        stopped: asked on the way whether to end with what there is.
        tell: told what a person who waits should know.

    Raises:
        InputError: no such opponent, no game named, a risk below the equilibrium's own, or it was
            stopped before there was an answer.
    """
    if not 0 < risk < float("inf"):
        raise InputError(f"must be a number of chips above 0, not {risk}", parameter="risk")
    played, (bot,) = seat_bots([who], game)
    search = _Search(compile_game(played), bot, risk, watch, stopped, tell, backend)
    plans, p = search.answer()
    return search.response(played, plans, p)


class _Search:
    """The search for the p at which the risk is used up."""

    def __init__(
        self,
        form: Form,
        bot: Bot,
        risk: float,
        watch: Callable[[float], None],
        stopped: Callable[[], bool],
        tell: Callable[[str], None],
        backend: str,
    ) -> None:
        self.form, self.bot, self.risk = form, bot, risk
        self.watch, self.stopped, self.tell = watch, stopped, tell
        backends.check(backend)
        self.numpy_until = backends.iterations_before(backend, form)
        self.operators, self.done = bind(form), 0
        self.model = realization_plans(form, bot.profile)
        self.best = realization_plans(form, best_responses(form, bot.profile))
        self.equilibrium = self._at(0.0)
        least = self._exploitability(self.equilibrium)
        if least > risk and stopped():
            raise InputError("stopped before there was an answer")
        if least > risk:
            raise InputError(
                f"must be at least {least:.1e}, what the equilibrium itself loses, not {risk:g}",
                parameter="risk",
            )

    def answer(self) -> tuple[Plans, float]:
        """The plans that use the risk up, and the model's share in what they answer."""
        if self._exploitability(self.best) <= self.risk:
            return self.best, 1.0
        low, safe = 0.0, self.equilibrium
        high, risky = 1.0, self.best
        while high - low > NARROWEST and not self.stopped():
            if self._exploitability(safe) >= (1 - PRECISION) * self.risk:
                break
            p = (low + high) / 2
            plans = self._at(p)
            if self._exploitability(plans) <= self.risk:
                low, safe = p, plans
            else:
                high, risky = p, plans
        return self._mixed(safe, risky), low

    def _mixed(self, safe: Plans, risky: Plans) -> Plans:
        """The mixture of two plans that uses the risk up: exploitability is convex between them."""
        low, high = 0.0, 1.0
        for _ in range(40):
            share = (low + high) / 2
            if self._exploitability(_between(safe, risky, share)) <= self.risk:
                low = share
            else:
                high = share
        return _between(safe, risky, low)

    def _at(self, p: float) -> Plans:
        """Each seat's plan that is best where the model is met with probability p."""
        self.watch(p)
        if p == 0:
            return self._solve(0, p)
        return self._solve(0, p)[0], self._solve(1, p)[1]

    def _solve(self, seat: int, p: float) -> Plans:
        """Self-play of a seat against the model and an adversary, up to a small gap."""
        learners = DCFR_PLUS.learners(self.form, Options(), (None, None), np.random.default_rng(0))
        models: list[Model | None] = [None, None]
        models[1 - seat] = Model(self.model[1 - seat], p)
        gradients = ExactGradients(self.form, alternating=True, models=(models[0], models[1]))
        solver: Solver = SelfPlay(learners, gradients, alternating=True)
        if self.numpy_until is not None and self.done >= self.numpy_until:
            solver = backends.in_machine_code(solver, self.tell) or solver
            self.operators = bind(self.form, "compiled")
        while solver.iterations < MOST_ITERATIONS and not self.stopped():
            solver.step(AT_ONCE)
            look = not solver.iterations % LOOK_EVERY
            if look and self._gap(seat, p, solver.plans()) <= PRECISION * self.risk / 2:
                break
        self.done += solver.iterations
        return solver.plans()

    def _gap(self, seat: int, p: float, plans: Plans) -> float:
        """How far both are, together, from their best against each other, in chips per hand."""
        own, other = self.operators[seat], self.operators[1 - seat]
        faced = p * self.model[1 - seat] + (1 - p) * plans[1 - seat]
        gradient = own.gradient(faced)
        best = own.best_response(gradient)[1][0].sum()
        _, adverse = other.best_response(other.gradient(plans[seat]))
        against_model = np.vdot(plans[seat], own.gradient(self.model[1 - seat]))
        return float(best - p * against_model + (1 - p) * adverse[0].sum())

    def _exploitability(self, plans: Plans) -> float:
        return evaluate_plans(self.operators, plans).exploitability

    def _wins(self, plans: Plans) -> float:
        """What plans win from the model, the mean of both seats."""
        return sum(
            float(np.vdot(plan, each.gradient(model))) / 2
            for plan, each, model in zip(plans, self.operators, self.model[::-1], strict=True)
        )

    def response(self, game: Game, plans: Plans, p: float) -> Response:
        """The report on these plans."""
        first, second = (
            each.normalize(plan) for each, plan in zip(bind(self.form), plans, strict=True)
        )
        profile: Profile = first, second
        exact = evaluate_profile(self.form, profile)
        made: dict[str, Any] = {"name": "exploit", "model": self.bot.name, "risk": self.risk}
        return Response(
            game=game.spec,
            wins=self._wins(realization_plans(self.form, profile)),
            equilibrium_wins=self._wins(self.equilibrium),
            best_response_wins=self._wins(self.best),
            exploitability=exact.exploitability,
            p=p,
            hands=None,
            strategy=Strategy(
                game,
                to_infosets(self.form, profile),
                made | {"p": p},
                results={"nash_conv": exact.nash_conv, "value": exact.value},
            ),
        )


def _between(one: Plans, other: Plans, share: float) -> Plans:
    """The mixture of two pairs of plans."""
    first, second = (a + share * (b - a) for a, b in zip(one, other, strict=True))
    return first, second
