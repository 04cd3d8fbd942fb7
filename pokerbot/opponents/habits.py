"""A model of how a person plays, from their own cards and actions, to be answered.

At each information set the model is the posterior mean of the action frequencies. The prior is a
Dirichlet distribution around equilibrium play (as in Southey et al. 2005, "Bayes' bluff"). What was
never seen therefore counts as sound, and a few chance decisions are not taken for a habit. At spots
of hold'em all hands of a class and all actions of a kind are counted together: how often aces bet,
whatever the suits and the bet size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import counted, counted_under
from pokerbot.games.actions import kind_of
from pokerbot.games.game import Game
from pokerbot.games.ranges import Range
from pokerbot.io.files import printable
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.play.rest import same_deal
from pokerbot.strategy.strategy import Strategy

PRIOR = 10.0
"""The weight of the prior: this many decisions at an information set count as much."""


def shown(hands: Iterable[HandRecord], game: Game | None = None) -> list[HandRecord]:
    """The hands that show a person's habits: played at the table, to the end, without hints.

    game: the game whose hands are wanted, with bet sizes of the person's own or not; None for any
    """
    told = (each for each in hands if each.tells_habits)
    return [each for each in told if game is None or same_deal(each.hand.game, game)]


def own_hands(
    hands: Iterable[HandRecord], game: Game | None = None, against: str | None = None
) -> list[HandRecord]:
    """The hands of one game that show a person's habits, as `shown`.

    Those in which the person bet sizes of their own come last.

    Args:
        hands: hands of any kind, only those against `against` if that is given.
        game: the game whose hands are wanted, if there may be several.
        against: the opponent's name, for the error message.

    Raises:
        InputError: there are none, or they are of several games and no game is given.
    """
    own = sorted(shown(hands), key=lambda each: bool(each.again))
    games: list[Game] = []
    for its in (each.hand.game for each in own):
        if not any(same_deal(its, other) for other in games):
            games.append(its)
    if game is None and len(games) > 1:
        there = ", ".join(each.spec for each in games)
        raise InputError(f"is needed: there are hands of {there}", parameter="game")
    found = shown(own, game)
    if not found:
        of = "" if game is None else f" of {game.spec}"
        of += "" if against is None else f" against {printable(against)}"
        raise InputError(f"you have played no hands{of} without a hint; play some first")
    return found


def model(
    decisions: Iterable[tuple[str, str]], equilibrium: Strategy, prior: float = PRIOR
) -> Strategy:
    """The model of how someone plays, from their decisions.

    Args:
        decisions: each (information set, action).
        equilibrium: the prior, which is how they play where no decision was seen.
        prior: the weight of the prior, in decisions at an information set.

    Raises:
        InputError: the prior's weight is not a number above 0.
    """
    if not 0 < prior < float("inf"):
        raise InputError(f"must be a number of decisions above 0, not {prior}", parameter="prior")
    game, infosets = equilibrium.game, dict(equilibrium.infosets)
    told = ((counted_under(game, key), _counted_as(game, action)) for key, action in decisions)
    for name, taken in counted(told).items():
        for key in _keys_under(game, name):
            if key in infosets:
                infosets[key] = _posterior(game, infosets[key], taken, prior)
    return replace(equilibrium, infosets=infosets, algorithm={"name": "model"})


def _counted_as(game: Game, action: str) -> str:
    """The name that an action is counted under: at spots its kind, without the size."""
    return kind_of(action) if game.is_spot else action


def _keys_under(game: Game, name: str) -> Iterator[str]:
    """The keys of the information sets that are counted under a name; not all need exist."""
    hands, colon, line = name.partition(":")
    for hand in Range(hands).hands if game.is_spot else (hands,):
        yield f"{hand}{colon}{line}"


def _posterior(
    game: Game, before: Mapping[str, float], taken: Mapping[str, int], prior: float
) -> Mapping[str, float]:
    """The posterior probability of each action; those of one kind stay in proportion.

    What was taken where no action is of that kind, such as a bet of a size of one's own, tells
    nothing.

    Args:
        game: the game.
        before: the prior probabilities.
        taken: how often each kind of action was taken.
        prior: the weight of the prior.
    """
    kinds: dict[str, list[str]] = {}
    for action in before:
        kinds.setdefault(_counted_as(game, action), []).append(action)
    weight, after = sum(taken.get(kind, 0) for kind in kinds) + prior, {}
    for kind, actions in kinds.items():
        chance = sum(before[action] for action in actions)
        now = (taken.get(kind, 0) + prior * chance) / weight
        for action in actions:
            share = before[action] / chance if chance else 1 / len(actions)
            after[action] = share * now
    return after


def habits(hands: Iterable[HandRecord], equilibrium: Strategy, prior: float = PRIOR) -> Strategy:
    """The `model` of a person, from all their decisions in these hands."""
    return model((each for played in hands for each in choices(played)), equilibrium, prior)
