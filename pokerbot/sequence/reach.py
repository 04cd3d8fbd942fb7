"""How likely it is that play comes to a decision."""

from __future__ import annotations

import numpy as np

from pokerbot.games.betting import Betting
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.compile import compile_lines
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import realization_plan
from pokerbot.sequence.showdown import FOLD, hands_of


def counterfactual_reach(form: Form, player: int, opponent_plan: Array) -> Array:
    """[decisions, hands] the probability that chance and the opponent come to each decision.

    Zinkevich et al. (2007): the player's own choices do not count. `opponent_plan` is [rows,
    hands] of the opponent; decision 0 is that the hand is dealt.
    """
    tree, rules, lines = form.trees[player], form.game.rules, compile_lines(form.game)
    line, other = lines[player], lines[1 - player]
    reach = np.zeros((len(tree.starts), tree.hands))
    rounds = np.array([0, *(line.tree.nodes[node].round for node in line.tree.node[1:])])
    before = np.concatenate([[[0, 0]], line.before])
    for round_ in range(len(rules.rounds)):
        at = np.flatnonzero(rounds == round_)
        boards = np.arange(len(rules.boards(round_)))[:, None]
        decision = tree.decision[line.rows[line.tree.starts[at], boards]]
        facing = other.rows[before[at, 1 - player], boards]
        met = hands_of(rules, round_).meet(opponent_plan[facing]).outcomes(slice(None))
        reach[decision] = met.reshape(*decision.shape, 2, -1)[:, :, FOLD]
    return reach


def own_reach(tree: Tree, plan: Array) -> Array:
    """[decisions, hands] the probability that the player's own choices lead to each decision."""
    reach = np.empty((len(tree.starts), tree.hands))
    for level in tree.levels:
        reach[level.decisions] = plan[level.above[level.groups.starts]]
    return reach


def infoset_reach(form: Form, profile: Profile) -> tuple[Array, Array]:
    """For each player [decisions, hands] the probability that a hand comes to an information set.

    Decision 0 is that the hand is dealt.
    """
    plans = [realization_plan(tree, s) for tree, s in zip(form.trees, profile, strict=True)]
    first, second = (
        counterfactual_reach(form, tree.player, plans[1 - tree.player])
        * own_reach(tree, plans[tree.player])
        for tree in form.trees
    )
    return first, second


def decision_reach(form: Form, profile: Profile) -> dict[Betting, float]:
    """The probability that a hand comes to each betting where someone acts, all cards together."""
    found: dict[Betting, float] = {}
    for tree, reach in zip(form.trees, infoset_reach(form, profile), strict=True):
        for node, p in zip(tree.node[1:], reach[1:].sum(axis=1), strict=True):
            found[tree.nodes[node]] = found.get(tree.nodes[node], 0.0) + float(p)
    return found
