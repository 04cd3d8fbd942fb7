"""The history: a file with every hand that a person has played, appended when it ends."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import BinaryIO

from pokerbot.errors import InputError, os_errors_as
from pokerbot.io.files import append_line, is_file, printable, sync_folder, take_back
from pokerbot.play.history.beside import found_now
from pokerbot.play.history.reading import parse
from pokerbot.play.history.record import HandRecord
from pokerbot.play.view.amounts import number_of

LONGEST_LINE = 1 << 16
Line = tuple[int, HandRecord | InputError]
"""(number of a line, from 1; the hand in it, or the error where it holds no valid hand)."""


def append(path: Path, *hands: HandRecord) -> None:
    """Append hands to a history and sync it to disk; other processes may append as well.

    Raises:
        InputError: it cannot be written; what it held before is untouched.
    """
    lines = [json.dumps(hand.content(), allow_nan=False).encode() + b"\n" for hand in hands]
    with os_errors_as(f"cannot write the history {str(path)!r}"):
        path.parent.mkdir(parents=True, exist_ok=True)
        new = not path.exists()
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            written = sum(append_line(file, line) for line in lines)
            try:
                os.fsync(file)
            except OSError:
                take_back(file, written)
                raise
        finally:
            os.close(file)
        if new:
            sync_folder(path.parent)


def check(path: Path) -> None:
    """Check that a file is empty, missing, or begins with a hand.

    Raises:
        InputError: it is something else.
    """
    with _opened(path) as file:
        first = next((each for each in _parsed(file) if each), None) if file else None
    if isinstance(first, InputError):
        name = printable(str(path))
        raise InputError(f"{name} does not begin with a hand, so it is no history: {first}")


def read(path: Path) -> list[Line]:
    """Every line that is not blank; only lines added since the last call are read from disk.

    Where a session was resumed in two processes at once, both have recorded the same hands; where a
    history was joined with a copy of itself, lines are there twice. The second record of such a
    hand is returned as an error, so that it counts once. Of matches between bots all hands count.

    Raises:
        InputError: it is not a file, or cannot be read.
    """
    return _index(path).look()[0]


def hands(path: Path) -> list[HandRecord]:
    """The valid hands of a history, without the other lines; raises as `read`."""
    return _index(path).look()[1]


def left_out(path: Path) -> str:
    """A sentence about the lines that count for nothing; empty without any. Raises as `read`."""
    lines = sum(isinstance(found, InputError) for _, found in read(path))
    are = "is" if lines == 1 else "are"
    told = f"{number_of(lines, 'line')} of the history {are} left out: pokerbot history tells why."
    return told if lines else ""


class NewHands:
    """The hands of a history that are new since the last look, for what counts hands.

    If the history does not begin with the hands that it had then, as where it was copied from
    another machine, all are new, and `begin` is called before the first one.
    """

    def __init__(self, begin: Callable[[], object]) -> None:
        self._begin = begin
        self._counted: list[HandRecord] = []

    def look(self, path: Path, wanted: Callable[[], bool] = lambda: True) -> Iterator[HandRecord]:
        """Yield the new hands; one is counted once the next one is asked for.

        wanted: asked before each hand; where it says no, the rest is left for the next look

        Raises:
            InputError: as `read`.
        """
        there, counted = hands(path), len(self._counted)
        if there[:counted] != self._counted:
            self._begin()
            counted = 0
        self._counted = there[:counted]
        for played in there[counted:]:
            if not wanted():
                return
            yield played
            self._counted.append(played)


@lru_cache(maxsize=8)
def _index(path: Path) -> _Index:
    return _Index(path)


class _Index:
    """The content of a history file at the last look; the next look reads only what was added.

    _end, _tail: how many bytes were read, and the last of them, at most `LONGEST_LINE`
    _node, _written: the file's inode and modification time then
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._forget()

    def _forget(self) -> None:
        """Start again from the first line."""
        self._lines: list[Line] = []
        self._hands: list[HandRecord] = []
        self._known: set[tuple[object, ...]] = set()
        self._number = self._end = self._node = self._written = 0
        self._tail = b""

    def look(self) -> tuple[list[Line], list[HandRecord]]:
        """As `read` and `hands`."""
        with self._lock, _opened(self._path) as file:
            if file is None:
                self._forget()
                return [], []
            status = os.fstat(file.fileno())
            if not self._continues(file, status):
                self._forget()
            self._node = 0  # until it is read to its end
            self._read(file)
            self._node, self._written = status.st_ino, status.st_mtime_ns
            return self._lines.copy(), self._hands.copy()

    def _continues(self, file: BinaryIO, now: os.stat_result) -> bool:
        """Whether the file is as it was when read, or has only grown by further lines."""
        file.seek(self._end - len(self._tail))
        same = now.st_ino == self._node and file.read(len(self._tail)) == self._tail
        more = now.st_size > self._end and self._tail.endswith(b"\n")
        return same and (more or (now.st_size, now.st_mtime_ns) == (self._end, self._written))

    def _read(self, file: BinaryIO) -> None:
        """Read the lines from `_end` to the end of the file."""
        file.seek(self._end)
        for found in _parsed(file):
            self._number += 1
            if found:
                told = self._unless_known(found)
                self._lines.append((self._number, told))
                if not isinstance(told, InputError):
                    self._hands.append(told)
        self._end = file.tell()
        file.seek(max(self._end - LONGEST_LINE, 0))
        self._tail = file.read(self._end - file.tell())

    def _unless_known(self, found: HandRecord | InputError) -> HandRecord | InputError:
        """The hand, or an error if its session already has it."""
        if isinstance(found, InputError):
            return found
        of_bots = found.mode == "match" and not found.match
        if found.started is not None and not of_bots:
            hand, session = found.hand, found.session(found.started)
            dealt = hand.game.name, hand.held, hand.final_board
            key = *session, found.drill, found.number, *dealt
            if key in self._known:
                return InputError(f"hand {found.number} of its session is there already")
            self._known.add(key)
        return found_now(found, self._path.parent)


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO | None]:
    """Open a history for reading; None where there is no file. Raises as `read`."""
    with os_errors_as(f"cannot read the history {str(path)!r}"):
        if not _is_history(path):
            yield None
        else:
            with open(path, "rb") as file:
                yield file


def _is_history(path: Path) -> bool:
    """Whether there is a history; raises as `is_file`, naming it where something else is there."""
    try:
        return is_file(path)
    except InputError as error:
        raise InputError(f"the history {str(path)!r} is {error}") from None


def _parsed(file: BinaryIO) -> Iterator[HandRecord | InputError | None]:
    """For each remaining line of a file its hand, the error in it, or None if it is blank."""
    while line := file.readline(LONGEST_LINE):
        yield _read_line(line)
        while line and not line.endswith(b"\n"):  # skip the rest of a line that is too long
            line = file.readline(LONGEST_LINE)


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
