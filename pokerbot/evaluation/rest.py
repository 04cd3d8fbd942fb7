"""What is left of a hand of hold'em as a spot of its own, where a solution has no answer.

It begins with a street: both players hold what comes there as the solution plays them. It is to be
solved with a tremble in every action, so that there is a sound answer everywhere: who does what
nobody does is taken for a tremble, or for one whom it pays (trembling-hand perfection, Selten
1975).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import begins, legal_actions
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import SEATS, on_next_card, street_name, with_size
from pokerbot.games.ranges import Range
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.posterior import range_at
from pokerbot.strategy.strategy import Strategy

LEAST, DIGITS = 0.001, 4
"""The weight that each hand has at least beside the most frequent one, and digits of a weight."""


def rest_of(strategy: Strategy, betting: Betting, board: int, size: Action | None = None) -> Game:
    """The spot that begins with the street of a betting.

    Args:
        strategy: how both play before it.
        betting: a betting of that street.
        board: what lies there.
        size: a bet or a raise that can be taken there, too, and wherever such a size fits.

    Raises:
        InputError: the spot does not fit, or the size is none there.
    """
    game = strategy.game
    rules, given = game.rules, game.parameters
    for card in rules.boards.cards[board][len(rules.public) :]:
        given = on_next_card(given, rules.deck.label(card))
    begun = begins(rules, betting)
    for seat, name in enumerate(SEATS):
        came = range_at(game, strategy.infosets, begun, board, seat, some=True)
        given |= {f"{name}.range": _range(game, seat, came)}
    given |= {
        "pot": int(2 * betting.before),
        "stack": int((rules.stack or 0) - betting.before),
        "lock": "",
    }
    if size is not None:
        given = with_size(given, street_of(game, betting), betting, size)
    return make_game(HOLDEM.name, given, game.spec)


def without_trembles(strategy: Strategy) -> Strategy:
    """What is left of a strategy where every action has had the least probability it was to have.

    Its `algorithm` says still that there were trembles, so that it has an answer everywhere.
    """
    form = compile_game(strategy.game)
    least = float(strategy.algorithm["epsilon"])
    first, second = (
        operators.normalize(_less(sigma, least))
        for operators, sigma in zip(bind(form), to_arrays(form, strategy.infosets), strict=True)
    )
    return replace(strategy, infosets=NamedProfile(form, (first, second)))


def _less(sigma: Array, least: float) -> Array:
    """[rows, hands] what is above the least; in row 0 all are 1."""
    left = np.maximum(sigma - least, 0)
    left[0] = 1
    return left


def widened(game: Game, betting: Betting, size: Action) -> Game:
    """A spot in which that bet or raise can be taken, too.

    Raises:
        InputError: it is no bet or raise there.
    """
    found = make_game(
        HOLDEM.name, with_size(game.parameters, street_of(game, betting), betting, size), game.spec
    )
    if size not in legal_actions(found.rules, betting):
        raise InputError(f"{size.name} is no size that fits there")
    return found


def street_of(game: Game, betting: Betting) -> str:
    """The name of a betting's street."""
    return street_name(len(game.rules.public) + game.rules.street(betting.round))


def _range(game: Game, seat: int, came: Array) -> str:
    """The hands with these weights as a range."""
    hands, most = game.rules.hands[seat], came.max()
    weights = np.maximum(np.round(came / most, DIGITS), LEAST).tolist()
    return str(Range.of(dict(zip(hands, weights, strict=True))))
