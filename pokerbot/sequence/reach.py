"""The probability that play comes to a decision: reach and counterfactual reach."""

from __future__ import annotations

import numpy as np

from pokerbot.games.actions import Betting
from pokerbot.games.rules import Rules
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, realization_plans
from pokerbot.sequence.compile import explored, layouts_of
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.listed import compile_chances
from pokerbot.sequence.operators import bind, uniform
from pokerbot.sequence.operators.kernels import showdown_kernel
from pokerbot.sequence.sampled import compile_sides
from pokerbot.sequence.showdown import FOLD, SHOWDOWN, MeetingHands, hands_of


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
        met = meet(hands_of(rules, street, player), opponent_plan[facing])
        reach[decision] = met[:, :, FOLD]
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
    there = np.array([board - rules.boards.of(street).start])
    hands = hands_of(rules, street, player).on(there)
    fold, showdown = meet(hands, opponent_reach[None, None].copy())[0, 0]
    return fold, showdown


def meet(hands: MeetingHands, reach: Array) -> Array:
    """[boards, n, 2, hands] both outcomes for own hands, as `showdown_kernel` has them.

    reach: [boards, n, opponent's hands] the opponent's reach, which is overwritten
    """
    return showdown_kernel(hands)(reach)(slice(None)).reshape(*reach.shape[:2], 2, -1)


def own_reach(tree: Tree, plan: Array) -> Array:
    """[decisions, hands] the probability that the player's own choices lead to each decision."""
    return plan[tree.above]


def seat_reach(form: Form, player: int, plan: Array, opponent_plan: Array) -> Array:
    """[decisions, hands] the probability that play comes to each information set of a player.

    Decision 0 stands for the deal of the hand.
    """
    came = counterfactual_reach(form, player, opponent_plan)
    return came * own_reach(form.trees[player], plan)


def row_reach(form: Form, player: int, plan: Array, opponent_plan: Array) -> Array:
    """[rows, hands] the `seat_reach` of the decision at which each row's action is taken."""
    return bind(form)[player].by_row(seat_reach(form, player, plan, opponent_plan))


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
    met = meet(hands_of(form.game.rules, street, player), np.ones((boards, 1, other)))[:, 0]
    edge: Array = met[:, SHOWDOWN] / np.where(met[:, FOLD] > 0, met[:, FOLD], 1)
    return edge


def equity(rules: Rules) -> tuple[float, float]:
    """Each player's share of all showdowns if no one bets; ties count half.

    Only hands that can be dealt together meet.
    """
    met = meet(hands_of(rules, 0), np.ones((1, 1, len(rules.hands[1]))))
    dealt, won = met[0, 0].sum(axis=1)
    first = (1 + float(won / dealt)) / 2
    return first, 1 - first
