"""The plan of a day: the puzzle, what is due, what costs most, a rematch, whom to beat next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.io.files import is_there, printable, read_json
from pokerbot.io.own_files import write_json
from pokerbot.opponents.cast import CAST, Member
from pokerbot.opponents.finding import OpponentRequest, bot_in
from pokerbot.opponents.progress import Learned, in_a_row, progress
from pokerbot.opponents.reviews import Reviewer, costs_of
from pokerbot.opponents.win_share import stars
from pokerbot.play.history.file import hands
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.practise import Cost

FORMAT = "pokerbot-today"
FLOP = 3
"""The number of cards on a flop."""


@dataclass(frozen=True)
class Today:
    """A day's plan.

    learned: what is due, and whether the puzzle is solved
    days: how many days in a row something was played, by the local date, up to today or yesterday
    next: the first of the cast with a leak who is not beaten yet, None if all are
    rematch: a request for the one who adapts, in the game where they last met, None if never
    costly: the last hand, and the decision against its opponent that costs the most; None if none
    """

    learned: Learned
    days: int
    next: Member | None
    rematch: OpponentRequest | None
    costly: tuple[HandRecord, Cost] | None


def today_of(history: Path, reviewer: Reviewer, day: date) -> Today:
    """The plan of a day.

    Raises:
        InputError: the history or a file of the cast cannot be read.
    """
    played = hands(history)
    beaten = stars(history, {each.who for each in played}, reviewer).values()
    met = (each.hand.game for each in reversed(played) if each.adapts and each.mode == "play")
    again = next(met, None)
    return Today(
        learned=progress(history, reviewer),
        days=in_a_row({each.time.astimezone().date() for each in played}.__contains__, day),
        next=next((one for one in CAST if not one.sound and one.name not in beaten), None),
        rematch=bot_in(ADAPTS, again) if again else None,
        costly=_costly(history, played, reviewer),
    )


def _costly(
    history: Path, played: Sequence[HandRecord], reviewer: Reviewer
) -> tuple[HandRecord, Cost] | None:
    """The value of `Today.costly`; None on a flop, whose solution takes long to read."""
    last = next((each for each in reversed(played) if each.counts and not each.assisted), None)
    if last is None or len(last.hand.game.rules.public) == FLOP:
        return None
    opponent = reviewer.opponent(last)
    ranking = costs_of(history, opponent, reviewer).ranking() if opponent else []
    return (last, ranking[0]) if ranking and ranking[0].cost else None


def opening(history: Path, day: date) -> str:
    """The screen on which play opens: "tutor", "today" or "lobby".

    It is the tutor without a history, the day's plan the first time on a day, else the lobby.

    Raises:
        InputError: the file that tells when the plan was last shown is damaged.
    """
    if not is_there(history):
        return "tutor"
    place = _place(history)
    if not is_there(place):
        return "today"
    try:
        content = read_json(place)
        shown = content.get("shown") if isinstance(content, dict) else None
        return "lobby" if date.fromisoformat(str(shown)) == day else "today"
    except (InputError, ValueError):
        raise InputError(
            f"{printable(str(place))} is damaged: it does not tell when the day's plan was shown"
        ) from None


def note_shown(history: Path, day: date) -> None:
    """Record that the plan of a day was shown.

    Raises:
        InputError: the record cannot be written.
    """
    write_json(_place(history), {"format": FORMAT, "shown": day.isoformat()})


def _place(history: Path) -> Path:
    return history.with_name("today.json")
