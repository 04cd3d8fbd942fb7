"""How often play comes to each decision."""

from __future__ import annotations

import numpy as np

from pokerbot.games.betting import Betting
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.compile import compile_lines
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import realization_plan
from pokerbot.sequence.showdown import FOLD, hands_of


def decision_reach(form: Form, profile: Profile) -> dict[Betting, float]:
    """The probability that a hand comes to each betting where someone acts, all cards together."""
    plans = [realization_plan(tree, s) for tree, s in zip(form.trees, profile, strict=True)]
    lines, rules = compile_lines(form.game), form.game.rules
    found: dict[Betting, float] = {}
    for player, line in enumerate(lines):
        nodes = [line.tree.nodes[node] for node in line.tree.node[1:]]
        rounds = np.array([node.round for node in nodes])
        for round_ in range(len(rules.rounds)):
            at = np.flatnonzero(rounds == round_)
            boards = np.arange(len(rules.boards(round_)))[:, None]
            own, other = (
                plans[seat][lines[seat].rows[line.before[at, seat], boards]]
                for seat in (player, 1 - player)
            )
            met = hands_of(rules, round_).meet(other).outcomes(slice(None))
            reach = (met.reshape(*own.shape[:2], 2, -1)[:, :, FOLD] * own).sum(axis=(0, 2))
            found |= {nodes[place]: float(p) for place, p in zip(at, reach, strict=True)}
    return found
