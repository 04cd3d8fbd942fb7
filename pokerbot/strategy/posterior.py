"""What an opponent holds where a player has come to act, given how the opponent plays."""

from __future__ import annotations

from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.strategy.strategy import Infosets


def posterior(game: Game, infosets: Infosets, spot: Spot) -> dict[tuple[int, int], float]:
    """How likely the opponent's hand and the last board are, seen by the player to act.

    By (hand, board of the last street), given what the player sees, and that the opponent plays
    that strategy; empty where the strategy never lets one come here.
    """
    rules, mine = game.rules, spot.player
    taken = _taken(game, spot)
    weights = {}
    for other in range(len(rules.hands[1 - mine])):
        held = (other, spot.hand) if mine else (spot.hand, other)
        for board in rules.boards.after(spot.board):
            weight = rules.prior.ways(*held, rules.boards.cards[board])
            for node, shown, name in taken if weight else ():
                weight *= infosets[game.key(Spot(node, shown, other))][name]
            if weight:
                weights[other, board] = weight
    total = sum(weights.values())
    return {cards: weight / total for cards, weight in weights.items()}


def whole_range(game: Game, infosets: Infosets, spot: Spot) -> dict[int, float]:
    """The weight with which each of the opponent's hands comes here, the player's cards aside."""
    rules, theirs = game.rules, 1 - spot.player
    taken = _taken(game, spot)
    weights = {}
    for other in range(len(rules.hands[theirs])):
        if rules.alive(theirs, other, spot.board):
            weight = rules.prior.weight(theirs, other)
            for node, shown, name in taken:
                weight *= infosets[game.key(Spot(node, shown, other))][name]
            weights[other] = weight
    return weights


def _taken(game: Game, spot: Spot) -> list[tuple[Betting, int, str]]:
    """What the opponent did on the way: where, on which board, and the action."""
    rules = game.rules
    return [
        (at, rules.boards.at(spot.board, rules.street(at.round)), action.name)
        for at, action in along(rules, actions_to(rules, spot.betting))
        if at.player != spot.player
    ]
