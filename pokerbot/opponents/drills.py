"""What a drill needs: its opponent, found and measured, and the one decision of a leak."""

from __future__ import annotations

from pokerbot.opponents.opponents import Opponent, read
from pokerbot.play.hand import Observation
from pokerbot.play.session.drill import Drill
from pokerbot.play.view import words
from pokerbot.strategy import library


def one_of_the_cast(name: str) -> Opponent:
    """One of the cast, with its judges: a drill grades at once.

    Raises:
        InputError: it cannot be read.
    """
    opponent = read(library.find(name))
    _ = opponent.judges
    return opponent


def drill_at(seen: Observation) -> Drill:
    """Exactly this decision, the other cards as likely as they are there."""
    return Drill(
        name="spot",
        title="One decision",
        told=words.seen(seen),
        spots=(seen,),
        after="Again where you like, or back to where you were.",
    )
