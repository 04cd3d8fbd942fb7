"""The session in figures, each with a priority for where there is little room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pokerbot.play.session.score import Score
from pokerbot.play.view.amounts import fixed, with_margin

NOTHING = "–"
AGAINST_VALUE = "Won − game value"
WIDE = 1000
"""From so many chips on, an amount and its margin are shown without decimals."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure with its name; where there is little room, those of low priority come first."""

    name: str
    amount: str
    priority: int = 0


def statistics(score: Score) -> tuple[Statistic, ...]:
    """All figures, in chips, in the order in which they are shown.

    Where the game's value is not known these are the results alone.
    """
    if score.values is None:
        return tuple(_result(score))
    return (*_breakdown(score), *_result(score), *_decisions(score))


def brief(score: Score) -> tuple[Statistic, ...]:
    """The few figures shown beside the hand: the result, the chips given away, and the streak.

    At a spot the pot is part of what is won, whatever one does: there the result is told minus the
    game's value.
    """
    if score.values is None:
        return tuple(_result(score))
    to = score.decimals
    lost = NOTHING if score.breakdown is None else f"{score.breakdown[2]:z.{to}f}"
    result = Statistic("You won", fixed(score.won(), to))
    if score.starting_share:
        result = Statistic(AGAINST_VALUE, _against_value(score, None))
    return (
        result,
        Statistic("Given away", lost),
        Statistic("Faultless in a row", str(score.accuracy.streak)),
    )


def _breakdown(score: Score) -> Iterator[Statistic]:
    """Chips won and their parts, rounded so that the parts add up to the last digit."""
    won, to = score.won(), score.decimals
    value = luck = mistakes = missed = NOTHING
    if score.breakdown is not None:
        worth, _, lost, left = score.breakdown
        value, mistakes, missed = fixed(worth, to), f"{lost:z.{to}f}", f"{left:z.{to}f}"
        luck = fixed(round(won, to) - round(worth, to) + round(lost, to) + round(left, to), to)
    yield Statistic("You won", fixed(won, to), 0)
    yield Statistic("= value of seats", value, 1)
    yield Statistic("+ luck", luck, 1)
    yield Statistic("− mistakes", mistakes, 1)
    yield Statistic("− missed chances", missed, 1)


def _result(score: Score) -> Iterator[Statistic]:
    if score.values is None:
        luck, without = math.fsum(score.all_in_luck.values()), NOTHING
        if not math.isnan(luck):
            without = fixed(score.won() - luck, 0)
        yield Statistic("You won", fixed(score.won(), 0), 0)
        yield Statistic("Luck of all-ins", NOTHING if math.isnan(luck) else fixed(luck, 0), 1)
        yield Statistic("Won without that", without, 1)
        yield Statistic(f"{score.hands(0)} on the button", fixed(score.won(0), 0), 5)
        yield Statistic(f"{score.hands(1)} in the big blind", fixed(score.won(1), 0), 5)
        return
    to = score.decimals
    yield Statistic(f"{score.hands(0)} acting first", fixed(score.won(0), to), 5)
    yield Statistic(f"{score.hands(1)} acting second", fixed(score.won(1), to), 5)
    yield Statistic(AGAINST_VALUE, _against_value(score, score.margin), 4)
    sure, spread = score.without_luck or (0, None)
    yield Statistic("Without luck", NOTHING if spread is None else _margin(sure, spread, to), 3)


def _decisions(score: Score) -> Iterator[Statistic]:
    kept, to = score.accuracy, score.decimals + 2
    each = kept.lost / kept.decisions if kept.decisions else None
    yield Statistic("Decisions", str(kept.decisions), 6)
    yield Statistic("Lost per decision", NOTHING if each is None else f"{each:.{to}f}", 3)
    yield Statistic("Perfect hands", f"{kept.perfect_hands} of {kept.hands}", 2)
    yield Statistic("Decision streak", f"{kept.streak}, best {kept.best_streak}", 2)
    if score.thrown:
        yield Statistic("Mix kept", f"{score.followed} of {score.thrown}", 4)
    if score.assisted:
        yield Statistic("Hands with a hint", str(score.assisted), 5)


def _against_value(score: Score, margin: float | None) -> str:
    return _margin(score.difference, margin, score.decimals) if score.settled else NOTHING


def _margin(amount: float, margin: float | None, to: int) -> str:
    if margin is None:
        return fixed(amount, to)
    places = to if max(abs(amount), margin) < WIDE else 0
    return with_margin(amount, margin, places)
