"""Best responses that see the real cards, not buckets, from a street on.

A best response from the river on is computed on each board alone. One from the turn on must be the
same for all rivers, and so on for earlier streets: there the values of hands at the end of a street
are means over the cards that may come next, each with a walk of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import Abandoned
from pokerbot.games.all_in import CLASSES, meetings
from pokerbot.games.heads_up import TURNED
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up import cards
from pokerbot.sequence.heads_up.board import ROOT, BoardPlay, Walker, played_by_both
from pokerbot.sequence.heads_up.buckets import Bucketing
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, FOLD, BettingTree, ends_of_street
from pokerbot.sequence.heads_up.walk import Play


def pairs_of_hands(lying: int) -> int:
    """How many pairs of hands two players may hold, with this many cards on the table."""
    left = 52 - lying
    return comb(left, 2) * comb(left - 2, 2)


PAIRS, ALL_PAIRS = pairs_of_hands(5), pairs_of_hands(0)
"""The pairs of hands on a river, and before the flop."""


class Responses:
    """Best responses to a profile that plays by buckets.

    tree: the betting
    bucketing: the buckets of hands on boards
    play: the profile
    stopped: asked before each card that may come whether to end
    """

    def __init__(
        self,
        tree: BettingTree,
        bucketing: Bucketing,
        play: Play,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.tree, self.bucketing, self.play, self.stopped = tree, bucketing, play, stopped
        self._walker, self._jams = Walker(tree), Jams(tree)
        self._ends = [ends_of_street(tree.nodes, street) for street in range(3)]
        self._before_flop = np.flatnonzero(tree.nodes.street == 0)
        self._hands = np.bincount(cards.deck().classes)
        self._reach = self._reached()
        self._is_later: NDArray[np.bool_] = np.equal(tree.nodes.kind[self._ends[0]], CHANCE)

    def check(self) -> None:
        """Raise Abandoned if it is stopped."""
        if self.stopped():
            raise Abandoned

    def values(
        self, lying: Index, best: int, roots: Index = ROOT, reach: Array | None = None
    ) -> Array:
        """[roots, 2, all hands] the values of hands at some nodes on a board, × the other's reach.

        If there are cards to come, the values are means over all of them.

        Args:
            lying: the 3 to 5 cards of the board.
            best: from this street on, each player's values are those of a best response to the
                other's strategy.
            roots: the nodes; they end the street before, or are the root of the tree.
            reach: [roots, 2, all hands] both players' reach at the nodes, 1 by default.

        Raises:
            Abandoned: it is stopped before all cards to come have come.
        """
        here = self.on(lying)
        start = None if reach is None else here.board.part(reach)
        stops = None
        if len(lying) < 5:
            ends = self._ends[TURNED.index(len(lying))]

            def later(reach: Array) -> Array:
                total, come = np.zeros_like(reach), np.flatnonzero(reach.any(axis=(1, 2)))
                for card in np.setdiff1d(np.arange(52), lying):
                    self.check()
                    there = np.append(lying, card)
                    total[come] += self.values(there, best, ends[come], reach[come])
                return total

            stops = here.stops_before_cards(ends, later, roots=roots, reach=start)
        return here.board.whole(here.walk(roots=roots, reach=start, stops=stops, best=best))

    def on(self, lying: Index) -> BoardPlay:
        """How a board is played."""
        return played_by_both(self._walker, lying, self.bucketing, self.play)

    def after_flop(self, flop: Index) -> Array:
        """[ends, 2, classes] what best responses after a flop win, at the ends of the first street.

        All-ins before the flop have the value 0 here; `game` adds theirs.
        """
        ends = self._ends[0]
        later = ends[self.tree.nodes.kind[ends] == CHANCE]
        reach = np.stack([self._reach[end] for end in later.tolist()])
        values = self.values(flop, 1, later, reach[:, :, cards.deck().classes])
        found = np.zeros((len(ends), 2, len(CLASSES)))
        classes = cards.deck().classes
        for place, of_end in zip(np.flatnonzero(self._is_later), values, strict=True):
            for player in (0, 1):
                found[place, player] = np.bincount(classes, of_end[player])
        return found / self._hands

    def game(
        self, flops: Sequence[Array], best: int, chosen: Sequence[Array] | None = None
    ) -> Array:
        """[2] the value of the whole game for both players, from the values after some flops.

        The flops are a sample of all C(52, 3), of which a given pair of hands can see C(48, 3).

        Args:
            flops: the result of `after_flop` for each flop.
            best: 0 if each player plays a best response before the flop, too.
            chosen: the flops by whose values the actions of that best response are chosen; by
                default the same flops.
        """
        nodes, here = self.tree.nodes, self._before_flop
        known = [self._by_end(each) for each in (flops, flops if chosen is None else chosen)]
        place_of = {int(end): place for place, end in enumerate(self._ends[0])}
        worth = np.zeros((len(nodes.kind), 2, 2, len(CLASSES)))
        for node in here[::-1].tolist():
            if node in place_of:
                worth[node] = [each[place_of[node]] for each in known]
            elif nodes.kind[node] == FOLD:
                lost = nodes.amount[node] * np.array([1, -1]) * (1 if nodes.player[node] else -1)
                met = self._reach[node][::-1] @ meetings() / self._hands
                worth[node] = lost[:, None] * met
            else:
                self._back_up(node, worth, best)
        found: Array = (worth[0, 0] * self._hands).sum(axis=1) / ALL_PAIRS
        return found

    def _back_up(self, node: int, worth: Array, best: int) -> None:
        """Compute the values at a decision before the flop from those of the nodes after it."""
        nodes, who = self.tree.nodes, int(self.tree.nodes.player[node])
        after = worth[nodes.first[node] :][: nodes.below[node]]
        worth[node] = after.sum(axis=0)
        if best == 0:
            picked = after[:, 1, who].argmax(axis=0)
            worth[node, :, who] = np.take_along_axis(after[:, :, who], picked[None, None], 0)[0]
        else:
            worth[node, :, who] = (after[:, :, who] * self._played(node)[:, None]).sum(axis=0)

    def _by_end(self, flops: Sequence[Array]) -> Array:
        """[ends, 2, classes] the values at the ends of the first street, from a sample of flops."""
        values = np.mean([*flops], axis=0) * comb(52, 3) / comb(48, 3)
        jams = self._jams.over_all_boards(self.play)
        values[~self._is_later] = jams[self._jams.stop[self._ends[0][~self._is_later]]]
        found: Array = values
        return found

    def _played(self, node: int) -> Array:
        """[actions, classes] the profile's strategy at a decision before the flop."""
        return self.play.at(self.tree.nodes, node).T

    def _reached(self) -> dict[int, Array]:
        """[2, classes] both players' reach of each node before the flop."""
        nodes, found = self.tree.nodes, {0: np.ones((2, len(CLASSES)))}
        for node in self._before_flop.tolist():
            if nodes.kind[node] == DECISION:
                for action, played in enumerate(self._played(node)):
                    after = found[node].copy()
                    after[nodes.player[node]] *= played
                    found[int(nodes.first[node]) + action] = after
        return found
