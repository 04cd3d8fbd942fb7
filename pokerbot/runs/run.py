"""Runs as values: frozen objects that say what is to be done, and can be written as JSON.

Wherever a run is carried out, here or on another machine, it is the same value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from pokerbot.errors import Abandoned, InputError
from pokerbot.games.catalogue import game_of
from pokerbot.games.game import Game
from pokerbot.games.parameters import parse_pairs
from pokerbot.io.machine import processor, versions
from pokerbot.runs import backend as backends
from pokerbot.runs.limits import Limits, is_due, is_look
from pokerbot.runs.own import Own, algorithm_of, split_entry
from pokerbot.runs.progress import measured_in
from pokerbot.runs.results import Progress, Solution
from pokerbot.runs.training import Training
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import ALGORITHMS, as_algorithm, is_shipped
from pokerbot.solvers.compilable import has_machine_code
from pokerbot.solvers.options import CHOICES, Options
from pokerbot.solvers.regret import HORIZON, RegretRule
from pokerbot.solvers.selfplay import Solver
from pokerbot.strategy.storage import dump
from pokerbot.strategy.strategy import Strategy

Watch = Callable[[Progress], object]
Stopped = Callable[[], bool]

WORDS = "updates", "init", "iterate"
NUMBERS = "averaging", "batch", "temperature", "epsilon"
"""The options that an entry may set, besides the algorithm's own parameters."""


class Run(ABC):
    """Something to be done, told completely by its fields; subclasses are frozen dataclasses."""

    @property
    def name(self) -> str:
        """The run's name for a person; only the class's where no one is told of it."""
        return type(self).__name__

    @property
    def measured(self) -> str:
        """What its measurements' exploitability is, as `measured_in` tells it."""
        return "exploitability"

    @property
    def needs(self) -> tuple[str, ...]:
        """The optional packages that it needs."""
        return ()

    @property
    def elsewhere(self) -> Self:
        """This run for a process that this one starts, which knows only the shipped catalogues."""
        return self

    @abstractmethod
    def carry_out(self, watch: Watch, stopped: Stopped) -> Any:
        """Carry the run out, and return its result, which can be written as JSON, too.

        Args:
            watch: called with every measurement on the way.
            stopped: asked before each iteration whether to stop.

        Raises:
            Abandoned: it was stopped and has no result.
            InputError: it cannot be carried out.
        """


@dataclass(frozen=True)
class TrainingRun(Run):
    """A training of an algorithm on a game, up to the first of its limits.

    game, algorithm: by name, or as objects
    iterations, target, seconds: the limits
    seed, options, backend, threads, precision: as in `Training`
    """

    game: Game | str
    algorithm: Algorithm | str | Own
    iterations: int | None = None
    target: float | None = None
    seconds: float | None = None
    seed: int = 0
    options: Options = field(default_factory=Options)
    backend: str = "auto"
    threads: int = 1
    precision: str | None = None

    @property
    def label(self) -> str:
        """The algorithm with the settings that are not its defaults: `dcfr:beta=-2`."""
        return label_of(self.chosen, self.options)

    @property
    def chosen(self) -> Algorithm:
        """The algorithm as an object."""
        return algorithm_of(self.algorithm)

    @property
    def played(self) -> Game:
        """The game as an object."""
        return game_of(self.game)

    @property
    def measured(self) -> str:
        """As `Run`."""
        return measured_in(self.played, self.options.floor)

    @property
    def draws(self) -> bool:
        """Whether the seed makes a difference."""
        return self.options.init not in (None, "uniform") or self.chosen.draws

    @property
    def name(self) -> str:
        """The game, the label, and the seed if it makes a difference."""
        return f"{self.played.spec} by {self.label}{f', seed {self.seed}' if self.draws else ''}"

    @property
    def needs(self) -> tuple[str, ...]:
        """numba, if machine code is asked for."""
        return backends.needed(self.backend)

    @property
    def elsewhere(self) -> Self:
        """As `Run`: an algorithm that is not shipped is given as an object."""
        named = ALGORITHMS.get(self.algorithm) if isinstance(self.algorithm, str) else None
        return self if named is None or is_shipped(named) else replace(self, algorithm=named)

    @property
    def start(self) -> Strategy | None:
        """A strategy to begin from, if any."""
        return None

    def with_seeds(self, seeds: Sequence[int]) -> list[Self]:
        """This run with each of the seeds, or only with the first if seeds make no difference."""
        return [replace(self, seed=seed) for seed in (seeds if self.draws else seeds[:1])]

    def is_short(self) -> bool:
        """Whether it ends before machine code would go on with it, or numba is not installed."""
        before = self.training().numpy_until
        return before is None or (self.iterations is not None and self.iterations <= before)

    def settled(self, tell: backends.TellText) -> Self:
        """This run with a single backend throughout: machine code, unless another is asked for.

        If there is no machine code for the algorithm, or with `auto` if numba does not work, it is
        NumPy, on one thread.

        tell: called with a text if numba is installed but does not work, or if `compiled` or
            threads are asked for and there is no machine code for the algorithm

        Raises:
            InputError: the run makes no sense, or machine code is asked for without numba.
        """
        backends.check(self.backend, self.threads, self.precision)
        wanted = backends.best(tell) if self.backend == "auto" else self.backend
        first = replace(self, backend="auto" if wanted == "compiled" else wanted, threads=1)
        solver = first.training().solver
        if wanted != "compiled":
            return first
        has = self._has_machine_code(solver, tell)
        return replace(self, backend=wanted) if has else replace(first, backend="numpy")

    def _has_machine_code(self, solver: Solver, tell: backends.TellText) -> bool:
        """Whether there is machine code; for algorithms of one's own it is compiled to find out."""
        if has_machine_code(solver):
            if is_shipped(self.chosen):
                return True
            needed = backends.is_reduced(self.precision)
            precision = self.precision or "double"
            made = backends.in_machine_code(solver, None, self.threads, precision, needed=needed)
            return made is not None
        if self.backend == "compiled" or self.threads > 1:
            tell(f"{self.label} is computed by NumPy: there is no machine code for it")
        return False

    def training(self) -> Training:
        """The training, ready to run; raises InputError if it makes no sense."""
        return Training(
            self.played,
            self.chosen,
            seed=self.seed,
            options=self.chosen.within(self.options, self.iterations),
            start=self.start,
            backend=self.backend,
            threads=self.threads,
            precision=self.precision,
        )

    @property
    def limits(self) -> Limits:
        """The limits, at the first of which it stops."""
        return Limits(self.iterations, self.target, self.seconds)

    def solution(self, stopped: Stopped) -> Solution:
        """The solution after training; raises Abandoned if it was stopped before its limits."""
        training = self.training()
        training.run(**vars(self.limits), stopped=stopped)
        if stopped():
            raise Abandoned
        return training.solution(final=True)


def run_and_measure(
    training: Training,
    limits: Limits,
    looks: Callable[[int], bool],
    watch: Watch,
    stopped: Stopped,
) -> list[Progress]:
    """Run a training and return its measurements; the arguments are as in `Training.run`."""
    points: list[Progress] = []

    def note(progress: Progress) -> None:
        points.append(progress)
        watch(progress)

    training.run(**vars(limits), watch=note, looks=looks, stopped=stopped)
    return points


@dataclass(frozen=True)
class SolveResult:
    """The result of a training.

    report: the fields that `pokerbot solve` reports, and the versions and processor
    strategy: the text of the strategy's file
    points: the measurements on the way and at the end
    """

    report: dict[str, Any]
    strategy: str
    points: tuple[Progress, ...]


@dataclass(frozen=True)
class SolveRun(TrainingRun):
    """A training whose result is the strategy."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> SolveResult:
        """As `Run`; a run that is stopped before its limits is abandoned.

        It is always measured after the same iterations.
        """
        training, looks = self.training(), is_look if self.target is None else is_due
        points = run_and_measure(training, self.limits, looks, watch, stopped)
        if stopped():
            raise Abandoned
        found = training.solution(final=True)
        if not points or points[-1].iterations < found.iterations:
            points.append(found.end)
        report = {each.name: getattr(found, each.name) for each in fields(found) if each.repr}
        report |= {"versions": versions(), "processor": processor()}
        return SolveResult(report, "".join(dump(found.strategy)), tuple(points))


Entrant = str | Algorithm | RegretRule
"""What names an algorithm in a comparison or a plan.

A name with settings, as in `dcfr:alpha=1,beta=-2`; an algorithm of one's own as `module:object` or
`module:object:alpha=1`; or the object itself.
"""


def parse_entry(entrant: Entrant) -> tuple[Algorithm | str | Own, Options]:
    """The algorithm and the options of an entrant.

    The algorithm is given by name if it is in the catalogue, as `Own` if it is in a module of one's
    own, and else as an object.

    Raises:
        InputError: no such algorithm, or a setting that it does not take.
    """
    if not isinstance(entrant, str):
        algorithm = as_algorithm(entrant)
        known = ALGORITHMS.get(algorithm.name) is algorithm
        return algorithm.name if known else algorithm, Options()
    chosen, settings = split_entry(entrant)
    given, taken = parse_pairs(settings, f"algorithm {entrant!r:.60}"), algorithm_of(chosen)
    own = {key: given.pop(key) for key in [*given] if key in (*WORDS, *NUMBERS)}
    for key, value in (own | given).items():
        if key not in WORDS and not isinstance(value, int | float):
            raise InputError(f"{key} must be a number, not {value!r:.40}")
    options = Options(**own, set=given or None)  # type: ignore[arg-type]
    taken.told(options)
    return chosen, options


def label_of(algorithm: Algorithm, options: Options) -> str:
    """The algorithm with the settings that are not its defaults: `dcfr:beta=-2`."""
    told = algorithm.told(options)
    said: dict[str, Any] = {
        p.name: told[p.name]
        for p in algorithm.parameters
        if told[p.name] != p.default and p != HORIZON
    }
    for name in WORDS:
        if getattr(options, name) not in (None, CHOICES[name][0]):
            said[name] = getattr(options, name)
    if options.epsilon:
        said["epsilon"] = options.epsilon
    pairs = [f"{key}={value}".removesuffix(".0") for key, value in said.items()]
    return f"{algorithm.name}:{','.join(pairs)}" if pairs else algorithm.name
