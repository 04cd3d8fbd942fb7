"""Where the chips of a hand came from: the seat, luck and mistakes, exactly.

chips won = seat's value + luck − mistakes. Against a known strategy Q(I, a) is what taking a at
information set I and best-responding ever after wins on average, given what the player knows, and
V(I) the largest of them. A mistake is V(I) − Q(I, a); the seat's value is V before the deal; luck
is the rest, the cards' and the opponent's dice, and has mean zero whatever the player does. It is
the difference that AIVAT takes out (Burch et al. 2018), with nothing left to estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.evaluation.worth import seat_worth
from pokerbot.games.betting import Action, Betting, legal_actions, start, successor
from pokerbot.sequence.behaviour import to_arrays
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.strategy import Strategy

GRADES = ((0.25, "blunder"), (0.05, "mistake"), (0.0, "inaccuracy"))
"""From how many antes lost on a decision has which grade; up to the noise floor it is `best`."""

NOISE = 10
"""An action that an equilibrium takes with probability p loses at most NashConv / p, per hand that
comes here, to a strategy of that NashConv: the floor lets one that it takes one time in ten pass.
"""


@dataclass(frozen=True)
class Decision:
    """A graded decision.

    chips: what each action wins on average from the deal on
    frequencies: how often the strategy itself takes each action here
    loss: the chips that the action taken gives away
    floor: up to this loss the strategy's own inexactness may explain it
    """

    infoset: str
    action: str
    chips: dict[str, float]
    frequencies: dict[str, float]
    loss: float
    floor: float
    grade: str

    @property
    def fault(self) -> float:
        """The chips given away for certain: none where the strategy may be the inexact one."""
        return 0.0 if self.grade == "best" else self.loss


@dataclass(frozen=True)
class Breakdown:
    """A hand's result for one player: chips = seat_value + luck − mistakes.

    game_value: what the strategy's own play would win in the seat; the seat is worth more by what
    the opponent's imperfection offers.
    """

    chips: float
    seat_value: float
    game_value: float
    luck: float
    mistakes: float
    decisions: tuple[Decision, ...]


class Judge:
    """Knows what every action of one seat is worth against a strategy in the other one.

    seat_value: what a best response wins on average; game_value: what the strategy's own play
    wins there, so that seat_value − game_value is what the opponent's imperfection offers.
    """

    def __init__(self, strategy: Strategy, seat: int) -> None:
        self.strategy, self.seat = strategy, seat
        form = compile_game(strategy.game)
        profile = to_arrays(form, strategy.infosets)
        exact = evaluate_profile(form, profile)
        self.tree = form.trees[seat]
        self._worth = seat_worth(form, seat, profile[1 - seat])
        self.seat_value = self._worth.value
        self.game_value = -exact.value if seat else exact.value
        self._floors = NOISE * exact.nash_conv / self._worth.reach
        self._ante = strategy.game.rules.ante

    def chips(self, betting: Betting, card: int, board: int | None) -> dict[str, float]:
        """What each action of this seat wins on average, best-responding ever after.

        Given that one comes here: `board` is the public card if it lies on the table. All 0 where
        the strategy never lets one come.
        """
        actions = legal_actions(self.strategy.game.rules, betting)
        values = self._worth.chips[self.tree.rows_at(betting, board), card].tolist()
        return dict(zip((action.name for action in actions), values, strict=True))

    def comes(self, betting: Betting, card: int, board: int | None) -> bool:
        """Whether the strategy ever lets this seat come here with this card."""
        return bool(np.isfinite(self._worth.reach[self.decision(betting, board), card]))

    def decision(self, betting: Betting, board: int | None) -> int:
        """The place of a public decision in this seat's tree."""
        return self.tree.at(betting, board)

    def judge(self, betting: Betting, card: int, board: int | None, action: Action) -> Decision:
        """Grade an action of this seat; `board` is the public card if it lies on the table."""
        decision = self.decision(betting, board)
        chosen = legal_actions(self.strategy.game.rules, betting).index(action)
        key = self.strategy.game.key(betting, board, card)
        loss = float(self._worth.losses[self.tree.rows_at(betting, board), card][chosen])
        floor = float(self._floors[decision, card])
        return Decision(
            infoset=key,
            action=action.name,
            chips=self.chips(betting, card, board),
            frequencies=dict(self.strategy.infosets[key]),
            loss=loss,
            floor=floor,
            grade=grade(loss, floor, self._ante),
        )

    def breakdown(
        self, card: int, board: int | None, actions: Sequence[Action], chips: float
    ) -> Breakdown:
        """Break down the result of a finished hand.

        Args:
            card: the player's own.
            board: the public card, whether or not it was turned up; None where there is none.
            actions: both players', in order.
            chips: what the player won.
        """
        rules = self.strategy.game.rules
        betting, judged = start(rules), []
        for action in actions:
            if betting.player == self.seat:
                shown = board if rules.shows_board(betting.round) else None
                judged.append(self.judge(betting, card, shown, action))
            betting = successor(rules, betting, action)
        mistakes = float(sum(decision.loss for decision in judged))
        luck = chips - self.seat_value + mistakes
        return Breakdown(chips, self.seat_value, self.game_value, luck, mistakes, tuple(judged))


def grade(loss: float, floor: float, ante: float) -> str:
    """The grade of a decision that gives away `loss` chips, `floor` of them uncertain."""
    if loss <= floor:
        return "best"
    return next(name for antes, name in GRADES if loss >= antes * ante)
