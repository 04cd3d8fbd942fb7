"""Self-play, where both players learn from each other, and what is common to all solvers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.actions import SEAT_NAMES
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.cut import LeafProfile
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.solvers.learner import Learner

Plans = tuple[Array, Array]
"""A realization plan [rows, hands] for each player."""


class Solver(Protocol):
    """What solves a game step by step; training runs it and asks it for its strategies.

    iterations: how many iterations there have been
    nodes_touched: how many decision nodes they have visited
    value_sum: the sum over all iterations of player 1's value, in chips per hand
    """

    iterations: int
    nodes_touched: int
    value_sum: float

    @property
    def finished(self) -> bool:
        """Whether further steps would not improve the solution."""

    def step(self, count: int = 1) -> None:
        """Do `count` iterations."""

    def profile(self, iterate: str = "average") -> Profile:
        """The average strategies, or those that are played now where `iterate` is `last`."""

    def plans(self, iterate: str = "average") -> Plans:
        """The realization plans of `profile`."""

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays from which `restore` can go on."""

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""


class KeepsLeaves(ABC):
    """A solver that keeps strategies leaf by leaf, and makes whole arrays only when asked to."""

    @abstractmethod
    def leaf_profile(self, iterate: str = "average") -> LeafProfile:
        """As `Solver.profile`, leaf by leaf and no copy: the leaves change with the next step."""

    @abstractmethod
    def release(self, iterate: str = "average") -> None:
        """Free the memory of all but these strategies; no step may follow."""

    @abstractmethod
    def forget(self, player: int) -> None:
        """After `release`, free the memory of one player's strategy, too."""


class Gradients(Protocol):
    """A source of gradients, which may be exact or estimates.

    A source that remembers something from one call to the next, besides the run's generator, has
    two more methods: `state()` returns its arrays and numbers by name, always of the same shapes,
    and `restore(state)` goes on from them. A source that remembers nothing says so by an attribute,
    `stateless = True`. Checkpoints of any other source are refused.
    """

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        """A player's gradient [rows, hands], and the number of decision nodes visited for it.

        own, other: the realization plans of the player and the opponent.
        """


class FixedOpponent:
    """An opponent who plays a known plan with some probability, and anything else otherwise.

    Which of the two is drawn once a hand, at the root, so that together they are a mixture of
    realization plans (Johanson, Zinkevich & Bowling 2007, "Computing robust counter-strategies").

    known: [rows, hands] the known plan, times its probability
    own: the probability that is left for what the opponent chooses
    """

    def __init__(self, plan: Array, probability: float) -> None:
        self.known, self.own = probability * plan, 1 - probability

    def met(self, plan: Array) -> Array:
        """The mixture that the other player meets if the opponent chooses this plan."""
        mixed: Array = self.known + self.own * plan
        return mixed


class ExactGradients:
    """Exact gradients, each from the whole tree.

    models: the known plans that player 1 and player 2 are mixed with, None for a player who is free
    visits: how many decision nodes each player's gradient counts; with simultaneous updates one
        traversal serves both players, and is counted for player 1
    """

    stateless = True

    def __init__(
        self,
        form: Form,
        *,
        alternating: bool,
        models: tuple[FixedOpponent | None, FixedOpponent | None] = (None,) * 2,
    ) -> None:
        self.form, self.operators, self.models = form, bind(form), models
        self.visits = (form.traversal, form.traversal if alternating else 0)

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        model = self.models[1 - player]
        met = model.met(other) if model else other
        return self.operators[player].gradient(met), self.visits[player]

    def rebind(self, learners: tuple[Learner, Learner], backend: str) -> None:
        """Go on, and have the learners go on, with the operators of another backend."""
        self.operators = bind(self.form, backend)
        for learner, operators in zip(learners, self.operators, strict=True):
            learner.rebind(operators)


class SelfPlay:
    """Both players learn from each other; implements `Solver`.

    With alternating updates, player 2 learns against the strategy that player 1 has just updated;
    otherwise both learn against the strategies with which the iteration began.

    ahead: how many iterations the learners counted as done before the first one (`Learner.begin`)
    observer: if set, it is called with (player, the other's plan, the gradient) before the player
        learns from that gradient
    """

    finished = False

    def __init__(
        self, learners: tuple[Learner, Learner], gradients: Gradients, *, alternating: bool
    ) -> None:
        self.learners, self.gradients, self.alternating = learners, gradients, alternating
        self.iterations = self.ahead = 0
        self.nodes_touched = 0
        self.value_sum = 0.0
        self.observer: Callable[[int, Array, Array], None] | None = None

    def step(self, count: int = 1) -> None:
        """Do `count` iterations."""
        for _ in range(count):
            self._iterate()

    def _iterate(self) -> None:
        self.iterations += 1
        if self.alternating:
            for player in (0, 1):
                self._learn(player, self._ask(player))
        else:
            for player, earned in enumerate([self._ask(0), self._ask(1)]):
                self._learn(player, earned)

    def _ask(self, player: int) -> Array:
        """A player's gradient against what the other plays now."""
        own, other = self.learners[player].plan, self.learners[1 - player].plan
        earned, nodes = self.gradients(player, own, other)
        if earned.shape != own.shape:
            raise InputError(
                f"a gradient of player {player + 1} has the shape {[*own.shape]}, not"
                f" {[*earned.shape]}"
            )
        self.nodes_touched += nodes
        if self.observer:
            self.observer(player, other, earned)
        return earned

    def _learn(self, player: int, earned: Array) -> None:
        """Have a player learn from a gradient; player 1's also gives the iteration's value."""
        if player == 0:
            learner = self.learners[0]
            self.value_sum += learner.operators.tree.value(learner.plan, earned)
        self.learners[player].observe(earned, self.ahead + self.iterations)

    def profile(self, iterate: str = "average") -> Profile:
        """The average strategies, or those that are played now where `iterate` is `last`."""
        first, second = (
            each.current() if iterate == "last" else each.average() for each in self.learners
        )
        return first, second

    def plans(self, iterate: str = "average") -> Plans:
        """The realization plans of `profile`."""
        first, second = (
            each.plan if iterate == "last" else each.average_plan() for each in self.learners
        )
        return first, second

    def lent_plans(self, iterate: str = "average") -> Plans:
        """As `plans`, but not necessarily copies: the next iteration may change these arrays."""
        return self.plans(iterate)

    def regret_bound(self) -> float | None:
        """An upper bound on NashConv of the average strategies, from the regrets; None if none.

        NashConv is the sum of both players' average regrets (Zinkevich et al. 2007, theorem 2)
        where each player's gradients were exact, and against the very plans that the other's
        average is made of. That excludes alternating updates, estimated gradients, models, and
        starts from a given strategy.
        """
        exact = isinstance(self.gradients, ExactGradients) and not any(self.gradients.models)
        if not exact or self.alternating or self.ahead or not self.iterations:
            return None
        first, second = (each.regret_bound(self.iterations) for each in self.learners)
        return None if first is None or second is None else first + second

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that both learners and the source of gradients remember, by name."""
        learned = {
            f"{name}{player}": array.copy()
            for player, learner in enumerate(self.learners, 1)
            for name, array in learner.memory().items()
        }
        source: Any = self.gradients
        kept = source.state() if has_state(source) else {}
        return learned | {f"source-{name}": np.array(value) for name, value in kept.items()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        for player, learner in enumerate(self.learners, 1):
            learner.recall({name: state[f"{name}{player}"].copy() for name in learner.memory()})
        source: Any = self.gradients
        if has_state(source):
            source.restore({name: state[f"source-{name}"].copy() for name in source.state()})


class SeatBySeat:
    """Two solvers of different games, each of which is about one seat; implements `Solver`.

    Player 1's strategy is the first solver's, player 2's the second's. An iteration is one of each;
    `value_sum` is the mean of both solvers'.
    """

    def __init__(self, first: Solver, second: Solver) -> None:
        self.solvers = first, second
        self.nodes_touched = 0
        self.value_sum = 0.0

    @property
    def iterations(self) -> int:
        """How many iterations each of the two has done."""
        return self.solvers[0].iterations

    @iterations.setter
    def iterations(self, iterations: int) -> None:
        for solver in self.solvers:
            solver.iterations = iterations

    @property
    def finished(self) -> bool:
        """Whether both are finished."""
        return all(solver.finished for solver in self.solvers)

    def step(self, count: int = 1) -> None:
        """Do `count` iterations of each, in turn."""
        for _ in range(count):
            for solver in self.solvers:
                solver.nodes_touched, solver.value_sum = 0, 0.0
                solver.step()
                self.nodes_touched += solver.nodes_touched
                self.value_sum += solver.value_sum / 2

    def profile(self, iterate: str = "average") -> Profile:
        """Each seat's strategy, from its own solver."""
        first, second = (solver.profile(iterate) for solver in self.solvers)
        return first[0], second[1]

    def plans(self, iterate: str = "average") -> Plans:
        """The realization plans of `profile`."""
        first, second = (solver.plans(iterate) for solver in self.solvers)
        return first[0], second[1]

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays of both solvers' states; their names begin with the seat."""
        return {
            f"{seat}-{name}": array
            for seat, solver in zip(SEAT_NAMES, self.solvers, strict=True)
            for name, array in solver.state().items()
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        for seat, solver in zip(SEAT_NAMES, self.solvers, strict=True):
            solver.restore({name: state[f"{seat}-{name}"] for name in solver.state()})


def parts_of(solver: Solver) -> tuple[Solver, ...]:
    """The solvers that it is made of: those of both seats in `SeatBySeat`, else itself alone."""
    return solver.solvers if isinstance(solver, SeatBySeat) else (solver,)


def has_state(source: Gradients) -> bool:
    """Whether a source of gradients has the methods `state` and `restore`."""
    return all(callable(getattr(source, name, None)) for name in ("state", "restore"))


def is_resumable(solver: Solver) -> bool:
    """Whether a solver can go on exactly from its state: its source remembers nothing besides."""
    sources = [each.gradients for each in parts_of(solver) if isinstance(each, SelfPlay)]
    return all(has_state(each) or getattr(each, "stateless", False) is True for each in sources)
