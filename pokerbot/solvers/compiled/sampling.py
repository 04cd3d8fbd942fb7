"""Sampled gradients in machine code: deal by deal, visiting only what the draws pass."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.operators.compiled.sampled import FlatDeals, deal, sample_line


class DealSampler(NamedTuple):
    """How deals are drawn and traversed for a player, as in `SampledGradients`.

    batch: how many deals a gradient takes
    other, own: whether the opponent's actions and the player's own are drawn
    exploration: the share of uniform play in what own actions are drawn from
    player: whose gradient it is
    deals: the betting tree and the strengths of hands, as arrays
    """

    rng: np.random.Generator
    batch: int
    other: bool
    own: bool
    exploration: float
    player: int
    deals: FlatDeals


@jit
def gather(deals: FlatDeals, passed: Index, count: int, met: Index) -> int:
    """Write the terminals that follow the passed rows into `met`; return how many there are."""
    found = 0
    for place in range(count):
        for at in range(deals.ends[passed[place]], deals.ends[passed[place] + 1]):
            met[found] = deals.behind[at]
            found += 1
    return found


@jit
def visits(beside: Index, weight: Array, first: int, last: int) -> int:
    """How many of the decision nodes from `first` to `last` follow own rows with a weight above 0.

    beside: the own row before each decision node
    """
    visited = 0
    for node in range(first, last):
        visited += weight[beside[node]] > 0
    return visited


@partial(jit, allocates=True)
def sampled_gradient(
    draws: DealSampler, sigma: Array, other_sigma: Array, other_plan: Array, earned: Array
) -> int:
    """Add the mean gradient of a batch of deals to `earned`; return how many nodes were visited.

    Does the same as `SampledGradients`.
    """
    rng, batch, deals, player = draws.rng, draws.batch, draws.deals, draws.player
    rows, others, deck = len(deals.own.rows), len(deals.other.rows), deals.deck
    reach, chance = np.ones(others), np.ones(max(rows, others))
    weight = np.full(rows, 0.0 if draws.own else 1 / batch)
    taken, passed = np.zeros(rows, dtype=np.intp), np.zeros(others, dtype=np.intp)
    met = np.arange(len(deals.paid))
    cards = np.zeros(deck[2], np.intp)
    visited, drawn, count = 0, 0, len(met)
    for _ in range(batch):
        deal(rng, cards, deck[0], deck[1])
        own, held, board = cards[player], cards[1 - player], cards[2] if len(cards) > 2 else 0
        wins = float(np.sign(deals.strength[board, own] - deals.strength[board, held]))
        if draws.own:
            for place in range(drawn):
                weight[taken[place]] = 0.0
            drawn = sample_line(deals.own, board, own, sigma, draws.exploration, rng, taken, chance)
            for place in range(drawn):
                weight[taken[place]] = 1 / (batch * chance[taken[place]])
        if draws.other:
            passing = sample_line(deals.other, board, held, other_sigma, 0.0, rng, passed, chance)
            for place in range(passing):
                row = passed[place]
                visited += visits(deals.beside, weight, deals.nodes[row], deals.nodes[row + 1])
            count = gather(deals, passed, passing, met)
        else:
            for row in range(others):
                reach[row] = other_plan[deals.other.rows[row, board], held]
            visited += visits(deals.beside, weight, 0, len(deals.beside))
        for place in range(count):
            at = met[place]
            row, other = deals.paid[at], deals.faced[at]
            if reach[other] > 0:
                won = reach[other] * deals.chips[at] * (wins if deals.shown[at] else 1.0)
                earned[deals.own.rows[row, board], own] += won * weight[row]
    return visited
