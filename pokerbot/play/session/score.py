"""The session in figures, each with how much it matters where there is little room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pokerbot.play.session.session import Session
from pokerbot.play.view.amounts import fixed

NOTHING = "–"
AGAINST_VALUE = "Won − game value"
WIDE = 1000
"""Chips from which on an amount and its margin leave no room for decimals."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A figure with its name; where there is little room, low priorities are shown first."""

    name: str
    amount: str
    priority: int = 0


def score(session: Session) -> tuple[Statistic, ...]:
    """The figures in the order in which they are shown, in chips; without a value results alone."""
    if session.value is None:
        return tuple(_result(session))
    return (*_breakdown(session), *_result(session), *_decisions(session))


def brief(session: Session) -> tuple[Statistic, ...]:
    """What one wants to know beside the hand: the result, what it cost to play so, the streak.

    Where a pot lay there at the start that is part of what is won, whatever one does: the result
    is told beside the game's value.
    """
    if session.value is None:
        return tuple(_result(session))
    lost = NOTHING if session.breakdown is None else f"{session.breakdown[2]:z.2f}"
    result = Statistic("You won", fixed(session.won()))
    if session.found:
        result = Statistic(AGAINST_VALUE, fixed(session.difference))
    return (
        result,
        Statistic("Given away", lost),
        Statistic("Faultless in a row", str(session.accuracy.streak)),
    )


def _breakdown(session: Session) -> Iterator[Statistic]:
    """Chips won, and what they are made of, to the last digit."""
    won = session.won()
    value = luck = mistakes = missed = NOTHING
    if session.breakdown is not None:
        worth, _, lost, left = session.breakdown
        value, mistakes, missed = fixed(worth), f"{lost:z.2f}", f"{left:z.2f}"
        luck = fixed(round(won, 2) - round(worth, 2) + round(lost, 2) + round(left, 2))
    yield Statistic("You won", fixed(won), 0)
    yield Statistic("= value of seats", value, 1)
    yield Statistic("+ luck", luck, 1)
    yield Statistic("− mistakes", mistakes, 1)
    yield Statistic("− missed chances", missed, 1)


def _result(session: Session) -> Iterator[Statistic]:
    if session.value is None:
        luck = math.fsum(session.all_in_luck.values())
        yield Statistic("You won", fixed(session.won(), 0), 0)
        yield Statistic("Luck of all-ins", fixed(luck, 0), 1)
        yield Statistic("Won without that", fixed(session.won() - luck, 0), 1)
        yield Statistic(f"{session.hands(0)} on the button", fixed(session.won(0), 0), 5)
        yield Statistic(f"{session.hands(1)} in the big blind", fixed(session.won(1), 0), 5)
        return
    yield Statistic(f"{session.hands(0)} acting first", fixed(session.won(0)), 5)
    yield Statistic(f"{session.hands(1)} acting second", fixed(session.won(1)), 5)
    interval = session.interval
    margin = None if interval is None else (interval[1] - interval[0]) / 2
    yield Statistic(AGAINST_VALUE, _margin(session.difference, margin), 4)
    sure, spread = session.without_luck or (0, None)
    yield Statistic("Without luck", NOTHING if spread is None else _margin(sure, spread), 3)


def _decisions(session: Session) -> Iterator[Statistic]:
    kept = session.accuracy
    each = kept.lost / kept.decisions if kept.decisions else None
    yield Statistic("Decisions", str(kept.decisions), 6)
    yield Statistic("Lost per decision", NOTHING if each is None else f"{each:.4f}", 3)
    yield Statistic("Perfect hands", f"{kept.perfect_hands} of {kept.hands}", 2)
    yield Statistic("Decision streak", f"{kept.streak}, best {kept.best_streak}", 2)
    if session.thrown:
        yield Statistic("Mix kept", f"{session.followed} of {session.thrown}", 4)
    if session.assisted:
        yield Statistic("Hands with a hint", str(session.assisted), 5)


def _margin(amount: float, margin: float | None) -> str:
    if margin is None:
        return fixed(amount)
    places = 2 if max(abs(amount), margin) < WIDE else 0
    return f"{fixed(amount, places)} ± {margin:.{places}f}"
