"""The folder of a sweep: a line for each run that has finished, and its strategy in a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.io.files import FOLDER, write_whole
from pokerbot.runs.backend import best, warn
from pokerbot.runs.defaults import default_path
from pokerbot.runs.own import Own
from pokerbot.runs.run import Solved, SolveRun
from pokerbot.runs.run_folder import RunFolder
from pokerbot.solvers.options import Options

ORIGIN = ("backend", "versions", "processor")
"""What a report says of what computed it."""


class Results(RunFolder[SolveRun]):
    """As `RunFolder`; the line of a run has what it reports, and its curve."""

    def __init__(self, folder: Path) -> None:
        self._backends: dict[str, str] = {}
        self._own: dict[str, str] = {}
        super().__init__(folder)
        with self.writing():
            (folder / FOLDER).mkdir(exist_ok=True)

    def backend(self, run: SolveRun, tell: Callable[[str], object] = warn) -> str:
        """The backend of a run: the one that computed its other seeds, so that all are alike.

        tell: told where machine code cannot be had for it.
        """
        if known := self._backends.get(self._cell(run)):
            return known
        with suppress(InputError):  # whoever carries it out will say why
            return (
                "numpy"
                if run.is_short()
                else replace(run, backend=best(tell)).settled(tell).backend
            )
        return best(tell)

    def check_all_of(self, runs: Iterable[SolveRun], whole: str) -> None:
        """As `RunFolder`; what stands in a module that has changed since is named."""
        runs = [*runs]
        for own in (run.algorithm for run in runs):
            if isinstance(own, Own) and self._own.get(own.name, own.text) != own.text:
                raise InputError(
                    f"{own.module} was changed since the runs in {self.name}: give another folder"
                )
        super().check_all_of(runs, whole)

    def add(self, run: SolveRun, result: Solved) -> None:
        """Keep what came of a run: its strategy in a file, then its line, each whole.

        Raises:
            InputError: that cannot be written.
        """
        path = Path(FOLDER) / _file_name(run)
        write_whole(self.folder / path, [result.strategy.encode()])
        report = result.report | {"output": path.as_posix()}
        self.append(run, report=report, curve=[*map(asdict, result.points)])

    def rows(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """The report of each of these that has finished, with label and seed, in this order."""
        for run, line in self.finished(runs):
            yield line["report"] | {"label": run.label, "seed": run.seed}

    def curves(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """A row for each measurement of each of these that has finished, in this order."""
        for run, line in self.finished(runs):
            said = {name: line["report"].get(name, "") for name in ORIGIN}
            for point in line.get("curve", ()):
                point.pop("measured")
                yield {"game": run.game, "label": run.label, "seed": run.seed} | said | point

    def written(self, run: SolveRun) -> Any:
        """As `RunFolder`."""
        content = asdict(run)
        if isinstance(run.algorithm, Own):
            del content["algorithm"]["folder"]
        return content

    def read(self, line: dict[str, Any]) -> SolveRun:
        """As `RunFolder`."""
        content = line["run"] | {"options": Options(**line["run"]["options"])}
        if isinstance(own := content["algorithm"], dict):
            content["algorithm"] = Own(**own, folder="")
        return SolveRun(**content)

    def note(self, run: SolveRun, place: int) -> None:
        """As `RunFolder`; and what computed it, and the text of a module that it names."""
        super().note(run, place)
        if isinstance(run.algorithm, Own):
            self._own[run.algorithm.name] = run.algorithm.text
        self._backends[self._cell(run)] = run.backend

    def _cell(self, run: SolveRun) -> str:
        """What runs that differ in their seeds have in common."""
        return self._key(replace(run, seed=0, backend="auto"))


def _file_name(run: SolveRun) -> str:
    """Game, algorithm, what is set of it, limits and seed."""
    algorithm = re.sub(r"[^\w+-]", "-", run.chosen.name)
    limits = {"n": run.iterations, "target": run.target, "time": run.seconds}
    said = [f"{name}={value}" for name, value in limits.items() if value is not None]
    said += [f"seed={run.seed}"] if run.draws else []
    settings = run.label.split(":")[1:]
    return default_path(run.played, algorithm, [*settings, *said]).with_suffix(".json").name
