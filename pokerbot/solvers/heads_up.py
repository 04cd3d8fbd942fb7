"""Public-chance-sampled CFR for the whole game (Johanson, Bard, Lanctot, Gibson & Bowling 2012).

An iteration deals a few boards, and on each updates every hand of both players against every hand
of the other. Regrets and the average strategy are kept by bucket, weighted linearly (Brown &
Sandholm 2019, Linear CFR). An all-in before the flop counts over all boards, not over that dealt.
"""

from __future__ import annotations

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import kernels
from pokerbot.sequence.heads_up.board import BOTH, Walker, board_of
from pokerbot.sequence.heads_up.buckets import Bucketing, Buckets, canonical
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import Sizes, Tree, cells_of
from pokerbot.sequence.heads_up.walk import Play, Stops
from pokerbot.sequence.operators.compiled.threads import share_out
from pokerbot.sequence.strengths import CARDS

SHARES, BOARDS = 8, 2
"""An iteration has so many shares of so many boards each; shares are added in their order."""


class BlueprintSolver:
    """CFR's state: regrets and the average strategy, in the cells of `cells_of`.

    iterations: how many there were; boards: how many each deals
    """

    boards = SHARES * BOARDS

    def __init__(self, tree: Tree, sizes: Sizes, seed: int, workers: int = 1) -> None:
        self.tree, self.seed, self.iterations = tree, seed, 0
        self._workers = workers
        self._counts = np.array(sizes.counts)
        self.offset, many = cells_of(tree.nodes, sizes.counts)
        self.regret, self.average = np.zeros(many), np.zeros(many)
        flops: dict[tuple[int, ...], Buckets] = {}
        self._bucketing = [Bucketing(sizes, flops) for _ in range(SHARES)]
        self._walkers = [Walker(tree) for _ in range(SHARES)]
        self._learned = np.zeros((SHARES, 2, many))
        self._jams = Jams(tree, self.offset)

    def iterate(self) -> None:
        """One iteration."""
        self.iterations += 1
        play = self._matched(self.regret)
        rng = np.random.default_rng([self.seed, self.iterations])
        dealt = [
            [canonical(rng.choice(CARDS, 5, replace=False)) for _ in range(BOARDS)]
            for _ in range(SHARES)
        ]
        jams = self._jams.values(play)
        share_out(
            lambda share: self._learn(share, dealt[share], play, jams), range(SHARES), self._workers
        )
        keep = self.iterations / (self.iterations + 1)
        for regret, average in self._learned:
            self.regret += regret
            self.average += average
        self.regret *= keep
        self.average *= keep

    def _learn(self, share: int, boards: list[Index], play: Play, jams: Array) -> None:
        """Put into the room of a share what its boards teach."""
        nodes, (regret, average) = self.tree.nodes, self._learned[share]
        self._learned[share] = 0
        bucketing, walker = self._bucketing[share], self._walkers[share]
        for lying in boards:
            board = board_of(bucketing.room, lying)
            buckets = bucketing.of(lying)[:, board.order].astype(np.intp)
            values = jams[:, :, buckets[0]]
            stops = Stops(self._jams.stop, np.zeros_like(values), values)
            walker.walk(
                board, np.stack([buckets, buckets]), play, stops=stops, learned=(regret, average)
            )
        nothing = (0.0, 0.0, 0.0)
        kernels.made.advance(
            nodes, self._counts, BOTH, nothing, play, regret, average, regret, average
        )

    def _matched(self, of: Array) -> Play:
        """To play in proportion to what is positive."""
        found = Play(self.offset, np.zeros_like(of))
        kernels.made.match_regrets(self.tree.nodes, self._counts, of, found)
        return found

    def strategy(self) -> Play:
        """The average strategy."""
        return self._matched(self.average)
