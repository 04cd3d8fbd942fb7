"""Compiles rules to arrays: one walk through the betting, laid out for both players."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from operator import mul

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.betting import count_actions, payoffs
from pokerbot.games.catalogue import HOLDEM, game_of, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import with_one_size
from pokerbot.games.rules import Rules
from pokerbot.games.suits import classes
from pokerbot.io.compiler import compiles
from pokerbot.io.garbage import not_looked_through
from pokerbot.io.machine import give_back, memory
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.form import Endings, Form, Terminals
from pokerbot.sequence.layout import Layout, Walk, explore, in_order, streets_of
from pokerbot.sequence.listed import compile_listed
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, deals_of, hands_of, is_paired, strengths

WHOLE = 16 * 8
"""How many bytes a solver and an evaluation hold at once for each cell: 16 arrays in double."""

BOARD_BY_BOARD = {"double": 2 * 8, "single": 2 * 4, "half": 2 * 2}
"""The same where the last street is solved board by board: for regrets and average alone, by their
precision.
"""
BESIDES, A_ROW = 181_000_000, 300
"""What that takes besides, in bytes: for machine code and libraries, and for each row."""

VAST = 1 << 20
"""A game with so many cells is solved board by board. A turn of a million cells then takes half of
the memory and a sixth longer, as strategies are matched twice; single precision makes up for that.
"""

MOST_OF_MEMORY = 0.8
"""The part of the memory that a game may take."""

BYTES_A_PAIR = 56
"""How many bytes a pair of hands takes besides while its weights are made."""

BYTES_A_NODE = 600
"""How many bytes the walk keeps for each node of the betting."""

ROOMS = tuple(f"{__name__.partition('.')[0]}.{room}." for room in ("games", "sequence"))
"""The rooms whose caches hold large objects."""

explored = lru_cache(maxsize=4)(explore)


@contextmanager
def games_forgotten() -> Iterator[None]:
    """Clear the caches of games before a block and after it.

    So a loop over many large games, each of which is needed once, holds one of them at a time.
    Objects from before the block are left out of garbage collection: with machine code loaded, to
    look through them takes half a second.
    """
    forget_games()
    with not_looked_through():
        try:
            yield
        finally:
            forget_games()
            gc.collect()


def forget_games() -> None:
    """Clear the caches of the last few objects that were derived from games."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(ROOMS):
            for found in vars(module).values():
                if hasattr(found, "cache_parameters") and found.cache_parameters()["maxsize"]:
                    found.cache_clear()


def compile_game(game: Game) -> Form:
    """The sequence form of a game.

    Raises:
        InputError: it would not fit in memory; that is checked before anything is built.
    """
    return _compile(game, game.label, game.tree)


@lru_cache(maxsize=4)
def _compile(game: Game, label: str, tree: object) -> Form:
    """As `compile_game`; equal games with different labels or trees have forms of their own."""
    if not game.has_cards:
        return compile_listed(game, game.ends)
    check_size(game, usual(game, "half"))
    rules, found = game.rules, explored(game.rules)
    layouts = layouts_of(rules)
    trees = tuple(
        layout.tree(len(rules.hands[player]), _terminals(rules, found, layouts, player))
        for player, layout in enumerate(layouts)
    )
    deals = [deals_of(rules, street) for street in range(rules.boards.streets)]
    traversal = sum(
        deals[rules.street(node.round)] for side in found.decisions for node in side.nodes
    )
    form = Form(game, (trees[0], trees[1]), traversal)
    if is_vast(form):
        layouts_of.cache_clear()
        strengths.cache_clear()
        give_back()
    return form


def as_form(game: Game | Form | str) -> Form:
    """The form of a game, of one by name, or the form itself.

    Raises:
        InputError: there is no such game, or it would not fit in memory.
    """
    if isinstance(game, Form):
        return game
    return compile_game(game_of(game))


@lru_cache(maxsize=4)
def layouts_of(rules: Rules) -> tuple[Layout, Layout]:
    """The layout of both players' rows, one row for each sequence and board."""
    streets = streets_of(rules.boards)
    first, second = (
        Layout(player, side, _streets(rules, side.nodes), streets)
        for player, side in enumerate(explored(rules).decisions)
    )
    return first, second


def _streets(rules: Rules, nodes: Sequence[Betting]) -> Index:
    """[nodes] the street of each betting."""
    by_round = [rules.street(round_) for round_ in range(len(rules.rounds))]
    return np.array([by_round[node.round] for node in nodes], dtype=np.intp)


def memory_needed(game: Game, a_cell: int | None = None, *, merged: bool = True) -> int:
    """About how many bytes solving a game takes.

    a_cell: bytes for each cell; None for the way in which the game is usually solved.
    merged: whether boards that differ in suits alone are merged.
    """
    rules, boards = game.rules, boards_apart(game, merged=merged)
    a_cell = usual(game) if a_cell is None else a_cell
    cells = cells_apart(game, merged=merged)
    needed = cells * a_cell + sum(count_actions(rules)) * BYTES_A_NODE
    if a_cell < WHOLE:
        needed += BESIDES + A_ROW * count_rows(game)
    if is_paired(rules):
        first, second = map(len, rules.hands)
        needed += first * second * (2 * 8 * sum(boards) + BYTES_A_PAIR)
    return needed


def usual(game: Game, precision: str = "single") -> int:
    """The bytes for each cell, where large spots are solved board by board in this precision."""
    by_board = game.is_spot and boards_apart(game)[-1] > 1 and cells_apart(game) >= VAST
    return BOARD_BY_BOARD[precision] if by_board and compiles() else WHOLE


def is_vast(form: Form) -> bool:
    """Whether a form is so large that its last street is best solved board by board."""
    return sum(tree.rows * tree.hands for tree in form.trees) >= VAST


def boards_apart(game: Game, *, merged: bool = True) -> list[int]:
    """How many boards of each round of betting are told apart when a game is solved.

    merged: whether boards that differ in suits alone are merged wherever they can be
    """
    rules, boards = game.rules, game.rules.boards
    streets = [boards.of(street) for street in range(boards.streets)]
    apart = [*map(len, streets)]
    if merged and game.is_spot and not game.locks:
        first = classes(rules).first
        apart = [sum(first[board] == board for board in street) for street in streets]
    return [apart[rules.street(round_)] for round_ in range(len(rules.rounds))]


def count_rows(game: Game, *, merged: bool = False) -> int:
    """How many sequences both players have together on `boards_apart`, without building them."""
    return sum(map(mul, count_actions(game.rules), boards_apart(game, merged=merged)))


def cells_apart(game: Game, *, merged: bool = True) -> int:
    """How many cells both players have together on `boards_apart`, without building them."""
    return count_rows(game, merged=merged) * sum(game.hands) // 2


def check_size(game: Game, a_cell: int | None = None, *, merged: bool = True) -> None:
    """Check that a game fits in memory, without building anything; arguments as `memory_needed`.

    Raises:
        InputError: its arrays would take more than the memory that there is.
    """
    needed, available = memory_needed(game, a_cell, merged=merged), memory()
    if needed > MOST_OF_MEMORY * available:
        raise InputError(
            f"{game.spec} would take about {needed / 2**30:,.1f} GiB of memory;"
            f" there is {available / 2**30:,.1f} GiB{_smaller(game)}"
        )


def _smaller(game: Game) -> str:
    """Advice for a spot that does not fit: machine code, fewer sizes, or smaller ranges."""
    if not game.is_spot:
        return ""
    for said, precision in (("", "single"), (" with --precision half", "half")):
        needed = memory_needed(game, usual(game, precision))
        if needed <= MOST_OF_MEMORY * memory():
            return f"; by dcfr in machine code it takes {needed / 2**30:,.1f} GiB{said}"
    if (fewest := with_one_size(game.parameters)) == game.parameters:
        return "; smaller ranges take less"
    least = memory_needed(make_game(HOLDEM.name, fewest))
    with_one = f"with one size of each kind it would take {least / 2**30:,.1f} GiB"
    return f"; {with_one}, and smaller ranges take less"


class SeatEnds:
    """Some ends of the betting as one player sees them, boards not told apart.

    What an end pays is the sum over its terminals of `chips` times the outcome. A showdown with
    rake has two terminals: the stake, whose outcome is who wins, and the cost, which is paid
    whoever wins, as after a fold. All other ends have one terminal.

    at: the ends, by their numbers in `found`
    own: [terminals] the player's last sequence
    reached: the other's last sequences at these ends, each of which has two outcomes
    outcome: [terminals] the number of its outcome
    chips: [terminals] what is won, times the outcome
    """

    def __init__(self, rules: Rules, found: Walk, player: int, at: Index) -> None:
        ends = [found.ends[end] for end in at]
        last = np.array(found.last, dtype=np.intp)[at]
        own = last[:, player]
        self.reached, place = np.unique(last[:, 1 - player], return_inverse=True)
        won, lost = (
            np.array([payoffs(rules, end, winner)[player] for end in ends], dtype=np.float64)
            for winner in (player, 1 - player)
        )
        kind = np.array([SHOWDOWN if end.folded is None else FOLD for end in ends])
        stake, cost = np.where(kind == FOLD, won, (won - lost) / 2), (won + lost) / 2
        raked = np.flatnonzero((kind == SHOWDOWN) & (cost != 0))
        self.own = np.append(own, own[raked])
        self.outcome = np.append(2 * place + kind, 2 * place[raked] + FOLD)
        self.chips = np.append(stake, cost[raked])


def _terminals(rules: Rules, found: Walk, layouts: tuple[Layout, Layout], player: int) -> Terminals:
    """One player's terminals on all boards, street by street."""
    own, other = layouts[player], layouts[1 - player]
    endings: list[Endings] = []
    rows, outcomes, chips = [], [], []
    ended = _streets(rules, found.ends)
    for street in np.flatnonzero(np.bincount(ended)).tolist():
        ends = SeatEnds(rules, found, player, np.flatnonzero(ended == street))
        boards = np.array(rules.boards.of(street))[:, None]
        before = sum(ending.size for ending in endings)
        first = before + 2 * np.arange(len(boards))[:, None] * len(ends.reached)
        hands = hands_of(rules, street, player)
        endings.append(Endings(other.row[ends.reached, boards], hands, street))
        rows.append(own.row[ends.own, boards].ravel())
        outcomes.append((ends.outcome + first).ravel())
        chips.append(np.tile(ends.chips, len(boards)))
    row, outcome, won = (np.concatenate(parts) for parts in (rows, outcomes, chips))
    return in_order(row, outcome, won, tuple(endings))
