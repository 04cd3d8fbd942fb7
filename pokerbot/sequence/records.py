"""A strategy of a spot board by board, in 16 bits: what its file holds.

Of boards that are alike but for their suits the first alone has a record. It holds both players'
probabilities on it, of each decision all but the last, which is what is left; and, where more cards
come, what both players' hands are worth when the betting there is over. So a board can be read
without those that may come of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.betting import Betting
from pokerbot.games.rules import Rules
from pokerbot.games.suits import classes
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import explored
from pokerbot.sequence.cut import Cut, LeafProfile, Leaves
from pokerbot.sequence.filing import PARTS, Rounded, from_parts, to_parts
from pokerbot.sequence.form import Tree
from pokerbot.sequence.meeting import dealt_on
from pokerbot.sequence.operators import bind
from pokerbot.sequence.showdown import alive_on

Records = NDArray[Any]
"""[boards] of a street, each of its `kind`."""
PLAY = ("play1", "play2")
EVS = ("evs1", "evs2")
TOGETHER = 16
"""So many boards are rounded at once."""
NEVER = 1e-12
"""Of the likeliest hand's: what is less likely than so much never comes but for rounding."""


@dataclass(frozen=True, eq=False)
class Street:
    """What there is to keep of each board of a street.

    boards: the first of each class of those that are alike
    places: of both players, from the bettings where they act to the first row and the actions
    closings: the bettings that go on with another card, by the place of each
    kind: of a record: `play1` and `play2` [rows, hands], a row for each action but the last of a
        decision, in parts; `evs1` and `evs2` [closings, hands], in parts of `span` above `low`,
        [2, closings] each
    """

    boards: Index
    places: tuple[Mapping[Betting, tuple[int, int]], Mapping[Betting, tuple[int, int]]]
    closings: Mapping[Betting, int]
    kind: np.dtype[Any]


@lru_cache(maxsize=4)
def streets_of(rules: Rules) -> tuple[Street, ...]:
    """The streets of a spot."""
    return tuple(_street(rules, street) for street in range(rules.boards.streets))


def _street(rules: Rules, street: int) -> Street:
    sides, first = explored(rules).decisions, np.array(classes(rules).first)
    places: tuple[dict[Betting, tuple[int, int]], ...] = ({}, {})
    rows = [0, 0]
    for player, side in enumerate(sides):
        for betting, actions in zip(side.nodes, side.actions, strict=True):
            if rules.street(betting.round) == street:
                places[player][betting] = rows[player], actions
                rows[player] += actions - 1
    every = (betting for side in sides for betting in side.nodes if not betting.histories[-1])
    over = [betting for betting in every if rules.street(betting.round) == street + 1]
    boards, hands = np.array(rules.boards.of(street)), [*map(len, rules.hands)]
    shapes = zip(rows, hands, strict=True)
    kind = np.dtype(
        [
            *((name, "<u2", shape) for name, shape in zip(PLAY, shapes, strict=True)),
            *((name, "<f4", (2, len(over))) for name in ("low", "span")),
            *((name, "<u2", (len(over), held)) for name, held in zip(EVS, hands, strict=True)),
        ]
    )
    return Street(
        boards=boards[first[boards] == boards],
        places=(places[0], places[1]),
        closings={betting: place for place, betting in enumerate(over)},
        kind=kind,
    )


def recorded(profile: LeafProfile, threads: int = 1) -> list[Records]:
    """A strategy as records, street by street; EVs are of the strategy as it is rounded."""
    cut = profile.cut
    rules = cut.form.game.rules
    found = [np.zeros(len(street.boards), street.kind) for street in streets_of(rules)]
    for player in (0, 1):
        parts = to_parts(cut.trunk, player, profile.trunk[player])
        for records, first, actions, rows in _in_trunk(rules, player, found):
            here = parts[rows].reshape(len(records), actions, -1)
            records[PLAY[player]][:, first : first + actions - 1] = here[:, :-1]
        _round_leaves(profile, player, found[-1][PLAY[player]])
    _fill_values(from_records(cut, found), found, threads)
    return found


def from_records(cut: Cut, records: Sequence[Records]) -> LeafProfile:
    """The strategy in records, of the cut form of their spot; the weights of leaves are parts."""
    trunks, weights = [], []
    for player, tree in enumerate(cut.trunk.trees):
        parts = np.empty((tree.rows - 1, tree.hands), np.uint16)
        for there, first, actions, rows in _in_trunk(cut.form.game.rules, player, records):
            parts[rows] = _with_last(there[PLAY[player]][:, first : first + actions - 1])
        trunks.append(from_parts(cut.trunk, player, parts))
        weights.append(_weights(cut.leaves[player], records[-1][PLAY[player]]))
    return LeafProfile(cut, (trunks[0], trunks[1]), (weights[0], weights[1]))


def _with_last(parts: Rounded) -> Rounded:
    """[boards × actions, hands] of [boards, actions - 1, hands]: with what is left to the last."""
    left = PARTS - parts.sum(axis=1, keepdims=True, dtype=np.uint32)
    found: Rounded = np.concatenate([parts, left.astype(np.uint16)], axis=1)
    return found.reshape(-1, parts.shape[2])


def _in_trunk(
    rules: Rules, player: int, found: Sequence[Records]
) -> Iterator[tuple[Records, int, int, slice]]:
    """Betting by betting the records, the first row in them, the actions, and the rows as filed."""
    side, streets, at = explored(rules).decisions[player], streets_of(rules), 0
    for betting in side.nodes:
        street = rules.street(betting.round)
        if street + 1 < len(streets):
            first, actions = streets[street].places[player][betting]
            rows = slice(at, at + len(found[street]) * actions)
            yield found[street], first, actions, rows
            at = rows.stop


def _order(leaves: Leaves) -> tuple[Index, Index, Index]:
    """A leaf's rows in the order of the walk, the first of each decision's and which are last."""
    tree, entries = leaves.tree, leaves.entries.shape[1]
    decisions = 1 + np.argsort(tree.node[1:])
    actions = tree.actions[decisions]
    end = np.cumsum(actions)
    rows = np.repeat(tree.starts[decisions] - entries - end + actions, actions)
    return rows + np.arange(len(rows)), end - actions, end - 1


def _round_leaves(profile: LeafProfile, player: int, into: Rounded) -> None:
    """Fill `into` [leaves, rows, hands] with the parts of a player's decisions on the last street.

    As `to_parts` rounds: by the running total of each decision's actions.
    """
    rows, starts, last = _order(profile.cut.leaves[player])
    kept = np.delete(np.arange(len(rows)), last)
    decision = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(rows)))
    actions = np.bincount(decision)[:, None]
    form = profile.cut.form
    boards = streets_of(form.game.rules)[-1].boards.tolist()
    for begin in range(0, len(boards), TOGETHER):
        here = slice(begin, begin + TOGETHER)
        weights = profile.weights[player][here][:, rows].clip(min=0).astype(np.float64)
        total = np.add.reduceat(weights, starts, axis=1)
        idle = total == 0
        sigma = (weights + idle[:, decision]) / np.where(idle, actions, total)[:, decision]
        upto = np.cumsum(sigma * PARTS, axis=1)
        upto -= (upto[:, starts] - sigma[:, starts] * PARTS)[:, decision]
        parts = np.diff(np.rint(upto), axis=1, prepend=0)
        parts[:, starts] = np.rint(upto[:, starts])
        alive = np.stack([alive_on(form.game.rules, player, board) for board in boards[here]])
        into[here] = parts[:, kept] * alive[:, None]


def _weights(leaves: Leaves, parts: Rounded) -> Rounded:
    """[leaves, rows, hands] in the order of the leaves, all actions of a decision."""
    rows, starts, last = _order(leaves)
    kept = np.delete(np.arange(len(rows)), last)
    found = np.empty((len(parts), len(rows), parts.shape[2]), np.uint16)
    for begin in range(0, len(parts), TOGETHER):
        here = slice(begin, begin + TOGETHER)
        whole = np.zeros((len(parts[here]), *found.shape[1:]), np.uint32)
        whole[:, kept] = parts[here]
        whole[:, last] = PARTS - np.add.reduceat(whole, starts, axis=1)
        found[here][:, rows] = whole
    return found


def _fill_values(profile: LeafProfile, records: Sequence[Records], threads: int) -> None:
    """Fill the records with what both players' hands are worth where more cards come."""
    from pokerbot.sequence.operators.compiled.responses import leaf_values

    cut = profile.cut
    rules = cut.form.game.rules
    plans = realization_plans(cut.trunk, profile.trunk)
    ways = [_Closings(cut, player) for player in (0, 1)]
    for player, operators in enumerate(bind(cut.trunk)):
        below = leaf_values(profile, player, threads)
        gradient = operators.gradient(plans[1 - player])
        _, v = operators.backup(profile.trunk[player], gradient + below)
        for at, (street, there) in enumerate(zip(streets_of(rules)[:-1], records, strict=False)):
            for betting, place in street.closings.items():
                for board, record in zip(street.boards.tolist(), there, strict=True):
                    own, other = (ways[seat].row(betting, board) for seat in (player, 1 - player))
                    last = at + 2 == len(records)
                    worth = below[own] if last else ways[player].passed(v, betting, board)
                    met = dealt_on(rules, player, board, plans[1 - player][other])
                    met = np.where(met > NEVER * met.max(), met, np.inf)
                    evs = betting.chips[player] + worth / met
                    _tell(record, player, place, evs, np.isfinite(met))


def _tell(record: Records, player: int, place: int, evs: Array, comes: NDArray[np.bool_]) -> None:
    """Note EVs [hands] in a record, of those that come there."""
    low, high = (evs[comes].min(), evs[comes].max()) if comes.any() else (0.0, 0.0)
    record["low"][player, place], record["span"][player, place] = low, high - low
    low, span = (float(record[name][player, place]) for name in ("low", "span"))
    steps = np.rint((evs - low) / (span or 1.0) * PARTS)
    record[EVS[player]][place] = np.where(comes, steps.clip(0, PARTS), 0)


class _Closings:
    """Where a player's tree goes on with another card."""

    def __init__(self, cut: Cut, player: int) -> None:
        self.tree, boards = cut.trunk.trees[player], cut.form.game.rules.boards
        whole, leaves = cut.form.trees[player], cut.leaves[player]
        self.roots: dict[tuple[tuple[str, ...], int], list[int]] = {}
        self.rows: dict[tuple[tuple[str, ...], int], int] = {}
        for decision in range(1, len(self.tree.starts)):
            board, above = int(self.tree.board[decision]), int(self.tree.above[decision])
            key = self._key(self.tree, decision), boards.parent(board)
            before = self.tree.decision[above]
            if not above or self.tree.board[before] != board:
                self.roots.setdefault(key, []).append(decision)
                self.rows[key] = above
        lying = whole.board[whole.decision[leaves.rows[:, 0]]].tolist()
        inner = leaves.tree
        for decision in (np.flatnonzero(inner.above[1:] < leaves.entries.shape[1]) + 1).tolist():
            for leaf, board in enumerate(lying):
                key = self._key(inner, decision), boards.parent(board)
                self.rows[key] = int(leaves.entries[leaf, inner.above[decision]])

    @staticmethod
    def _key(tree: Tree, decision: int) -> tuple[str, ...]:
        histories: tuple[str, ...] = tree.nodes[tree.node[decision]].histories
        return histories[:-1]

    def row(self, betting: Betting, board: int) -> int:
        """The last row of the player's before a card follows on a board."""
        return self.rows[betting.histories[:-1], board]

    def passed(self, v: Array, betting: Betting, board: int) -> Array:
        """[hands] what comes up there from the decisions [decisions, hands] on the next boards."""
        total, alike = np.zeros(self.tree.hands), self.tree.alike
        for decision in self.roots[betting.histories[:-1], board]:
            total += v[decision]
            if alike is not None:
                ways = alike.by[alike.others[decision] : alike.others[decision + 1]]
                total += v[decision][alike.maps[ways]].sum(axis=0)
        return total
