"""Equity: what ranges are worth if nobody bets any more."""

from __future__ import annotations

import numpy as np

from pokerbot.games.rules import Rules
from pokerbot.sequence.operators.kernels import showdown_kernel
from pokerbot.sequence.showdown import hands_of


def equity(rules: Rules) -> tuple[float, float]:
    """Each player's share of all showdowns if no one bets; ties count half.

    Only hands that can be dealt together meet.
    """
    reach = np.ones((1, 1, len(rules.hands[1])))
    dealt, won = showdown_kernel(hands_of(rules, 0))(reach)(slice(None)).sum(axis=1)
    first = (1 + float(won / dealt)) / 2
    return first, 1 - first
