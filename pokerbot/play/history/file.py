"""The history: a file with every hand that a person has played, appended when it ends."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.io.files import printable, sync_folder
from pokerbot.play.history.record import HandRecord, parse

LONGEST_LINE = 1 << 16


def append(path: Path, *hands: HandRecord) -> None:
    """Append hands to a history and sync it to disk; other processes may append as well.

    Raises:
        InputError: it cannot be written; what it held before is untouched.
    """
    lines = [json.dumps(hand.content(), allow_nan=False).encode() + b"\n" for hand in hands]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            for line in lines:
                _append_line(file, line)
            os.fsync(file)
        finally:
            os.close(file)
        if new:
            sync_folder(path.parent)
    except OSError as error:
        raise InputError(f"cannot write the history {str(path)!r}: {error.strerror}") from None


def _append_line(file: int, line: bytes) -> None:
    """Write a whole line at once, so that lines of several processes never mix."""
    if os.lseek(file, 0, os.SEEK_END):
        os.lseek(file, -1, os.SEEK_END)
        if os.read(file, 1) != b"\n":  # a line torn by a crash stays a line of its own
            line = b"\n" + line
    written = os.write(file, line)
    if written < len(line):
        end = os.lseek(file, 0, os.SEEK_CUR)
        if end == os.fstat(file).st_size:
            os.ftruncate(file, end - written)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def check(path: Path) -> None:
    """Check that a file is empty, missing, or begins with a hand.

    Raises:
        InputError: it is something else.
    """
    for _, first in read(path):
        if isinstance(first, InputError):
            name = printable(str(path))
            raise InputError(f"{name} does not begin with a hand, so it is no history: {first}")
        return


def read(path: Path, after: int = 0) -> Iterator[tuple[int, HandRecord | InputError]]:
    """Every line that is not blank, with its number from 1: the hand, or what is wrong with it.

    A session resumed in two places at once deals the same hands in both: each counts once. With
    `after` the lines up to that number are passed over, and do not count.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    try:
        if not path.exists():
            return
        if not path.is_file():
            raise InputError(f"the history {str(path)!r} is not a file")
        with open(path, "rb") as file:
            number, known = 0, set[tuple[object, ...]]()
            while line := file.readline(LONGEST_LINE):
                number += 1
                if number > after and (found := _read_line(line)):
                    yield number, _unless_known(found, known)
                while line and not line.endswith(b"\n"):  # the rest of a line that is too long
                    line = file.readline(LONGEST_LINE)
    except OSError as error:
        raise InputError(f"cannot read the history {str(path)!r}: {error.strerror}") from None


def _unless_known(
    found: HandRecord | InputError, known: set[tuple[object, ...]]
) -> HandRecord | InputError:
    """The hand, or an error if its session already has it; `known` holds the hands so far."""
    if isinstance(found, InputError) or found.started is None or found.mode != "play":
        return found
    hand, session = found.hand, (found.seed, found.who, found.started)
    key = *session, found.number, hand.game.name, hand.held, hand.final_board
    if key in known:
        return InputError(f"hand {found.number} of its session is there already")
    known.add(key)
    return found


def _read_line(line: bytes) -> HandRecord | InputError | None:
    try:
        text = line.decode("utf-8-sig")
        return parse(text) if text.strip() else None
    except InputError as error:
        if line.endswith(b"\n"):
            return error
        return InputError("too long" if len(line) == LONGEST_LINE else "torn off at the end")
    except ValueError:
        return InputError("not UTF-8 text")
