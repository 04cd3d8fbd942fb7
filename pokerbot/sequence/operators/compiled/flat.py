"""Forms as loops in machine code take them: named tuples of arrays, terminals sorted by row."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Alike, Tree
from pokerbot.sequence.showdown import (
    FOLD,
    SHOWDOWN,
    Order,
    PairedHands,
    RankedHands,
    SortedHands,
)

Index32 = NDArray[np.uint32]
"""Indices of 32 bits: half as long as `Index`, and without a sign that loops would have to check.

No memory has room for so many rows that 32 bits are too few.
"""
Flags = NDArray[np.bool_]
Signed32 = NDArray[np.int32]
"""Integers of 32 bits that may be below 0."""
BY_RANK = -1
"""The kernel of a showdown of hands that rank as numbered; those of folds are below it."""


class FlatTree(NamedTuple):
    """A player's decisions.

    starts: [decisions + 1] the first row of each decision, and the end
    above: [decisions] the row that each decision follows; its own row for the empty sequence
    below: [rows + 1] the first decision that follows each row, and the end
    maps, same, others, by: as `Alike`; empty where each board stands for itself
    """

    starts: Index32
    above: Index32
    below: Index32
    maps: Index32
    same: Index32
    others: Index32
    by: Index32


class FlatSorted(NamedTuple):
    """Hands in order of strength: an `Order`, and the boards of all streets that it is used in.

    finals, street_alive, other_street_alive: `finals`, `alive` and `other_alive` of `SortedHands`,
        of one street after the other
    order, other_order: [finals, own hands], [finals, the other's] the hands from the weakest to the
        strongest
    beaten, tied: as in `Order`, but [finals, own hands in their order]
    deck: how many cards there are, up to the last one in a hand
    """

    finals: Index32
    street_alive: Flags
    other_street_alive: Flags
    weight: Array
    other_weight: Array
    alive: Flags
    other_alive: Flags
    order: Index32
    other_order: Index32
    beaten: Index32
    tied: Index32
    cards: Index32
    other_cards: Index32
    same: Signed32
    deck: int


class FlatTerminals(NamedTuple):
    """Where a player's rows end hands, row by row.

    starts: [rows + 1] the first terminal of each row, and the end
    paid, faced: [terminals] the row, and the other's last row
    kernel: [terminals] how the hands of both players meet there. Pair by pair: an index into
        `weights`, from 0 up. Hands that rank as numbered: `BY_RANK` (-1) at a showdown; at a fold
        -2 - i, which uses removed[i]. Sorted hands: 3 * board + 0 for a fold, 1 for a showdown, 2
        for a showdown that counts whoever wins it
    chips: [terminals] what is won there, with chance's weight where hands do not meet in pairs
    removed: the part of its weight that a pair of equal hands lacks, as `RankedHands`
    weights: [pairings, the other's hands, own hands] chance's weights, signed at a showdown
    kernels: how many kernels there are, where no hands rank as numbered
    first: what is added to each kernel, so that the terminals of one board serve another
    """

    starts: Index32
    paid: Index32
    faced: Index32
    kernel: Signed32
    chips: Array
    removed: Array
    weights: Array
    kernels: int
    first: int


class FlatEndings(NamedTuple):
    """All that a player's gradient is made of.

    terminals: where the player's rows end hands
    sorted: how the hands of all terminals meet; None where they are not sorted
    rows: [1, 2] all rows, as a single range
    """

    terminals: FlatTerminals
    sorted: FlatSorted | None
    rows: Index


class FlatFloor(NamedTuple):
    """A floor, as `Floor`; its arrays have no rows where the player is free.

    free: [decisions, hands] what is left free
    least: [rows, hands] the least probabilities
    """

    free: Array
    least: Array


NO_FLOOR = FlatFloor(np.zeros((0, 0)), np.zeros((0, 0)))


def even_floor(tree: Tree, epsilon: float) -> FlatFloor:
    """The floor with the same least probability for all of a player's actions; none for 0."""
    if not epsilon:
        return NO_FLOOR
    free = np.repeat(1 - epsilon * tree.choices, tree.hands, axis=1)
    return FlatFloor(free, np.full(tree.shape, epsilon))


NONE = np.zeros(0, dtype=np.intp)
ALONE = Alike(NONE.reshape(0, 0), np.zeros((0, 1)), NONE, NONE, NONE)


def flatten_tree(tree: Tree) -> FlatTree:
    """A player's decisions as the loops take them."""
    below = 1 + np.searchsorted(tree.above[1:], np.arange(tree.rows + 1))
    starts = np.append(tree.starts, tree.rows)
    alike = tree.alike or ALONE
    told = alike.maps, alike.same, alike.others, alike.by
    return FlatTree(*map(index32, (starts, tree.above, below, *told)))


@lru_cache(maxsize=8)
def flatten_endings(tree: Tree) -> FlatEndings:
    """Where a player's rows end hands, as the loops take it.

    Raises:
        InputError: hands meet in a way that there is no machine code for.
    """
    faced, kernels, scale, count = [], list[NDArray[Any]](), [], 0
    weights: list[Array] = []
    removed: list[float] = []
    in_order: list[SortedHands] = []
    for ending in tree.terminals.endings:
        (boards, n), hands = ending.rows.shape, ending.hands
        board = np.arange(boards).reshape(boards, 1, 1)
        if isinstance(hands, PairedHands):
            kinds, pays = count + 2 * board + [FOLD, SHOWDOWN], (1.0, 1.0)
            pairs = hands.weights.transpose(0, 2, 1, 3)
            weights.append(pairs.reshape(-1, *pairs.shape[2:]))
            count += 2 * boards
        elif isinstance(hands, RankedHands):
            # A squared showdown pays as a fold does, whoever wins, but nothing for a split pot.
            fold, pays = BY_RANK - 1 - len(removed), (hands.weight, hands.weight)
            kinds = np.array([fold, fold - 1 if hands.squared else BY_RANK])
            removed += [hands.removed, 1.0] if hands.squared else [hands.removed]
        elif isinstance(hands, SortedHands) and len(in_order) == len(kernels):
            kinds = count + 3 * board + [FOLD, 2 * SHOWDOWN if hands.squared else SHOWDOWN]
            pays = hands.scale * hands.runouts, hands.scale
            in_order.append(hands)
            count += 3 * boards
        else:
            kind = type(hands).__name__
            raise InputError(f"{kind} have no machine code; the backend numpy has them")
        faced.append(np.repeat(ending.rows.ravel(), 2))
        kernels.append(np.broadcast_to(kinds, (boards, n, 2)).ravel())
        scale.append(np.tile(pays, boards * n))
    at = tree.terminals.outcome
    counts = np.bincount(tree.terminals.row, minlength=tree.rows)
    none = np.zeros((0, 1, 1))
    terminals = FlatTerminals(
        starts=index32(np.cumsum(np.append(0, counts))),
        paid=index32(tree.terminals.row),
        faced=index32(np.concatenate(faced)[at]),
        kernel=np.concatenate(kernels)[at].astype(np.int32),
        chips=tree.terminals.chips * np.concatenate(scale)[at],
        removed=np.array(removed),
        weights=np.ascontiguousarray(np.concatenate(weights) if weights else none),
        kernels=count,
        first=0,
    )
    every = np.array([[0, tree.rows]])
    return FlatEndings(terminals, flatten_sorted(in_order) if in_order else None, every)


def flatten_sorted(streets: list[SortedHands]) -> FlatSorted:
    """Hands in order of strength, with the boards of all streets; the order is the same in each."""
    return flatten_order(streets[0].order)._replace(
        finals=index32(np.concatenate([each.finals for each in streets])),
        street_alive=np.concatenate([each.alive for each in streets]),
        other_street_alive=np.concatenate([each.other_alive for each in streets]),
    )


@lru_cache(maxsize=8)
def flatten_order(hands: Order) -> FlatSorted:
    """As `flatten_sorted`, without the boards of any street."""
    own_order = np.argsort(hands.beaten + hands.tied, axis=1, kind="stable")
    return FlatSorted(
        finals=np.zeros((0, 2), np.uint32),
        street_alive=hands.alive[:0],
        other_street_alive=hands.other_alive[:0],
        weight=hands.weight,
        other_weight=hands.other_weight,
        alive=hands.alive,
        other_alive=hands.other_alive,
        order=index32(own_order),
        other_order=index32(hands.order),
        beaten=index32(np.take_along_axis(hands.beaten, own_order, axis=1)),
        tied=index32(np.take_along_axis(hands.tied, own_order, axis=1)),
        cards=index32(hands.cards),
        other_cards=index32(hands.other_cards),
        same=hands.same.astype(np.int32),
        deck=1 + int(max(hands.cards.max(), hands.other_cards.max())),
    )


def index32(index: NDArray[Any]) -> Index32:
    """Indices as loops take them."""
    return np.ascontiguousarray(index, dtype=np.uint32)
