"""Sampled gradients in machine code, a deal at a time: only what its draws pass is looked at."""

from __future__ import annotations

from functools import partial

import numpy as np

from pokerbot.io.machine_code import compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.loops import deal, line


@compiled
def gather(passed: Index, count: int, ends: Index, behind: Index, met: Index) -> int:
    """The terminals behind the rows that are passed, into `met`; how many."""
    found = 0
    for place in range(count):
        for at in range(ends[passed[place]], ends[passed[place] + 1]):
            met[found] = behind[at]
            found += 1
    return found


@compiled
def visits(weight: Array, beside: Index, first: int, last: int) -> int:
    """How many of some decision nodes lie where the other player's row has a weight, too."""
    visited = 0
    for node in range(first, last):
        visited += weight[beside[node]] > 0
    return visited


@partial(compiled, allocates=True)
def sampled_gradient(
    rng: np.random.Generator, batch: int, draws_other: bool, draws_own: bool, exploration: float,
    starts: Index, below: Index, roots: Index, rows: Index, terminals: Index, ends: Index,
    behind: Index, paid: Index, faced: Index, shown: Index, chips: Array, nodes: Index,
    beside: Index, strength: Index, deck: Index, sigma: Array, plan: Array, earned: Array,
    player: int,
) -> int:  # fmt: skip
    """As `SampledGradients`: add the mean over a batch of deals to `earned`; the nodes visited."""
    own_root, root, end = roots[player], roots[1 - player], roots[2 - player]
    reach, chance = np.ones(len(rows)), np.ones(len(rows))
    weight = np.full(len(rows), 0.0 if draws_own else 1 / batch)
    taken, passed = np.zeros(len(rows), dtype=np.intp), np.zeros(len(rows), dtype=np.intp)
    met, cards = np.arange(terminals[player], terminals[player + 1]), np.zeros(deck[2], np.intp)
    visited, drawn, count = 0, 0, len(met)
    for _ in range(batch):
        deal(rng, cards, deck[0], deck[1])
        own, held, board = cards[player], cards[1 - player], cards[2] if len(cards) > 2 else 0
        wins = float(np.sign(strength[board, own] - strength[board, held]))
        if draws_own:
            for place in range(drawn):
                weight[taken[place]] = 0.0
            seen = rows, board, own, sigma, exploration
            drawn = line(starts, below, *seen, rng, taken, chance, own_root)
            for place in range(drawn):
                weight[taken[place]] = 1 / (batch * chance[taken[place]])
        if draws_other:
            drawn_other = line(
                starts, below, rows, board, held, sigma, 0.0, rng, passed, chance, root
            )
            for place in range(drawn_other):
                row = passed[place]
                visited += visits(weight, beside, nodes[row], nodes[row + 1])
            count = gather(passed, drawn_other, ends, behind, met)
        else:
            for row in range(root, end):
                reach[row] = plan[rows[row, board], held]
            visited += visits(weight, beside, nodes[root], nodes[end])
        for place in range(count):
            at = met[place]
            if reach[faced[at]] > 0:
                won = reach[faced[at]] * chips[at] * (wins if shown[at] else 1.0)
                earned[rows[paid[at], board], own] += won * weight[paid[at]]
    return visited
