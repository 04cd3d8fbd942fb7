"""Judges against a strategy whose game is small enough for all values to be computed at once."""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.action_values import MeasuredStrategy
from pokerbot.evaluation.breakdown import Judge, Weighed
from pokerbot.evaluation.soundness import soundness
from pokerbot.evaluation.tolerance import MOST, SELDOM, Trained, clear, own_fault, tolerance
from pokerbot.games.rules import MATTERS
from pokerbot.games.spot import Spot
from pokerbot.strategy.strategy import Strategy


def judges(strategy: Strategy, reference: Strategy | None = None) -> tuple[WholeJudge, WholeJudge]:
    """The judges of seat 0 and seat 1 against a strategy.

    reference: a strategy for the same game by which soundness is judged; None for the strategy
        itself
    """
    opponent = MeasuredStrategy(strategy)
    other = opponent if reference is None or reference is strategy else MeasuredStrategy(reference)
    return WholeJudge(opponent, 0, other), WholeJudge(opponent, 1, other)


class WholeJudge(Judge):
    """A judge that computes all values at once, with best responses after each action.

    tree: the seat's decisions
    values: the values of the seat and of all its actions
    soundness: whether each action is sound
    least: [hands] the least loss that is a fault, by `tolerance`
    """

    def __init__(self, opponent: MeasuredStrategy, seat: int, reference: MeasuredStrategy) -> None:
        """Judge a seat against an opponent; soundness is judged by the reference."""
        self.strategy, self.seat = opponent.strategy, seat
        self.reference = reference.strategy
        self.tree = opponent.form.trees[seat]
        self.values = opponent.values(seat)
        against = self.values if reference is opponent else reference.values(seat)
        self.soundness = soundness(reference, against, seat)
        self._often = reference.profile[seat]
        self.seat_value = self.values.value
        self.game_value = reference.exact.values[seat]
        self.deviation = opponent.deviation
        rules = self.strategy.game.rules
        self.least = tolerance(reference, against)
        self._trained = Trained(self.strategy)
        itself = opponent.exact.exploitability < MATTERS * rules.unit
        self.sound = (opponent if itself else reference).strategy
        rough = self._trained.trembles and reference.exploitability > MOST * rules.pot
        self._good_enough = not rough
        self._alone = bool(rules.public) and reference is opponent

    def weigh(self, spot: Spot) -> Weighed:
        """As `Judge`."""
        rows, hand = self.tree.rows_at(spot.betting, spot.board), spot.hand
        losses, often = self.values.losses[rows, hand], self._often[rows, hand]
        if self.locked(spot):
            often = np.zeros_like(often)
        least, sure = float(self.least[hand]), np.ones_like(losses, dtype=bool)
        if self._trained.trembles:
            pot, met = self.strategy.game.rules.pot, 1 - self.seat
            least = own_fault(losses, often, pot)
            come = self._trained.come(met, spot.betting, spot.board)
            sure = clear(losses, often, pot) & (come >= SELDOM)
        passes = losses < least if self._alone else self.soundness.sound[rows, hand]
        comes = bool(self.soundness.comes[rows.start, hand])
        return Weighed(self.values.chips[rows, hand], losses, often, passes, comes, least, sure)

    def comes(self, spot: Spot) -> bool:
        """Whether the strategy ever lets this seat come to the spot with its hand."""
        decision = self.tree.at(spot.betting, spot.board)
        return bool(np.isfinite(self.values.reach[decision, spot.hand]))

    def trained(self, spot: Spot) -> bool:
        """As `Judge`; with trembles the solution must be good enough, too."""
        return self._good_enough and self._trained.at(spot.betting, spot.board)
