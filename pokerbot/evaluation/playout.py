"""Hands played out at random, many at a time, by profiles."""

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
    """Of each deal: both players' net chips [2, deals], the losses added up, and where it ended."""

    chips: Array
    lost: Array
    ends: Index


class Playout:
    """The positions of a game's betting as arrays, ends included, to walk many hands through.

    player: [positions] to act, OVER at an end
    after: the successors of all positions, one position after the other
    first: [positions] where its successors begin in `after`
    most: the most actions at any position
    row: [positions, boards] first row of the decision in the player's tree
    sure: [2, positions] each player's net chips where someone has folded, or the pot is split
    at_stake: [positions] how much more a player has who wins the showdown, 0 elsewhere
    came_from: the position and the action before each but the first
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
        """Play each deal once, every action drawn from the profile.

        Args:
            profile: a strategy for each seat.
            deals: the cards.
            rng: of every draw.
            losses: for a seat, what each of its actions [rows, hands] gives away.
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
