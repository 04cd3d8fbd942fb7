"""Data-biased responses: strategies against an opponent of whom some decisions were observed.

Johanson & Bowling (2009), "Data biased robust counter strategies". At every information set the
opponent is taken to play the observed frequencies with a probability that grows with the number of
observations, and anything with the rest. That is a floor under the opponent's strategy; the answer
is an equilibrium strategy of the game with this floor, found by self-play.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_plans, evaluate_profile
from pokerbot.games.game import Game
from pokerbot.games.parameters import is_number, plain
from pokerbot.runs.limits import is_due
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import cells_of_infosets, infosets_of
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.floors import Floors, make_floor
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, bind
from pokerbot.solvers.catalogue import DCFR_PLUS
from pokerbot.solvers.options import Options
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Strategy

Counts = Mapping[str, Mapping[str, float]]
"""How often each action was observed, by information set."""


MOST = 1e18
"""The largest number of observations of an action, and of decisions that are asked for."""


def data_biased_response(
    seen: Counts,
    game: Game | Form | str,
    *,
    enough: float = 10.0,
    most: float = 1.0,
    target: float = 1e-3,
) -> Strategy:
    """A strategy that exploits an opponent where they were observed, and is robust elsewhere.

    Args:
        seen: by information set, how often each action was observed; others were never observed.
        game: the game.
        enough: the number of observations at an information set from which on they are trusted
            fully.
        most: the probability with which they are trusted then; it is proportionally smaller with
            fewer observations (the paper's linear confidence).
        target: the NashConv up to which each seat's game with the floor is solved, in chips.

    Raises:
        InputError: no such game, information set or action, or a number that makes no sense.
    """
    for name, number, least, largest in (
        ("enough", enough, 1e-9, MOST), ("most", most, 0, 1), ("target", target, 1e-9, 1e18),
    ):  # fmt: skip
        if not (is_number(number) and least <= number <= largest):
            raise InputError(
                f"must be a number from {least:g} to {largest:g}, not {number!r:.40}",
                parameter=name,
            )
    enough, most, target = plain(enough), plain(most), plain(target)
    if not isinstance(seen, Mapping):
        raise InputError("must be a mapping of information sets", parameter="seen")
    form = as_form(game)
    form.game.check_zero_sum("data_biased_response")
    form.game.check_unlocked("data_biased_response")
    one, two = (_trusted(form, player, seen, enough, most) for player in (0, 1))
    _check_known(form, seen)
    profile = _answer(form, 0, (None, two), target), _answer(form, 1, (one, None), target)
    exact = evaluate_profile(form, profile)
    return Strategy(
        form.game,
        NamedProfile(form, profile),
        {"name": "data-biased", "enough": enough, "most": most},
        results={"nash_conv": exact.nash_conv, "value": exact.value},
    )


def _trusted(form: Form, player: int, seen: Counts, enough: float, most: float) -> Floor:
    """A player's floor: the least probability of each action, from the observations."""
    operators, counts = bind(form)[player], []
    for _, actions, keys in infosets_of(form, player):
        for key in keys():
            here = seen.get(key, {})
            if not isinstance(here, Mapping):
                raise InputError(f"at {key!r:.60} must be a mapping", parameter="seen")
            for action, count in here.items():
                if action not in actions or not (is_number(count) and 0 <= count <= MOST):
                    raise InputError(
                        f"at {key!r:.60} are numbers of {', '.join(actions)}, not"
                        f" {action!r:.40}: {count!r:.40}",
                        parameter="seen",
                    )
            counts += [float(here.get(action, 0.0)) for action in actions]
    found = np.zeros(operators.shape)
    found.ravel()[cells_of_infosets(form, player)[1]] = counts
    total = operators.by_row(operators.sums(found))
    trust = most * np.minimum(total / enough, 1.0)
    return make_floor(operators, trust * found / np.where(total > 0, total, 1.0))


def _check_known(form: Form, seen: Counts) -> None:
    known = {key for player in (0, 1) for _, _, keys in infosets_of(form, player) for key in keys()}
    for key in seen:
        if key not in known:
            raise InputError(f"no information set {key!r:.60}", parameter="seen")


def _answer(form: Form, seat: int, floors: Floors, target: float) -> Array:
    """[rows, hands] a seat's equilibrium strategy against an opponent with a floor."""
    solver = DCFR_PLUS.start(form, Options(), floors, np.random.default_rng(0))
    while True:
        solver.step()
        if is_due(solver.iterations):
            gap = evaluate_plans(form, solver.plans("average"), floors)
            if gap.nash_conv <= target:
                return solver.profile("average")[seat]
