"""Sampled gradients in machine code, a deal at a time: only what its draws pass is looked at."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numba import typeof, types

from pokerbot.io.machine_code import compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.flat import FlatLines
from pokerbot.sequence.operators.compiled.loops import LINES, deal, line


class Draws(NamedTuple):
    """How deals are drawn and traversed, as `SampledGradients`.

    batch: deals a gradient, 0 where gradients are exact
    other, own: whether the opponent's actions and the player's are drawn
    """

    rng: np.random.Generator
    batch: int
    other: bool
    own: bool
    exploration: float
    lines: FlatLines


DRAWS = types.NamedTuple(
    [
        typeof(np.random.default_rng()),
        types.intp,
        types.boolean,
        types.boolean,
        types.float64,
        LINES,
    ],
    Draws,
)


@compiled
def gather(lines: FlatLines, passed: Index, count: int, met: Index) -> int:
    """The terminals behind the rows that are passed, into `met`; how many."""
    found = 0
    for place in range(count):
        for at in range(lines.ends[passed[place]], lines.ends[passed[place] + 1]):
            met[found] = lines.behind[at]
            found += 1
    return found


@compiled
def visits(lines: FlatLines, weight: Array, first: int, last: int) -> int:
    """How many of some decision nodes lie where the other player's row has a weight, too."""
    visited = 0
    for node in range(first, last):
        visited += weight[lines.beside[node]] > 0
    return visited


@partial(compiled, allocates=True)
def sampled_gradient(draws: Draws, sigma: Array, plan: Array, earned: Array, player: int) -> int:
    """As `SampledGradients`: add the mean over a batch of deals to `earned`; the nodes visited."""
    rng, batch, lines = draws.rng, draws.batch, draws.lines
    own_root, root, end = lines.roots[player], lines.roots[1 - player], lines.roots[2 - player]
    rows, deck = len(lines.rows), lines.deck
    reach, chance = np.ones(rows), np.ones(rows)
    weight = np.full(rows, 0.0 if draws.own else 1 / batch)
    taken, passed = np.zeros(rows, dtype=np.intp), np.zeros(rows, dtype=np.intp)
    met = np.arange(lines.sides[player], lines.sides[player + 1])
    cards = np.zeros(deck[2], np.intp)
    visited, drawn, count = 0, 0, len(met)
    for _ in range(batch):
        deal(rng, cards, deck[0], deck[1])
        own, held, board = cards[player], cards[1 - player], cards[2] if len(cards) > 2 else 0
        wins = float(np.sign(lines.strength[board, own] - lines.strength[board, held]))
        if draws.own:
            for place in range(drawn):
                weight[taken[place]] = 0.0
            drawn = line(lines, board, own, sigma, draws.exploration, rng, taken, chance, own_root)
            for place in range(drawn):
                weight[taken[place]] = 1 / (batch * chance[taken[place]])
        if draws.other:
            drawn_other = line(lines, board, held, sigma, 0.0, rng, passed, chance, root)
            for place in range(drawn_other):
                row = passed[place]
                visited += visits(lines, weight, lines.nodes[row], lines.nodes[row + 1])
            count = gather(lines, passed, drawn_other, met)
        else:
            for row in range(root, end):
                reach[row] = plan[lines.rows[row, board], held]
            visited += visits(lines, weight, lines.nodes[root], lines.nodes[end])
        for place in range(count):
            at = met[place]
            row, other = lines.paid[at], lines.faced[at]
            if reach[other] > 0:
                won = reach[other] * lines.chips[at] * (wins if lines.shown[at] else 1.0)
                earned[lines.rows[row, board], own] += won * weight[row]
    return visited
