"""The one loop of self-play: both players learn from each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.cut import LeafProfile
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import bind
from pokerbot.solvers.learner import Learner

Plans = tuple[Array, Array]
"""A realization plan [rows, hands] for each player."""


class Solver(Protocol):
    """What training drives: one verb, and what has come of it so far."""

    iterations: int
    nodes_touched: int
    value_sum: float

    @property
    def finished(self) -> bool:
        """Whether no step would lead on."""

    def step(self, count: int = 1) -> None:
        """So many iterations."""

    def profile(self, iterate: str = "average") -> Profile:
        """The average, which converges to an equilibrium, or what is played now (`last`)."""

    def plans(self, iterate: str = "average") -> Plans:
        """The realization plans of `profile`."""

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that it remembers."""

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""


@runtime_checkable
class KeepsLeaves(Protocol):
    """A solver that keeps strategies leaf by leaf, and has whole arrays only when asked for."""

    def leaf_profile(self, iterate: str = "average") -> LeafProfile:
        """As `Solver.profile`; it changes with the next step."""

    def release(self, iterate: str = "average") -> None:
        """Give up all but that strategy: no step follows."""

    def forget(self, player: int) -> None:
        """Give up a player's part of that, too."""


class Gradients(Protocol):
    """Where a player's gradient against the other's plan comes from, and what it costs.

    One that remembers anything, besides the run's generator, has two more methods: `state()`, its
    arrays and numbers by name, of the same shapes throughout, and `restore(state)`, to go on from
    them. One that remembers nothing says so by an attribute: `stateless = True`. A checkpoint of
    any other is refused.
    """

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        """The gradient [rows, hands] of a player, and the decision nodes visited for it.

        own, other: the realization plans of the player and the opponent.
        """


class FixedOpponent:
    """A known plan [rows, hands] that an opponent plays with a probability, drawn once a hand.

    Mixed at the root, what is met is a mixture of realization plans (Johanson, Zinkevich & Bowling
    2007, "Computing robust counter-strategies"). known: the model's part of it; own: what is left
    for the opponent to choose.
    """

    def __init__(self, plan: Array, probability: float) -> None:
        self.known, self.own = probability * plan, 1 - probability

    def met(self, plan: Array) -> Array:
        """What is met where the opponent chooses this plan."""
        mixed: Array = self.known + self.own * plan
        return mixed


class ExactGradients:
    """The whole tree, every time; one traversal serves both players where both update at once.

    models: of player 1 and player 2, None for one who is free.
    visits: the decision nodes that each player's gradient counts for.
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


class SelfPlay:
    """Both players learn from each other, one iteration a step.

    With alternating updates the second player answers the first one's newest strategy, else both
    answer the ones the iteration began with. `value_sum` adds up player 1's value, iteration by
    iteration, of the strategies that were played. `ahead` is how many iterations the learners had
    behind them when they began. An `observer` is told of each gradient before it
    is learned from: (player, the other's plan, the gradient).
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
        """So many iterations."""
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
        """Pass the gradient on, and note player 1's value."""
        if player == 0:
            learner = self.learners[0]
            self.value_sum += learner.operators.tree.value(learner.plan, earned)
        self.learners[player].observe(earned, self.ahead + self.iterations)

    def profile(self, iterate: str = "average") -> Profile:
        """The average, which converges to an equilibrium, or what is played now (`last`)."""
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
        """The same plans, which the next iteration may change: nothing need be copied."""
        return self.plans(iterate)

    def regret_bound(self) -> float | None:
        """What NashConv of the average is at most, by the regrets; None where they do not tell.

        They do where both players met the very strategies that the averages are of: not where one
        answers the other's newest, gradients are estimates, or there was a start. Then NashConv is
        the sum of both players' average regrets (Zinkevich et al. 2007, theorem 2).
        """
        exact = isinstance(self.gradients, ExactGradients) and not any(self.gradients.models)
        if not exact or self.alternating or self.ahead or not self.iterations:
            return None
        first, second = (each.regret_bound(self.iterations) for each in self.learners)
        return None if first is None or second is None else first + second

    def state(self) -> dict[str, NDArray[Any]]:
        """The arrays that both learners remember, by name and player, and the source's."""
        learned = {
            f"{name}{player}": array.copy()
            for player, learner in enumerate(self.learners, 1)
            for name, array in learner.memory().items()
        }
        source: Any = self.gradients
        kept = source.state() if has_state(source) else {}
        return learned | {f"source-{name}": np.array(value) for name, value in kept.items()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        for player, learner in enumerate(self.learners, 1):
            learner.recall({name: state[f"{name}{player}"].copy() for name in learner.memory()})
        source: Any = self.gradients
        if has_state(source):
            source.restore({name: state[f"source-{name}"].copy() for name in source.state()})


class SeatBySeat:
    """Two solvers side by side, and from each the seat that it is about; as `Solver`.

    Player 1's side is the first solver's, player 2's the second's. An iteration is one of both;
    `value_sum` is the mean of theirs.
    """

    def __init__(self, first: Solver, second: Solver) -> None:
        self.solvers = first, second
        self.nodes_touched = 0
        self.value_sum = 0.0

    @property
    def iterations(self) -> int:
        """Of each."""
        return self.solvers[0].iterations

    @iterations.setter
    def iterations(self, iterations: int) -> None:
        for solver in self.solvers:
            solver.iterations = iterations

    @property
    def finished(self) -> bool:
        """Whether both are."""
        return all(solver.finished for solver in self.solvers)

    def step(self, count: int = 1) -> None:
        """So many iterations of each, one by one."""
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
        """The arrays that both remember, by seat."""
        return {
            f"{seat}-{name}": array
            for seat, solver in zip(SEATS, self.solvers, strict=True)
            for name, array in solver.state().items()
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from such a state."""
        for seat, solver in zip(SEATS, self.solvers, strict=True):
            solver.restore({name: state[f"{seat}-{name}"] for name in solver.state()})


def has_state(source: Gradients) -> bool:
    """Whether a source of gradients tells what it remembers, and takes it back."""
    return all(callable(getattr(source, name, None)) for name in ("state", "restore"))


def is_resumable(solver: Solver) -> bool:
    """Whether a solver's state is all there is to go on from, as far as it says."""
    if isinstance(solver, SeatBySeat):
        return all(map(is_resumable, solver.solvers))
    source = solver.gradients if isinstance(solver, SelfPlay) else None
    return source is None or has_state(source) or getattr(source, "stateless", False) is True


SEATS = ("first", "second")
