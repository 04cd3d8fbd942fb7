"""What a drill needs: its opponent, found and measured, and the one decision of a leak."""

from __future__ import annotations

from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.opponents.opponents import Opponent, locate, read
from pokerbot.opponents.reviews import gone
from pokerbot.play.hand import Observation
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.drill import Drill
from pokerbot.play.view import words
from pokerbot.strategy import shelf


def ready(path: Path) -> Opponent:
    """The opponent in a file, with its judges: a drill grades at once.

    Raises:
        InputError: it cannot be read.
    """
    opponent = read(path)
    _ = opponent.judges
    return opponent


def one_of_the_cast(name: str) -> Opponent:
    """One of the cast, ready for a drill; raises as `ready`."""
    return ready(shelf.find(name))


def opponent_of(played: HandRecord) -> Opponent:
    """The opponent of a hand, ready for a drill.

    Raises:
        InputError: its file is not at hand any more.
    """
    path = locate(Path(played.opponent), played.sha256)
    if path is None:
        raise InputError(gone(played))
    return ready(path)


def drill_at(seen: Observation) -> Drill:
    """Exactly this decision, the other cards as likely as they are there."""
    return Drill(
        name="spot",
        title="One decision",
        told=words.seen(seen),
        spots=(seen,),
        after="Again where you like, or back to where you were.",
    )
