"""The hands in play: one file for each session, beside the history, until its hand is over.

It is rewritten after everything that the person does; the bot's actions follow from its dice.

`{"format": "pokerbot-journal", "version": 1, "hand": {a line of the history, with the actions so
far and null for the result}, "die": the roll for the present decision, or null, "hinted": whether
there was a hint for that decision}`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import printable, read_json, set_aside
from pokerbot.io.machine import LOCKS, is_locked
from pokerbot.io.own_files import write_json
from pokerbot.play.history.beside import found_now
from pokerbot.play.history.reading import from_content, is_roll
from pokerbot.play.history.record import SIDES, HandRecord, SessionKey

FORMAT, VERSION = "pokerbot-journal", 1
FOLDER = "in-play"
"""The folder of these files, inside the history's own folder."""


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """A hand that is not over, as far as it was played.

    played: the hand; its `time` is when the file was written
    die: the roll for the present decision, None where the die was not thrown
    hinted: whether there was a hint for that decision
    """

    played: HandRecord
    die: int | None = None
    hinted: bool = False


def number_of(key: SessionKey) -> int:
    """A 64-bit number that identifies a session, a hash of its key."""
    *others, started = key
    text = json.dumps([*others, started.isoformat()])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def place(history: Path, key: SessionKey) -> Path:
    """The path of the file that keeps a session's hand in play."""
    return history.parent / FOLDER / f"{number_of(key):016x}.json"


def write(path: Path, hand: HandInPlay) -> None:
    """Write a hand in play to a file, which it replaces.

    Raises:
        InputError: it cannot be written; what the file held is untouched.
    """
    content = {
        "format": FORMAT,
        "version": VERSION,
        "hand": hand.played.content(),
        "die": hand.die,
        "hinted": hand.hinted,
    }
    write_json(path, content)


def read(path: Path) -> HandInPlay:
    """Read the hand in play from a file.

    Raises:
        InputError: it cannot be read, or is damaged.
    """
    content = read_json(path)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"not a hand in play: its format is not {FORMAT!r}")
    if content.get("version") != VERSION:
        raise InputError(f"of another version than {VERSION}")
    hand, die, hinted = (content.get(name) for name in ("hand", "die", "hinted"))
    if not isinstance(hand, dict) or type(hinted) is not bool:
        raise InputError("the hand or its hint is missing")
    if not is_roll(die):
        raise InputError(f"die must be a whole number under {SIDES}, or null")
    played = from_content(hand, over=False)
    if played.started is None:
        raise InputError("started is missing")
    return HandInPlay(found_now(played, path.parent.parent), die, hinted)


def drop(path: Path) -> None:
    """Remove the file of a hand in play, if there is one.

    Where that fails nothing is lost: readers see by the history that its hand is over.
    """
    with suppress(OSError):
        path.unlink(missing_ok=True)


def found(history: Path) -> Iterator[tuple[Path, HandInPlay | InputError]]:
    """Every file of a hand in play, with the hand, or the error where it is damaged."""
    for path in sorted((history.parent / FOLDER).glob("*.json")):
        try:
            yield path, read(path)
        except InputError as error:
            if path.exists():  # else the hand has ended meanwhile
                yield path, error


def lock_of(history: Path, key: SessionKey) -> tuple[Path, int]:
    """The file and the number of the lock that the process which plays a session holds."""
    return history.with_suffix(".lock"), number_of(key) % LOCKS


def is_elsewhere(history: Path, key: SessionKey) -> bool:
    """Whether another process plays the session with that key; False where no lock can tell."""
    with suppress(InputError):
        return is_locked(*lock_of(history, key))
    return False


def left_aside(path: Path, why: InputError) -> InputError:
    """Set a hand in play aside that cannot be resumed; return the error that tells the person.

    A newer pokerbot, or another user, may be able to read it.
    """
    aside = printable(str(set_aside(path)))
    return InputError(f"a hand in play cannot be resumed, and is kept as {aside}: {why}")
