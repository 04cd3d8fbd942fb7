"""Forms as loops over single numbers take them: one array a field, terminals by row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.lines import Lines
from pokerbot.sequence.showdown import PairedHands, strengths

Place = NDArray[np.uint32]
"""Where in an array: half as long as `Index`, and no sign that a loop would have to look at.

No memory has room for the rows that these are too short for.
"""
Kinds = NDArray[np.int32]
"""As `FlatTerminals.meets`."""
BY_RANK = -1
"""What that is at a showdown of hands that rank as numbered; at folds it is less."""


class FlatTree(NamedTuple):
    """A player's decisions.

    starts: [decisions + 1] the first row of each, and the end
    above: [decisions] the row that each follows, its own one for the empty sequence
    """

    starts: Place
    above: Place


class FlatTerminals(NamedTuple):
    """Where a player's rows end hands, row by row.

    starts: [rows + 1] the first terminal of each row, and the end
    paid, faced: [terminals] the row, and the other's last one
    meets: [terminals] which of `weights`; where hands rank as numbered `BY_RANK` at a showdown, and
        at a fold, from there down, which of `removed`
    chips: [terminals] what is won there, with chance's weight where the hands are ranked
    removed: the part that a pair of equal hands lacks, whoever has which
    weights: [pairings, the other's hands, own hands]
    """

    starts: Place
    paid: Place
    faced: Place
    meets: Kinds
    chips: Array
    removed: Array
    weights: Array


class FlatFloor(NamedTuple):
    """A floor, as `Floor`: without rows where the player is free.

    free, least: [decisions, hands], [rows, hands]
    """

    free: Array
    least: Array


FREE = FlatFloor(np.zeros((0, 0)), np.zeros((0, 0)))


def flatten_tree(tree: Tree) -> FlatTree:
    """A player's decisions."""
    return FlatTree(_places(np.append(tree.starts, tree.rows)), _places(tree.above))


def flatten_terminals(tree: Tree) -> FlatTerminals:
    """Where a player's rows end hands."""
    faced, meets, scale = [], [], []
    weights: list[Array] = []
    removed: list[float] = []
    for ending in tree.terminals.endings:
        boards, n = ending.rows.shape
        faced.append(np.repeat(ending.rows.ravel(), 2))
        if isinstance(ending.hands, PairedHands):
            held = ending.hands.weights.shape[1]
            first = sum(map(len, weights))
            weights.append(ending.hands.weights.transpose(0, 2, 1, 3).reshape(-1, held, tree.hands))
            kinds = first + np.arange(2 * boards).reshape(boards, 1, 2)
            meets.append(np.broadcast_to(kinds, (boards, n, 2)).ravel())
            scale.append(np.ones(ending.size))
        else:
            # Whoever wins: but for a split pot, that is what a fold is worth.
            squared, fold = ending.hands.squared, BY_RANK - 1 - len(removed)
            meets.append(np.tile([fold, fold - 1 if squared else BY_RANK], boards * n))
            scale.append(np.full(ending.size, ending.hands.weight))
            removed += [ending.hands.removed, 1.0] if squared else [ending.hands.removed]
    at = tree.terminals.outcome
    counts = np.bincount(tree.terminals.row, minlength=tree.rows)
    none = np.zeros((0, tree.hands, tree.hands))
    return FlatTerminals(
        starts=_places(np.cumsum(np.append(0, counts))),
        paid=_places(tree.terminals.row),
        faced=_places(np.concatenate(faced)[at]),
        meets=np.concatenate(meets)[at].astype(np.int32),
        chips=tree.terminals.chips * np.concatenate(scale)[at],
        removed=np.array(removed),
        weights=np.ascontiguousarray(np.concatenate(weights) if weights else none),
    )


def _places(index: Index) -> Place:
    return index.astype(np.uint32)


@dataclass(frozen=True, eq=False)
class Flat:
    """Both players' trees as one: rows and decisions of player 1, then of player 2, as one count.

    rows, decisions: [3] the first of player 1, the first of player 2, and the end
    tree, ends: as `FlatTree` and `FlatTerminals`, of both
    """

    rows: Index
    decisions: Index
    hands: int
    tree: FlatTree
    ends: FlatTerminals

    def rows_of(self, player: int) -> slice:
        """Where a player's rows stand."""
        return slice(*self.rows[player : player + 2].tolist())

    def decisions_of(self, player: int) -> slice:
        """Where a player's decisions stand."""
        return slice(*self.decisions[player : player + 2].tolist())


def has_flat(form: Form) -> bool:
    """Whether both players have as many hands."""
    return form.trees[0].hands == form.trees[1].hands


@lru_cache(maxsize=4)
def flatten(form: Form) -> Flat:
    """Both players' trees as one."""
    first, second = map(flatten_tree, form.trees)
    one, other = map(flatten_terminals, form.trees)
    rows = form.trees[0].rows
    further = np.int32(len(one.weights)) * (other.meets > BY_RANK)
    return Flat(
        rows=np.array([0, rows, rows + form.trees[1].rows]),
        decisions=np.array([0, len(first.above), len(first.above) + len(second.above)]),
        hands=form.trees[0].hands,
        tree=FlatTree(
            starts=np.append(first.starts[:-1], rows + second.starts),
            above=np.append(first.above, rows + second.above),
        ),
        ends=FlatTerminals(
            starts=np.append(one.starts[:-1], one.starts[-1] + other.starts),
            paid=np.append(one.paid, rows + other.paid),
            faced=np.append(rows + one.faced, other.faced),
            meets=np.append(one.meets, other.meets + further),
            chips=np.append(one.chips, other.chips),
            removed=one.removed,
            weights=np.concatenate([one.weights, other.weights]),
        ),
    )


class FlatLines(NamedTuple):
    """The betting alone of both players, as `Flat`: the rows of one deal, whatever the cards.

    What lies behind a row is found without looking at the rest: the own decisions, the terminals
    that the other player is paid at, the decision nodes of both.

    starts: [decisions + 1] the first row of each decision
    below: [rows, 2] the first decision behind each row, and where they end
    roots: the first row of player 1, the first of player 2, and the end
    rows: [rows, boards] the row of `Flat` under each board
    sides: the first terminal of player 1, the first of player 2, and the end
    ends: [rows + 1] where those behind each row begin in `behind`
    behind: [terminals] the terminals, by the other's last row
    paid, faced, shown: [terminals] who is paid's last row, the other's, whether it is a showdown
    chips: [terminals] what is won there
    nodes: [rows + 1] the first decision node behind each row
    beside: [2 × nodes] the other player's last row before it
    strength: [boards, hands] what the showdown compares
    deck: ranks, suits (0 where cards come back), and how many cards are dealt
    """

    starts: Index
    below: Index
    roots: Index
    rows: Index
    sides: Index
    ends: Index
    behind: Index
    paid: Index
    faced: Index
    shown: Index
    chips: Array
    nodes: Index
    beside: Index
    strength: Index
    deck: Index


def flatten_lines(lines: Lines, flat: Flat) -> FlatLines:
    """The betting alone of both players."""
    trees = [side.tree for side in lines.sides]
    own = [0, trees[0].rows, trees[0].rows + trees[1].rows]
    parts = [
        (
            tree.starts + own[player],
            np.append(-0.5, tree.above[1:]) + own[player],  # the root is behind no row
            side.rows + flat.rows[player],
            tree.terminals.row + own[player],
            side.reached[tree.terminals.outcome // 2] + own[1 - player],
            tree.terminals.outcome % 2,
            tree.terminals.chips,
            side.before + own[:2],
        )
        for player, (tree, side) in enumerate(zip(trees, lines.sides, strict=True))
    ]
    starts, above, rows, paid, faced, shown, chips, before = (
        np.ascontiguousarray(np.concatenate(both)) for both in zip(*parts, strict=True)
    )
    passed, beside = np.concatenate([before, before[:, ::-1]]).T
    behind, nodes = (np.argsort(by, kind="stable") for by in (faced, passed))
    every = np.arange(own[2] + 1)
    ahead = [np.searchsorted(above, every[:-1]), np.searchsorted(above, every[:-1], "right")]
    deck = lines.rules.deck
    return FlatLines(
        starts=np.append(starts, own[2]),
        below=np.stack(ahead, axis=1),
        roots=np.array(own),
        rows=rows,
        sides=np.cumsum([0, *(len(tree.terminals.row) for tree in trees)]),
        ends=np.searchsorted(faced[behind], every),
        behind=behind,
        paid=paid,
        faced=faced,
        shown=shown,
        chips=chips,
        nodes=np.searchsorted(passed[nodes], every),
        beside=beside[nodes],
        strength=np.unique(strengths(lines.rules), return_inverse=True)[1].reshape(
            strengths(lines.rules).shape
        ),
        deck=np.array([deck.ranks, deck.suits or 0, 2 + lines.rules.has_board]),
    )
