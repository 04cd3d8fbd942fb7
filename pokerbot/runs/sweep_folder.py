"""The folder of a sweep: a line for each finished run, and a file with its strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import is_added
from pokerbot.games.identity import RULES, rules_in_files
from pokerbot.games.parameters import is_number
from pokerbot.io.files import FOLDER, write_whole
from pokerbot.io.machine import alone
from pokerbot.runs.backend import best, warn
from pokerbot.runs.defaults import default_path, numbered
from pokerbot.runs.own import Own
from pokerbot.runs.results import Progress
from pokerbot.runs.run import SolveResult, SolveRun
from pokerbot.runs.run_folder import RunFolder
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options

CURVES = "curves.csv"
"""The name of the file with all measurements, a line each."""
LOCK = ".lock"
"""The name of the file that is locked while a result is written."""
MEASURED = ("iterations", "seconds", "nodes_touched", "exploitability", "value")
"""The fields of a report, and of each measurement, that are numbers."""
ORIGIN = ("backend", "versions", "processor")
"""The fields of a report about what computed it."""


class Results(RunFolder[SolveRun]):
    """A `RunFolder` of a sweep, whose lines hold the runs' reports and curves.

    own: the algorithms of one's own in the plan; no other module that a line names is imported
    """

    WRITES = (CURVES, FOLDER)

    def __init__(self, folder: Path, own: Iterable[Own] = ()) -> None:
        self._known_algorithms = {*ALGORITHMS, *own}
        self._backends: dict[str, str] = {}
        self._own: dict[str, str] = {}
        self._rules: dict[str, str] = {}
        self._outputs = set[str]()
        super().__init__(folder)
        with self.writing():
            (folder / FOLDER).mkdir(exist_ok=True)

    def backend(self, run: SolveRun, tell: Callable[[str], object] = warn) -> str:
        """The backend for a run: that of its other seeds if some have finished, so that all agree.

        tell: called with a text if there is no machine code for it
        """
        if known := self._backends.get(self._cell(run)):
            return known
        try:
            if run.is_short():
                return "numpy"
            return replace(run, backend=best(tell)).settled(tell).backend
        except InputError:  # it is reported when the run is carried out
            return best(tell)

    def check_all_of(self, runs: Iterable[SolveRun], whole: str) -> None:
        """As `RunFolder`; the message names an own game or module that was changed since."""
        runs = [*runs]
        for game, rules in {_text(run): _rules_of(run) for run in runs}.items():
            if self._rules.get(game, rules) != rules:
                raise InputError(
                    f"the rules of {game:.60} were changed since the runs in {self.name}:"
                    " give another folder"
                )
        for own in (run.algorithm for run in runs):
            if isinstance(own, Own) and self._own.get(own.name, own.text) != own.text:
                raise InputError(
                    f"{own.module} was changed since the runs in {self.name}: give another folder"
                )
        super().check_all_of(runs, whole)

    def add(self, run: SolveRun, result: SolveResult) -> None:
        """Keep the result of a run: its strategy in a file, then its line.

        Nothing is kept of a run that another process has kept meanwhile, whose strategy is there;
        a lock keeps two from writing the same one at once. A run whose file would have the name of
        another run's, as where a spot was renamed, gets the next number.

        Raises:
            InputError: they cannot be written.
        """
        names = (path.as_posix() for path in numbered(Path(FOLDER) / _file_name(run)))
        with self.writing(), alone(self.folder / LOCK):
            self.catch_up()
            if run in self:
                return
            output = next(name for name in names if name not in self._outputs)
            write_whole(self.folder / output, [result.strategy.encode()])
            report = result.report | {"output": output}
            self.append(run, report=report, curve=[*map(asdict, result.points)])

    def rows(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """The reports of the runs that have finished, with label and seed, in the given order.

        A spot has the name by which the runs call it, whatever it was called when it was solved.
        """
        for run, line in self.finished(runs):
            said = {"spot": run.played.spec} if run.played.is_spot else {}
            yield line["report"] | said | {"label": run.label, "seed": line["run"]["seed"]}

    def curves(self, runs: Iterable[SolveRun]) -> Iterator[dict[str, Any]]:
        """A row for each measurement of the runs that have finished, in the given order."""
        for run, line in self.finished(runs):
            said = {name: line["report"].get(name, "") for name in ORIGIN}
            seed = line["run"]["seed"]
            said = {"game": run.played.spec, "label": run.label, "seed": seed} | said
            for point in line.get("curve", ()):
                point.pop("measured", None)
                yield said | point

    def written(self, run: SolveRun) -> Any:
        """As `RunFolder`, with the game's text; whatever it is called, the run is the same."""
        content = asdict(replace(run, game=_text(run)))
        if rules := _rules_of(run):
            content[RULES] = rules
        if isinstance(run.algorithm, Own):
            del content["algorithm"]["folder"]
        return content

    def read(self, line: dict[str, Any]) -> SolveRun:
        """As `RunFolder`."""
        _check_result(line)
        content = line["run"] | {"options": Options(**line["run"]["options"])}
        if rules := content.pop(RULES, None):
            self._rules[content["game"]] = rules
        if isinstance(own := content["algorithm"], dict):
            content["algorithm"] = Own(**own, folder="")
        self._outputs.add(line["report"].get("output"))
        return SolveRun(**content)

    def note(self, run: SolveRun, place: int) -> None:
        """As `RunFolder`; also notes the run's backend, and the source of an own module."""
        super().note(run, place)
        if isinstance(run.algorithm, Own):
            self._own[run.algorithm.name] = run.algorithm.text
        self._backends[self._cell(run)] = run.backend

    def _key(self, run: SolveRun) -> str:
        """As `RunFolder`; for a known algorithm that draws nothing, the same whatever the seed.

        Runs of games that are no spots once said double where none is said.
        """
        if run.precision == "double" and not run.played.is_spot:
            run = replace(run, precision=None)
        if run.algorithm in self._known_algorithms and not run.draws:
            run = replace(run, seed=0)
        return super()._key(run)

    def _cell(self, run: SolveRun) -> str:
        """A key that is the same for runs that differ only in seed and backend."""
        return self._key(replace(run, seed=0, backend="auto"))


def _text(run: SolveRun) -> str:
    """The canonical text of a run's game."""
    return run.game if isinstance(run.game, str) else run.game.text


def _rules_of(run: SolveRun) -> str | None:
    """The digest of a run's game that is one's own, None for others."""
    if isinstance(run.game, str) and not is_added(run.game.partition(":")[0]):
        return None
    return rules_in_files(run.played).get(RULES)


def _check_result(line: Mapping[str, Any]) -> None:
    """Raise InputError, LookupError or TypeError unless a line has a report and a curve."""
    points = [asdict(Progress(**point)) for point in line.get("curve", ())]
    for each in (line["report"], *points):
        if not all(is_number(each[name]) for name in MEASURED):
            raise InputError("not a report")
        if not is_number(each.get("exploitability_within", each["exploitability"])):
            raise InputError("not a report")


def _file_name(run: SolveRun) -> str:
    """The name of a strategy's file: game, algorithm, settings, limits and seed."""
    limits = {"n": run.iterations, "target": run.target, "time": run.seconds}
    said = [f"{name}={value}" for name, value in limits.items() if value is not None]
    said += [f"seed={run.seed}"] if run.draws else []
    settings = run.label.split(":")[1:]
    return default_path(run.played, run.chosen.name, [*settings, *said]).with_suffix(".json").name
