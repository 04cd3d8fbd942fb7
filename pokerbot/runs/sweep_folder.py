"""The folder of a sweep: a line for each run that has finished, and its strategy in a file."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.files import FOLDER, decode_json, decode_text, printable, write_whole
from pokerbot.runs.backend import best, warn
from pokerbot.runs.defaults import default_path
from pokerbot.runs.run import Solved, SolveRun
from pokerbot.solvers.options import Options

LINES = "runs.jsonl"
"""The file of the lines; each holds a run as it was asked for, what it reports, and its curve."""
ORIGIN = ("backend", "versions", "processor")
"""What a report says of what computed it."""


class Results:
    """What has finished, on disk; in memory there is only where in the file it stands.

    Raises:
        InputError: the folder cannot be written, or what it holds is something else.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self._lines = folder, folder / LINES
        self._places: dict[str, int] = {}
        self._backends: dict[str, str] = {}
        with self._writing():
            (folder / FOLDER).mkdir(parents=True, exist_ok=True)
            self._lines.touch()
            self._read()

    @property
    def name(self) -> str:
        """The folder, to be printed."""
        return printable(str(self.folder))

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, run: SolveRun) -> bool:
        return _key(run) in self._places

    def backend(self, run: SolveRun, tell: Callable[[str], object] = warn) -> str:
        """The backend of a run: the one that computed its other seeds, so that all are alike.

        tell: told where machine code cannot be had for it.
        """
        if known := self._backends.get(_key(replace(run, seed=0, backend="auto"))):
            return known
        with suppress(InputError):  # whoever carries it out will say why
            return (
                "numpy"
                if run.is_short()
                else replace(run, backend=best(tell)).settled(tell).backend
            )
        return best(tell)

    def add(self, run: SolveRun, solved: Solved) -> None:
        """Keep what came of a run: its strategy in a file, then its line, each whole.

        Raises:
            InputError: that cannot be written.
        """
        path = Path(FOLDER) / _file_name(run)
        write_whole(self.folder / path, [solved.strategy.encode()])
        content = {
            "run": asdict(run),
            "report": solved.report | {"output": path.as_posix()},
            "curve": [*map(asdict, solved.points)],
        }
        line = json.dumps(content, allow_nan=False).encode() + b"\n"
        with self._writing(), open(self._lines, "ab", buffering=0) as file:
            end = file.tell()
            if file.write(line) < len(line):
                file.truncate(end)
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._places.setdefault(_key(run), end)

    def rows(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """The report of each of these that has finished, with label and seed, in this order."""
        for run, line in self._finished(runs):
            yield line["report"] | {"label": run.label, "seed": run.seed}

    def curves(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """A row for each measurement of each of these that has finished, in this order."""
        for run, line in self._finished(runs):
            said = {name: line["report"].get(name, "") for name in ORIGIN}
            for point in line.get("curve", ()):
                point.pop("measured")
                yield {"game": run.game, "label": run.label, "seed": run.seed} | said | point

    def _finished(self, runs: Iterable[SolveRun]) -> Iterator[tuple[SolveRun, dict[str, Any]]]:
        """Those of these that have finished, each with its line."""
        with open(self._lines, "rb") as file:
            for run in runs:
                if (place := self._places.get(_key(run))) is not None:
                    file.seek(place)
                    yield run, json.loads(file.readline())

    def sync(self) -> None:
        """Sync the lines, so that they survive a power cut."""
        with suppress(OSError), open(self._lines, "ab") as file:
            os.fsync(file.fileno())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(f"cannot write {self.name}: {error.strerror}") from None

    def _read(self) -> None:
        """Find the lines; the last one may have been torn by a crash and is cut off."""
        with open(self._lines, "r+b") as file:
            place = 0
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    file.truncate(place)
                    return
                try:
                    said = decode_json(decode_text(line))["run"]
                    run = SolveRun(**said | {"options": Options(**said["options"])})
                except (InputError, KeyError, TypeError):
                    where = f"{printable(str(self._lines))}, line {number}"
                    raise InputError(f"{where}: not a run that has finished") from None
                self._places.setdefault(_key(run), place)
                self._backends[_key(replace(run, seed=0, backend="auto"))] = run.backend
                place += len(line)


def _key(run: SolveRun) -> str:
    """What tells runs apart."""
    return json.dumps(asdict(run), sort_keys=True)


def _file_name(run: SolveRun) -> str:
    """Game, algorithm, what is set of it, limits and seed."""
    limits = {"n": run.iterations, "target": run.target, "time": run.seconds}
    said = [f"{name}={value}" for name, value in limits.items() if value is not None]
    said += [f"seed={run.seed}"] if run.draws else []
    settings = run.label.split(":")[1:]
    return default_path(run.played, run.chosen.name, [*settings, *said]).with_suffix(".json").name
