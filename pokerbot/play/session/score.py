"""What a person has won over the hands of a session, compared with what the game is worth."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pokerbot.games.rules import decimals_of
from pokerbot.games.tally import Z95, Tally
from pokerbot.play.session.dice import read_roll
from pokerbot.play.session.result_curve import ResultCurve

TakenAction = tuple[str, Mapping[str, float]]
"""The action taken at a decision, and sound play's probability of each action there."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict on a hand, in chips.

    seat_value: what the person's seat was worth against this opponent, for best play
    losses: what each decision gave away
    perfect: whether each decision was without a fault, None where it counts neither way
    game_value: what the seat is worth between perfect players
    taken: the action taken at each decision, with sound play's probabilities
    """

    seat_value: float
    losses: tuple[float, ...]
    perfect: tuple[bool | None, ...]
    game_value: float = 0.0
    taken: tuple[TakenAction, ...] = ()

    @property
    def mistakes(self) -> float:
        """The chips that decisions with a fault gave away."""
        pairs = zip(self.losses, self.perfect, strict=True)
        return math.fsum(loss for loss, perfect in pairs if perfect is False)


@dataclass(slots=True)
class Accuracy:
    """How well the person decided, in the hands without a hint.

    hands: how many hands had a fault, or only perfect decisions
    perfect_hands: how many hands had only perfect decisions
    decisions: how many decisions there were, including those that count neither way
    lost: the chips that these gave away by mistake
    streak, best_streak: faultless decisions in a row, now and at best
    """

    hands: int = 0
    perfect_hands: int = 0
    decisions: int = 0
    lost: float = 0
    streak: int = 0
    best_streak: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count a hand; one without decisions changes nothing."""
        counted = [perfect for perfect in verdict.perfect if perfect is not None]
        flawless = bool(counted) and all(verdict.perfect)
        self.hands += flawless or not all(counted)
        self.perfect_hands += flawless
        self.decisions += len(verdict.perfect)
        self.lost += verdict.mistakes
        for perfect in counted:
            self.streak = self.streak + 1 if perfect else 0
            self.best_streak = max(self.best_streak, self.streak)


class Score:
    """The person's results, in chips, counted up hand by hand. Seat 0 acts first.

    values: each seat's expected net chips per hand between perfect players, None where unknown
    settled: whether the values are final, and not those of the opponent's own play for now
    deviation: the standard deviation of one hand's chips, None while unknown
    starting_share: half of a spot's pot, which belongs to each player's result; else 0
    accuracy: how well the person decided
    assisted: the number of hands with a hint
    all_in_luck: by a hand's number, what a called all-in paid beyond its average, in chips; nan
        until that is known
    thrown: at how many decisions with a mixed strategy the person threw the die
    followed: at how many of these the person did as the die said
    """

    def __init__(
        self,
        values: tuple[float, float] | None,
        deviation: float | None = None,
        starting_share: float = 0.0,
        *,
        unit: float = 1.0,
        settled: bool = True,
    ) -> None:
        """Begin to count; if the values are not `settled`, `settle` comes later.

        unit: the game's unit in chips. One more hand is supposed to give that away in
            `without_luck`, or the deviation if that is more.
        """
        self.settled, self._unit = settled, unit
        self.values, self.deviation, self.starting_share = values, deviation, starting_share
        self._after, self._luck_free, self._first = array("d"), array("d"), array("l")
        self.accuracy = Accuracy()
        self.all_in_luck: dict[int, float] = {}
        self.assisted = self.thrown = self.followed = 0
        self._seats = (Tally(), Tally())
        self._worth, self._lost, self._mistakes = Tally(), Tally(), Tally()

    def add(self, seat: int, chips: float, *, assisted: bool = False) -> None:
        """Count one more hand."""
        self._seats[seat].add(chips)
        self._first.append(self.hands(0))
        self._after.append(self.difference)
        self.assisted += assisted

    @property
    def decimals(self) -> int:
        """How many decimals of a chip matter."""
        return decimals_of(self._unit)

    def settle(self, values: tuple[float, float], deviation: float | None) -> None:
        """Set the values and the deviation once they are known, for past hands as well."""
        before, self.values, self.deviation = self.values or (0.0, 0.0), values, deviation
        self.settled = True
        more = values[0] - before[0], values[1] - before[1]
        for place, first in enumerate(self._first if any(more) else ()):
            self._after[place] -= more[0] * first + more[1] * (place + 1 - first)

    def judge(
        self, verdict: Verdict, *, assisted: bool = False, rolled: Sequence[int | None] = ()
    ) -> None:
        """Count a hand's verdict; each hand is judged once, in the order of play.

        Args:
            verdict: the verdict.
            assisted: whether the person had a hint, so that the decisions do not count.
            rolled: the roll of the die at each decision, None where it was not thrown.
        """
        self._worth.add(verdict.seat_value)
        self._lost.add(math.fsum(verdict.losses))
        self._mistakes.add(verdict.mistakes)
        sure = verdict.seat_value - verdict.game_value - math.fsum(verdict.losses)
        self._luck_free.append(sure + (self._luck_free[-1] if self._luck_free else 0.0))
        if not assisted:
            self.accuracy.add(verdict)
        for die, (action, sound) in zip(rolled, verdict.taken, strict=False):
            roll = read_roll(die, sound, action)
            if roll is not None and roll.mixed:
                self.thrown += 1
                self.followed += roll.followed

    def hands(self, *seats: int) -> int:
        """How many hands were played in these seats; without arguments, in both."""
        return sum(self._seats[seat].count for seat in seats or (0, 1))

    def won(self, *seats: int) -> float:
        """The chips won in these seats; without arguments, in both."""
        return float(sum((self._seats[seat].total for seat in seats or (0, 1)), Fraction()))

    @property
    def result_curve(self) -> ResultCurve:
        """Chips won minus chips expected, hand by hand, with and without luck."""
        return ResultCurve(self._after, self.deviation, self._luck_free)

    @property
    def judged(self) -> int:
        """How many hands have been judged."""
        return self._worth.count

    @property
    def expected(self) -> float:
        """The chips that perfect players would win on average in the seats played so far."""
        first, second = self.values or (0.0, 0.0)
        return first * self.hands(0) + second * self.hands(1) + self.starting_share * self.hands()

    @property
    def difference(self) -> float:
        """Chips won minus chips expected."""
        return self.won() - self.expected

    @property
    def margin(self) -> float | None:
        """The half-width of the difference's normal 95 % interval.

        None while the deviation is unknown.
        """
        return None if self.deviation is None else Z95 * self.deviation * math.sqrt(self.hands())

    @property
    def breakdown(self) -> tuple[float, float, float, float] | None:
        """(value of the seats, luck, mistakes, missed), in chips; None before all are judged.

        They add up exactly: won = value + luck − mistakes − missed.
        """
        if self.judged < self.hands():
            return None
        won = sum((seat.total for seat in self._seats), Fraction())
        luck = won - self._worth.total + self._lost.total
        missed = float(self._lost.total - self._mistakes.total)
        return self._worth.sum, float(luck), self._mistakes.sum, missed

    @property
    def loss(self) -> float | None:
        """The chips that decisions gave away: mistakes and missed chances together.

        None before all are judged.
        """
        return None if self.judged < self.hands() else self._lost.sum

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The chips won minus the luck in them, and the half-width of their 95 % interval.

        The interval is Student's, which is wide after a few hands, by `Tally.cautious`. At a spot
        the game's value is subtracted, too: the pot is part of what is won there, however one
        plays. None with fewer than two hands, or before all are judged.
        """
        lost = self._lost
        margin = lost.cautious(max(self._unit, self.deviation or 0.0))
        if margin is None or lost.count < 2 or self.judged < self.hands():
            return None
        sure = float(self._worth.total - lost.total)
        return sure - (self.expected if self.starting_share else 0.0), margin * lost.count
