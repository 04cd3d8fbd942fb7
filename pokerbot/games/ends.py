"""Any two-player zero-sum game with perfect recall, known by its ends alone."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from pokerbot.errors import InputError
from pokerbot.games.catalogue import OPEN_SPIEL, Game
from pokerbot.games.rules import Rules

Path = tuple[tuple[str, str], ...]
"""What a player did: (information set, action), one after the other."""
End = tuple[float, Path, Path]
"""A player 1's payoff times chance's probability, and what player 1 and player 2 did until then."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """Where a player decides.

    Sequences are numbered: 0 is the empty one, those of an information set follow each other.

    actions: their names; before: the player's sequence up to here; first: that of its first action
    """

    key: str
    actions: tuple[str, ...]
    before: int
    first: int


@dataclass(frozen=True)
class Ends:
    """What the ends of a game tell of it.

    sides: the information sets of player 1 and 2, in the order in which they were met
    payoffs: from both players' last sequences to player 1's payoff times chance's probability
    nodes: how many decisions a walk through the game comes to; the ends where that is not told
    """

    sides: tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]
    payoffs: dict[tuple[int, int], float]
    nodes: int


def gather(ends: Iterable[End], nodes: int | None = None) -> Ends:
    """What the ends tell.

    Raises:
        InputError: an end is malformed, or a player does not remember what they did or knew.
    """
    players = _Sequences(1), _Sequences(2)
    payoffs: dict[tuple[int, int], float] = {}
    count = 0
    for count, end in enumerate(ends, 1):  # noqa: B007
        try:
            payoff, first, second = end
            last = players[0].number(first), players[1].number(second)
            payoffs[last] = payoffs.get(last, 0.0) + payoff
        except (TypeError, ValueError) as error:
            if isinstance(error, InputError):
                raise
            raise InputError(
                "an end is (payoff times chance's probability, path of player 1, path of player 2),"
                f" a path a tuple of (information set, action), not {end!r:.80}"
            ) from None
        if not math.isfinite(payoffs[last]):
            raise InputError(f"a payoff must be a finite number, not {payoff!r:.40}")
    if not count:
        raise InputError("a game has at least one end")
    for key in players[0].actions.keys() & players[1].actions.keys():
        raise InputError(f"information set {key!r:.60} is both players'")
    (one, renumbered), (other, other_renumbered) = (player.ordered() for player in players)
    return Ends(
        (one, other),
        {(renumbered[i], other_renumbered[j]): payoff for (i, j), payoff in payoffs.items()},
        count if nodes is None else nodes,
    )


class _Sequences:
    """A player's sequences as they are met."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.numbers: dict[Path, int] = {(): 0}
        self.before: dict[str, Path] = {}
        self.actions: dict[str, dict[str, int]] = {}

    def number(self, path: Path) -> int:
        """The number of a path, by when it was met."""
        met = len(path)
        while path[:met] not in self.numbers:
            met -= 1
        for place in range(met, len(path)):
            key, action = path[place]
            if not (isinstance(key, str) and isinstance(action, str)):
                raise InputError(f"information sets and actions are texts, not {path[place]!r:.60}")
            before = self.before.setdefault(key, path[:place])
            if before != path[:place]:
                self._refuse(key, before, path[:place])
            self.numbers[path[: place + 1]] = len(self.numbers)
            self.actions.setdefault(key, {})[action] = len(self.numbers) - 1
        return self.numbers[path]

    def _refuse(self, key: str, *paths: Path) -> NoReturn:
        ways = (", ".join(f"{at} {action}" for at, action in path) or "nothing" for path in paths)
        lines = (" ".join(way.split()) for way in ways)
        one, other = ("…" * (len(line) > 80) + line[-80:] for line in lines)
        raise InputError(
            f"player {self.player} has no perfect recall: information set {key!r:.60} comes after"
            f" {one}, and after {other}"
        )

    def ordered(self) -> tuple[tuple[InformationSet, ...], list[int]]:
        """The information sets, and the number of each sequence once they follow each other."""
        renumbered, first = [0] * len(self.numbers), 1
        for actions in self.actions.values():
            for place, number in enumerate(actions.values()):
                renumbered[number] = first + place
            first += len(actions)
        return tuple(
            InformationSet(
                key,
                tuple(actions),
                renumbered[self.numbers[self.before[key]]],
                renumbered[next(iter(actions.values()))],
            )
            for key, actions in self.actions.items()
        ), renumbered


class EndsGame(Game):
    """A game that has no rules of betting: its ends are all that is known of it.

    The name is the whole specification; `walk` is called when the ends are first asked for.
    """

    def __init__(self, name: str, walk: Callable[[], Ends]) -> None:
        vars(self).update(name=name, values=(), usual=(), walk=walk)

    @cached_property
    def ends(self) -> Ends:
        """What the walk found."""
        walk: Callable[[], Ends] = vars(self)["walk"]
        return walk()

    @property
    def rules(self) -> Rules:
        """There are none.

        Raises:
            InputError: always; what asks for them works for card games alone.
        """
        raise InputError(f"this takes a poker game with cards and betting, not {self.name:.80}")

    @property
    def hands(self) -> int:
        """As `Game`: what players know is in their information sets."""
        return 1

    @property
    def slug(self) -> str:
        """As file names spell it."""
        return re.sub("[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def fewest_keys(self) -> int:
        """As `Game`: here they are counted."""
        return sum(map(len, self.ends.sides))

    def information_sets(self) -> Iterator[tuple[int, str, tuple[str, ...]]]:
        """Every (player, key, names of the legal actions)."""
        for player, side in enumerate(self.ends.sides):
            for infoset in side:
                yield player, infoset.key, infoset.actions

    def __eq__(self, other: object) -> bool:
        if self is other or not isinstance(other, EndsGame):
            return self is other
        if self.name != other.name:
            return False
        return self.name.startswith(OPEN_SPIEL) or self.ends == other.ends

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"EndsGame({self.name!r})"
