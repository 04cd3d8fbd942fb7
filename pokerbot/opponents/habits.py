"""What a person's hands say of how they play: a model to answer, from their own cards.

At each information set the model is the mean of the posterior distribution over frequencies whose
prior is equilibrium play (a Dirichlet distribution, as in Southey et al. 2005, "Bayes' bluff"):
what was never seen counts as sound, and a run of luck is not taken for a habit. At spots of hold'em
all hands of a class are seen together, and of actions their kind: how often aces bet, whatever the
suits and the size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import counted, counted_under
from pokerbot.games.game import Game
from pokerbot.games.ranges import Range
from pokerbot.io.files import printable
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.play.rest import same_deal
from pokerbot.strategy.strategy import Strategy

PRIOR = 10.0
"""So many decisions at an information set say as much as the prior does."""


def own_hands(
    hands: Iterable[HandRecord], game: Game | None = None, against: str | None = None
) -> list[HandRecord]:
    """The hands that tell of a person's habits: played at the table, to the end, without hints.

    Where sizes of one's own were taken the spot is the same; such hands come last.

    Args:
        hands: of any kind, against `against` alone where somebody is named.
        game: which hands are wanted, where they may be of several games.
        against: who is named, for what there is to say where there are none.

    Raises:
        InputError: there are none, or they are of several games and none is named.
    """
    own = sorted((each for each in hands if each.tells_habits), key=lambda each: bool(each.again))
    games: list[Game] = []
    for its in (each.hand.game for each in own):
        if not any(same_deal(its, other) for other in games):
            games.append(its)
    if game is None and len(games) > 1:
        there = ", ".join(each.spec for each in games)
        raise InputError(f"is needed: there are hands of {there}", parameter="game")
    found = [each for each in own if game is None or same_deal(game, each.hand.game)]
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
    game, infosets = equilibrium.game, dict(equilibrium.infosets)
    told = ((counted_under(game, key), _kind(game, action)) for key, action in decisions)
    for name, taken in counted(told).items():
        for key in _named(game, name):
            if key in infosets:
                infosets[key] = _moved(game, infosets[key], taken, prior)
    return replace(equilibrium, infosets=infosets, algorithm={"name": "model"})


def _kind(game: Game, action: str) -> str:
    """What an action is counted under."""
    return action.partition(" ")[0] if game.is_spot else action


def _named(game: Game, name: str) -> Iterator[str]:
    """The information sets that are counted under a name; some there may not be."""
    hands, colon, line = name.partition(":")
    for hand in Range(hands).hands if game.is_spot else (hands,):
        yield f"{hand}{colon}{line}"


def _moved(
    game: Game, before: Mapping[str, float], taken: Mapping[str, int], prior: float
) -> Mapping[str, float]:
    """Chances moved towards what was taken, by kind; those of one kind stay in proportion."""
    kinds: dict[str, list[str]] = {}
    for action in before:
        kinds.setdefault(_kind(game, action), []).append(action)
    weight, after = sum(taken.values()) + prior, {}
    for kind, actions in kinds.items():
        chance = sum(before[action] for action in actions)
        now = (taken.get(kind, 0) + prior * chance) / weight
        for action in actions:
            share = before[action] / chance if chance else 1 / len(actions)
            after[action] = share * now
    return after


def habits(hands: Iterable[HandRecord], equilibrium: Strategy, prior: float = PRIOR) -> Strategy:
    """The `model` of a person, from all the hands of theirs that are given."""
    return model((each for played in hands for each in choices(played)), equilibrium, prior)
