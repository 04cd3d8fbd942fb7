"""What hands are worth where the betting of a street is over and a card comes, in 16 bits.

Such a place, a betting and the board before the card, is called a *closing*. From the values there
a decision can be worked out with the strategy of its own street alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.actions import Betting
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import explored
from pokerbot.sequence.cut import Cut, LeafProfile
from pokerbot.sequence.filing import PARTS, Rounded, Section
from pokerbot.sequence.form import Tree
from pokerbot.sequence.meeting import NEVER, Signs, ahead_on, dealt_on
from pokerbot.sequence.merged import AlikeBoards
from pokerbot.sequence.operators import bind

Key = tuple[tuple[str, ...], int]
"""A closing: the histories of the rounds up to the end of its street, and its board."""


@dataclass(frozen=True, eq=False)
class Worth:
    """What hands are worth at closings: each player's share of the pot, in chips.

    parts: for each player [closings, hands], the share as `PARTS`-ths of the span in `scale`
    scale: [players, closings, 2] the smallest share, and the span from it to the largest one
    ahead: `ahead_on` of the first board, kept since it takes half a second on a flop
    """

    parts: tuple[Rounded, Rounded]
    scale: NDArray[np.float32]
    ahead: Signs

    def at(self, player: int, closing: int) -> Array:
        """[hands] a player's shares at a closing; the smallest one for hands that never come."""
        low, span = self.scale[player, closing].tolist()
        found: Array = low + span * self.parts[player][closing] / PARTS
        return found


def closings(rules: Rules, alike: AlikeBoards | None) -> Iterator[Section]:
    """The closings, betting by betting, as sections.

    A section has the betting at the first decision after the card, the boards before the card, and
    the places of its closings among all of them; with `alike`, only first boards have closings.
    """
    first = 0
    for side in explored(rules).decisions:
        for betting in side.nodes:
            street = rules.street(betting.round)
            if street and not betting.histories[-1]:
                boards = rules.boards.of(street - 1)
                there = alike.place[boards.start : boards.stop] if alike else np.arange(len(boards))
                rows = slice(first, first + int((there >= 0).sum()))
                yield Section(betting, boards, rows, 1)
                first = rows.stop


def count_closings(rules: Rules, alike: AlikeBoards | None) -> int:
    """How many closings there are."""
    return max((each.rows.stop for each in closings(rules, alike)), default=0)


def closing_worth(profile: LeafProfile, alike: AlikeBoards | None, threads: int = 1) -> Worth:
    """What hands are worth at closings when both play by a profile, worked out by machine code.

    alike: the classes of boards of a merged form; None where each board stands for itself
    """
    from pokerbot.sequence.operators.compiled.responses import leaf_values

    cut, rules = profile.cut, profile.cut.form.game.rules
    plans = realization_plans(cut.trunk, profile.trunk)
    onward, found = [_Onward(cut, player) for player in (0, 1)], []
    scale = np.zeros((2, count_closings(rules, alike), 2), dtype=np.float32)
    for player, operators in enumerate(bind(cut.trunk)):
        below = leaf_values(profile, player, threads)
        gradient = operators.gradient(plans[1 - player])
        _, v = operators.backup(profile.trunk[player], gradient + below)
        parts = np.zeros((scale.shape[1], gradient.shape[1]), dtype=np.uint16)
        for closing, betting, board in _places(rules, alike):
            own, other = (onward[seat].row(betting, board) for seat in (player, 1 - player))
            last = rules.street(betting.round) + 1 == rules.boards.streets
            worth = below[own] if last else onward[player].passed(v, betting, board)
            met = dealt_on(rules, player, board, plans[1 - player][other])
            comes = met > NEVER * met.max()
            evs = betting.chips[player] + worth / np.where(comes, met, np.inf)
            _write(parts[closing], scale[player, closing], evs, comes)
        found.append(parts)
    return Worth((found[0], found[1]), scale, ahead_on(rules, 0))


def _places(rules: Rules, alike: AlikeBoards | None) -> Iterator[tuple[int, Betting, int]]:
    """Each closing: its number, betting and board."""
    for section in closings(rules, alike):
        there = [board for board in section.boards if alike is None or alike.place[board] >= 0]
        numbers = range(section.rows.start, section.rows.stop)
        for closing, board in zip(numbers, there, strict=True):
            yield closing, section.betting, board


def _write(
    parts: Rounded, scale: NDArray[np.float32], evs: Array, comes: NDArray[np.bool_]
) -> None:
    """Write EVs [hands] into the parts and the scale of a closing; `comes` tells which count."""
    low, high = (evs[comes].min(), evs[comes].max()) if comes.any() else (0.0, 0.0)
    scale[:] = low, high - low
    low, span = scale.tolist()
    steps = np.rint((evs - low) / (span or 1.0) * PARTS)
    parts[:] = np.where(comes, steps.clip(0, PARTS), 0)


class _Onward:
    """Where a player's tree goes on after a closing.

    roots: for closings after which the trunk goes on, the decisions that follow there
    rows: for each closing, the player's last row before the card
    """

    def __init__(self, cut: Cut, player: int) -> None:
        self.tree, boards = cut.trunk.trees[player], cut.form.game.rules.boards
        whole, leaves = cut.form.trees[player], cut.leaves[player]
        self.roots: dict[Key, list[int]] = {}
        self.rows: dict[Key, int] = {}
        # Within the trunk: the decisions at which a board is seen for the first time.
        for decision in range(1, len(self.tree.starts)):
            board, above = int(self.tree.board[decision]), int(self.tree.above[decision])
            key = _done(self.tree, decision), boards.parent(board)
            before = self.tree.decision[above]
            if not above or self.tree.board[before] != board:
                self.roots.setdefault(key, []).append(decision)
                self.rows[key] = above
        # On the last street: the decisions that follow a leaf's entries.
        lying = whole.board[whole.decision[leaves.rows[:, 0]]].tolist()
        inner = leaves.tree
        for decision in (np.flatnonzero(inner.above[1:] < leaves.entries.shape[1]) + 1).tolist():
            for leaf, board in enumerate(lying):
                key = _done(inner, decision), boards.parent(board)
                self.rows[key] = int(leaves.entries[leaf, inner.above[decision]])

    def row(self, betting: Betting, board: int) -> int:
        """The player's last row before the card of a closing."""
        return self.rows[betting.histories[:-1], board]

    def passed(self, v: Array, betting: Betting, board: int) -> Array:
        """[hands] the value at a closing: the sum of the values [decisions, hands] that follow."""
        total, alike = np.zeros(self.tree.hands), self.tree.alike
        for decision in self.roots[betting.histories[:-1], board]:
            total += v[decision]
            if alike is not None:
                ways = alike.by[alike.others[decision] : alike.others[decision + 1]]
                total += v[decision][alike.maps[ways]].sum(axis=0)
        return total


def _done(tree: Tree, decision: int) -> tuple[str, ...]:
    """The histories of the rounds before a decision's own."""
    histories: tuple[str, ...] = tree.nodes[tree.node[decision]].histories
    return histories[:-1]
