"""Plays many hands at once, with actions drawn from a profile."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerbot.games.betting import Action, legal_actions, payoffs, successor, walk
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, cumulative
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.showdown import showdown_signs

OVER = 2


class Outcomes(NamedTuple):
    """The outcomes of many deals.

    chips: [2, deals] both players' net chips
    lost: [deals] the sum of what the actions gave away
    ends: [deals] the position at which the hand ended
    """

    chips: Array
    lost: Array
    ends: Index


class Playout:
    """The positions of a game's betting as arrays, through which many hands are played at once.

    A position is a betting, which may be over.

    player: [positions] the player to act, `OVER` at an end
    after: the successors of all positions, one position's after the other's
    first: [positions] where each position's successors begin in `after`
    most: the largest number of actions at a position
    row: [positions, boards of the last street] the decision's first row in the player's tree
    sure: [2, positions] each player's net chips if someone has folded, or the pot is split
    at_stake: [positions] what the winner of a showdown gets besides; 0 elsewhere
    came_from: for each position but the first, the position before it and the action
    """

    def __init__(self, game: Game) -> None:
        self.rules, self.form = game.rules, compile_game(game)
        nodes = list(walk(self.rules))
        place = {node: index for index, node in enumerate(nodes)}
        after: list[list[int]] = []
        self.came_from: dict[int, tuple[int, Action]] = {}
        for index, node in enumerate(nodes):
            actions = legal_actions(self.rules, node)
            after.append([place[successor(self.rules, node, action)] for action in actions])
            for following, action in zip(after[-1], actions, strict=True):
                self.came_from[following] = index, action
        self.player = np.array([OVER if node.over else node.player for node in nodes])
        self.after = np.array([index for following in after for index in following])
        count = np.array([len(following) for following in after])
        self.first = np.cumsum(count) - count
        self.most = int(count.max())
        won, split = (
            np.array([payoffs(self.rules, node, who) if node.over else (0, 0) for node in nodes]).T
            for who in (0, None)
        )
        self.sure, self.at_stake = split.astype(np.float64), (won - split)[0]
        boards = self.rules.boards
        self.row = np.zeros((len(nodes), len(boards.cards)), dtype=np.intp)
        finals = [np.array(boards.after(board)) for board in range(len(boards.cards))]
        for tree in self.form.trees:
            for betting, board, rows in tree.decisions():
                self.row[place[betting], finals[board]] = rows.start

    def play(
        self,
        profile: Profile,
        deals: Deals,
        rng: np.random.Generator,
        losses: tuple[Array | None, Array | None] = (None, None),
    ) -> Outcomes:
        """Play each deal once, with every action drawn from the profile.

        Args:
            profile: a strategy for each seat.
            deals: the cards.
            rng: for all draws.
            losses: for each seat, the chips [rows, hands] that each action gives away, or None.
        """
        trees = self.form.trees
        ceilings = [
            cumulative(tree, sigma).ravel() for tree, sigma in zip(trees, profile, strict=True)
        ]
        position = np.zeros(len(deals.board), dtype=np.intp)
        lost = np.zeros(len(position))
        acting = np.arange(len(position))
        while acting.size:
            dice = rng.random(len(position))
            turn = self.player[position[acting]]
            for player, given_away in enumerate(losses):
                at = acting[turn == player]
                width = trees[player].hands
                cell = self.row[position[at], deals.board[at]] * width + deals.hands[player, at]
                action = np.zeros(len(at), dtype=np.intp)
                further = np.ones(len(at), dtype=bool)
                for step in range(self.most - 1):
                    ceiling = ceilings[player].take(cell + step * width, mode="clip")
                    further &= dice[at] >= ceiling
                    action += further
                if given_away is not None:
                    lost[at] += given_away.ravel()[cell + action * width]
                position[at] = self.after[self.first[position[at]] + action]
            acting = acting[self.player[position[acting]] != OVER]
        won = self.at_stake[position] * showdown_signs(self.rules, deals)
        chips: Array = self.sure[:, position] + np.stack([won, -won])
        return Outcomes(chips, lost, position)

    def actions(self, end: int) -> list[Action]:
        """The actions that lead to a position, in order."""
        found: list[Action] = []
        while end in self.came_from:
            end, action = self.came_from[end]
            found.insert(0, action)
        return found
