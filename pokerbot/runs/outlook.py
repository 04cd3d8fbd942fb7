"""The size of a game to be solved, and estimates of memory and time, told before it begins."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.holdem import unused_sizes
from pokerbot.io.machine import cores, memory
from pokerbot.runs.backend import A_SORTED_CELL, AN_ITERATION, numpy_first
from pokerbot.runs.defaults import OF_POT
from pokerbot.runs.limits import Limits
from pokerbot.runs.progress import clock
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import (
    MOST_OF_MEMORY,
    boards_apart,
    cells_apart,
    check_size,
    count_rows,
    memory_needed,
)

USUAL, SLOWER = 200, 0.6
"""About `USUAL` iterations lead to 0.1 % of the pot; to 1/x of that, x**SLOWER times as many."""
A_COMPILED_CELL, A_COMPILED_ROW = 8e-9, 0.3e-6
"""About how many seconds an iteration in machine code takes for each cell, and for each sequence.

With few hands, as on flops with small ranges, most of the time goes to the sequences.
"""
STORED = {
    "single": "; regrets and averages are stored in single precision",
    "half": "; regrets and averages are stored in 16 bits",
}
LOADING = 1.0
"""Seconds in which machine code is loaded that has been compiled before."""
A_BOARD = 4e-3
"""About how many seconds it takes to build and to evaluate each board of a spot's last street."""

SOME = 25
"""The time of many boards is estimated from about this many of them."""


def outlook(training: Training, limits: Limits) -> str:
    """In words: hands, decisions, cells, and estimates of memory and of time to the first limit."""
    trees, game = training.form.trees, training.game
    hands = " and ".join(f"{tree.hands:,}" for tree in trees)
    decisions = sum(len(tree.node) - 1 for tree in trees)
    rows = sum(tree.rows for tree in training.trained.trees)
    cells = sum(tree.rows * tree.hands for tree in training.trained.trees)
    took = _seconds(_iterations(limits, game), rows, cells, training.numpy_until)
    return (
        f"{game.spec}: {hands} hands, {decisions:,} decisions, {cells:,} cells;"
        f" {_megabytes(training.memory)} and {clock(min(took, limits.seconds or took))}"
        f"{STORED.get(training.precision, '')}{_unused(game)}"
    )


def expected(game: Game, limits: Limits) -> str:
    """As `outlook`, for a spot that has not been compiled.

    Raises:
        InputError: it does not fit in memory.
    """
    check_size(game)
    hands, rows = game.hands, count_rows(game)
    return (
        f"{hands[0]:,} and {hands[1]:,} hands, {rows:,} nodes;"
        f" {_megabytes(memory_needed(game))} and"
        f" {clock(seconds_expected(game, limits))}{_unused(game)}"
    )


def tell_unused(games: Iterable[Game], tell: Callable[[str], object]) -> None:
    """Call `tell` with a text for each spot that gives sizes which are never used."""
    for game in dict.fromkeys(games):
        if said := _unused(game, f"{game.spec}: "):
            tell(said)


def _unused(game: Game, before: str = "; ") -> str:
    """What `tell_unused` tells of a game, after the text `before`; empty if all sizes are used."""
    key = unused_sizes(game.parameters) if game.is_spot else ""
    return f"{before}{key} has no effect on the first street" if key else ""


def _megabytes(needed: float) -> str:
    return f"about {needed / 1e6:,.0f} MB" if needed >= 1e6 else "under 1 MB"


def seconds_expected(game: Game, limits: Limits) -> float:
    """An estimate of the seconds to build, solve and evaluate a spot on one thread."""
    cells = cells_apart(game)
    rows, numpy_until = 2 * cells / sum(game.hands), numpy_first(cells, A_SORTED_CELL)
    solving = _seconds(_iterations(limits, game), rows, cells, numpy_until)
    return solving + A_BOARD * boards_apart(game)[-1]


def expected_of_all(games: Sequence[Game], at_once: int | None, limits: Limits) -> str:
    """As `expected`, for many boards of a spot, each of which is solved on one thread.

    at_once: how many are solved at the same time, None if that is not known

    Raises:
        InputError: that many at the same time do not fit in memory.
    """
    largest = max(_largest(games), key=memory_needed)
    check_size(largest)
    some = games[:: math.ceil(len(games) / SOME)]
    took = sum(seconds_expected(each, limits) for each in some)
    took *= len(games) / len(some)
    first, second = largest.hands
    what = f"{first:,} and {second:,} hands, {cells_apart(largest):,} cells at most"
    needed = memory_needed(largest)
    if at_once is None:
        each = f"{_megabytes(needed)} each"
        return f"{len(games):,} boards, {what}; {each}, {clock(took)} in all{_unused(largest)}"
    count = min(at_once, len(games))
    if count * needed > MOST_OF_MEMORY * memory():
        raise InputError(
            f"{count} boards at a time would take about {count * needed / 2**30:,.1f} GiB of"
            f" memory; there is {memory() / 2**30:,.1f} GiB"
        )
    return (
        f"{len(games):,} boards, {what}; {count} at a time"
        f" {_megabytes(count * needed)} and {clock(took / min(count, cores()))} in all"
        f"{_unused(largest)}"
    )


def _largest(games: Sequence[Game]) -> Iterable[Game]:
    """For each number of suits on the board, the game with the most hands.

    Memory depends on both: with fewer suits more of the later boards are alike.
    """
    by_hands = sorted(games, key=lambda each: sum(each.hands))
    return {len({card % 4 for card in each.rules.public}): each for each in by_hands}.values()


def _iterations(limits: Limits, game: Game) -> float:
    """An estimate of how many iterations it takes to the first limit."""
    usual, target = game.rules.pot * OF_POT, limits.target
    needed = USUAL * (usual / target) ** SLOWER if target else math.inf
    return min(needed, limits.iterations or math.inf)


def _seconds(iterations: float, rows: float, cells: int, numpy_until: int | None) -> float:
    """An estimate of the seconds that iterations take.

    rows, cells: of both players together
    numpy_until: the iteration after which machine code goes on, None if it does not
    """
    slowly = iterations if numpy_until is None else min(iterations, numpy_until)
    loading = LOADING if iterations > slowly else 0.0
    compiled = A_COMPILED_CELL * cells + A_COMPILED_ROW * rows
    fast = (iterations - slowly) * compiled if loading else 0.0
    return slowly * (AN_ITERATION + A_SORTED_CELL * cells) + loading + fast
