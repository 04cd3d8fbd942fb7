"""Hands on boards and walks over betting trees with NumPy.

Each function does the same as the function of that name in `compiled`, with the same arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.cards import CARDS, DIGITS, HandTables
from pokerbot.sequence.heads_up.tree import CHANCE, DECISION, SHOWDOWN, NodeArrays
from pokerbot.sequence.heads_up.walk import Aim, Held, Play, Stops, Way


def ordered(deck: HandTables, board: Index) -> tuple[Index, Index]:
    """As `buckets.ordered`."""
    ranks, suits = np.divmod(deck.cards, 4)
    row = deck.of_ranks[deck.sets[np.sort(board // 4) @ DIGITS]]
    value = row[ranks[:, 0], ranks[:, 1]]
    suit = int(np.bincount(board % 4).argmax())
    lying = board[board % 4 == suit] // 4
    if len(lying) > 2:
        held = np.where(suits == suit, 1 << ranks, 0)
        np.maximum(value, deck.of_suit[(1 << lying).sum() | held[:, 0] | held[:, 1]], out=value)
    taken = np.zeros(CARDS, bool)
    taken[board] = True
    value[taken[deck.cards].any(axis=1)] = -1
    return value, np.argsort(value, kind="stable")[int((value < 0).sum()) :]


def scores(deck: HandTables, board: Index) -> Index:
    """As `buckets.scores`.

    Hands that share a card are taken off, card by card; the hand itself is so taken off twice.
    """
    value, order = ordered(deck, board)
    there, found = value[order], np.zeros(len(value), np.intp)
    below, upto = (np.searchsorted(there, there, side) for side in ("left", "right"))
    most, cards = int(there[-1]) + 1, deck.cards[order]
    keys, least = cards * most + there[:, None], cards * most
    of_card = np.sort(keys, axis=None)
    before = np.searchsorted(of_card, least)
    sharing = [np.searchsorted(of_card, keys, side) - before for side in ("left", "right")]
    beaten, not_better = below - sharing[0].sum(axis=1), upto + 1 - sharing[1].sum(axis=1)
    found[order] = beaten + not_better
    return found


def potential(deck: HandTables, board: Index) -> tuple[Index, Index]:
    """As `buckets.potential`."""
    total, squares = np.zeros((2, len(deck.cards)), np.intp)
    left = np.setdiff1d(np.arange(CARDS), board)
    ahead = combinations(left, 5 - len(board))
    for found in (scores(deck, np.append(board, cards)) for cards in ahead):
        total += found
        squares += found * found
    return total, squares


@dataclass(frozen=True)
class _Meeting:
    """How the hands on a board meet, by running sums in order of strength, in all and by card."""

    held: Held

    @cached_property
    def _by_card(self) -> Index:
        """[hands × 2] the hands that hold each card, card after card, in order of strength."""
        found: Index = np.argsort(self.held.cards, axis=None, kind="stable") // 2
        return found

    @cached_property
    def _places(self) -> tuple[Index, Index, Index]:
        """Where the hands begin that tie with each hand, and where they end.

        Returns:
            [2, hands] both among all hands; [cards, 2, hands] both in `_by_card`, for each of the
            hand's two cards; [cards, 2, hands] where in `_by_card` that card begins and ends.
        """
        cards, ends = self.held.cards, self.held.ends
        hands, starts = len(cards), np.append(0, ends[:-1])
        which = np.repeat(np.arange(len(ends)), ends - starts)
        bounds = np.stack([starts[which], ends[which]])
        keys = cards.ravel()[np.argsort(cards, axis=None, kind="stable")] * hands + self._by_card
        own = cards.T[:, None]
        inner = np.searchsorted(keys, own * hands + bounds)
        outer = np.searchsorted(keys, (own + np.arange(2)[:, None]) * hands)
        return bounds, inner, outer

    def fold(self, reach: Array, amount: float) -> Array:
        """[hands] what hands win: `amount` from each of the other's hands that shares no card."""
        by_card = np.bincount(self.held.cards.ravel(), np.repeat(reach, 2), CARDS)
        first, second = by_card[self.held.cards.T]
        found: Array = amount * (reach.sum() - first - second + reach)
        return found

    def showdown(self, reach: Array, amount: float) -> Array:
        """[hands] what hands win at a showdown."""
        bounds, inner, outer = self._places
        total, by_card = _before(reach), _before(reach[self._by_card])
        won: Array = total[bounds].sum(axis=0) - total[-1]
        for sharing, whole in zip(by_card[inner], by_card[outer], strict=True):
            won -= sharing[0] + sharing[1] - whole[0] - whole[1]
        won *= amount
        return won


def _before(numbers: Array) -> Array:
    """[numbers + 1] the sum of the numbers before each, and of all."""
    found = np.zeros(len(numbers) + 1)
    np.cumsum(numbers, out=found[1:])
    return found


@dataclass(frozen=True)
class _Walk:
    """The arguments of a walk."""

    nodes: NodeArrays
    stops: Stops
    play: Play
    held: Held
    aim: Aim
    meeting: _Meeting

    def worth(self, node: int, reach: list[Array]) -> list[Array]:
        """[2][hands] what hands are worth to both at a node; only those whom `aim` sees matter."""
        place, kind = self.stops.at[node], self.nodes.kind[node]
        if place >= 0:
            self.stops.reach[place] = reach
            return [*self.stops.value[place]]
        if kind == CHANCE:
            return self.worth(int(self.nodes.first[node]), reach)
        if kind == DECISION:
            return self._decision(node, reach)
        amount, loser = float(self.nodes.amount[node]), int(self.nodes.player[node])
        found = [reach[1], reach[0]]
        for who in np.flatnonzero(self.aim.sees).tolist():
            if kind == SHOWDOWN:
                found[who] = self.meeting.showdown(found[who], amount)
            else:
                found[who] = self.meeting.fold(found[who], -amount if loser == who else amount)
        return found

    def _decision(self, node: int, reach: list[Array]) -> list[Array]:
        """`worth` at a decision; what is learned there is added to the arrays of `aim`."""
        nodes, aim = self.nodes, self.aim
        who, many, street = int(nodes.player[node]), int(nodes.below[node]), int(nodes.street[node])
        bucket, begin = self.held.buckets[who, street], int(self.play.offset[node])
        rows = int(self.play.rows[node])
        cells = slice(begin, begin + rows * many)
        played = self.play.cells[cells].reshape(-1, many)[bucket]
        own, other, learned = np.zeros(len(bucket)), np.zeros(len(bucket)), aim.regret[cells]
        for action in range(many):
            after = [*reach]
            after[who] = reach[who] * played[:, action]
            values = self.worth(int(nodes.first[node]) + action, after)
            if aim.sees[1 - who]:
                other += values[1 - who]
            if not aim.sees[who]:
                continue
            if street >= aim.best:
                own = np.maximum(own, values[who]) if action else values[who]
            else:
                own += played[:, action] * values[who]
            if aim.learn:
                learned[action::many] += np.bincount(bucket, values[who], rows)
        if aim.learn and aim.sees[who]:
            aim.reached[cells][::many] += np.bincount(bucket, reach[who], rows)
        return [other, own] if who else [own, other]


def walk_from(
    nodes: NodeArrays, stops: Stops, play: Play, held: Held, aim: Aim, way: Way, roots: Index,
    starts: Array, out: Array,
) -> None:  # fmt: skip
    """Walk from several roots, with the reach in `starts`; put what they are worth into `out`."""
    walk = _Walk(nodes, stops, play, held, aim, _Meeting(held))
    for place, root in enumerate(roots.tolist()):
        out[place] = walk.worth(root, [*starts[place]])


def _decisions(nodes: NodeArrays, play: Play) -> Iterator[tuple[int, slice, int]]:
    """Yield each decision's player, its cells, and its number of actions."""
    for node in np.flatnonzero(play.rows).tolist():
        many, begin = int(nodes.below[node]), int(play.offset[node])
        yield int(nodes.player[node]), slice(begin, begin + int(play.rows[node]) * many), many


def match_regrets(nodes: NodeArrays, regret: Array, play: Play) -> None:
    """Put into `play` the positive part of each regret, normalized; uniform where there is none."""
    for _, cells, many in _decisions(nodes, play):
        positive = np.maximum(regret[cells].reshape(-1, many), 0)
        total = (positive @ np.ones(many))[:, None]
        some = total > 0
        play.cells[cells] = np.where(some, positive / np.where(some, total, 1), 1 / many).ravel()


def settle(nodes: NodeArrays, play: Play, values: Array, reached: Array) -> None:
    """Turn what the walk has added up into what it adds to regrets and to the average, in place."""
    for _, cells, many in _decisions(nodes, play):
        played, gained, often = (x[cells].reshape(-1, many) for x in (play.cells, values, reached))
        gained -= np.einsum("ij,ij->i", gained, played)[:, None]
        often[:] = often[:, :1] * played


def advance(
    nodes: NodeArrays, sees: Index, kept: tuple[float, float, float], play: Play, values: Array,
    reached: Array, regret: Array, average: Array,
) -> None:  # fmt: skip
    """Update regrets and averages by what the walk has added up, which becomes 0."""
    for player, cells, many in _decisions(nodes, play):
        if not sees[player]:
            continue
        played, gained, often = (x[cells].reshape(-1, many) for x in (play.cells, values, reached))
        gained = gained - np.einsum("ij,ij->i", gained, played)[:, None]
        left = np.where(regret[cells] > 0, kept[0], kept[1])
        regret[cells] = left * regret[cells] + gained.ravel()
        average[cells] = kept[2] * average[cells] + (often[:, :1] * played).ravel()
        values[cells], reached[cells] = 0, 0
