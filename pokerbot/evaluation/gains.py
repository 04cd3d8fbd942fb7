"""Where the chips come from that the best answer wins more than sound play, decision by decision.

Kakade & Langford (2002), "Approximately optimal approximate reinforcement learning", lemma 6.1: two
ways to play differ by what each decision of the one gives away beside the other, as often as one
comes there.
"""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.evaluation.action_values import MeasuredStrategy
from pokerbot.games.betting import legal_actions
from pokerbot.games.spot import Spot
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import infoset_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Gain:
    """An information set, the best action there, and the chips a hand that it brings."""

    infoset: str
    action: str
    chips: float


def gains(opponent: Strategy, sound: Strategy) -> list[Gain]:
    """What each decision brings against an opponent, the mean of both seats, the greatest first.

    Their sum is what a best response wins from the opponent more than `sound` does.
    """
    measured = MeasuredStrategy(opponent)
    form, game, theirs = measured.form, opponent.game, measured.profile
    own = to_arrays(form, sound.infosets)
    found = []
    for seat, tree in enumerate(form.trees):
        met = (own[0], theirs[1]) if seat == 0 else (theirs[0], own[1])
        worth = measured.values(seat)
        comes = bind(form)[seat].by_row(infoset_reach(form, met)[seat])
        given = comes * own[seat] * worth.losses / 2
        for betting, board, rows in tree.decisions():
            actions = legal_actions(game.rules, betting)
            best = worth.chips[rows].argmax(axis=0).tolist()
            for card, chips in enumerate(given[rows].sum(axis=0).tolist()):
                if chips > 0:
                    key = game.key(Spot(betting, board, card))
                    found.append(Gain(key, actions[best[card]].name, chips))
    return sorted(found, key=lambda gain: -gain.chips)
