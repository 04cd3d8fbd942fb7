"""What a person's hands say of how they play: a model to answer, from their own cards.

At each information set the model is the mean of the posterior distribution over frequencies whose
prior is equilibrium play (a Dirichlet distribution, as in Southey et al. 2005, "Bayes' bluff"):
what was never seen counts as sound, and a run of luck is not taken for a habit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import counted
from pokerbot.games.game import Game
from pokerbot.io.files import printable
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.strategy.strategy import Strategy

PRIOR = 10.0
"""So many decisions at an information set say as much as the prior does."""


def own_hands(
    hands: Iterable[HandRecord], game: Game | None = None, against: str | None = None
) -> list[HandRecord]:
    """The hands that tell of a person's habits: played at the table, to the end, without hints.

    Args:
        hands: of any kind, against `against` alone where somebody is named.
        game: which hands are wanted, where they may be of several games.
        against: who is named, for what there is to say where there are none.

    Raises:
        InputError: there are none, or they are of several games and none is named.
    """
    own = [each for each in hands if each.tells_habits]
    games = list(dict.fromkeys(each.hand.game for each in own))
    if game is None and len(games) > 1:
        there = ", ".join(each.spec for each in games)
        raise InputError(f"is needed: there are hands of {there}", parameter="game")
    found = [each for each in own if game in (None, each.hand.game)]
    if not found:
        of = "" if game is None else f" of {game.spec}"
        of += "" if against is None else f" against {printable(against)}"
        raise InputError(f"there are no hands{of} of yours without a hint; play some")
    return found


def model(
    decisions: Iterable[tuple[str, str]], equilibrium: Strategy, prior: float = PRIOR
) -> Strategy:
    """How someone plays, as far as (information set, action) decisions of theirs tell.

    Args:
        decisions: what they did.
        equilibrium: what they are taken to play where they did not show otherwise.
        prior: how many decisions at an information set say as much.

    Raises:
        InputError: the prior is no weight.
    """
    if not 0 < prior < float("inf"):
        raise InputError(f"must be a number of decisions above 0, not {prior}", parameter="prior")
    infosets = dict(equilibrium.infosets)
    for key, taken in counted(decisions).items():
        weight = taken.total() + prior
        infosets[key] = {
            action: (taken[action] + prior * chance) / weight
            for action, chance in equilibrium.infosets[key].items()
        }
    return replace(equilibrium, infosets=infosets, algorithm={"name": "model"})


def habits(hands: Iterable[HandRecord], equilibrium: Strategy, prior: float = PRIOR) -> Strategy:
    """The `model` of a person, from all the hands of theirs that are given."""
    return model((each for played in hands for each in choices(played)), equilibrium, prior)
