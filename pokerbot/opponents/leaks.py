"""A person's leaks against one opponent: what their faults cost, where, and week by week."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import BOT, SOUND, Leak, Leaks, counted_under, find_leaks, wilson
from pokerbot.games.actions import SEAT_NAMES
from pokerbot.games.holdem import street_name
from pokerbot.games.ranges import class_of
from pokerbot.games.rules import decimals_of
from pokerbot.opponents.reviews import ActionAt, Reviewer, gone, opponent_names
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord, choices
from pokerbot.strategy.strategy import Infosets, Strategy


class SeveralOpponentsError(InputError):
    """Leaks were asked for, but the hands are against several opponents."""

    def __init__(self, names: Collection[str]) -> None:
        several = f"hands against {len(names)} opponents, who play each in their own way"
        super().__init__(f"{several}: {', '.join(names)}")


@dataclass(frozen=True, slots=True)
class Fault:
    """A decision that gave chips away by mistake.

    week: the Monday of its week, by the local date
    at: the information set and the action
    chips: what it gave away
    """

    week: date
    at: ActionAt
    chips: float


class Price(NamedTuple):
    """What a habit costs in chips per 100 hands, with the ends of its 95 % interval.

    An action that was no fault yet has no interval: what it would give away is not known.
    """

    chips: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class LeakReport:
    """What a person's hands against one opponent show.

    beside: the person's frequencies compared with sound play's, and if the opponent does not adapt,
        compared with the opponent's own
    weeks: the number of hands in each week, by its Monday
    left_out: how many hands are not counted: no file judges them any more, or bet sizes differ
    faults: the decisions that gave chips away by mistake
    seen: for each key that decisions are counted under, what the person saw there last
    """

    beside: tuple[Leaks, ...]
    weeks: Counter[date]
    left_out: int
    faults: tuple[Fault, ...]
    seen: Mapping[str, Observation]

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.weeks.total()

    @property
    def omission(self) -> str:
        """A sentence that tells how many hands are not counted, and why; empty where all are."""
        if not self.left_out:
            return ""
        are = "1 more is" if self.left_out == 1 else f"{self.left_out:,} more are"
        return f"{are} not counted: no file judges them any more, or they have other bet sizes."

    @cached_property
    def decimals(self) -> int:
        """How many decimals of a chip matter in the games that were played."""
        return decimals_of(*(each.game.rules.unit for each in self.seen.values()))

    @cached_property
    def _lost(self) -> Mapping[ActionAt, list[float]]:
        """The chips that each fault gave away, grouped by information set and action."""
        lost: dict[ActionAt, list[float]] = {}
        for fault in self.faults:
            lost.setdefault(fault.at, []).append(fault.chips)
        return lost

    def price(self, row: Leak) -> Price:
        """What taking an action costs: how often it is a fault, times what that gives away."""
        lost = self._lost.get((row.infoset, row.action))
        if lost is None:
            return Price(0.0, None)
        low, high = wilson(len(lost), self.hands)
        each = 100 * math.fsum(lost) / len(lost)
        return Price(each * len(lost) / self.hands, (each * low, each * high))

    def is_habit(self, row: Leak) -> bool:
        """Whether an action costs chips, and is taken more often than chance explains."""
        return row.beyond_chance and self.price(row).chips > 0

    def rows(self, beside: Leaks, words: Sequence[str] = ()) -> list[Leak | None]:
        """The actions to list, the most expensive first.

        Decisions that came up only once are at the end, after a None.

        Args:
            beside: one of this report's comparisons.
            words: which decisions to list, as `describes` takes them.
        """
        there = [row for row in beside.rows if describes(self.seen[row.infoset], words)]
        listed = sorted(self._one_of_two(there), key=self._order)
        often = [row for row in listed if row.times > 1]
        once = [row for row in listed if row.times == 1]
        return [*often, *([None, *once] if once else [])]

    def _order(self, row: Leak) -> tuple[float, bool, float]:
        apart = abs(_more(row)) * row.times
        return -round(self.price(row).chips, self.decimals), not self.is_habit(row), -apart

    def _one_of_two(self, rows: Iterable[Leak]) -> Iterator[Leak]:
        """Where a decision has just two actions, only one: that which costs more.

        If they cost the same it is the one that is taken too often; the other mirrors it.
        """

        def more(row: Leak) -> tuple[float, float]:
            return self.price(row).chips, _more(row)

        for _, group in groupby(rows, key=lambda row: row.infoset):
            actions = list(group)
            yield from [max(actions, key=more)] if len(actions) == 2 else actions

    def by_week(self, words: Sequence[str] = ()) -> list[tuple[date, float]]:
        """(Monday, chips per 100 hands that faults cost in that week), for weeks with hands.

        words: which decisions to count, as `describes` takes them
        """
        lost = dict.fromkeys(sorted(self.weeks), 0.0)
        for fault in self.faults:
            if describes(self.seen[fault.at[0]], words):
                lost[fault.week] += fault.chips
        return [(week, 100 * chips / self.weeks[week]) for week, chips in lost.items()]


POTS = {"r": "raised", "b": "bet", "j": "jammed"}
"""The kind of pot by the letters in the betting: the first of these letters that occurs counts."""


def describes(seen: Observation, words: Iterable[str]) -> bool:
    """Whether a decision is described by each of the words, which may be abbreviated.

    A decision is described by the hand, its class (`AKo`) and what it makes, the round (`round2`,
    `river`), the seat (`first`, `second`), and the kind of pot (`checked`, `bet`, `raised`,
    `jammed`).
    """
    rules, spot, history = seen.game.rules, seen.spot, seen.betting.history
    lying = len(rules.boards.cards[spot.board])
    hand = rules.hands[spot.player].name(spot.hand)
    said = (
        hand,
        class_of(hand) if seen.game.is_spot else "",
        rules.holding(spot.player, spot.hand, spot.board).replace(",", ""),
        f"round{spot.betting.round + 1}",
        street_name(lying) if seen.game.is_spot else "",
        SEAT_NAMES[spot.player],
        next((pot for letter, pot in POTS.items() if letter in history), "checked"),
    )
    there = " ".join(said).lower().split()
    return all(any(each.startswith(word) for each in there) for word in words)


def leak_report(reviewer: Reviewer, hands: Iterable[HandRecord]) -> LeakReport:
    """The person's leaks in hands against one opponent; hands with a hint are left out.

    Raises:
        SeveralOpponentsError: they are against several.
        InputError: there are none, or what judges them cannot be found any more.
    """
    own = [played for played in hands if played.counts and not played.assisted]
    against = opponent_names(own)
    if not own:
        raise InputError("no hands without a hint")
    if len(against) > 1:
        raise SeveralOpponentsError(against.values())
    opponent = next(filter(None, map(reviewer.opponent, own)), None)
    if opponent is None:
        raise InputError(gone(own[0]))
    game = opponent.strategy.game
    same = (played for played in own if played.hand.game == game)
    judged = [each for each in map(reviewer.reviewed, same) if each.breakdown is not None]
    if not judged:
        raise InputError("no file is left to grade these hands, or their bet sizes are not in it")
    counted = [each.played for each in judged]
    done = [each for played in counted for each in choices(played)]
    sound = opponent.reference if opponent.adapts else opponent.sound
    again = [each for hand in judged if hand.played.again for each in hand.decisions]
    sound = _answering(sound, {each.infoset: each.sound for each in again if each.sound})
    beside = [find_leaks(sound, SOUND, done)]
    if not opponent.adapts:
        bot = _answering(opponent.strategy, {each.infoset: each.frequencies for each in again})
        beside.append(find_leaks(bot, BOT, done))
    faults = [
        Fault(_week(reviewed.played), (counted_under(game, each.infoset), each.action), each.fault)
        for reviewed in judged
        for each in reviewed.decisions
        if each.fault
    ]
    return LeakReport(
        beside=tuple(beside),
        weeks=Counter(map(_week, counted)),
        left_out=len(own) - len(counted),
        faults=tuple(faults),
        seen={
            counted_under(game, seen.key): seen
            for played in counted
            for seen, _ in played.decisions
        },
    )


def _more(row: Leak) -> float:
    """How much more often the action is taken than by the strategy; 0 if that is not known."""
    return 0.0 if row.frequency is None else row.observed - row.frequency


def _answering(strategy: Strategy, answers: Infosets) -> Strategy:
    """A strategy with other answers, those of streets that were solved again, where it has any."""
    found = {key: answer for key, answer in answers.items() if key in strategy.infosets}
    return replace(strategy, infosets={**strategy.infosets, **found}) if found else strategy


def _week(played: HandRecord) -> date:
    """The Monday of a hand's week, by the local date."""
    day = played.time.astimezone().date()
    return day - timedelta(day.weekday())
