"""A game's betting as one tree for both players, whose columns are sampled deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.games.betting import payoffs
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import explored
from pokerbot.sequence.layout import NO_BOARDS, Layout
from pokerbot.sequence.operators import Operators


@dataclass(frozen=True, eq=False)
class Histories:
    """The bettings, numbered: those where somebody decides, the shorter first, then the ends.

    levels: [levels + 1] the first decision after so many actions, and the end
    starts: [decisions + 1] the first edge of each decision, and the end
    actor, row, child: [edges] who acts, that one's row where it is sampled, what follows; chance is
        player 3 where it moves on the way
    last: [decisions, players] the last row of each before each decision
    fixed, swing: [2, ends] what each player wins there whoever holds what, and by who wins the
        showdown
    """

    levels: Index
    starts: Index
    actor: Index
    row: Index
    child: Index
    last: Index
    fixed: Array
    swing: Array

    @property
    def decision(self) -> Index:
        """[edges] the decision that each belongs to."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    def by_edge(self, sides: Sequence[Array]) -> Array:
        """[edges, deals] from arrays [rows, deals] of all who act that of who acts."""
        found = np.empty((len(self.row), sides[0].shape[1]))
        for seat, side in enumerate(sides):
            at = self.actor == seat
            found[at] = side.take(self.row[at], axis=0)
        return found

    def reached(self, passed: Sequence[Array]) -> Array:
        """[decisions, deals] the product of the reach [rows, deals] of all who act."""
        found = np.ones((len(self.last), passed[0].shape[1]))
        for seat, each in enumerate(passed):
            found *= each.take(self.last[:, seat], axis=0)
        return found

    def values(
        self,
        player: int,
        sign: Array,
        sigma: Array,
        estimate: Callable[[Array, slice], Array],
    ) -> tuple[Array, Array]:
        """What the player wins: of every betting [bettings, deals] and every edge [edges, deals].

        sign: [deals] who wins the showdown; sigma: [edges, deals] the strategy; estimate: from the
        values behind some edges to those of the edges
        """
        count = len(self.starts) - 1
        values = np.zeros((count + self.fixed.shape[1], len(sign)))
        values[count:] = self.fixed[player][:, None] + self.swing[player][:, None] * sign
        edges = np.zeros_like(sigma)
        for begin, end in zip(self.levels[-2::-1], self.levels[:0:-1], strict=True):
            here = slice(int(self.starts[begin]), int(self.starts[end]))
            edges[here] = estimate(values.take(self.child[here], axis=0), here)
            first = self.starts[begin:end] - here.start
            values[begin:end] = np.add.reduceat(sigma[here] * edges[here], first, axis=0)
        return values, edges


@lru_cache(maxsize=4)
def compile_histories(game: Game) -> Histories:
    """The betting of a game of cards."""
    rules, found = game.rules, explored(game.rules)
    bare = [
        Layout(player, side, np.zeros(len(side.nodes), dtype=np.intp), NO_BOARDS).row[:, 0]
        for player, side in enumerate(found.decisions)
    ]
    decisions = [
        (tuple(before), seat, first, count)
        for seat, side in enumerate(found.decisions)
        for before, first, count in zip(side.before, side.first, side.actions, strict=True)
    ]
    length: dict[tuple[int, ...], int] = {(0, 0): 0}
    after = {each[0]: _children(*each) for each in decisions}
    ahead = [(0, 0)]
    for before in ahead:
        for child in after.get(before, ()):
            length[child] = length[before] + 1
            ahead.append(child)
    decisions.sort(key=lambda each: length[each[0]])
    number = {each[0]: at for at, each in enumerate(decisions)}
    number |= {tuple(last): len(decisions) + at for at, last in enumerate(found.last)}
    lengths = np.array([length[each[0]] for each in decisions])
    won = np.array(
        [[payoffs(rules, end, winner) for winner in (0, 1)] for end in found.ends], dtype=np.float64
    )
    folded = np.array([end.folded is not None for end in found.ends])
    counts = [count for *_, count in decisions]
    return Histories(
        np.searchsorted(lengths, np.arange(lengths[-1] + 2)),
        np.append(0, np.cumsum(counts)),
        np.repeat([seat for _, seat, _, _ in decisions], counts),
        np.concatenate([bare[seat][first : first + n] for _, seat, first, n in decisions]),
        np.array([number[child] for each in decisions for child in after[each[0]]]),
        np.array([[bare[0][one], bare[1][two]] for (one, two), *_ in decisions]),
        np.where(folded, won[:, 0].T, won.mean(axis=1).T),
        np.where(folded, 0.0, (won[:, 0] - won[:, 1]).T / 2),
    )


def _children(before: tuple[int, ...], seat: int, first: int, count: int) -> list[tuple[int, int]]:
    """Both players' last sequences after each action of a decision."""
    one, two = before
    rows = range(first, first + count)
    return [(row, two) if seat == 0 else (one, row) for row in rows]


def gradient_of(operators: Operators, sigma: Array, q: Array) -> Array:
    """The gradient whose backup by a strategy gives every sequence the value q [rows, hands]."""
    tree = operators.tree
    gradient = q.copy()
    np.subtract.at(gradient, tree.above[1:], operators.sums(sigma * q)[1:])
    return gradient
