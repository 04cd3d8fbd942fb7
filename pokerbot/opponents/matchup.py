"""What strategy A is worth against strategy B: on average, and in a hand that was played."""

from __future__ import annotations

from functools import partial

from pokerbot.evaluation.action_values import Pairing
from pokerbot.evaluation.coverage import allows_without_luck, losses_by_seat
from pokerbot.play.hand import Hand
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import check_stored
from pokerbot.strategy.strategy import Strategy


class Matchup:
    """A against B, with all values against B computed once: seconds for a large file.

    exact: what A wins on average in seat 0 and in seat 1, in chips per hand
    enough: whether so many hands allow an interval without luck
    """

    def __init__(self, a: Strategy, b: Strategy) -> None:
        """Compute the values.

        Raises:
            InputError: one is kept without its rivers; that is checked before anything is computed.
        """
        check_stored(a.infosets, b.infosets)
        form = compile_game(a.game)
        pairing = Pairing(form, *(to_arrays(form, each.infosets) for each in (a, b)))
        self._trees, self._worths = form.trees, pairing.worths
        given_away = losses_by_seat(pairing)
        first, second = (
            worth.value - mean for worth, (mean, _, _) in zip(self._worths, given_away, strict=True)
        )
        self.exact = first, second
        self.enough = partial(allows_without_luck, given_away)

    def without_luck(self, hand: Hand, seat: int) -> float:
        """The chips that A won in a hand, without luck.

        They are what a best response in A's seat wins on average, less what A's actions gave away.
        """
        worth, tree = self._worths[seat], self._trees[seat]
        won = worth.value
        for seen, action in hand.decisions(seat):
            losses = worth.losses[tree.rows_at(seen.betting, seen.board), seen.hand]
            won -= float(losses[seen.actions.index(action)])
        return won
