"""The operators of self-play in machine code: loops over both players' rows, one after the other.

Rows and decisions are those of player 1, then those of player 2, numbered through. An operator
works on the decisions from `first` to before `last`, and on the hands from `low` to before `high`;
hands never meet but in `gradient`. No sum depends on how the work is divided. Numbers without a
sign for `low` and `high` let the processor work on several hands at once, which pays from a few on.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache, partial

import numpy as np

from pokerbot.io.machine_code import compiled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.lines import Lines
from pokerbot.sequence.showdown import FOLD, PairedHands, strengths

RANKED = (-1, -2)
"""What `Flat.meets` says of a fold and of a showdown between hands that rank as numbered."""
RANKED_FOLD = RANKED[FOLD]
FEW = 8
"""Up to so many hands nothing is gained by working on several at once."""


@compiled
def realization_plan(
    starts: Index, above: Index, sigma: Array, plan: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """From sigma to plan, both [rows, hands]; that of the empty sequence stays as it is."""
    for decision in range(first, last):
        before = above[decision]
        for row in range(starts[decision], starts[decision + 1]):
            for hand in range(low, high):
                plan[row, hand] = plan[before, hand] * sigma[row, hand]


@partial(compiled, inline=True)
def meet_in_pairs(
    faced: Index, meets: Index, chips: Array, weights: Array, plan: Array, earned: Array, row: int,
    end: int,
) -> None:  # fmt: skip
    """Add what a row earns where it ends a hand, pair of hands by pair of hands."""
    other, meet = faced[end], meets[end]
    if plan.shape[1] <= FEW:
        for hand in range(plan.shape[1]):
            total = 0.0
            for held in range(plan.shape[1]):
                total += plan[other, held] * weights[meet, held, hand]
            earned[row, hand] += chips[end] * total
        return
    for held in range(plan.shape[1]):
        reach = chips[end] * plan[other, held]
        for hand in range(plan.shape[1]):
            earned[row, hand] += reach * weights[meet, held, hand]


@compiled
def meet_by_rank(
    faced: Index, meets: Index, chips: Array, removed: Array, plan: Array, earned: Array, row: int,
    end: int,
) -> None:  # fmt: skip
    """Add what a row earns where hands rank as numbered: by running sums (see `meeting`)."""
    other, pays = faced[end], chips[end]
    total = 0.0
    for held in range(plan.shape[1]):
        total += plan[other, held]
    if meets[end] == RANKED_FOLD:
        for hand in range(plan.shape[1]):
            earned[row, hand] += pays * (total - removed[end] * plan[other, hand])
        return
    up_to = 0.0
    for hand in range(plan.shape[1]):
        reach = plan[other, hand]
        up_to += reach
        earned[row, hand] += pays * (2 * up_to - reach - total)


@compiled
def gradient(
    ends: Index, faced: Index, meets: Index, chips: Array, removed: Array, weights: Array,
    plan: Array, earned: Array, first: int, last: int,
) -> None:  # fmt: skip
    """What each row from first to before last earns against the other's plan."""
    for row in range(first, last):
        for hand in range(plan.shape[1]):
            earned[row, hand] = 0.0
        for end in range(ends[row], ends[row + 1]):
            if meets[end] >= 0:
                meet_in_pairs(faced, meets, chips, weights, plan, earned, row, end)
            else:
                meet_by_rank(faced, meets, chips, removed, plan, earned, row, end)


@compiled
def backup(
    starts: Index, above: Index, sigma: Array, q: Array, v: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """From the gradient in q to action values [rows, hands], and decision values v, bottom-up."""
    for decision in range(last - 1, first - 1, -1):
        for hand in range(low, high):
            v[decision, hand] = 0.0
        for row in range(starts[decision], starts[decision + 1]):
            for hand in range(low, high):
                v[decision, hand] += sigma[row, hand] * q[row, hand]
        before = above[decision]
        if before >= 0:
            for hand in range(low, high):
                q[before, hand] += v[decision, hand]


@compiled
def free_values(
    starts: Index, free: Array, least: Array, q: Array, v: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """From q to the value of choosing each action where all others happen as the floor says."""
    for decision in range(first, last):
        begin, end = starts[decision], starts[decision + 1]
        for hand in range(low, high):
            forced = 0.0
            for row in range(begin, end):
                forced += least[row, hand] * q[row, hand]
            for row in range(begin, end):
                q[row, hand] = q[row, hand] * free[decision, hand] + forced


@compiled
def normalize(
    starts: Index, weights: Array, total: Array, sigma: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """The strategy in proportion to weights where they are above 0; uniform where none is."""
    for decision in range(first, last):
        begin, end = starts[decision], starts[decision + 1]
        for hand in range(low, high):
            total[decision, hand] = 0.0
        for row in range(begin, end):
            for hand in range(low, high):
                weight = weights[row, hand]
                total[decision, hand] += weight if weight > 0 else 0.0
        for row in range(begin, end):
            for hand in range(low, high):
                weight, idle = weights[row, hand], 1.0 if total[decision, hand] == 0 else 0.0
                weight = weight if weight > 0 else idle
                sigma[row, hand] = weight / (total[decision, hand] + idle * (end - begin))


@compiled
def floored(
    starts: Index, free: Array, least: Array, sigma: Array, first: int, last: int, low: int,
    high: int,
) -> None:  # fmt: skip
    """The strategy squeezed so that every action keeps to the floor, in place."""
    for decision in range(first, last):
        for row in range(starts[decision], starts[decision + 1]):
            for hand in range(low, high):
                sigma[row, hand] = free[decision, hand] * sigma[row, hand] + least[row, hand]


@compiled
def deal(rng: np.random.Generator, cards: Index, ranks: int, suits: int) -> None:
    """Draw cards, each as likely as chance makes it; without suits every card comes back."""
    for place in range(len(cards)):
        if suits == 0:
            cards[place] = int(rng.random() * ranks)
            continue
        fresh = False
        while not fresh:
            cards[place] = int(rng.random() * ranks * suits)
            fresh = True
            for earlier in range(place):
                fresh = fresh and cards[earlier] != cards[place]
    for place in range(len(cards)):
        cards[place] //= max(suits, 1)


@compiled
def line(
    starts: Index, above: Index, rows: Index, board: int, hand: int, plan: Array,
    exploration: float, rng: np.random.Generator, drawn: Array, chance: Array, first: int,
    last: int,
) -> None:  # fmt: skip
    """Draw an action at each decision that is come to: 1 on the rows that are passed, else 0.

    As the plan plays, and for a part `exploration` evenly; `chance`: how likely a row's line was.
    """
    for decision in range(first, last):
        begin, end, before = starts[decision], starts[decision + 1], above[decision]
        if before < 0:
            drawn[begin] = chance[begin] = 1.0
            continue
        total = 0.0
        for row in range(begin, end):
            drawn[row] = 0.0
            total += plan[rows[row, board], hand]
        if drawn[before] == 0:
            continue
        even, left = 1 / (end - begin), rng.random()
        for row in range(begin, end):
            own = plan[rows[row, board], hand] / total if total > 0 else even
            probability = own + exploration * (even - own)
            left -= probability
            if left < 0 or row == end - 1:
                drawn[row], chance[row] = 1.0, chance[before] * probability
                break


@dataclass(frozen=True, eq=False)
class Flat:
    """Both players' trees as one.

    rows, decisions: the first of player 1, the first of player 2, and the end
    starts: [decisions + 1] the first row of each decision, and the end
    above: [decisions] the row that each follows, -1 for the empty sequences
    ends: [rows + 1] the first of the terminals of each row, and the end
    faced, meets, chips, removed: [terminals] the other's last row; which of `weights`, or one of
        `RANKED`; what is won there, with chance's weight where the hands are ranked; the part that
        a pair of equal hands lacks
    weights: [meets, the other's hands, own hands]
    """

    rows: tuple[int, int, int]
    decisions: tuple[int, int, int]
    hands: int
    starts: Index
    above: Index
    ends: Index
    faced: Index
    meets: Index
    chips: Array
    removed: Array
    weights: Array

    @property
    def arrays(self) -> tuple[Index | Array, ...]:
        """Its arrays, the decisions' first, in the order that loops take them in."""
        return (
            np.array(self.decisions), self.starts, self.above, self.ends, self.faced, self.meets,
            self.chips, self.removed, self.weights,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class FlatLines:
    """The betting alone of both players, as `Flat`: the rows of one deal, whatever the cards.

    decisions: the first of player 1, the first of player 2, and the end
    starts, above: of the betting
    rows: [rows, boards] the row of `Flat` under each board
    ends: [rows + 1] the first of the terminals of each row, and the end
    faced, shown: [terminals] the other's last row, and whether there is a showdown
    chips: [terminals] what is won there
    before: [decisions, 2] the last row of both players before each, -1 at the empty sequences
    strength: [boards, hands] what the showdown compares
    deck: ranks, suits (0 where cards come back), and how many cards are dealt
    """

    decisions: Index
    starts: Index
    above: Index
    rows: Index
    ends: Index
    faced: Index
    shown: Index
    chips: Array
    before: Index
    strength: Index
    deck: Index

    @property
    def arrays(self) -> tuple[Index | Array, ...]:
        """Its arrays, in the order that loops take them in."""
        return tuple(getattr(self, field.name) for field in fields(self))


def flatten_lines(lines: Lines, flat: Flat) -> FlatLines:
    """The betting alone of both players."""
    trees = [side.tree for side in lines.sides]
    own = [0, trees[0].rows, trees[0].rows + trees[1].rows]
    counts = [np.bincount(tree.terminals.row, minlength=tree.rows) for tree in trees]
    parts = [
        (
            tree.starts + own[player],
            np.append(-1, tree.above[1:] + own[player]),
            side.rows + flat.rows[player],
            side.reached[tree.terminals.outcome // 2] + own[1 - player],
            tree.terminals.outcome % 2,
            tree.terminals.chips,
            np.vstack([[-1, -1], side.before + own[:2]]),
        )
        for player, (tree, side) in enumerate(zip(trees, lines.sides, strict=True))
    ]
    starts, above, rows, faced, shown, chips, before = (
        np.ascontiguousarray(np.concatenate(both)) for both in zip(*parts, strict=True)
    )
    deck = lines.rules.deck
    return FlatLines(
        decisions=np.cumsum([0, *(len(tree.starts) for tree in trees)]),
        starts=np.append(starts, own[2]),
        above=above,
        rows=rows,
        ends=np.cumsum(np.concatenate([[0], *counts])),
        faced=faced,
        shown=shown,
        chips=chips,
        before=before,
        strength=np.unique(strengths(lines.rules), return_inverse=True)[1].reshape(
            strengths(lines.rules).shape
        ),
        deck=np.array([deck.ranks, deck.suits or 0, 2 + lines.rules.has_board]),
    )


def has_flat(form: Form) -> bool:
    """Whether both players have as many hands."""
    return form.trees[0].hands == form.trees[1].hands


@lru_cache(maxsize=4)
def flatten(form: Form) -> Flat:
    """Both players' trees as one."""
    first, second = form.trees
    weights: list[Array] = []
    ends = [_ended(tree, other, weights) for tree, other in ((first, first.rows), (second, 0))]
    counts = [np.bincount(tree.terminals.row, minlength=tree.rows) for tree in form.trees]
    faced, meets, chips, removed = (np.concatenate(parts) for parts in zip(*ends, strict=True))
    hands = first.hands
    return Flat(
        rows=(0, first.rows, first.rows + second.rows),
        decisions=(0, len(first.starts), len(first.starts) + len(second.starts)),
        hands=hands,
        starts=np.concatenate(
            [first.starts, first.rows + second.starts, [first.rows + second.rows]]
        ),
        above=np.concatenate([[-1], first.above[1:], [-1], first.rows + second.above[1:]]),
        ends=np.cumsum(np.concatenate([[0], *counts])),
        faced=faced,
        meets=meets,
        chips=chips,
        removed=removed,
        weights=np.ascontiguousarray(np.concatenate([*weights, np.zeros((0, hands, hands))])),
    )


def _ended(tree: Tree, other: int, weights: list[Array]) -> tuple[Index, Index, Array, Array]:
    """`faced`, `meets`, `chips` and `removed` of a player; `other`: the opponent's first row."""
    faced, meets, scale, removed = [], [], [], []
    for ending in tree.terminals.endings:
        boards, n = ending.rows.shape
        faced.append(np.repeat(other + ending.rows.ravel(), 2))
        if isinstance(ending.hands, PairedHands):
            first = sum(map(len, weights))
            weights.append(
                ending.hands.weights.transpose(0, 2, 1, 3).reshape(-1, tree.hands, tree.hands)
            )
            kinds = first + np.arange(2 * boards).reshape(boards, 1, 2)
            meets.append(np.broadcast_to(kinds, (boards, n, 2)).ravel())
            scale.append(np.ones(ending.size))
            removed.append(np.zeros(ending.size))
        else:
            meets.append(np.tile(RANKED, boards * n))
            scale.append(np.full(ending.size, ending.hands.weight))
            removed.append(np.full(ending.size, ending.hands.removed))
    at = tree.terminals.outcome
    found = [np.concatenate(parts)[at] for parts in (faced, meets, scale, removed)]
    return found[0], found[1], tree.terminals.chips * found[2], found[3]
