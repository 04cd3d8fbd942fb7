"""Behaviour strategies between names and arrays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import legal_actions
from pokerbot.games.ends import EndsGame
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind, uniform
from pokerbot.strategy.checking import TOLERANCE, check_infosets
from pokerbot.strategy.strategy import Infosets

Profile = tuple[Array, Array]
"""A strategy [rows, hands] for each player."""


def places(form: Form, player: int) -> Iterator[tuple[str, slice, int, tuple[str, ...]]]:
    """(key, rows, hand, names of the actions) of a player's information sets, by betting."""
    tree, game = form.trees[player], form.game
    if isinstance(game, EndsGame):
        side = game.ends.sides[player]
        for decision, first in zip(tree.node[1:].tolist(), tree.starts[1:].tolist(), strict=True):
            infoset = side[decision]
            yield infoset.key, slice(first, first + len(infoset.actions)), 0, infoset.actions
        return
    order = np.lexsort((tree.board, tree.node))[1:]
    seen = [list(game.views(round_)) for round_ in range(len(game.rules.rounds))]
    starts = iter(tree.starts[order].tolist())
    for node in tree.nodes:
        actions = tuple(action.name for action in legal_actions(game.rules, node))
        keys = iter(game.keys(node, (cards for *_, cards in seen[node.round])))
        for _, views in groupby(seen[node.round], key=lambda view: view[0]):
            first = next(starts)
            rows = slice(first, first + len(actions))
            for _, hand, _ in views:
                yield next(keys), rows, hand, actions


def to_arrays(form: Form, infosets: Infosets) -> Profile:
    """The profile that a complete mapping spells out, normalized; views no one has are uniform.

    Raises:
        InputError: the mapping is no strategy of the game; the message names what is wrong.
    """
    profile, known, sound = [], 0, True
    try:
        for player, operators in enumerate(bind(form)):
            sigma = uniform(operators)
            for key, rows, hand, actions in places(form, player):
                chances = infosets[key]
                sigma[rows, hand] = [chances[action] for action in actions]
                known += 1
                sound &= len(chances) == len(actions)
            off = np.abs(operators.sums(sigma) - 1).max()
            sound &= bool(sigma.min() >= 0 and off <= TOLERANCE)
            profile.append(operators.normalize(sigma))
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound or known != len(infosets):
        check_infosets(form.game, dict(infosets))
        raise InputError(f"that is no strategy of {form.game.spec}")
    return profile[0], profile[1]


def realization_plans(form: Form, profile: Profile) -> tuple[Array, Array]:
    """The realization plan of each player's strategy."""
    first, second = (
        operators.realization_plan(sigma)
        for operators, sigma in zip(bind(form), profile, strict=True)
    )
    return first, second


def to_infosets(form: Form, profile: Profile) -> dict[str, dict[str, float]]:
    """The mapping of a profile: player 1's information sets first, each player's by betting."""
    return {
        key: dict(zip(actions, profile[player][rows, hand].tolist(), strict=True))
        for player in (0, 1)
        for key, rows, hand, actions in places(form, player)
    }


def cumulative(tree: Tree, sigma: Array) -> Array:
    """[rows, hands] the cumulative probability of each decision's actions, infinite at the last."""
    place = np.arange(tree.rows) - tree.starts.take(tree.decision)
    ceilings = sigma.copy()
    for step in range(1, int(tree.actions.max())):
        rows = np.flatnonzero(place == step)
        ceilings[rows] += ceilings[rows - 1]
    ceilings[np.append(tree.starts[1:], tree.rows) - 1] = np.inf
    return ceilings


def pure_strategies(tree: Tree) -> Iterator[Array]:
    """Every way to choose one action at each decision for each hand, [rows, hands] of 0 and 1."""
    first = np.repeat(tree.starts, tree.hands)
    hand = np.tile(np.arange(tree.hands), len(tree.starts))
    for actions in product(*map(range, np.repeat(tree.actions, tree.hands).tolist())):
        sigma = np.zeros(tree.shape)
        sigma[first + actions, hand] = 1
        yield sigma


class InfosetSample:
    """A few information sets of a game: each player's first decisions, with hands far apart."""

    def __init__(self, form: Form, most: int = 6, hands: int = 4) -> None:
        """Choose at most so many for each player, with so many hands for each decision."""
        self.places: list[tuple[str, int, slice, int, tuple[str, ...]]] = []
        for player, tree in enumerate(form.trees):
            found: list[tuple[str, int, slice, int, tuple[str, ...]]] = []
            for node in sorted(tree.nodes, key=lambda node: len(node.history)):
                if len(found) >= most:
                    break
                actions = tuple(action.name for action in legal_actions(form.game.rules, node))
                views = list(form.game.views(node.round))
                step = max(len(views) - 1, 1) / (min(hands, len(views)) - 1 or 1)
                for at in sorted({round(step * place) for place in range(min(hands, len(views)))}):
                    board, hand, _ = views[at]
                    key, rows = form.game.key(node, board, hand), tree.rows_at(node, board)
                    found.append((key, player, rows, hand, actions))
            self.places += found[:most]

    def __call__(self, plans: Profile) -> Infosets:
        """How often each action is taken there under these realization plans."""
        return {
            key: dict(zip(actions, _shares(plans[player][rows, hand]), strict=True))
            for key, player, rows, hand, actions in self.places
        }


def _shares(plan: Array) -> list[float]:
    """The sequences of one information set as probabilities, even where it is not reached."""
    total = plan.sum()
    shares: list[float] = (plan / total if total else plan + 1 / len(plan)).tolist()
    return shares
