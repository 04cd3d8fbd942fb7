"""What a best response wins more than sound play does, split by decision.

By the performance difference lemma, the values of two policies differ by the sum over all decisions
of what the one's action loses against the other's, times the probability of coming there (Kakade &
Langford 2002, "Approximately optimal approximate reinforcement learning", lemma 6.1).
"""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.evaluation.action_values import MeasuredStrategy
from pokerbot.games.betting import legal_actions
from pokerbot.games.spot import Spot
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.reach import row_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Gain:
    """An information set, the best action there, and the chips per hand that it gains."""

    infoset: str
    action: str
    chips: float


def gains(opponent: Strategy, sound: Strategy) -> list[Gain]:
    """What a best response to an opponent gains at each information set, the largest gain first.

    Gains are means over both seats. Their sum is what a best response wins from the opponent more
    than `sound` does.
    """
    measured = MeasuredStrategy(opponent)
    form, game = measured.form, opponent.game
    own = to_arrays(form, sound.infosets)
    plans = realization_plans(form, own)
    found = []
    for seat, tree in enumerate(form.trees):
        worth = measured.values(seat)
        comes = row_reach(form, seat, plans[seat], measured.plans[1 - seat])
        given = comes * own[seat] * worth.losses / 2
        for betting, board, rows in tree.decisions():
            actions = legal_actions(game.rules, betting)
            best = worth.chips[rows].argmax(axis=0).tolist()
            for hand, chips in enumerate(given[rows].sum(axis=0).tolist()):
                if chips > 0:
                    key = game.key(Spot(betting, board, hand))
                    found.append(Gain(key, actions[best[hand]].name, chips))
    return sorted(found, key=lambda gain: -gain.chips)
