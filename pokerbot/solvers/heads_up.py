"""Public-chance-sampled CFR for heads-up hold'em (Johanson, Bard, Lanctot, Gibson & Bowling 2012).

An iteration deals a few boards. On each of them all hands of both players are updated, against all
hands of the other. Regrets and the average strategy are kept by bucket, and weighted linearly
(Brown & Sandholm 2019, Linear CFR). All-ins before the flop have their exact values over all
boards, not those on the boards dealt.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import kernels
from pokerbot.sequence.heads_up.board import Walker, played_by_both
from pokerbot.sequence.heads_up.buckets import Bucketing, Buckets, random_board
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import BettingTree, Sizes
from pokerbot.sequence.heads_up.walk import Play, unplayed
from pokerbot.sequence.operators.compiled.threads import share_out

SHARES, BOARDS = 8, 2
"""An iteration has 8 shares of 2 boards each; their results are added up in the shares' order."""


class BoardLearner:
    """Computes the updates of regrets and average on boards; it reuses its arrays, for one thread.

    flops: the buckets of the flops seen so far, a cache that several learners may share
    nodes: those of the tree
    """

    def __init__(
        self, tree: BettingTree, sizes: Sizes, flops: dict[tuple[int, ...], Buckets]
    ) -> None:
        self.nodes, self._jams = tree.nodes, Jams(tree)
        self._bucketing, self._walker = Bucketing(sizes, flops), Walker(tree)

    def learn(self, boards: list[Index], play: Play, jams: Array, into: Array) -> None:
        """Write what some boards add to regrets and average into `into` [2, cells].

        boards: the five cards of each
        play: the current strategy
        jams: the values of all-ins before the flop, as `Jams.values`
        """
        into[:] = 0
        regret, average = into
        for lying in boards:
            there = played_by_both(self._walker, lying, self._bucketing, play)
            there.walk(stops=self._jams.stops(there.board, jams), learned=(regret, average))
        kernels.made.settle(self.nodes, play, regret, average)


class Learn(Protocol):
    """Carries out all shares of an iteration."""

    def __call__(self, seed: int, iteration: int, play: Play, jams: Array, into: Array) -> None:
        """Write what each share adds to regrets and average into `into` [shares, 2, cells]."""


class Threads:
    """Carries out the shares of an iteration in `count` threads of this process."""

    def __init__(self, tree: BettingTree, sizes: Sizes, count: int = 1) -> None:
        flops: dict[tuple[int, ...], Buckets] = {}
        self._learners = [BoardLearner(tree, sizes, flops) for _ in range(SHARES)]
        self._count = count

    def __call__(self, seed: int, iteration: int, play: Play, jams: Array, into: Array) -> None:
        """As `Learn`."""
        dealt = deal(seed, iteration)
        share_out(
            lambda share: self._learners[share].learn(dealt[share], play, jams, into[share]),
            range(SHARES),
            self._count,
        )


def deal(seed: int, iteration: int) -> list[list[Index]]:
    """The boards of each share of an iteration, drawn from the seed and the iteration alone."""
    rng = np.random.default_rng([seed, iteration])
    return [[random_board(5, rng) for _ in range(BOARDS)] for _ in range(SHARES)]


class BlueprintSolver:
    """CFR by bucket: regrets and the sum of strategies, both [cells] in the order of a `Play`.

    iterations: how many there have been
    boards: how many boards an iteration deals
    """

    boards = SHARES * BOARDS

    def __init__(self, tree: BettingTree, sizes: Sizes, seed: int) -> None:
        self.tree, self.seed, self.iterations = tree, seed, 0
        self.unplayed = unplayed(tree.nodes, sizes.counts)
        self.regret, self.average = np.zeros((2, len(self.unplayed.cells)))
        self._learned = np.zeros((SHARES, 2, len(self.regret)))
        self._jams = Jams(tree)

    def iterate(self, learn: Learn) -> None:
        """Do one iteration; if `learn` raises an error, nothing has changed."""
        play, ahead = self._matched(self.regret), self.iterations + 1
        learn(self.seed, ahead, play, self._jams.values(play), self._learned)
        self.iterations = ahead
        keep = ahead / (ahead + 1)
        for regret, average in self._learned:
            self.regret += regret
            self.average += average
        self.regret *= keep
        self.average *= keep

    def _matched(self, of: Array) -> Play:
        """The strategy that plays actions in proportion to the positive numbers in `of`."""
        found = self.unplayed._replace(cells=np.zeros_like(of))
        kernels.made.match_regrets(self.tree.nodes, of, found)
        return found

    def strategy(self) -> Play:
        """The average strategy."""
        return self._matched(self.average)
