"""From rules to arrays: one walk through the betting, laid out for both players."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import lru_cache

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import count_actions, net
from pokerbot.games.catalogue import Game
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Form, Line, Payoffs
from pokerbot.sequence.groups import MOST_CELLS, group
from pokerbot.sequence.layout import Layout, Walk, explore
from pokerbot.sequence.showdown import FOLD, MOST_DENSE, SHOWDOWN, Kernel, hands_of, is_dense

ARRAYS_AT_WORK = 16
"""How many arrays of a strategy's size a solver and an evaluation hold at once."""

MOST_OF_MEMORY = 0.8
"""The part of this machine's memory that a game may take."""

BYTES_A_NODE = 600
"""What the walk keeps of each betting."""

_explored = lru_cache(maxsize=4)(explore)


@lru_cache(maxsize=4)
def compile_game(game: Game) -> Form:
    """The sequence form of a game.

    Raises:
        InputError: it would not fit in this machine's memory; said before anything is built.
    """
    _check_size(game)
    rules, found = game.rules, _explored(game.rules)
    layouts = _layouts(rules)
    trees = tuple(
        layout.tree(rules.deck.ranks, _payoffs(rules, found, layouts, player))
        for player, layout in enumerate(layouts)
    )
    traversal = sum(
        rules.deck.orders(2 + rules.shows_board(node.round))
        for side in found.decisions
        for node in side.nodes
    )
    return Form(game, (trees[0], trees[1]), traversal)


@lru_cache(maxsize=4)
def compile_lines(game: Game) -> tuple[Line, Line]:
    """The betting of a game for sampling: `compile_game` with deals for columns, no boards."""
    found, full = _explored(game.rules), _layouts(game.rules)
    bare = [
        Layout(player, side, np.zeros(len(side.nodes), dtype=bool), 1)
        for player, side in enumerate(found.decisions)
    ]
    lines = []
    for player, layout in enumerate(bare):
        ends = _Terminals(found, player, np.arange(len(found.ends)))
        own = layout.row[ends.own, 0]
        tree = layout.tree(1, _sorted(layout.rows, own, ends.outcome, ends.chips, ()))
        rows = np.empty_like(full[player].row)
        rows[layout.row[:, 0]] = full[player].row
        last = np.array(found.decisions[player].before, dtype=np.intp)[tree.node[1:]]
        before = np.stack([bare[side].row[last[:, side], 0] for side in (0, 1)], axis=1)
        lines.append(Line(tree, rows, bare[1 - player].row[ends.reached, 0], before))
    return lines[0], lines[1]


@lru_cache(maxsize=4)
def _layouts(rules: Rules) -> tuple[Layout, Layout]:
    """Both players' rows, with the public card told apart."""
    boards = len(rules.boards(len(rules.rounds) - 1))
    first, second = (
        Layout(
            player, side, np.array([rules.shows_board(node.round) for node in side.nodes]), boards
        )
        for player, side in enumerate(_explored(rules).decisions)
    )
    return first, second


def _check_size(game: Game) -> None:
    """Refuse a game whose arrays would take more than the memory of this machine."""
    rules = game.rules
    actions = count_actions(rules)
    rows = sum(count * len(rules.boards(round_)) for round_, count in enumerate(actions))
    hands = rules.deck.ranks
    needed = rows * hands * 8 * ARRAYS_AT_WORK + sum(actions) * BYTES_A_NODE
    if is_dense(rules):
        needed += 2 * hands * hands * 8 * sum(len(rules.boards(r)) for r in range(len(actions)))
    available = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > MOST_OF_MEMORY * available:
        raise InputError(
            f"{game.spec} would take about {needed / 2**30:,.1f} GiB of memory;"
            f" this machine has {available / 2**30:,.1f} GiB"
        )


class _Terminals:
    """Some of the ends of the betting as one player sees them, boards not told apart.

    own: [ends] the player's last sequence; reached: the other's sequences that end hands here;
    outcome: [ends] which of the outcomes it is, two for each in `reached`; chips: [ends] won.
    """

    def __init__(self, found: Walk, player: int, at: Index) -> None:
        ends = [found.ends[end] for end in at]
        last = np.array(found.last, dtype=np.intp)[at]
        self.own = last[:, player]
        self.reached, place = np.unique(last[:, 1 - player], return_inverse=True)
        kind = np.array([SHOWDOWN if end.folded is None else FOLD for end in ends])
        self.outcome = 2 * place + kind
        won = np.array([net(end, 0) for end in ends], dtype=np.float64)
        self.chips = np.where(kind == FOLD, -won, won) if player else won


def _payoffs(rules: Rules, found: Walk, layouts: tuple[Layout, Layout], player: int) -> Payoffs:
    """One player's terminals and the kernels they draw on: before the public card, and after."""
    own, other = layouts[player], layouts[1 - player]
    kernels: list[Kernel] = []
    rows, outcomes, chips = [], [], []
    shown = np.array([rules.shows_board(end.round) for end in found.ends])
    for on_board in (False, True):
        at = np.flatnonzero(shown == on_board)
        if not at.size:
            continue
        ends = _Terminals(found, player, at)
        round_ = found.ends[at[0]].round
        boards = np.arange(len(rules.boards(round_)))[:, None]
        first = sum(kernel.size for kernel in kernels) + 2 * boards * len(ends.reached)
        kernels.append(Kernel(other.row[ends.reached, boards], hands_of(rules, round_)))
        rows.append(own.row[ends.own, boards].ravel())
        outcomes.append((ends.outcome + first).ravel())
        chips.append(np.tile(ends.chips, len(boards)))
    row, outcome, won = (np.concatenate(parts) for parts in (rows, outcomes, chips))
    payoffs = _sorted(own.rows, row, outcome, won, tuple(kernels))
    if rules.deck.ranks > MOST_DENSE:
        return payoffs
    return replace(payoffs, chips=np.repeat(payoffs.chips, rules.deck.ranks, axis=1))


def _sorted(
    rows: int, row: Index, outcome: Index, chips: Array, kernels: tuple[Kernel, ...]
) -> Payoffs:
    """Payoffs by own row; a row that ends no hand is given a terminal that pays nothing."""
    endless = np.setdiff1d(np.arange(rows), row)
    row, outcome, chips = (
        np.concatenate([row, endless]),
        np.concatenate([outcome, np.zeros_like(endless)]),
        np.concatenate([chips, np.zeros(len(endless))]),
    )
    order = np.argsort(row, kind="stable")
    return Payoffs(
        kernels=kernels,
        outcomes=outcome[order],
        chips=chips[order][:, None],
        groups=group(np.searchsorted(row[order], np.arange(rows)), len(row)),
        matrix=_worth(rows, row, outcome, chips),
    )


def _worth(rows: int, row: Index, outcome: Index, chips: Array) -> Array | None:
    """The `Payoffs.matrix` of terminals in these rows, None where it would be large."""
    outcomes = 2 * (int(outcome.max()) // 2 + 1)
    if rows * outcomes > MOST_CELLS:
        return None
    matrix = np.zeros((rows, outcomes))
    np.add.at(matrix, (row, outcome), chips)
    return matrix
