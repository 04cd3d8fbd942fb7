"""Where the chips of a hand came from: the seat, luck, mistakes and missed chances, exactly.

chips won = seat's value + luck − mistakes − missed. Against a known strategy Q(I, a) is what taking
a at information set I and best-responding ever after wins on average, given what the player knows,
and V(I) the largest of them. A decision gives away V(I) − Q(I, a): a mistake, unless it is sound
against an equilibrium, when the chance that this opponent offers was missed. The seat's value is
V before the deal; luck is the rest, the cards' and the opponent's dice, and has mean zero whatever
the player does. It is the difference that AIVAT takes out (Burch et al. 2018), with nothing left
to estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerbot.evaluation.facing import Facing, Outlook, excuse
from pokerbot.evaluation.soundness import ROUNDING, Soundness
from pokerbot.evaluation.worth import Measured
from pokerbot.games.betting import Action, Betting, legal_actions, start, successor
from pokerbot.strategy.strategy import Strategy

GRADES = ((0.25, "blunder"), (0.05, "mistake"), (0.0, "inaccuracy"))
"""From how many antes lost on a decision has which grade, unless it is sound."""

SHOWN = 0.005
"""A sound decision that leaves less than so many antes is as good as the best."""

FAULTLESS = ("best", "sound")


@dataclass(frozen=True)
class Decision:
    """A graded decision.

    round: of betting, from 0
    chips: what each action wins on average from the deal on
    frequencies: how often the strategy itself takes each action here
    loss: the chips that the action taken gives away
    grade: `best`, `sound`, or one of `GRADES`
    excuse: what a sound decision misses in this opponent, in words; else empty
    outlooks: what the action taken meets, and what one meets that it compares with: the best, or
        where it is as good as that the best of another kind; empty where no hand comes here
    """

    infoset: str
    round: int
    action: str
    chips: dict[str, float]
    frequencies: dict[str, float]
    loss: float
    grade: str
    excuse: str = ""
    outlooks: tuple[Outlook, ...] = ()

    @property
    def fault(self) -> float:
        """The chips that count as given away by mistake: none where the decision is sound."""
        return 0.0 if self.grade in FAULTLESS else self.loss

    @property
    def faultless(self) -> bool | None:
        """Whether it counts as perfect; None where it counts neither way."""
        return None if self.grade == "sound" else self.grade == "best"


@dataclass(frozen=True)
class Breakdown:
    """A hand's result for one player: chips = seat_value + luck − mistakes − missed.

    game_value: what the seat wins between two who play as the reference; it is worth more by what
        the opponent's imperfection offers
    mistakes, missed: what decisions gave away that were faults, and those that were sound
    """

    chips: float
    seat_value: float
    game_value: float
    luck: float
    mistakes: float
    missed: float
    decisions: tuple[Decision, ...]


def judges(strategy: Strategy, reference: Strategy | None = None) -> tuple[Judge, Judge]:
    """The judges of seat 0 and seat 1 against a strategy, each measured once.

    The `reference` is for the same game; without one the strategy is its own.
    """
    opponent = Measured(strategy)
    other = opponent if reference is None or reference is strategy else Measured(reference)
    return Judge(opponent, 0, other), Judge(opponent, 1, other)


class Judge:
    """Knows what every action of one seat is worth against a strategy in the other one.

    seat_value: what a best response wins on average; game_value: what the reference wins there
    against itself, so that seat_value − game_value is what the opponent's imperfection offers;
    deviation: the standard deviation of a hand's chips where it plays both seats;
    worth, soundness: what every action of the seat gives away, and whether it is sound.
    """

    def __init__(self, opponent: Measured, seat: int, reference: Measured) -> None:
        """Judge a seat against an opponent; the reference says what is sound."""
        self.strategy, self.seat = opponent.strategy, seat
        self.tree = opponent.form.trees[seat]
        self.worth = opponent.worth(seat)
        against = self.worth if reference is opponent else reference.worth(seat)
        self.soundness = Soundness(reference, against, seat)
        self.seat_value = self.worth.value
        self.game_value = -reference.exact.value if seat else reference.exact.value
        self.deviation = opponent.deviation
        self._ante = self.strategy.game.rules.ante
        self._judged: dict[tuple[Betting, int, int | None, Action], Decision] = {}

    def chips(self, betting: Betting, card: int, board: int | None) -> dict[str, float]:
        """What each action of this seat wins on average, best-responding ever after.

        Given that one comes here: `board` is the public card if it lies on the table. All 0 where
        the strategy never lets one come.
        """
        actions = legal_actions(self.strategy.game.rules, betting)
        values = self.worth.chips[self.tree.rows_at(betting, board), card].tolist()
        return dict(zip((action.name for action in actions), values, strict=True))

    def comes(self, betting: Betting, card: int, board: int | None) -> bool:
        """Whether the strategy ever lets this seat come here with this card."""
        return bool(np.isfinite(self.worth.reach[self.decision(betting, board), card]))

    def decision(self, betting: Betting, board: int | None) -> int:
        """The place of a public decision in this seat's tree."""
        return self.tree.at(betting, board)

    def judge(self, betting: Betting, card: int, board: int | None, action: Action) -> Decision:
        """Grade an action of this seat; `board` is the public card if it lies on the table."""
        place = betting, card, board, action
        if place not in self._judged:
            self._judged[place] = self._judge(*place)
        return self._judged[place]

    def _judge(self, betting: Betting, card: int, board: int | None, action: Action) -> Decision:
        rows = self.tree.rows_at(betting, board)
        actions = legal_actions(self.strategy.game.rules, betting)
        chosen = rows.start + actions.index(action), card
        key = self.strategy.game.key(betting, board, card)
        worth, sound = self.worth, self.soundness
        loss = float(worth.losses[chosen])
        given = grade(loss, self._ante, sound=bool(sound.sound[chosen]))
        place = betting, card, board
        facing, values = Facing(self.strategy, place), worth.chips[rows, card]
        excused = ""
        if given == "sound":
            best = actions[int(values.argmax())]
            excused = f"no equilibrium comes here, where {best.name} does better"
            if sound.comes[chosen]:
                excused = excuse(facing, Facing(sound.reference, place), action, best)
        compared = (action, *self._rival(actions, values.tolist(), action, loss))
        return Decision(
            infoset=key,
            round=betting.round,
            action=action.name,
            chips=self.chips(betting, card, board),
            frequencies=dict(self.strategy.infosets[key]),
            loss=loss,
            grade=given,
            excuse=excused,
            outlooks=tuple(map(facing.outlook, compared)) if facing.dealt else (),
        )

    def _rival(
        self, actions: Sequence[Action], values: Sequence[float], taken: Action, loss: float
    ) -> Sequence[Action]:
        """What an action is to be compared with, if there is anything."""
        near = loss < SHOWN * self._ante
        rivals = [
            (value, place)
            for place, (value, each) in enumerate(zip(values, actions, strict=True))
            if not near or each.kind != taken.kind
        ]
        return [actions[max(rivals)[1]]] if rivals else []

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
        mistakes = sum((decision.fault for decision in judged), 0.0)
        missed = sum((decision.loss - decision.fault for decision in judged), 0.0)
        luck = chips - self.seat_value + mistakes + missed
        return Breakdown(
            chips, self.seat_value, self.game_value, luck, mistakes, missed, tuple(judged)
        )


def grade(loss: float, ante: float, *, sound: bool) -> str:
    """The grade of a decision that gives away `loss` chips to this opponent."""
    if loss <= ROUNDING or (sound and loss < SHOWN * ante):
        return "best"
    if sound:
        return "sound"
    return next(name for antes, name in GRADES if loss >= antes * ante)
