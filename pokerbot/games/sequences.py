"""What a player has done, numbered: the sequences of a game that is known by its ends."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from pokerbot.errors import InputError

Path = tuple[tuple[str, str], ...]
"""What a player did: (information set, action), one after the other."""


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

    @property
    def round(self) -> int:
        """As of a betting: there is one alone."""
        return 0


Pairs = dict[tuple[int, int], float]
"""From both players' last sequences to a number."""


@dataclass(frozen=True)
class Ends:
    """What the ends of a game tell of it.

    sides: the information sets of player 1 and 2, in the order in which they were met
    payoffs: from both players' last sequences to player 1's payoff times chance's probability
    nodes: how many decisions a walk through the game comes to; the ends where that is not told
    chances: from both players' last sequences to chance's probability, None where that is not told
    """

    sides: tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]
    payoffs: Pairs
    nodes: int
    chances: Pairs | None = None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that, in hexadecimal."""
        sides = [[(each.key, each.actions, each.before) for each in side] for side in self.sides]
        payoffs = sorted((last, payoff.hex()) for last, payoff in self.payoffs.items())
        return hashlib.sha256(repr((sides, payoffs, self.nodes)).encode()).hexdigest()


class Sequences:
    """A player's sequences as they are met."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.numbers: dict[Path, int] = {(): 0}
        self.before: dict[str, Path] = {}
        self.actions: dict[str, dict[str, int]] = {}

    def number(self, path: Path) -> int:
        """The number of a path, by when it was met."""
        if not isinstance(path, tuple):
            raise TypeError(f"no path: {path!r:.60}")
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
