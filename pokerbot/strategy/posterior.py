"""What an opponent holds where a player has come to act, given how the opponent plays."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, legal_actions
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.showdown import alive, ways_with
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Infosets


def posterior(game: Game, infosets: Infosets, spot: Spot) -> Array:
    """How likely the opponent's hand and the last board are, seen by the player to act.

    [opponent's hands, boards of the last street after the spot's], given what the player sees, and
    that the opponent plays that strategy; all 0 where the strategy never lets one come here.
    """
    rules, mine = game.rules, spot.player
    ways = ways_with(rules, mine, spot.hand, rules.boards.after(spot.board))
    weights = ways * came_to(game, infosets, spot.betting, spot.board, 1 - mine)[:, None]
    total = weights.sum()
    return weights / total if total else weights


def drawn(game: Game, infosets: Infosets, spot: Spot, rng: Generator) -> tuple[int, int]:
    """The opponent's hand and the last board, as likely as `posterior` says."""
    chances = posterior(game, infosets, spot)
    sums = np.cumsum(chances)
    place = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
    hand, last = divmod(place, chances.shape[1])
    return hand, game.rules.boards.after(spot.board)[last]


def range_at(
    game: Game, infosets: Infosets, betting: Betting, board: int, seat: int, *, some: bool = False
) -> Array:
    """[hands] the weight with which each of a player's comes to a betting, the other's aside.

    some: whether an action that no hand takes that comes to it is left out, so that some come
    """
    rules = game.rules
    prior = np.array([rules.prior.weight(seat, hand) for hand in range(game.hands[seat])])
    there = prior * alive(rules, seat)[board]
    return came_to(game, infosets, betting, board, seat, there, some=some)


def played(game: Game, infosets: Infosets, betting: Betting, board: int) -> Array:
    """[actions, hands] how often each action is taken; 0 for a hand that the board rules out."""
    player, rules = betting.player, game.rules
    there = alive(rules, player)[board]
    if isinstance(infosets, NamedProfile) and infosets.game == game:
        found: Array = infosets.at(betting, range(board, board + 1))[0] * there
        return found
    names = game.names(betting)
    found = np.zeros((len(names), len(there)))
    for hand in np.flatnonzero(there).tolist():
        chances = infosets[game.key(Spot(betting, board, hand))]
        found[:, hand] = [chances[name] for name in names]
    return found


def came_to(
    game: Game,
    infosets: Infosets,
    betting: Betting,
    board: int,
    seat: int,
    held: Array | float = 1.0,
    *,
    some: bool = False,
) -> Array:
    """[hands] how likely a player's own choices lead to a betting with each of their hands.

    held: [hands] the weight of each before the first of them; some: as `range_at`
    """
    rules = game.rules
    found = np.ones(game.hands[seat]) * held
    for at, action in along(rules, actions_to(rules, betting)):
        if at.player == seat:
            lying = rules.boards.at(board, rules.street(at.round))
            taken = legal_actions(rules, at).index(action)
            came = found * played(game, infosets, at, lying)[taken]
            found = came if came.any() or not some else found
    return found
