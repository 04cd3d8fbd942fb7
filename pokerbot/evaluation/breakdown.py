"""Split the result of a hand exactly into the seat's value, luck, mistakes and missed chances.

    chips won = seat's value + luck − mistakes − missed

Against a known strategy, let Q(I, a) be what a player wins on average by taking action a at the
information set I and playing a best response from then on, and V(I) the largest of these. A
decision gives away V(I) − Q(I, a). That is a mistake, unless the action is sound, which means no
mistake against an equilibrium; it is then a missed chance to exploit this opponent. The seat's
value is V before the deal. Luck is what remains: that of the cards, and of the opponent's random
actions. Its mean is zero, whatever the player does. It is what AIVAT subtracts (Burch et al. 2018),
but here nothing has to be estimated.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pokerbot.evaluation.opponent_range import ActionOutcome, OpponentRange, excuse
from pokerbot.evaluation.soundness import ROUNDING, folds_unbeaten
from pokerbot.games.actions import Action
from pokerbot.games.betting import along, as_told, legal_actions
from pokerbot.games.rules import MATTERS
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.strategy.strategy import Strategy

GRADES = ((0.25, "blunder"), (0.05, "mistake"), (MATTERS, "inaccuracy"))
"""The grades of decisions that are not sound, each with the least loss in the game's units."""

SHOWN = 0.005
"""Sound decisions that lose less than this, in the game's units, are graded as the best ones are.

Where thousandths of a chip are shown, the limit is a tenth of it.
"""

SAME = 0.05
"""Two actions are equally good for a comparison if they differ by less than this part of a fault.

The smallest fault of the decision is meant: `Weighed.least`.
"""

FAULTLESS = ("best", "sound")
UNGRADED = "no grade"
"""The grade of a decision at a spot that the solution cannot judge reliably.

Its own play hardly ever reaches the decision, so that its answer there is not trained; or a better
solution might judge otherwise.
"""


@dataclass(frozen=True)
class Decision:
    """A graded decision.

    infoset: the key of the information set
    round: the betting round, from 0
    action: the action that was taken
    chips: for each action, what it wins on average from the deal on, with a best response after it;
        at a spot the player's half of the pot is included
    frequencies: how often the strategy that the opponent plays would take each action here
    sound: how often sound play takes each action; empty if sound play never comes here, or is not
        known as a lock gives the play here
    loss: the chips that the action gives away
    least: losses below this are no mistakes
    grade: `best`, `sound`, one of `GRADES`, or `UNGRADED`
    excuse: in words, why an action is sound that gives away `least` or more; else empty
    outcomes: what the action meets, and what the action meets that it is compared with: the best
        one, or the best of another kind if the action is as good as that; empty if the opponent
        never lets a hand come here
    decimals: how many decimals of a chip matter: as many as tell the least fault in the game's
        unit from nothing, at least two, and one more with blinds
    pot: at a spot the pot when the hand began; else 0
    told: the actions that people know by another name, by their name, as `as_told` tells
    locked: whether a lock gives the reference's play here
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
    decimals: int = 2
    pot: float = 0.0
    told: Mapping[str, Action] = field(default_factory=dict)
    locked: bool = False

    @property
    def as_told(self) -> Decision:
        """The decision with the actions' names as people are told them."""
        if not self.told:
            return self
        named = {name: self.told[name].name if name in self.told else name for name in self.chips}
        return replace(
            self,
            action=named.get(self.action, self.action),
            chips={named[name]: chips for name, chips in self.chips.items()},
            frequencies={named[name]: often for name, often in self.frequencies.items()},
            sound={named[name]: often for name, often in self.sound.items()},
            outcomes=tuple(
                replace(each, action=self.told.get(each.action.name, each.action))
                for each in self.outcomes
            ),
            told={},
        )

    @property
    def fault(self) -> float:
        """The chips given away by mistake: 0 if the decision is sound or not graded."""
        return 0.0 if self.grade in (*FAULTLESS, UNGRADED) else self.loss

    @property
    def faultless(self) -> bool | None:
        """Whether it counts as faultless; None if it counts as neither that nor a fault."""
        return None if self.excuse or self.grade == UNGRADED else self.grade in FAULTLESS


@dataclass(frozen=True)
class Breakdown:
    """A hand's result for one player: chips = seat_value + luck − mistakes − missed.

    chips: what the player won
    seat_value: what a best response wins on average in this seat against the opponent
    game_value: what the reference wins on average in this seat against itself; the seat's value is
        larger by what the opponent's imperfection offers
    luck: the luck of the cards and of the opponent's random actions
    mistakes, missed: what the decisions gave away that were faults, and those that were sound
    decisions: the player's decisions

    At a spot the first three include the player's half of the pot that the hand began with.
    """

    chips: float
    seat_value: float
    game_value: float
    luck: float
    mistakes: float
    missed: float
    decisions: tuple[Decision, ...]

    @property
    def loss(self) -> float:
        """The chips that the decisions gave away: mistakes and missed chances together."""
        return self.mistakes + self.missed


@dataclass(frozen=True)
class Weighed:
    """What a judge knows about a decision with a hand; arrays are [actions].

    values: the net chips that each action wins on average from the deal on
    losses: the chips that each action gives away
    often: how often the reference takes each action; zeros where a lock gives its play
    passes: whether each action is sound: no mistake against the reference
    comes: whether the reference ever comes there
    least: losses below this are no faults
    sure: whether a better solution can be expected to judge each action alike
    """

    values: Array
    losses: Array
    often: Array
    passes: NDArray[np.bool_]
    comes: bool
    least: float
    sure: NDArray[np.bool_]


class Judge(ABC):
    """Judges the decisions of one seat against a known strategy in the other seat.

    strategy: the opponent's strategy
    sound: sound play to show; the opponent's own strategy if that is nearly an equilibrium
    reference: the strategy, nearly an equilibrium, by which soundness is judged
    seat: the seat whose decisions are judged, 0 or 1
    seat_value: what a best response wins on average in this seat
    game_value: what the reference wins on average in this seat against itself; seat_value −
        game_value is what the opponent's imperfection offers
    deviation: the standard deviation of a hand's chips if the strategy plays both seats, None if
        not known
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
        """The values of the actions at a spot, and what else is known about the decision.

        If the strategy never lets the player come there, all actions have the same value.
        """

    @abstractmethod
    def trained(self, spot: Spot) -> bool:
        """Whether the strategy itself reaches the spot often enough to have a trained answer."""

    def locked(self, spot: Spot) -> bool:
        """Whether a lock gives the reference's play at a spot of this seat."""
        return self.reference.game.key(spot) in self._locks

    @cached_property
    def _locks(self) -> frozenset[str]:
        return self.reference.game.locked

    @cached_property
    def _judged(self) -> dict[tuple[Spot, Action], Decision]:
        return {}

    def chips(self, spot: Spot) -> dict[str, float]:
        """What each action of this seat wins on average, given that the player comes here.

        As `Weighed.values`; at a spot the player's half of the pot is added.
        """
        rules = self.strategy.game.rules
        names = (action.name for action in legal_actions(rules, spot.betting))
        return dict(
            zip(names, (self.weigh(spot).values + rules.starting_share).tolist(), strict=True)
        )

    def best(self, spot: Spot) -> Decision:
        """The decision for the best action of this seat.

        Of equally good actions it is the first one; differences of rounding do not count.
        """
        chips = self.chips(spot)
        actions = legal_actions(self.strategy.game.rules, spot.betting)
        return self.judge(spot, max(actions, key=lambda action: round(chips[action.name], 6)))

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
        locked = self.locked(spot)
        sound = bool(weighed.passes[place]) and not folds_unbeaten(rules, spot, action)
        given = grade(loss, rules.unit, least, sound=sound, fine=fine)
        if not (self.trained(spot) and weighed.sure[place]):
            given = UNGRADED
        faced, excused = OpponentRange(self.strategy, spot), ""
        names = [(each, as_told(spot.betting, each)) for each in actions]
        compared = (action, *_rival(actions, values, weighed.often, action, least))
        if given == "sound" and loss >= least:
            excused = self._excuse(faced, weighed, *compared)
        return Decision(
            infoset=key,
            round=spot.betting.round,
            action=action.name,
            chips=self.chips(spot),
            frequencies=dict(self.strategy.infosets[key]),
            sound=dict(self.sound.infosets[key]) if weighed.comes and not locked else {},
            loss=loss,
            least=least,
            grade=given,
            excuse=excused,
            outcomes=tuple(map(faced.outcome, compared)) if faced.comes else (),
            decimals=rules.decimals + fine,
            pot=rules.pot if rules.public else 0.0,
            told={each.name: named for each, named in names if named.name != each.name},
            locked=locked,
        )

    def _excuse(self, faced: OpponentRange, weighed: Weighed, taken: Action, best: Action) -> str:
        """In words, why an action is sound although it gives chips away to this opponent."""
        if not weighed.comes:
            better = as_told(faced.spot.betting, best).name
            return f"sound play does not come here, where {better} does better"
        return excuse(faced, OpponentRange(self.reference, faced.spot), taken, best)

    def judged(
        self, hand: int, board: int, actions: Sequence[Action], begin: int = 0
    ) -> list[Decision]:
        """Grade the decisions of this seat in a hand.

        Args:
            hand: the player's hand.
            board: the board of the last street, whether or not it was turned up.
            actions: both players' actions, in order.
            begin: how many of these are left out at the beginning.
        """
        rules = self.strategy.game.rules
        return [
            self.judge(Spot(at, rules.boards.at(board, rules.street(at.round)), hand), action)
            for at, action in [*along(rules, actions)][begin:]
            if at.player == self.seat
        ]

    def split(self, judged: Sequence[Decision], chips: float) -> Breakdown:
        """Split the `chips` that were won in a hand, given the graded decisions of this seat."""
        rules = self.strategy.game.rules
        mistakes = sum((decision.fault for decision in judged), 0.0)
        missed = sum((decision.loss - decision.fault for decision in judged), 0.0)
        luck = chips - self.seat_value + mistakes + missed
        return Breakdown(
            chips=chips + rules.starting_share,
            seat_value=self.seat_value + rules.starting_share,
            game_value=self.game_value + rules.starting_share,
            luck=luck,
            mistakes=mistakes,
            missed=missed,
            decisions=tuple(judged),
        )


def _rival(
    actions: Sequence[Action], values: Array, often: Array, taken: Action, least: float
) -> Sequence[Action]:
    """The action to compare the one taken with, in a list, which is empty if there is none.

    It is the best action; but if the one taken loses less than `least`, it is the best action of
    another kind. Of several that are equally good it is the one that sound play takes most often.

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
        unit: the game's unit, in chips.
        least: losses below this are no faults, in chips.
        sound: whether the action is no mistake against the reference.
        fine: whether thousandths of a chip are shown, so that the limit of `SHOWN` is lower.
    """
    shown = SHOWN / 10 if fine else SHOWN
    if loss <= ROUNDING or (sound and loss < shown * unit):
        return "best"
    if sound or loss < least:
        return "sound"
    return next(name for units, name in GRADES if loss >= units * unit)
