"""Suit isomorphism: a form in which boards that differ in suits alone are merged, and the way back.

Only the first board of each class has rows. Its strategy is played on every board of the class, by
hands whose suits are exchanged in the same way. Values are passed up from it once for each board of
the class; hands that end before still meet on every board that may come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.games.suits import Exchange, classes, exchanged, exchanges
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Alike, Endings, Form, Terminals, Tree
from pokerbot.sequence.showdown import RankedHands

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class AlikeBoards:
    """The classes of a spot's boards, and the hands that hands become by an exchange of suits.

    first: [boards] the first board of each board's class
    by: [boards] which map makes that first board of it
    same: [boards] for a first board, which map takes each hand to the first one alike on it; 0, no
        change, where no hands are alike
    place: [boards] the place of a first board among all first boards, -1 for the others
    maps: for each player, [maps, hands] as `Alike`
    """

    first: Index
    by: Index
    same: Index
    place: Index
    maps: tuple[Index, Index]


@lru_cache(maxsize=4)
def alike_boards(game: Game) -> AlikeBoards | None:
    """The classes of a spot of hold'em; None where no two boards are alike, or play is locked.

    Locks may name hands and boards that an exchange of suits moves.
    """
    if not game.is_spot or game.locks:
        return None
    rules, among, found = game.rules, exchanges(game.rules), classes(game.rules)
    first = np.array(found.first)
    if (first == np.arange(len(first))).all():
        return None
    # For each first board the exchanges that leave it; each set of several gets a map of its own,
    # from a hand to the first of those that these exchanges make of it.
    leaving = {board: tuple(map(among.index, each)) for board, each in found.same.items()}
    groups = [each for each in dict.fromkeys(leaving.values()) if len(each) > 1]
    number = {group: len(among) + at for at, group in enumerate(groups)}
    same = np.zeros(len(first), dtype=np.intp)
    same[list(leaving)] = [number.get(group, 0) for group in leaving.values()]
    moved = [_moved(rules, player, among) for player in (0, 1)]
    one, two = (
        np.stack([*each, *(each[[*group]].min(axis=0) for group in groups)]) for each in moved
    )
    by = np.array([among.index(each) for each in found.by])
    return AlikeBoards(first, by, same, numbered(first == np.arange(len(first))), (one, two))


@dataclass(frozen=True, eq=False)
class Merged:
    """A form and its merged form.

    whole: the form with all boards
    form: the merged form
    alike: the classes of boards
    """

    whole: Form
    form: Form
    alike: AlikeBoards

    def spread(self, profile: Profile) -> Profile:
        """Strategies, or plans, of the merged form as strategies or plans of the whole form."""
        first, second = (self._spread(player, array) for player, array in enumerate(profile))
        return first, second

    def _spread(self, player: int, array: Array) -> Array:
        """One player's array of the merged form as that of the whole form, [rows, hands]."""
        whole, tree = self.whole.trees[player], self.form.trees[player]
        alike = self.alike
        width = len(alike.first)
        # One number for a betting and a board, by which each decision's merged one is found.
        named = tree.node * width + tree.board
        order = np.argsort(named)
        wanted = whole.node * width + alike.first[whole.board]
        starts = tree.starts[order[np.searchsorted(named[order], wanted)]]
        rows = (starts - whole.starts)[whole.decision] + np.arange(whole.rows)
        by, spread = alike.by[whole.board][whole.decision], np.empty(whole.shape, dtype=array.dtype)
        for place, moved in enumerate(alike.maps[player]):
            at = np.flatnonzero(by == place)
            spread[at] = array[rows[at][:, None], moved]
        return spread


@lru_cache(maxsize=4)
def merge_suits(form: Form) -> Merged | None:
    """The merged form of a game; None where `alike_boards` has none."""
    alike = alike_boards(form.game)
    if alike is None:
        return None
    rules, first = form.game.rules, alike.first
    kept = [np.isin(tree.board, first) for tree in form.trees]
    rows = [
        numbered(np.repeat(mask, tree.actions)) for mask, tree in zip(kept, form.trees, strict=True)
    ]
    one, two = (
        replace(
            part_of(form.trees[player], kept[player], rows[player]),
            terminals=_terminals(form.trees[player], rules, first, rows, player),
            alike=_alike(form.trees[player], rules, kept[player], alike),
        )
        for player in (0, 1)
    )
    return Merged(form, replace(form, trees=(one, two)), alike)


def numbered(kept: Mask) -> Index:
    """The place of each kept one among the kept ones, -1 for the others."""
    return np.where(kept, np.cumsum(kept) - 1, -1)


def _moved(rules: Rules, player: int, among: list[Exchange]) -> Index:
    """[exchanges, hands] the hands that a player's hands become by each exchange of suits."""
    hands = rules.hands[player]
    at = {cards: hand for hand, cards in enumerate(hands)}
    return np.array([[at[exchanged(cards, each)] for cards in hands] for each in among])


def part_of(tree: Tree, kept: Mask, rows: Index) -> Tree:
    """The part of a tree with the kept decisions; `rows` has the new numbers of its rows."""
    return replace(
        tree,
        starts=rows[tree.starts[kept]],
        above=rows[tree.above[kept]],
        levels=np.append(0, np.cumsum(kept))[tree.levels],
        node=tree.node[kept],
        board=tree.board[kept],
        rows=int(rows.max()) + 1,
    )


def _terminals(tree: Tree, rules: Rules, first: Index, rows: list[Index], player: int) -> Terminals:
    """The terminals on the boards that are kept.

    In hold'em both players act in each street before a hand may end there, and so the last row of
    either is on the board of the end.
    """
    ends, own, other = tree.terminals, rows[player], rows[1 - player]
    endings, outcomes = [], []
    for ending in ends.endings:
        assert not isinstance(ending.hands, RankedHands)
        there = np.isin(rules.boards.of(ending.street), first)
        boards = np.flatnonzero(there)
        hands = ending.hands.on(boards)
        endings.append(Endings(other[ending.rows[boards]], hands, ending.street))
        outcomes.append(np.repeat(there, 2 * ending.rows.shape[1]))
    kept = own[ends.row] >= 0
    outcome = numbered(np.concatenate(outcomes))[ends.outcome[kept]]
    assert outcome.min() >= 0
    return Terminals(own[ends.row[kept]], outcome, ends.chips[kept], tuple(endings))


def _alike(tree: Tree, rules: Rules, kept: Mask, found: AlikeBoards) -> Alike:
    """`Alike` for the decisions that are kept."""
    boards = rules.boards

    @cache
    def others(above: int, board: int) -> list[int]:
        """The maps from the other boards of a board's class that may follow the board above."""
        after = boards.along(above, boards.street(board))
        return [int(found.by[each]) for each in after if found.first[each] == board != each]

    above = tree.board[tree.decision_of(tree.above[kept])].tolist()
    here = tree.board[kept].tolist()
    ways = [others(*each) for each in zip(above, here, strict=True)]
    return Alike(
        maps=found.maps[tree.player],
        boards=np.bincount(found.first)[here, None].astype(np.float64),
        same=found.same[here],
        others=np.cumsum([0, *map(len, ways)]),
        by=np.array([each for way in ways for each in way], dtype=np.intp),
    )
