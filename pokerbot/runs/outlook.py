"""What there is to solve of a spot, and about how long that takes, said before it begins."""

from __future__ import annotations

import math

from pokerbot.games.game import Game
from pokerbot.runs.backend import A_SORTED_CELL, AN_ITERATION, numpy_first
from pokerbot.runs.defaults import OF_POT
from pokerbot.runs.progress import clock
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import check_size, count_rows, memory_needed

USUAL, SLOWER = 200, 0.6
"""The iterations to 0.1 % of the pot, and to what power of the part they grow for smaller ones."""
A_COMPILED_CELL = 8e-9
"""About what an iteration in machine code takes for each cell, in seconds."""
SINGLE = "; regrets and averages are stored in single precision"
LOADING = 1.0
"""Seconds in which machine code is loaded that has been made before."""


def outlook(
    training: Training, iterations: int | None, target: float | None, seconds: float | None
) -> str:
    """Hands, decisions, cells, and about what memory and time it takes to the first limit."""
    trees, game = training.form.trees, training.game
    hands = " and ".join(f"{tree.hands:,}" for tree in trees)
    decisions = sum(len(tree.node) - 1 for tree in trees)
    cells = sum(tree.rows * tree.hands for tree in training.trained.trees)
    expected = _iterations(iterations, target, game.rules.pot)
    took = _seconds(expected, cells, training.numpy_until)
    return (
        f"{game.spec}: {hands} hands, {decisions:,} decisions, {cells:,} cells; about"
        f" {training.memory / 1e6:,.0f} MB and {clock(min(took, seconds or took))}"
        f"{SINGLE if training.precision == 'single' else ''}"
    )


def expected(game: Game, iterations: int | None, target: float | None) -> str:
    """The same about a spot that nothing is built of yet, where suits that are alike count twice.

    Raises:
        InputError: it does not fit in memory.
    """
    check_size(game)
    hands, rows = game.hands, count_rows(game.rules)
    cells = rows * sum(hands) // 2
    needed = _iterations(iterations, target, game.rules.pot)
    took = _seconds(needed, cells, numpy_first(cells, A_SORTED_CELL))
    return (
        f"{hands[0]:,} and {hands[1]:,} hands, {rows:,} nodes; about"
        f" {memory_needed(game) / 1e6:,.0f} MB and {clock(took)}"
    )


def _iterations(iterations: int | None, target: float | None, pot: float) -> float:
    """How many there may be."""
    needed = USUAL * (pot * OF_POT / target) ** SLOWER if target else math.inf
    return min(needed, iterations or math.inf)


def _seconds(iterations: float, cells: int, numpy_until: int | None) -> float:
    """How long they may take where machine code goes on after so many, if it does."""
    slowly = iterations if numpy_until is None else min(iterations, numpy_until)
    loading = LOADING if iterations > slowly else 0.0
    fast = (iterations - slowly) * A_COMPILED_CELL * cells if loading else 0.0
    return slowly * (AN_ITERATION + A_SORTED_CELL * cells) + loading + fast
