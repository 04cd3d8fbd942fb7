"""Algorithms as the rest of the program sees them: their parameters, and how to build a solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np

from pokerbot.errors import InputError, check_kinds, meant
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.floors import Floors, action_floor, lock_floors, trembling
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind, uniform
from pokerbot.solvers.learner import Learner, Settings, in_blocks
from pokerbot.solvers.options import CHOICES, NAMED, RESTRICTIONS, Options
from pokerbot.solvers.sampling import Sampling
from pokerbot.solvers.selfplay import ExactGradients, Gradients, SeatBySeat, SelfPlay, Solver

PERTURBED = 1e-12
"""The relative noise of a perturbed start: as small as rounding errors, to show what these do."""


def with_chance(game: Game) -> bool:
    """Whether the game's chance moves are known; they are not in a list of terminals alone."""
    return game.has_cards or game.root is not None


def any_game(game: Game) -> bool:
    """True: the `fits` of algorithms that take every game."""
    return True


@dataclass(frozen=True)
class Algorithm(ABC):
    """An algorithm, as listed in the catalogue.

    fits: tells, without compiling a game, whether the algorithm can solve it and it is small
        enough
    library: the optional library without which it takes no game, by its name for pip; else empty
    """

    name: str
    summary: str
    fits: Callable[[Game], bool] = field(default=any_game, kw_only=True)
    library: str = field(default="", kw_only=True)

    def takes(self, game: Game) -> bool:
        """Whether a game fits, and what the algorithm needs is installed."""
        return (not self.library or find_spec(self.library) is not None) and self.fits(game)

    @property
    @abstractmethod
    def parameters(self) -> tuple[Parameter, ...]:
        """The numbers that it can be told."""

    @property
    @abstractmethod
    def refuses(self) -> Mapping[str, str]:
        """The options that have no effect on it, and why."""

    @property
    @abstractmethod
    def draws(self) -> bool:
        """Whether its iterations draw random numbers, so that they depend on the seed."""

    def is_even(self, options: Options) -> bool:
        """Whether it plays hands alike that are the same but for their suits."""
        return False

    @abstractmethod
    def start(
        self, form: Form, options: Options, floors: Floors, rng: np.random.Generator
    ) -> Solver:
        """A solver of a game."""

    @property
    def settings(self) -> dict[str, float]:
        """The parameters that the option `set` changes, with their defaults."""
        return {p.name: p.default for p in self.parameters if p.name not in NAMED}

    def default(self, name: str) -> float | None:
        """The default of a parameter, None if there is no parameter of that name."""
        return next((p.default for p in self.parameters if p.name == name), None)

    def within(self, options: Options, iterations: int | None) -> Options:
        """The options, with the run's number of iterations as `horizon` if the algorithm needs it.

        Raises:
            InputError: the algorithm needs it, and no number of iterations is given.
        """
        if self.default("horizon") is None or options.horizon is not None:
            return options
        if iterations is None:
            raise InputError(
                f"must be given: {self.name} goes by how long the run is", parameter="iterations"
            )
        return replace(options, horizon=iterations)

    def told(self, options: Options) -> Settings:
        """The values of all parameters: the options' numbers, or the defaults.

        Raises:
            InputError: an option has no effect on this algorithm, or a number is out of range.
        """
        self._check_names()
        for key in options.set or ():
            if key not in self.settings:
                raise InputError(self._no_setting(key))
        for name, reason in self.refuses.items():
            if getattr(options, name) not in (None, "average"):
                raise InputError(f"has no effect on {self.name}: {reason}", parameter=name)
        if options.iterate == "last" and options.averaging is not None:
            raise InputError("has no effect on the last strategy", parameter="averaging")
        given = {name: getattr(options, name) for name in NAMED} | dict(options.set or {})
        return {
            p.name: p.default if given.get(p.name) is None else p.check(given[p.name])
            for p in self.parameters
        }

    def _check_names(self) -> None:
        """Raise InputError if two parameters have the same name, or one the name of an option."""
        names = [parameter.name for parameter in self.parameters]
        taken = {each.name for each in fields(Options)} - {*NAMED}
        for name in names:
            if names.count(name) > 1 or name in taken:
                raise InputError(f"{self.name}: another parameter is named {name!r:.40}")

    def _no_setting(self, key: str) -> str:
        """The message about an unknown setting: it lists the settings and options there are."""
        shared = [each.name for each in fields(Options) if each.name not in ("set", *self.refuses)]
        has = ", ".join(self.settings) or "none"
        close = ", which is an option" if key in shared else meant(key, [*self.settings, *shared])
        options = ", ".join(shared)
        return f"{self.name} has no setting {key!r:.40}{close}; it has {has}, and takes {options}"

    def describe(self, options: Options) -> dict[str, Any]:
        """What a strategy file records about how it was made, by name."""
        said: dict[str, Any] = {"name": self.name}
        if "updates" not in self.refuses:
            said["updates"] = options.updates or CHOICES["updates"][0]
        said |= self.told(options)
        said |= {"epsilon": options.epsilon or None}
        if options.floor:
            said |= {"floor": dict(options.floor), "floor_seat": options.floor_seat or "both"}
        for name in ("init", "iterate"):
            value = getattr(options, name)
            said[name] = None if value == CHOICES[name][0] else value
        return {key: value for key, value in said.items() if value is not None}

    def build(
        self, form: Form, options: Options, floors: Sequence[Floors], rng: np.random.Generator
    ) -> Solver:
        """A solver of the game under these floors, which are those of `floors_of`.

        If there are two pairs of floors there are two games to be solved, one for each seat.

        Raises:
            InputError: the algorithm does not take an option, or not this game.
        """
        solvers = [self.start(form, options, each, rng) for each in floors]
        return solvers[0] if len(solvers) == 1 else SeatBySeat(solvers[0], solvers[1])


def floors_of(form: Form, options: Options) -> list[Floors]:
    """Both players' floors, for each of the games that must be solved.

    Usually that is a single game. If each seat is to keep to a floor of its kinds of actions
    (`floor`), there are two: in each of them one seat keeps to it and its opponent is free. Locks,
    and `epsilon`, hold both seats in one game.

    Raises:
        InputError: the least probabilities of some decision sum to more than 1, or the spot has
            locks besides `floor`.
    """
    locked = lock_floors(form)
    if any(locked) and options.floor:
        raise InputError("has no effect on a spot with locks", parameter="floor")
    if options.floor:
        found: list[Floors] = []
        for seat in {"both": (0, 1), "first": (0,), "second": (1,)}[options.floor_seat or "both"]:
            floor = action_floor(form, seat, options.floor)
            found.append((None, floor) if seat else (floor, None))
        return found
    if not options.epsilon:
        return [locked]
    most = int(max(tree.actions.max() for tree in form.trees))
    if options.epsilon * most > 1:
        raise InputError(
            f"can be at most 1/{most}: some decision has {most} actions", parameter="epsilon"
        )
    first, second = (
        trembling(each, options.epsilon, held)
        for each, held in zip(bind(form), locked, strict=True)
    )
    return [(first, second)]


class LearnerSpec(Protocol):
    """How to make an algorithm's learners; their parameters, and the options that they refuse."""

    @property
    def parameters(self) -> tuple[Parameter, ...]: ...

    @property
    def refuses(self) -> Mapping[str, str]: ...

    def learner(
        self, operators: Operators, sigma: Array, floor: Floor | None, settings: Settings
    ) -> Learner:
        """One player's learner, which begins with the strategy `sigma`."""


class GradientSpec(Protocol):
    """How to make a source of gradients that are not exact; its parameters."""

    @property
    def parameters(self) -> tuple[Parameter, ...]: ...

    def gradients(self, form: Form, settings: Settings, rng: np.random.Generator) -> Gradients:
        """The source; all its random numbers are drawn from `rng`."""


@dataclass(frozen=True)
class SelfPlaying(Algorithm):
    """An algorithm by self-play, with a learner for each player.

    part: makes the learners
    sampling: makes the source of estimated gradients; None for exact gradients
    by_cell: whether the strategy of a hand depends only on the gradients of that hand
    """

    part: LearnerSpec
    sampling: GradientSpec | None = None
    by_cell: bool = False

    def __post_init__(self) -> None:
        check_kinds(self, part=LearnerSpec)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All parameters, in the order of files: first those that are options of their own."""
        all_ = self.part.parameters + (self.sampling.parameters if self.sampling else ())
        return tuple(sorted(all_, key=lambda parameter: parameter.name not in NAMED))

    @property
    def refuses(self) -> Mapping[str, str]:
        known = {parameter.name for parameter in self.parameters}
        unknown = {name: reason for name, reason in NAMED.items() if name not in known}
        return unknown | dict(self.part.refuses)

    @property
    def draws(self) -> bool:
        return self.sampling is not None

    def is_even(self, options: Options) -> bool:
        return self.by_cell and self.sampling is None and options.init != "random"

    def start(
        self,
        form: Form,
        options: Options,
        floors: Floors,
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> SelfPlay:
        """As `Algorithm.start`; if `deals` are given, every iteration takes exactly these."""
        settings, alternating = self.told(options), options.updates in (None, "alternating")
        learners = self.learners(form, options, floors, rng)
        gradients: Gradients = ExactGradients(form, alternating=alternating)
        if deals:
            sampling = self.sampling if isinstance(self.sampling, Sampling) else Sampling()
            gradients = sampling.gradients(form, settings, rng, deals)
        elif self.sampling:
            gradients = self.sampling.gradients(form, settings, rng)
        if hasattr(gradients, "learners"):
            gradients.learners = learners
        return SelfPlay(learners, gradients, alternating=alternating)

    def learners(
        self, form: Form, options: Options, floors: Floors, rng: np.random.Generator
    ) -> tuple[Learner, Learner]:
        """Both players' learners, with the strategies that they begin with."""
        make = partial(self.part.learner, settings=self.told(options))
        first, second = (
            in_blocks(each, _first(each, options, rng), floor, make)
            for each, floor in zip(bind(form), floors, strict=True)
        )
        return first, second


def _first(operators: Operators, options: Options, rng: np.random.Generator) -> Array:
    """The strategy to begin with: uniform, uniform but for small noise, or drawn at random."""
    if options.init == "random":
        return operators.normalize(rng.standard_exponential(operators.shape))
    start = uniform(operators)
    if options.init == "perturbed":
        return operators.normalize(start * (1 + PERTURBED * rng.standard_normal(operators.shape)))
    return start


@dataclass(frozen=True)
class Program(Algorithm):
    """An algorithm that is not self-play: it solves for both players at once.

    program: makes the solver from (form, floors, generator, **parameters)
    own: the parameters
    no_floors: why it takes no floors; empty if it does take them
    draws: whether it draws from the generator
    """

    program: Callable[..., Solver]
    own: tuple[Parameter, ...] = ()
    no_floors: str = ""
    draws: bool = False

    def __post_init__(self) -> None:
        check_kinds(self, own=[Parameter])

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return self.own

    @property
    def refuses(self) -> Mapping[str, str]:
        taken = {*RESTRICTIONS, "set"} if self.own else {*RESTRICTIONS}
        others = sorted({each.name for each in fields(Options)} - taken)
        refused = dict.fromkeys(others, "it solves for both players at once")
        return refused | dict.fromkeys(RESTRICTIONS if self.no_floors else (), self.no_floors)

    def start(
        self, form: Form, options: Options, floors: Floors, rng: np.random.Generator
    ) -> Solver:
        return self.program(form, floors, rng, **self.told(options))
