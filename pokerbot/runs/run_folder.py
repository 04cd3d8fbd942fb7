"""A folder that holds the results of finished runs, so that the missing ones can be done later."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from io import StringIO
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, cast

from pokerbot.errors import InputError, os_errors_as
from pokerbot.io.files import append_line, decode_json, decode_text, printable, resolved
from pokerbot.runs.codec import from_json, to_json
from pokerbot.runs.run import Run

LINES = "runs.jsonl"
"""The file with a line for each finished run: the run as it was asked for, and its result."""

BEGINNING = b'{"run": '
"""How each line begins."""

R = TypeVar("R", bound=Run)


class RunFolder(Generic[R]):
    """The finished runs in a folder; in memory there are only the places of their lines.

    lines: the name of the file with a line for each

    Raises:
        InputError: the folder cannot be made or read, or holds something else.
    """

    WORD: ClassVar[str] = "result"
    """The name of a result in its line."""
    KIND: ClassVar[type] = object
    """The class of all results."""
    WRITES: ClassVar[tuple[str, ...]] = ()
    """What else it writes into the folder, which must not be there before its runs."""

    def __init__(self, folder: Path, lines: str = LINES) -> None:
        self.folder, self.lines = folder, folder / lines
        self._places: dict[str, int] = {}
        self._known = 0  # bytes of the file, whose lines are noted
        with self.writing():
            strange = [each for each in self.WRITES if os.path.lexists(folder / each)]
            if strange and not self.lines.exists():
                raise InputError(f"{self.name} holds {strange[0]} and no runs: give another folder")
            if folder.is_file():
                raise InputError(f"{self.name} is a file: give another folder")
            resolved(folder).mkdir(parents=True, exist_ok=True)
            if not self.lines.exists():
                self.lines.touch()
            elif not self.lines.is_file():
                raise InputError(f"{printable(str(self.lines))} is not a file")
            self._read(strict=True)

    def add(self, run: R, result: Any) -> None:
        """Keep the result of a run, by `append`; raises InputError if it cannot be written."""
        self.append(run, **{self.WORD: to_json(result)})

    def written(self, run: R) -> Any:
        """A run as JSON has it; runs are the same if this is."""
        return to_json(run)

    def read(self, line: dict[str, Any]) -> R | None:
        """The run of a line; None if its result does not count here.

        Raises:
            InputError, or AttributeError, LookupError, TypeError or ValueError: it is not a run.
        """
        run, result = from_json(line["run"]), from_json(line[self.WORD])
        if not (isinstance(run, Run) and isinstance(result, self.KIND)):
            raise InputError("not a run with its result")
        return cast("R", run)

    def results(self, runs: Sequence[R]) -> dict[int, Any]:
        """The results of the runs that have finished, by their places among these."""
        places = (place for place, run in enumerate(runs) if run in self)
        lines = (line[self.WORD] for _, line in self.finished(runs))
        return {place: from_json(found) for place, found in zip(places, lines, strict=True)}

    @property
    def name(self) -> str:
        """The folder's path, safe to print."""
        return printable(str(self.folder))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, run: R) -> bool:
        return self._key(run) in self._places

    def check_new(self, *, go_on: bool, word: str) -> None:
        """Raise InputError if there are finished runs and not `go_on`; `word` is its name."""
        if self._places and not go_on:
            there = f"is needed: {self.name} holds {len(self):,} runs already"
            raise InputError(there, parameter=word)

    def check_all_of(self, runs: Iterable[R], whole: str) -> None:
        """Raise InputError if other runs have finished, or the missing ones cannot be kept.

        whole: what the runs belong to, for the message
        """
        done = [run in self for run in runs]
        if not all(done):
            self.check_writable()
        if strange := len(self) - sum(done):
            raise InputError(
                f"{self.name} holds {strange:,} runs that are not of this {whole}:"
                " give another folder"
            )

    def check_writable(self) -> None:
        """Raise InputError if no line can be written."""
        with self.writing(), open(self.lines, "ab"):
            pass

    def append(self, run: R, **content: Any) -> None:
        """Write the line of a finished run; it is written in whole or not at all.

        Raises:
            InputError: it cannot be written.
        """
        text = json.dumps({"run": self.written(run), **content}, allow_nan=False)
        line = text.encode() + b"\n"
        with self.writing(), open(self.lines, "a+b", buffering=0) as file:
            written = append_line(file.fileno(), line)
            end = file.tell()
        if end - written == self._known:
            self._known = end
        self.note(run, end - len(line))

    def catch_up(self) -> None:
        """Note the runs that another process has kept meanwhile. Raises as `append`."""
        with self.writing():
            if self.lines.stat().st_size > self._known:
                self._read(strict=False)

    def finished(self, runs: Iterable[R]) -> Iterator[tuple[R, dict[str, Any]]]:
        """Those of the runs that have finished, each with the content of its line."""
        with open(self.lines, "rb") as file:
            for run in runs:
                if (place := self._places.get(self._key(run))) is not None:
                    file.seek(place)
                    yield run, json.loads(file.readline())

    def sync(self) -> None:
        """Flush the lines to the disk, so that they survive a power cut."""
        with suppress(OSError), open(self.lines, "ab") as file:
            os.fsync(file.fileno())

    def writing(self) -> AbstractContextManager[None]:
        """Turn errors of the operating system into InputError."""
        return os_errors_as(f"cannot write {self.name}")

    def note(self, run: R, place: int) -> None:
        """Note the place in the file at which a run's line begins."""
        self._places.setdefault(self._key(run), place)

    def _key(self, run: R) -> str:
        return json.dumps(self.written(run), sort_keys=True)

    def _read(self, *, strict: bool) -> None:
        """Note all lines from `_known` on.

        strict: whether a line that is neither a run nor the beginning of one, as a crash leaves it,
            raises InputError, and such a beginning at the end of the file is removed; else both are
            passed over, so that no later result is lost
        """
        with open(self.lines, "rb") as file:
            file.seek(self._known)
            for number, line in enumerate(file, 1):
                try:
                    run = self.read(decode_json(decode_text(line)))
                except (AttributeError, InputError, LookupError, TypeError, ValueError):
                    if strict and not _is_torn(line):
                        where = f"{printable(str(self.lines))}, line {number}"
                        raise InputError(f"{where}: not a run that has finished") from None
                    if not line.endswith(b"\n"):
                        if strict:
                            os.truncate(self.lines, self._known)
                        return
                    run = None
                if run is not None:
                    self.note(run, self._known)
                self._known += len(line)


def _is_torn(line: bytes) -> bool:
    """Whether a line is the beginning of a run's, which a crash cut off."""
    try:
        decode_json(decode_text(line))
    except InputError:
        return BEGINNING.startswith(line.rstrip(b"\n")[: len(BEGINNING)])
    return False


def csv_lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Rows as lines of CSV, after a line with the names of the columns."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows):
        if not number:
            writer.writerow(row)
        writer.writerow(row.values())
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
