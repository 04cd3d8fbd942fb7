"""Forms as loops over single numbers take them: one array a field, terminals by row."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Alike, Tree
from pokerbot.sequence.lines import Lines
from pokerbot.sequence.showdown import (
    FOLD,
    SHOWDOWN,
    PairedHands,
    RankedHands,
    SortedHands,
    strengths,
)

Place = NDArray[np.uint32]
"""Where in an array: half as long as `Index`, and no sign that a loop would have to look at.

No memory has room for the rows that these are too short for.
"""
Places = NDArray[np.uint32]
"""The same in two dimensions."""
Kinds = NDArray[np.int32]
"""As `FlatTerminals.meets`."""
BY_RANK = -1
"""What that is at a showdown of hands that rank as numbered; at folds it is less."""


class FlatTree(NamedTuple):
    """A player's decisions.

    starts: [decisions + 1] the first row of each, and the end
    above: [decisions] the row that each follows, its own one for the empty sequence
    below: [rows + 1] the first decision that follows each row, and the end
    maps, same, others, by: as `Alike`, nothing where each board stands for itself
    """

    starts: Place
    above: Place
    below: Place
    maps: Places
    same: Place
    others: Place
    by: Place


class FlatSorted(NamedTuple):
    """Hands in order of strength, as `SortedHands`.

    finals: [boards, 2] the first board of the last street that may come of each, and the end, for
        the boards of one street after the other
    alive, other_alive: [boards, own hands], [boards, the other's] as `SortedHands`
    weights, other_weights: [finals, own hands], [finals, the other's] as `SortedHands`
    order, other_order: likewise, the weaker before the stronger
    beaten, tied: [finals, own hands] of each in that order, how many of the other's are weaker, and
        are weaker or as strong
    cards, other_cards: [own hands, private], [the other's, private] of each hand
    same: [own hands] which of the other's is the same, -1 where none is
    deck: how many cards there are, up to the last one in a hand
    """

    finals: Places
    alive: Array
    other_alive: Array
    weights: Array
    other_weights: Array
    order: Places
    other_order: Places
    beaten: Places
    tied: Places
    cards: Places
    other_cards: Places
    same: Kinds
    deck: int


class FlatTerminals(NamedTuple):
    """Where a player's rows end hands, row by row.

    starts: [rows + 1] the first terminal of each row, and the end
    paid, faced: [terminals] the row, and the other's last one
    meets: [terminals] which of `weights`; where hands rank as numbered `BY_RANK` at a showdown, and
        at a fold, from there down, which of `removed`; where they are sorted, for each board three:
        a fold, a showdown, and one that counts whoever wins it
    chips: [terminals] what is won there, with chance's weight where hands do not meet in pairs
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


class FlatEndings(NamedTuple):
    """All that a player's gradient is made of.

    sorted: how the hands of all terminals meet; None where they are not sorted
    rows: [1, 2] all rows, as ranges of them are told
    """

    terminals: FlatTerminals
    sorted: FlatSorted | None
    rows: Index


class FlatFloor(NamedTuple):
    """A floor, as `Floor`: without rows where the player is free.

    free, least: [decisions, hands], [rows, hands]
    """

    free: Array
    least: Array


FREE = FlatFloor(np.zeros((0, 0)), np.zeros((0, 0)))


NONE = np.zeros(0, dtype=np.intp)
ALONE = Alike(NONE.reshape(0, 0), np.zeros((0, 1)), NONE, NONE, NONE)


def flatten_tree(tree: Tree) -> FlatTree:
    """A player's decisions."""
    below = 1 + np.searchsorted(tree.above[1:], np.arange(tree.rows + 1))
    starts = np.append(tree.starts, tree.rows)
    alike = tree.alike or ALONE
    told = alike.maps, alike.same, alike.others, alike.by
    return FlatTree(*map(_places, (starts, tree.above, below, *told)))


@lru_cache(maxsize=8)
def flatten_endings(tree: Tree) -> FlatEndings:
    """Where a player's rows end hands.

    Raises:
        InputError: hands meet in a way that there is no machine code for.
    """
    faced, meets, scale = [], [], []
    weights: list[Array] = []
    removed: list[float] = []
    in_order: list[SortedHands] = []
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
        elif isinstance(ending.hands, RankedHands):
            # Whoever wins: but for a split pot, that is what a fold is worth.
            squared, fold = ending.hands.squared, BY_RANK - 1 - len(removed)
            meets.append(np.tile([fold, fold - 1 if squared else BY_RANK], boards * n))
            scale.append(np.full(ending.size, ending.hands.weight))
            removed += [ending.hands.removed, 1.0] if squared else [ending.hands.removed]
        elif isinstance(ending.hands, SortedHands) and len(in_order) == len(meets):
            kinds = 3 * (sum(map(_boards, in_order)) + np.arange(boards)).reshape(boards, 1, 1)
            outcomes = [FOLD, 2 * SHOWDOWN if ending.hands.squared else SHOWDOWN]
            meets.append(np.broadcast_to(kinds + outcomes, (boards, n, 2)).ravel())
            each = [ending.hands.scale * ending.hands.runouts, ending.hands.scale]
            scale.append(np.tile(each, boards * n))
            in_order.append(ending.hands)
        else:
            kind = type(ending.hands).__name__
            raise InputError(f"{kind} have no machine code; the backend numpy has them")
    at = tree.terminals.outcome
    counts = np.bincount(tree.terminals.row, minlength=tree.rows)
    none = np.zeros((0, 1, 1))
    terminals = FlatTerminals(
        starts=_places(np.cumsum(np.append(0, counts))),
        paid=_places(tree.terminals.row),
        faced=_places(np.concatenate(faced)[at]),
        meets=np.concatenate(meets)[at].astype(np.int32),
        chips=tree.terminals.chips * np.concatenate(scale)[at],
        removed=np.array(removed),
        weights=np.ascontiguousarray(np.concatenate(weights) if weights else none),
    )
    every = np.array([[0, tree.rows]])
    return FlatEndings(terminals, flatten_sorted(in_order) if in_order else None, every)


def _boards(hands: SortedHands) -> int:
    return len(hands.finals)


def flatten_sorted(streets: list[SortedHands]) -> FlatSorted:
    """Hands in order of strength, whose arrays are the same in all streets."""
    hands = streets[0]
    own_order = np.argsort(hands.beaten + hands.tied, axis=1, kind="stable")
    return FlatSorted(
        finals=_places(np.concatenate([each.finals for each in streets])),
        alive=np.concatenate([each.alive for each in streets]),
        other_alive=np.concatenate([each.other_alive for each in streets]),
        weights=hands.weights,
        other_weights=hands.other_weights,
        order=_places(own_order),
        other_order=_places(hands.order),
        beaten=_places(np.take_along_axis(hands.beaten, own_order, axis=1)),
        tied=_places(np.take_along_axis(hands.tied, own_order, axis=1)),
        cards=_places(hands.cards),
        other_cards=_places(hands.other_cards),
        same=hands.same.astype(np.int32),
        deck=1 + int(max(hands.cards.max(), hands.other_cards.max())),
    )


def _places(index: Index) -> Place:
    return index.astype(np.uint32)


class FlatBetting(NamedTuple):
    """A player's decisions in the betting alone: the rows of one deal, whatever the cards.

    starts: [decisions + 1] the first row of each decision, and the end
    below: [rows, 2] the first decision behind each row, and where they end
    rows: [rows, boards] the row of the compiled game under each board of the last street
    """

    starts: Index
    below: Index
    rows: Index


class FlatLines(NamedTuple):
    """What a player earns in the betting alone, found by the rows that the other passes.

    own, other: both players' decisions
    ends: [the other's rows + 1] where the terminals behind each row begin in `behind`
    behind: [terminals] the player's terminals, by the other's last row
    paid, faced, shown: [terminals] the last row, the other's, whether it is a showdown
    chips: [terminals] what is won there
    nodes: [the other's rows + 1] the first decision node, of both players, behind each row
    beside: [nodes] the player's last row before it
    strength: [boards, hands] what the showdown compares
    deck: ranks, suits (0 where cards come back), and how many cards are dealt
    """

    own: FlatBetting
    other: FlatBetting
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


def flatten_betting(lines: Lines, player: int) -> FlatBetting:
    """A player's decisions in the betting alone."""
    side = lines.sides[player]
    # No row is above the empty sequence.
    above, every = np.append(-1, side.tree.above[1:]), np.arange(side.tree.rows)
    below = [np.searchsorted(above, every, way) for way in ("left", "right")]
    rows = side.rows[:, lines.rules.boards.first[-2] :]
    return FlatBetting(
        starts=np.append(side.tree.starts, side.tree.rows),
        below=np.stack(below, axis=1),
        rows=np.ascontiguousarray(rows),
    )


def flatten_lines(lines: Lines, player: int) -> FlatLines:
    """What a player earns in the betting alone."""
    side, other = lines.sides[player], lines.sides[1 - player]
    ends = side.tree.terminals
    faced = side.reached[ends.outcome // 2]
    before = np.concatenate([each.before for each in lines.sides])
    passed, beside = before[:, 1 - player], before[:, player]
    behind, nodes = (np.argsort(by, kind="stable") for by in (faced, passed))
    every = np.arange(other.tree.rows + 1)
    deck, (compared, _) = lines.rules.deck, strengths(lines.rules)
    return FlatLines(
        own=flatten_betting(lines, player),
        other=flatten_betting(lines, 1 - player),
        ends=np.searchsorted(faced[behind], every),
        behind=behind,
        paid=ends.row,
        faced=faced,
        shown=ends.outcome % 2,
        chips=ends.chips,
        nodes=np.searchsorted(passed[nodes], every),
        beside=beside[nodes],
        strength=np.unique(compared, return_inverse=True)[1].reshape(compared.shape),
        deck=np.array([deck.ranks, deck.suits or 0, 2 + lines.rules.has_board]),
    )
