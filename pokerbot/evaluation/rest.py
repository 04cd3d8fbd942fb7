"""The rest of a hand of hold'em as a spot of its own, for where a solution has no answer.

The spot begins with a street. Both players' ranges are those with which they come there in the
solution. It is to be solved with trembles, a least probability of every action, so that there is a
sound answer everywhere: an action that a solution never takes is then answered as if it had been
taken by mistake, or by a player whom it costs nothing (trembling-hand perfection, Selten 1975).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import begins, legal_actions, start
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import (
    SEATS,
    after_aggression,
    on_next_card,
    street_name,
    with_size,
)
from pokerbot.games.locks import Lock, left_by_locks, locks_from
from pokerbot.games.ranges import Range
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import lock_floors, within_floors
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.posterior import range_at
from pokerbot.strategy.strategy import Strategy

LEAST, DIGITS = 0.001, 4
"""The least weight of a hand at the table, where the likeliest has 1; and the digits of weights."""


def rest_of(
    strategy: Strategy,
    betting: Betting,
    board: int,
    size: Action | None = None,
    least: float = LEAST,
) -> Game:
    """The spot that begins with the street of a betting, with the locks that lie there or later.

    Where locks leave no hand for some action of the betting they are left out: what such an action
    is answered with would never be trained.

    Args:
        strategy: how both players play before it.
        betting: a betting of that street, where an action may come that hardly any hand takes.
        board: the number of the board.
        size: a bet or a raise to be added to the sizes of the street.
        least: the least weight of a hand, if the most frequent one has weight 1.

    Raises:
        InputError: the spot is too large, the size is not possible there, or the board leaves a
            player no hand.
    """
    game = strategy.game
    rules, given = game.rules, game.parameters
    for card in rules.boards.cards[board][len(rules.public) :]:
        given = on_next_card(given, rules.deck.label(card))
    begun = begins(rules, betting)
    for seat, name in enumerate(SEATS):
        came = range_at(game, strategy.infosets, begun, board, seat, some=True)
        if not came.any():
            raise InputError("leave no two hands that can be dealt", parameter="ranges")
        given |= {f"{name}.range": _range(game, seat, came, least)}
    given |= {
        "pot": int(2 * betting.before),
        "stack": int((rules.stack or 0) - betting.before),
        "lock": locks_from(
            rules, str(given["lock"]), begun, board, _overruled(game, betting, board, size)
        ),
    }
    if begun.aggressor == 1:
        given = after_aggression(given, street_of(game, begun))
    if size is not None:
        given = with_size(given, street_of(game, betting), betting, size)
    return make_game(HOLDEM.name, given, game.spec)


def _overruled(game: Game, betting: Betting, board: int, size: Action | None) -> list[Lock]:
    """The locks at a decision if they leave no hand for some action, or for an added size."""
    rules, player = game.rules, betting.player
    there = [lock for lock in game.locks if (lock.betting, lock.board) == (betting, board)]
    left = left_by_locks(rules, game.locks, betting, board, player, since=betting.round)
    if left - {hand for lock in there for hand in lock.hands}:
        return []
    added = size is not None and size not in legal_actions(rules, betting)
    shares = [lock.play for lock in there if left & {*lock.hands}]
    taken = [any(each) for each in zip(*shares, strict=True)]
    return there if added or not all(taken) else []


def without_trembles(strategy: Strategy) -> Strategy:
    """A strategy without its trembles: the least probability is subtracted from every action's.

    Locked hands go on to play as they are locked. Its `algorithm` still says that it had trembles,
    and so has a trained answer everywhere.
    """
    form = compile_game(strategy.game)
    least = float(strategy.algorithm["epsilon"])
    first, second = (
        operators.normalize(_less(sigma, least))
        for operators, sigma in zip(bind(form), to_arrays(form, strategy.infosets), strict=True)
    )
    profile = within_floors(form, (first, second), lock_floors(form))
    return replace(strategy, infosets=NamedProfile(form, profile))


def _less(sigma: Array, least: float) -> Array:
    """[rows, hands] probabilities less the least one; row 0, the empty sequence, stays 1."""
    left = np.maximum(sigma - least, 0)
    left[0] = 1
    return left


def widened(game: Game, betting: Betting, size: Action) -> Game:
    """The spot with a bet or raise added to the legal actions of a betting's street.

    Raises:
        InputError: it is not a possible bet or raise there.
    """
    rules, given = game.rules, game.parameters
    given |= {"lock": locks_from(rules, str(given["lock"]), start(rules), 0)}
    found = make_game(
        HOLDEM.name, with_size(given, street_of(game, betting), betting, size), game.spec
    )
    if size not in legal_actions(found.rules, betting):
        raise InputError(f"{size.name} is not a size that is possible there")
    return found


def street_of(game: Game, betting: Betting) -> str:
    """The name of a betting's street."""
    return street_name(len(game.rules.public) + game.rules.street(betting.round))


def _range(game: Game, seat: int, came: Array, least: float) -> str:
    """A player's range, written out, from the weights [hands] with which hands come there."""
    hands, most = game.rules.hands[seat], came.max()
    weights = np.maximum(np.round(came / most, DIGITS), least).tolist()
    return str(Range.of(dict(zip(hands, weights, strict=True))))
