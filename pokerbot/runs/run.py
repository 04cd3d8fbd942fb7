"""Runs as values: what is to be done, as frozen objects that become JSON and back.

Whatever carries a run out, here or elsewhere, carries out the same value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self

from pokerbot.errors import InputError
from pokerbot.games.catalogue import game_of
from pokerbot.games.game import Game
from pokerbot.games.parameters import parse_pairs
from pokerbot.io.machine import processor, versions
from pokerbot.runs import backend as backends
from pokerbot.runs.backend import Tell, best, check, in_machine_code
from pokerbot.runs.limits import is_due, is_look
from pokerbot.runs.own import Own, find_own
from pokerbot.runs.results import Progress, Solution
from pokerbot.runs.training import Training
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.solvers.catalogue import ALGORITHMS, as_algorithm
from pokerbot.solvers.options import CHOICES, Options
from pokerbot.solvers.regret import HORIZON, RegretRule
from pokerbot.solvers.selfplay import Solver
from pokerbot.strategy.storage import dump
from pokerbot.strategy.strategy import Strategy

Watch = Callable[[Progress], object]
Stopped = Callable[[], bool]

Limits = tuple[int | None, float | None, float | None]
"""When training stops: after so many iterations, at an exploitability, after so many seconds."""

WORDS = "updates", "init", "iterate"
NUMBERS = "averaging", "batch", "temperature", "epsilon"
"""The options that an entry may set, besides the numbers of its rule."""


class Abandoned(Exception):  # noqa: N818
    """A run was stopped before there was anything to show."""


class Run(ABC):
    """Something to be done that needs nothing but itself; its subclasses are frozen values."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What a person calls it."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The packages that it cannot be done without, besides those that are always there."""
        return ()

    @abstractmethod
    def carry_out(self, watch: Watch, stopped: Stopped) -> Any:
        """Do it, and return what came of it, a value too.

        Args:
            watch: told of every measurement on the way.
            stopped: asked before each iteration whether to end.

        Raises:
            Abandoned: it was stopped, and nothing came of it.
            InputError: it cannot be done.
        """


@dataclass(frozen=True)
class TrainingRun(Run):
    """A training of an algorithm on a game, to the first of its limits.

    game, algorithm: by name, or the thing itself
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
        """The algorithm itself."""
        if isinstance(self.algorithm, Own):
            return self.algorithm.algorithm()
        return as_algorithm(self.algorithm)

    @property
    def played(self) -> Game:
        """The game itself."""
        return game_of(self.game)

    @property
    def draws(self) -> bool:
        """Whether the seed makes any difference."""
        return self.options.init not in (None, "uniform") or self.chosen.draws

    @property
    def name(self) -> str:
        """Game, label, and the seed where one is drawn from."""
        return f"{self.played.spec} by {self.label}{f', seed {self.seed}' if self.draws else ''}"

    @property
    def needs(self) -> tuple[str, ...]:
        """The compiler, where machine code is asked for."""
        return backends.needed(self.backend)

    @property
    def start(self) -> Strategy | None:
        """A strategy to begin from."""
        return None

    def with_seeds(self, seeds: Sequence[int]) -> list[Self]:
        """This run with each of the seeds, or with the first alone where it draws nothing."""
        return [replace(self, seed=seed) for seed in (seeds if self.draws else seeds[:1])]

    def is_short(self) -> bool:
        """Whether it would be over before machine code is loaded, or none is installed."""
        before = self.training().numpy_until
        return before is None or (self.iterations is not None and self.iterations <= before)

    def settled(self, tell: Tell) -> Self:
        """This run by one backend from its beginning: machine code, unless NumPy is asked for.

        tell: told where machine code cannot be had, which leaves NumPy; where there is none for
            the algorithm, if `compiled` is asked for.

        Raises:
            InputError: the run makes no sense, or machine code is asked for and there is none here.
        """
        wanted = best(tell) if self.backend == "auto" else self.backend
        check(wanted, self.threads, self.precision)
        training = replace(self, backend="numpy" if wanted == "numpy" else "auto").training()
        if wanted == "compiled" and not self._has_machine_code(training.solver, tell):
            wanted = "numpy"
        return replace(self, backend=wanted)

    def _has_machine_code(self, solver: Solver, tell: Tell) -> bool:
        """Whether machine code can be had; for what is not of the catalogue it is made, to see."""
        from pokerbot.solvers.compiled import has_machine_code

        if has_machine_code(solver):
            if isinstance(self.algorithm, str):
                return True
            needed = backends.is_reduced(self.precision)
            precision = self.precision or "double"
            made = in_machine_code(solver, None, self.threads, precision, needed=needed)
            return made is not None
        if self.backend == "compiled":
            tell(f"{self.label} is computed by NumPy: there is no machine code for it")
        return False

    def training(self) -> Training:
        """The training, ready to start; raises InputError where it makes no sense."""
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
        """When it stops: at the first of these."""
        return self.iterations, self.target, self.seconds

    def solution(self, stopped: Stopped) -> Solution:
        """What comes of the training; raises Abandoned where it was stopped before its limits."""
        training = self.training()
        iterations, target, seconds = self.limits
        training.run(iterations=iterations, target=target, seconds=seconds, stopped=stopped)
        if stopped():
            raise Abandoned
        return training.solution(final=True)


def measured(
    training: Training,
    limits: Limits,
    looks: Callable[[int], bool],
    watch: Watch,
    stopped: Stopped,
) -> list[Progress]:
    """What is measured while a training runs; the arguments as those of `Training.run`."""
    iterations, target, seconds = limits
    points: list[Progress] = []

    def note(progress: Progress) -> None:
        points.append(progress)
        watch(progress)

    training.run(
        iterations=iterations,
        target=target,
        seconds=seconds,
        watch=note,
        looks=looks,
        stopped=stopped,
    )
    return points


@dataclass(frozen=True)
class Solved:
    """What came of a training.

    report: the fields that `pokerbot solve` reports, and what computed it
    strategy: its file's text
    points: what was measured on the way and at the end
    """

    report: dict[str, Any]
    strategy: str
    points: tuple[Progress, ...]


@dataclass(frozen=True)
class SolveRun(TrainingRun):
    """A training for the strategy that comes of it."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Solved:
        """As `Run`: what was stopped before its limits is abandoned.

        It is measured after the same iterations each time.
        """
        training, looks = self.training(), is_look if self.target is None else is_due
        points = measured(training, self.limits, looks, watch, stopped)
        if stopped():
            raise Abandoned
        found = training.solution(final=True)
        if not points or points[-1].iterations < found.iterations:
            points.append(found.end)
        report = {each.name: getattr(found, each.name) for each in fields(found) if each.repr}
        report |= {"versions": versions(), "processor": processor()}
        return Solved(report, "".join(dump(found.strategy)), tuple(points))


Entrant = str | Algorithm | RegretRule
"""An algorithm by name, with settings as in `dcfr:alpha=1,beta=-2`, one's own as `module:object`
or `module:object:alpha=1`, or an object.
"""


def parse_entry(entrant: Entrant) -> tuple[Algorithm | str | Own, Options]:
    """The algorithm, by its name where the catalogue has it or one's module, and its options.

    Raises:
        InputError: no such algorithm, or a setting that it does not take.
    """
    if not isinstance(entrant, str):
        algorithm = as_algorithm(entrant)
        known = ALGORITHMS.get(algorithm.name) is algorithm
        return algorithm.name if known else algorithm, Options()
    name, _, rest = entrant.partition(":")
    chosen: str | Own = name
    if name not in ALGORITHMS and rest and "=" not in rest.partition(":")[0]:
        place, _, rest = rest.partition(":")
        chosen = find_own(name, place)
    given = parse_pairs(rest, f"algorithm {entrant!r:.60}")
    taken = chosen.algorithm() if isinstance(chosen, Own) else as_algorithm(chosen)
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
        if told[p.name] != p.default and p is not HORIZON
    }
    for name in WORDS:
        if getattr(options, name) not in (None, CHOICES[name][0]):
            said[name] = getattr(options, name)
    if options.epsilon:
        said["epsilon"] = options.epsilon
    pairs = [f"{key}={value}".removesuffix(".0") for key, value in said.items()]
    return f"{algorithm.name}:{','.join(pairs)}" if pairs else algorithm.name
