"""Games given as a tree of states: who decides, what chance does, what follows, who wins what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from pokerbot.errors import InputError
from pokerbot.games.ends import CardlessGame, End, EndsGame, gather
from pokerbot.games.parameters import Parameter
from pokerbot.games.sequences import Ends, Path

MOST_STEPS = 10_000_000
"""A tree is refused if the paths of its ends have more steps than this, all together."""
LONGEST = 5_000
"""A tree is refused if more moves come one after the other: it may never end."""


class State(Protocol):
    """A state of a two-player zero-sum game with perfect recall.

    player: who decides, 0 or 1; None where chance does, or where the game is over
    """

    @property
    def player(self) -> int | None:
        """Who decides."""

    def chance(self) -> Mapping[str, float]:
        """The probability of each of chance's actions; empty where it has none."""

    def actions(self) -> Sequence[str]:
        """The names of the actions of whoever decides."""

    def information_set(self) -> str:
        """The name of the information set of whoever decides.

        No information set of the other player may have the same name.
        """

    def child(self, action: str) -> State:
        """The state after an action of a player or of chance."""

    def payoff(self) -> float:
        """What player 1 wins, and player 2 loses, at a terminal state."""


class OwnTree(EndsGame):
    """A tree of one's own: of two with the same name and ends, each draws from its own."""

    @property
    def tree(self) -> object:
        """As `Game`."""
        return self.root


@dataclass(frozen=True, eq=False)
class Rooted:
    """A tree: called, it gives the first state."""

    root: State

    def __call__(self) -> State:
        """The first state."""
        return self.root


@dataclass(frozen=True)
class Matrix:
    """A matrix game: player 1 takes a row, and player 2, who does not see it, a column.

    payoffs: for each row, what player 1 wins at each column
    taken: the row and then the column, as far as they are taken
    """

    payoffs: tuple[tuple[float, ...], ...]
    taken: tuple[int, ...] = ()

    @property
    def player(self) -> int | None:
        """As `State`."""
        return (0, 1, None)[len(self.taken)]

    def chance(self) -> Mapping[str, float]:
        """As `State`: there is none."""
        return {}

    def actions(self) -> Sequence[str]:
        """As `State`: the numbers of the rows, or of the columns."""
        return [*map(str, range(len(self.payoffs[0] if self.taken else self.payoffs)))]

    def information_set(self) -> str:
        """As `State`."""
        return "column" if self.taken else "row"

    def child(self, action: str) -> Matrix:
        """As `State`."""
        return Matrix(self.payoffs, (*self.taken, int(action)))

    def payoff(self) -> float:
        """As `State`."""
        row, column = self.taken
        return self.payoffs[row][column]


def matrix_game(name: str, payoffs: Sequence[Sequence[float]]) -> EndsGame:
    """The game of that name with these payoffs [rows, columns] of player 1's.

    Its ends are listed here, and not by `walk_tree`, which also counts decisions: files tell the
    game by a digest of the ends that was made without that count.
    """
    ends = tuple(
        (won, 1.0, (("row", str(row)),), (("column", str(column)),))
        for row, line in enumerate(payoffs)
        for column, won in enumerate(line)
    )
    root = Matrix(tuple(map(tuple, payoffs)))
    return OwnTree(name, partial(gather, ends), Rooted(root))


def tree_game(name: str, root: State) -> EndsGame:
    """The game of that name with this first state."""
    return OwnTree(name, partial(walk_tree, name, root), Rooted(root))


def walk_tree(name: str, root: State) -> Ends:
    """Walk through a tree, depth first, and gather its ends.

    Raises:
        InputError: it has too many ends, or a way that may have none, or is no two-player game with
            perfect recall.
    """
    ends: list[End] = []
    decisions = steps = 0
    keys: dict[str, str] = {}
    ahead: list[tuple[State, int, float, tuple[Path, Path]]] = [(root, 0, 1.0, ((), ()))]
    while ahead:
        state, moves, chance, paths = ahead.pop()
        _check_steps(name, steps)
        player = state.player
        ways = _ways(name, state) if player is None else {}
        if player is None and not ways:
            ends.append((state.payoff(), chance, *paths))
            steps += 1 + len(paths[0]) + len(paths[1])
            continue
        if moves == LONGEST:
            told = f"has more than {LONGEST:,} moves one after the other"
            raise InputError(f"{name:.80} {told}")
        for action, probability in reversed([*ways.items()]):
            ahead.append((state.child(action), moves + 1, chance * probability, paths))
        if player is None:
            continue
        if player not in (0, 1):
            raise InputError(f"{name:.80}: player must be 0, 1 or None, not {player!r:.40}")
        said = state.information_set()
        key = keys.setdefault(said, said)
        decisions += 1
        for action in reversed(_actions(name, key, state)):
            after = (*paths[player], (key, action))
            now = (paths[0], after) if player else (after, paths[1])
            ahead.append((state.child(action), moves + 1, chance, now))
    return gather(ends, decisions)


def _check_steps(name: str, steps: int) -> None:
    if steps > MOST_STEPS:
        raise InputError(f"{name:.80} has too many ends to write them all out")


def _actions(name: str, key: str, state: State) -> Sequence[str]:
    """The actions of whoever decides; raises InputError where there are none."""
    actions = state.actions()
    if len(actions) == 0:
        raise InputError(f"{name:.80}: information set {key!r:.60} has no actions")
    return actions


def _ways(name: str, state: State) -> Mapping[str, float]:
    """The probability of each of chance's actions; raises InputError where it is none."""
    ways = state.chance()
    if not isinstance(ways, Mapping):
        told = "a probability for each of chance's actions"
        raise InputError(f"{name:.80}: chance() must give {told}, not {ways!r:.40}")
    return ways


@dataclass(frozen=True, slots=True)
class TreeFamily:
    """A catalogue entry of a game without a table: its parameters, and the tree that they make.

    root: gives the first state, from the parameters by their names
    rules: its rules in words, with the parameters' names in braces
    steps: how many steps the paths of its ends have, all together, from the parameters; None where
        no parameters are refused for it
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    root: Callable[..., State]
    rules: str
    steps: Callable[..., int] | None = None


class TreeGame(CardlessGame):
    """A game of the catalogue that is given by a tree of states; its name has its parameters.

    told: its rules in words
    """

    told: str

    def __init__(self, family: TreeFamily, values: tuple[tuple[str, Any], ...]) -> None:
        vars(self).update(
            name=family.name,
            values=values,
            usual=tuple((each.name, each.default) for each in family.parameters),
            walk=partial(self._walk, family),
            first=partial(self._first, family),
            told=family.rules.format(**dict(values)),
        )

    def _walk(self, family: TreeFamily) -> Ends:
        if family.steps is not None:
            _check_steps(self.spec, family.steps(**self._given))
        return walk_tree(self.spec, self._first(family))

    def _first(self, family: TreeFamily) -> State:
        return family.root(**self._given)

    @property
    def _given(self) -> dict[str, int]:
        return {name: int(value) for name, value in self.values}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TreeGame) and (self.name, self.values) == (
            other.name,
            other.values,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.values))
