"""The sequences of a game that is given by its ends: what a player has done, as numbers."""

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
    """An information set. Its sequences have consecutive numbers; 0 is the empty sequence.

    key: its name
    actions: the names of its actions
    before: the player's sequence that leads to it
    first: the sequence that ends with its first action
    """

    key: str
    actions: tuple[str, ...]
    before: int
    first: int

    @property
    def round(self) -> int:
        """The round, as a betting has one: there is only one."""
        return 0


Pairs = dict[tuple[int, int], float]
"""A number for each pair of the players' last sequences."""


@dataclass(frozen=True)
class Ends:
    """The sequence form of a game, as its ends give it.

    sides: the information sets of player 1 and of player 2, in the order in which they were met
    payoffs: player 1's payoff times chance's probability, by both players' last sequences
    nodes: how many decisions a walk through the game meets; the number of ends where not known
    chances: chance's probability, by both players' last sequences; None where not known
    """

    sides: tuple[tuple[InformationSet, ...], tuple[InformationSet, ...]]
    payoffs: Pairs
    nodes: int
    chances: Pairs | None = None

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the information sets, payoffs and nodes, in hexadecimal."""
        sides = [[(each.key, each.actions, each.before) for each in side] for side in self.sides]
        payoffs = sorted((last, payoff.hex()) for last, payoff in self.payoffs.items())
        return hashlib.sha256(repr((sides, payoffs, self.nodes)).encode()).hexdigest()


class Sequences:
    """Numbers a player's sequences in the order in which they are met.

    numbers: the number of each path
    before: the path that leads to each information set
    actions: the number of the sequence after each action of each information set
    """

    def __init__(self, player: int) -> None:
        self.player = player
        self.numbers: dict[Path, int] = {(): 0}
        self.before: dict[str, Path] = {}
        self.actions: dict[str, dict[str, int]] = {}

    def number(self, path: Path) -> int:
        """The number of a path; it and its parts are numbered when first met.

        Raises:
            TypeError: the path is no tuple.
            InputError: a part is no pair of texts, or the player has no perfect recall.
        """
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
        """The information sets, and each sequence's new number: consecutive in each of them."""
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
