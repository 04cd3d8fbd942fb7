"""Behaviour strategies between names and arrays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from pokerbot.games.betting import legal_actions
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import normalize, uniform
from pokerbot.strategy import Infosets

Profile = tuple[Array, Array]
"""A strategy [rows, hands] for each player."""


def _places(form: Form, player: int) -> Iterator[tuple[str, slice, int, tuple[str, ...]]]:
    """(key, rows, hand, names of the actions) of a player's information sets, by betting."""
    tree, rules = form.trees[player], form.game.rules
    order = np.lexsort((tree.board, tree.node))[1:]
    seen = [list(form.game.views(round_)) for round_ in range(len(rules.rounds))]
    starts = iter(tree.starts[order].tolist())
    for node in tree.nodes:
        actions = tuple(action.name for action in legal_actions(rules, node))
        history = node.history
        for _, views in groupby(seen[node.round], key=lambda view: view[0]):
            first = next(starts)
            rows = slice(first, first + len(actions))
            for _, hand, cards in views:
                yield f"{cards}:{history}", rows, hand, actions


def to_arrays(form: Form, infosets: Infosets) -> Profile:
    """The profile that a complete mapping spells out, normalized; views no one has are uniform."""
    profile = []
    for player, tree in enumerate(form.trees):
        sigma = uniform(tree)
        for key, rows, hand, actions in _places(form, player):
            sigma[rows, hand] = [infosets[key][action] for action in actions]
        profile.append(normalize(tree, sigma))
    return profile[0], profile[1]


def to_infosets(form: Form, profile: Profile) -> dict[str, dict[str, float]]:
    """The mapping of a profile: player 1's information sets first, each player's by betting."""
    return {
        key: dict(zip(actions, profile[player][rows, hand].tolist(), strict=True))
        for player in (0, 1)
        for key, rows, hand, actions in _places(form, player)
    }
