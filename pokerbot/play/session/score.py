"""The session in figures, each with a priority for where there is little room."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pokerbot.play.session.session import Session
from pokerbot.play.view.amounts import fixed

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


def score(session: Session) -> tuple[Statistic, ...]:
    """All figures, in chips, in the order in which they are shown.

    Where the game's value is not known these are the results alone.
    """
    if session.values is None:
        return tuple(_result(session))
    return (*_breakdown(session), *_result(session), *_decisions(session))


def brief(session: Session) -> tuple[Statistic, ...]:
    """The few figures shown beside the hand: the result, the chips given away, and the streak.

    At a spot the pot is part of what is won, whatever one does: there the result is told minus the
    game's value.
    """
    if session.values is None:
        return tuple(_result(session))
    lost = NOTHING if session.breakdown is None else f"{session.breakdown[2]:z.2f}"
    result = Statistic("You won", fixed(session.won()))
    if session.starting_share:
        result = Statistic(AGAINST_VALUE, _against_value(session, None))
    return (
        result,
        Statistic("Given away", lost),
        Statistic("Faultless in a row", str(session.accuracy.streak)),
    )


def _breakdown(session: Session) -> Iterator[Statistic]:
    """Chips won and their parts, rounded so that the parts add up to the last digit."""
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
    if session.values is None:
        luck, without = math.fsum(session.all_in_luck.values()), NOTHING
        if not math.isnan(luck):
            without = fixed(session.won() - luck, 0)
        yield Statistic("You won", fixed(session.won(), 0), 0)
        yield Statistic("Luck of all-ins", NOTHING if math.isnan(luck) else fixed(luck, 0), 1)
        yield Statistic("Won without that", without, 1)
        yield Statistic(f"{session.hands(0)} on the button", fixed(session.won(0), 0), 5)
        yield Statistic(f"{session.hands(1)} in the big blind", fixed(session.won(1), 0), 5)
        return
    yield Statistic(f"{session.hands(0)} acting first", fixed(session.won(0)), 5)
    yield Statistic(f"{session.hands(1)} acting second", fixed(session.won(1)), 5)
    interval = session.interval
    margin = None if interval is None else (interval[1] - interval[0]) / 2
    yield Statistic(AGAINST_VALUE, _against_value(session, margin), 4)
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


def _against_value(session: Session, margin: float | None) -> str:
    return _margin(session.difference, margin) if session.settled else NOTHING


def _margin(amount: float, margin: float | None) -> str:
    if margin is None:
        return fixed(amount)
    places = 2 if max(abs(amount), margin) < WIDE else 0
    return f"{fixed(amount, places)} ± {margin:.{places}f}"
