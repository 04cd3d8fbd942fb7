"""What an opponent holds at a decision, given how the opponent plays: ranges and posteriors."""

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
    """The posterior of the opponent's hand and of the last board, for the player to act.

    [opponent's hands, boards of the last street below the spot's board] given what the player sees
    and that the opponent plays this strategy; all 0 where the strategy never leads to the spot.
    """
    weights = weighed(game, infosets, spot)
    total = weights.sum()
    return weights / total if total else weights


def weighed(game: Game, infosets: Infosets, spot: Spot) -> Array:
    """[opponent's hands, boards] as `posterior`: the ways to deal, times the opponent's reach."""
    rules, mine = game.rules, spot.player
    ways = ways_with(rules, mine, spot.hand, rules.boards.after(spot.board))
    return ways * came_to(game, infosets, spot.betting, spot.board, 1 - mine)[:, None]


def drawn(game: Game, infosets: Infosets, spot: Spot, rng: Generator) -> tuple[int, int]:
    """Draw the opponent's hand and the last board from their `posterior`."""
    chances = posterior(game, infosets, spot)
    sums = np.cumsum(chances)
    place = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
    hand, last = divmod(place, chances.shape[1])
    return hand, game.rules.boards.after(spot.board)[last]


def range_at(
    game: Game, infosets: Infosets, betting: Betting, board: int, seat: int, *, some: bool = False
) -> Array:
    """[hands] a player's range at a betting: each hand's weight times its own reach probability.

    some: whether an action that no remaining hand takes is skipped, so that hands remain
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
    """[hands] a player's own reach probability of a betting, with each hand.

    held: [hands] the weight of each hand before the first action
    some: as `range_at`
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
