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

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pokerbot.evaluation.opponent_range import ActionOutcome, OpponentRange, excuse
from pokerbot.evaluation.soundness import ROUNDING
from pokerbot.games.betting import Action, along, legal_actions
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.strategy.strategy import Strategy

GRADES = ((0.25, "blunder"), (0.05, "mistake"), (0.01, "inaccuracy"))
"""From how many of the game's units lost on a decision has which grade, unless it is sound."""
LEAST = GRADES[-1][0]
"""Fewer units are no difference."""

SHOWN = 0.005
"""A sound decision that leaves less than so many units is as good as the best; a tenth of them
where thousandths are told."""

SAME = 0.05
"""Of what is a fault at least: actions that are fewer chips apart read the same."""

FAULTLESS = ("best", "sound")
UNGRADED = "no grade"
"""Of a decision at a spot where the solution hardly comes, so that it has no trained answer, or of
which a better solution might judge otherwise."""


@dataclass(frozen=True)
class Decision:
    """A graded decision.

    round: of betting, from 0
    chips: what each action wins on average from the deal on, of the pot that was found, too
    frequencies: how often the strategy itself takes each action here
    sound: how often sound play takes each; empty where that never comes here
    loss: the chips that the action taken gives away
    least: fewer chips than these are no difference between actions
    grade: `best`, `sound`, one of `GRADES`, or `UNGRADED`
    excuse: why a sound decision is one, in words; empty where it gives away less than `least`
    outcomes: what the action taken meets, and what one meets that it compares with: the best, or
        where it is as good as that the best of another kind; empty where no hand comes here
    fine: whether thousandths of a chip are told, which are thousandths of a big blind
    pot: what lay in it when the hand began, at a spot; else 0
    """

    infoset: str
    round: int
    action: str
    chips: dict[str, float]
    frequencies: dict[str, float]
    sound: dict[str, float]
    loss: float
    least: float
    grade: str
    excuse: str = ""
    outcomes: tuple[ActionOutcome, ...] = ()
    fine: bool = False
    pot: float = 0.0

    @property
    def fault(self) -> float:
        """The chips that count as given away by mistake: none where the decision is sound."""
        return 0.0 if self.grade in (*FAULTLESS, UNGRADED) else self.loss

    @property
    def faultless(self) -> bool | None:
        """Whether it counts as perfect; None where it counts neither way."""
        return None if self.excuse or self.grade == UNGRADED else self.grade in FAULTLESS


@dataclass(frozen=True)
class Breakdown:
    """A hand's result for one player: chips = seat_value + luck − mistakes − missed.

    chips, seat_value, game_value: with the player's half of a pot that was found; the last is what
        the seat wins between two who play as the reference, and it is worth more by what the
        opponent's imperfection offers
    mistakes, missed: what decisions gave away that were faults, and those that were sound
    """

    chips: float
    seat_value: float
    game_value: float
    luck: float
    mistakes: float
    missed: float
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class Weighed:
    """What a judge knows of a decision with a hand; [actions].

    values: the net chips that each wins on average from the deal on
    losses: those that each gives away
    often: how often the reference takes each
    passes: whether each is no mistake against it
    comes: whether the reference ever comes there
    least: fewer chips given away than these are no fault
    sure: whether a better solution would say the same of each, by all that is known here
    """

    values: Array
    losses: Array
    often: Array
    passes: NDArray[np.bool_]
    comes: bool
    least: float
    sure: NDArray[np.bool_]


class Judge(ABC):
    """Knows what every action of one seat is worth against a strategy in the other one.

    strategy: that one; seat: which it judges
    sound: sound play, the strategy's own where that is as good as sound
    reference: what says what is sound
    seat_value: what the seat wins on average at best; game_value: what the reference wins there
    against itself, so that seat_value − game_value is what the opponent's imperfection offers;
    deviation: the standard deviation of a hand's chips where it plays both seats, None where that
    is not known.
    """

    strategy: Strategy
    sound: Strategy
    reference: Strategy
    seat: int
    seat_value: float
    game_value: float
    deviation: float | None

    @abstractmethod
    def weigh(self, spot: Spot) -> Weighed:
        """What a decision is worth.

        All actions are worth the same where the strategy never lets one come.
        """

    @abstractmethod
    def trained(self, spot: Spot) -> bool:
        """Whether the strategy's own play comes there often enough to have learned an answer."""

    @cached_property
    def _judged(self) -> dict[tuple[Spot, Action], Decision]:
        return {}

    def chips(self, spot: Spot) -> dict[str, float]:
        """What each action of this seat wins on average, as `weigh` has it.

        Given that one comes here. The pot that was found counts as won, not as put in.
        """
        rules = self.strategy.game.rules
        names = (action.name for action in legal_actions(rules, spot.betting))
        return dict(zip(names, (self.weigh(spot).values + rules.found).tolist(), strict=True))

    def judge(self, spot: Spot, action: Action) -> Decision:
        """Grade an action of this seat."""
        if (spot, action) not in self._judged:
            self._judged[spot, action] = self._judge(spot, action)
        return self._judged[spot, action]

    def _judge(self, spot: Spot, action: Action) -> Decision:
        weighed, rules = self.weigh(spot), self.strategy.game.rules
        actions, values, least = legal_actions(rules, spot.betting), weighed.values, weighed.least
        place, fine = actions.index(action), any(rules.blinds)
        loss, key = float(weighed.losses[place]), self.strategy.game.key(spot)
        given = grade(loss, rules.unit, least, sound=bool(weighed.passes[place]), fine=fine)
        if rules.public and not (self.trained(spot) and weighed.sure[place]):
            given = UNGRADED
        faced, excused = OpponentRange(self.strategy, spot), ""
        if given == "sound" and loss >= least:
            excused = self._excuse(faced, weighed, action, actions[int(values.argmax())])
        compared = (action, *_rival(actions, values, weighed.often, action, least))
        return Decision(
            infoset=key,
            round=spot.betting.round,
            action=action.name,
            chips=self.chips(spot),
            frequencies=dict(self.strategy.infosets[key]),
            sound=dict(self.sound.infosets[key]) if weighed.comes else {},
            loss=loss,
            least=least,
            grade=given,
            excuse=excused,
            outcomes=tuple(map(faced.outcome, compared)) if faced.comes else (),
            fine=fine,
            pot=rules.pot if rules.public else 0.0,
        )

    def _excuse(self, faced: OpponentRange, weighed: Weighed, taken: Action, best: Action) -> str:
        """Why an action is sound that gives something away."""
        if not weighed.comes:
            return f"no equilibrium comes here, where {best.name} does better"
        return excuse(faced, OpponentRange(self.reference, faced.spot), taken, best)

    def judged(
        self, hand: int, board: int, actions: Sequence[Action], begin: int = 0
    ) -> list[Decision]:
        """The decisions of this seat in a hand, graded.

        Args:
            hand: the player's own.
            board: the one of the last street, whether or not it was turned up.
            actions: both players', in order.
            begin: how many of them are left out.
        """
        rules = self.strategy.game.rules
        return [
            self.judge(Spot(at, rules.boards.at(board, rules.street(at.round)), hand), action)
            for at, action in [*along(rules, actions)][begin:]
            if at.player == self.seat
        ]

    def split(self, judged: Sequence[Decision], chips: float) -> Breakdown:
        """Where `chips` won came from, by the decisions of this seat in the hand."""
        rules = self.strategy.game.rules
        mistakes = sum((decision.fault for decision in judged), 0.0)
        missed = sum((decision.loss - decision.fault for decision in judged), 0.0)
        luck = chips - self.seat_value + mistakes + missed
        return Breakdown(
            chips=chips + rules.found,
            seat_value=self.seat_value + rules.found,
            game_value=self.game_value + rules.found,
            luck=luck,
            mistakes=mistakes,
            missed=missed,
            decisions=tuple(judged),
        )


def _rival(
    actions: Sequence[Action], values: Array, often: Array, taken: Action, least: float
) -> Sequence[Action]:
    """What an action is to be compared with, if anything.

    It is the best, or where that is no better by `least` another kind. Of several that read the
    same it is the one that sound play takes most often.

    values, often: [actions] what each wins, and how often sound play takes it
    """
    loss = values.max() - values[list(actions).index(taken)]
    there = [
        place for place, each in enumerate(actions) if loss >= least or each.kind != taken.kind
    ]
    best = values[there].max(initial=-np.inf)
    alike = [place for place in there if values[place] > best - least * SAME]
    return [actions[max(alike, key=lambda place: (often[place], values[place]))]] if alike else []


def grade(loss: float, unit: float, least: float, *, sound: bool, fine: bool = False) -> str:
    """The grade of a decision that gives away `loss` chips to this opponent.

    Args:
        loss: the chips.
        unit: of the game.
        least: what is a fault at least, in chips.
        sound: whether it is no mistake against the reference.
        fine: whether thousandths are told, so that fewer chips are as good as the best.
    """
    shown = SHOWN / 10 if fine else SHOWN
    if loss <= ROUNDING or (sound and loss < shown * unit):
        return "best"
    if sound or loss < least:
        return "sound"
    return next(name for units, name in GRADES if loss >= units * unit)
