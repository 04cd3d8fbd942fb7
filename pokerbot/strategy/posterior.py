"""What an opponent holds where a player has come to act, given how the opponent plays."""

from __future__ import annotations

from itertools import product

from pokerbot.games.betting import Betting, actions_to, start, successor
from pokerbot.games.catalogue import Game
from pokerbot.strategy.strategy import Infosets


def posterior(
    game: Game, infosets: Infosets, betting: Betting, card: int, board: int | None
) -> dict[tuple[int, int | None], float]:
    """How likely the opponent's card and the public card are, seen by the player to act.

    By (card, public card, turned up yet or not), given the player's own card, the public card if
    it lies on the table, and that the opponent plays that strategy; empty where the strategy never
    lets one come here.
    """
    rules, mine = game.rules, betting.player
    last = rules.boards(len(rules.rounds) - 1)
    at, taken = start(rules), []
    for action in actions_to(rules, betting):
        if at.player != mine:
            taken.append((at, rules.shows_board(at.round), action.name))
        at = successor(rules, at, action)
    weights = {}
    for other, public in product(range(rules.deck.ranks), last if board is None else [board]):
        weight: float = rules.deck.ways(card, other, public)
        for node, shows, name in taken if weight else ():
            weight *= infosets[game.key(node, public if shows else None, other)][name]
        if weight:
            weights[other, public] = weight
    total = sum(weights.values())
    return {cards: weight / total for cards, weight in weights.items()}
