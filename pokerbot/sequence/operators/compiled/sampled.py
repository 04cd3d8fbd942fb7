"""A game whose columns are sampled deals, as loops in machine code take it, and how it is drawn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerbot.io.machine_code import jit
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.sampled import SampledDeals
from pokerbot.sequence.showdown import strengths


class FlatBetting(NamedTuple):
    """A player's decisions in the betting alone: the rows of one deal, whatever the cards.

    starts: [decisions + 1] the first row of each decision, and the end
    below: [rows, 2] the first decision behind each row, and where they end
    rows: [rows, boards] the row of the compiled game under each board of the last street
    """

    starts: Index
    below: Index
    rows: Index


class FlatDeals(NamedTuple):
    """What a player earns in the betting alone, found by the rows that the other passes.

    own, other: both players' decisions
    ends: [the other's rows + 1] where in `behind` the terminals after each of these rows begin
    behind: [terminals] the player's terminals, sorted by the other's last row
    paid, faced: [terminals] the player's last row, and the other's
    shown: [terminals] whether it is a showdown
    chips: [terminals] what is won, times the outcome
    nodes: [the other's rows + 1] the first decision node, of either player, after each row
    beside: [nodes] the player's last row before the node
    strength: [boards, hands] the strengths of hands
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


def flatten_betting(deals: SampledDeals, player: int) -> FlatBetting:
    """A player's decisions in the betting alone."""
    side = deals.sides[player]
    # No row is above the empty sequence.
    above, every = np.append(-1, side.tree.above[1:]), np.arange(side.tree.rows)
    below = [np.searchsorted(above, every, way) for way in ("left", "right")]
    rows = side.rows[:, deals.rules.boards.first[-2] :]
    return FlatBetting(
        starts=np.append(side.tree.starts, side.tree.rows),
        below=np.stack(below, axis=1),
        rows=np.ascontiguousarray(rows),
    )


def flatten_deals(deals: SampledDeals, player: int) -> FlatDeals:
    """What a player earns in the betting alone."""
    side, other = deals.sides[player], deals.sides[1 - player]
    ends = side.tree.terminals
    faced = side.reached[ends.outcome // 2]
    before = np.concatenate([each.before for each in deals.sides])
    passed, beside = before[:, 1 - player], before[:, player]
    behind, nodes = (np.argsort(by, kind="stable") for by in (faced, passed))
    every = np.arange(other.tree.rows + 1)
    deck, (compared, _) = deals.rules.deck, strengths(deals.rules)
    return FlatDeals(
        own=flatten_betting(deals, player),
        other=flatten_betting(deals, 1 - player),
        ends=np.searchsorted(faced[behind], every),
        behind=behind,
        paid=ends.row,
        faced=faced,
        shown=ends.outcome % 2,
        chips=ends.chips,
        nodes=np.searchsorted(passed[nodes], every),
        beside=beside[nodes],
        strength=np.unique(compared, return_inverse=True)[1].reshape(compared.shape),
        deck=np.array([deck.ranks, deck.suits or 0, 2 + deals.rules.has_board]),
    )


@jit
def deal(rng: np.random.Generator, cards: Index, ranks: int, suits: int) -> None:
    """Draw a card for each player and, if there is one, the board; without suits all come back.

    A card is drawn by its place among those that are left, which dealt ones before it move on.
    """
    if suits == 0:
        for place in range(len(cards)):
            cards[place] = int(rng.random() * ranks)
        return
    deck = ranks * suits
    one = int(rng.random() * deck)
    other = int(rng.random() * (deck - 1))
    other += other >= one
    cards[0], cards[1] = one // suits, other // suits
    if len(cards) > 2:
        board = int(rng.random() * (deck - 2))
        board += board >= min(one, other)
        board += board >= max(one, other)
        cards[2] = board // suits


@jit
def sample_line(
    betting: FlatBetting, board: int, hand: int, sigma: Array, exploration: float,
    rng: np.random.Generator, passed: Index, chance: Array,
) -> int:  # fmt: skip
    """Draw an action at each decision that is reached; return how many rows are passed.

    Actions are drawn by the strategy, mixed with a part `exploration` of uniform play. The rows go
    into `passed`, and the probability with which each of them was reached into `chance`.
    """
    passed[0], chance[0], place, count = 0, 1.0, 0, 1
    while place < count:
        before = passed[place]
        for decision in range(betting.below[before, 0], betting.below[before, 1]):
            begin, end = betting.starts[decision], betting.starts[decision + 1]
            left, row, probability = rng.random(), begin - 1, 0.0
            while left >= 0 and row < end - 1:
                row += 1
                probability = sigma[betting.rows[row, board], hand]
                if exploration > 0:
                    probability += exploration * (1 / (end - begin) - probability)
                left -= probability
            passed[count], chance[row] = row, chance[before] * probability
            count += 1
        place += 1
    return count
