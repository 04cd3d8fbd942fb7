"""The probability that play comes to a decision: reach and counterfactual reach."""

from __future__ import annotations

import numpy as np

from pokerbot.games.betting import Betting
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import explored, layouts_of
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.listed import compile_chances
from pokerbot.sequence.operators import bind, uniform
from pokerbot.sequence.operators.kernels import showdown_kernel
from pokerbot.sequence.sampled import compile_sides
from pokerbot.sequence.showdown import FOLD, hands_of


def counterfactual_reach(form: Form, player: int, opponent_plan: Array) -> Array:
    """[decisions, hands] the probability that chance and the opponent come to each decision.

    Zinkevich et al. (2007): the player's own choices do not count. `opponent_plan` is [rows,
    hands] of the opponent. Decision 0 stands for the deal of the hand.

    Raises:
        InputError: the game is given by ends that do not tell their probabilities.
    """
    if not form.game.has_cards:
        operators = bind(compile_chances(form.game))[player]
        return operators.backup(uniform(operators), operators.gradient(opponent_plan))[1]
    tree, rules, sides = form.trees[player], form.game.rules, compile_sides(form.game)
    side, other = sides[player], sides[1 - player]
    by_round = np.array([rules.street(round_) for round_ in range(len(rules.rounds))])
    reach = np.zeros((len(tree.starts), tree.hands))
    streets = np.array([0, *(by_round[side.tree.nodes[node].round] for node in side.tree.node[1:])])
    before = np.concatenate([[[0, 0]], side.before])
    for street in range(rules.boards.streets):
        at = np.flatnonzero(streets == street)
        if not len(at):
            continue
        boards = np.array(rules.boards.of(street))[:, None]
        decision = tree.decision[side.rows[side.tree.starts[at], boards]]
        facing = other.rows[before[at, 1 - player], boards]
        met = showdown_kernel(hands_of(rules, street, player))(opponent_plan[facing])(slice(None))
        reach[decision] = met.reshape(*decision.shape, 2, -1)[:, :, FOLD]
    return reach


def rows_before(form: Form, betting: Betting, board: int) -> tuple[int, int]:
    """The last row of player 1 and of player 2 before a decision, whoever acts there."""
    found = explored(form.game.rules).decisions[betting.player]
    before = found.before[found.nodes.index(betting)]
    first, second = (
        int(layout.row[sequence, board])
        for layout, sequence in zip(layouts_of(form.game.rules), before, strict=True)
    )
    return first, second


def met_at(form: Form, board: int, player: int, opponent_reach: Array) -> tuple[Array, Array]:
    """[hands] a player's counterfactual reach on a board, and the same signed by who wins.

    The sign is that of the showdown if nobody bets any more. `opponent_reach` is [hands] the
    probability that the opponent's own choices lead there.
    """
    rules = form.game.rules
    street = rules.boards.street(board)
    boards = rules.boards.of(street)
    reach = np.zeros((len(boards), 1, len(opponent_reach)))
    reach[board - boards.start] = opponent_reach
    met = showdown_kernel(hands_of(rules, street, player))(reach)(slice(None))
    fold, showdown = met.reshape(len(boards), 2, -1)[board - boards.start]
    return fold, showdown


def own_reach(tree: Tree, plan: Array) -> Array:
    """[decisions, hands] the probability that the player's own choices lead to each decision."""
    return plan[tree.above]


def seat_reach(form: Form, player: int, plan: Array, opponent_plan: Array) -> Array:
    """[decisions, hands] the probability that play comes to each information set of a player.

    Decision 0 stands for the deal of the hand.
    """
    came = counterfactual_reach(form, player, opponent_plan)
    return came * own_reach(form.trees[player], plan)


def infoset_reach(form: Form, profile: Profile) -> tuple[Array, Array]:
    """As `seat_reach`, for each player of a profile."""
    one, two = realization_plans(form, profile)
    return seat_reach(form, 0, one, two), seat_reach(form, 1, two, one)


def decision_reach(form: Form, profile: Profile) -> dict[Betting, float]:
    """The probability that play comes to each betting where someone acts, over all cards."""
    found: dict[Betting, float] = {}
    for tree, reach in zip(form.trees, infoset_reach(form, profile), strict=True):
        totals = reach[1:].sum(axis=1).tolist()
        for (betting, _, _), p in zip(tree.decisions(), totals, strict=True):
            found[betting] = found.get(betting, 0.0) + p
    return found


def showdown_edge(form: Form, street: int, player: int = 0) -> Array:
    """[boards, hands] chance to win minus chance to lose a showdown against a random hand."""
    boards, other = len(form.game.rules.boards.of(street)), form.trees[1 - player].hands
    met = showdown_kernel(hands_of(form.game.rules, street, player))(np.ones((boards, 1, other)))
    fold, showdown = np.moveaxis(met(slice(None)).reshape(boards, 2, -1), 1, 0)
    edge: Array = showdown / np.where(fold > 0, fold, 1)
    return edge
