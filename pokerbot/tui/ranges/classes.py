"""A decision as the grid shows it: hands sorted into classes, and a mark for each action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pokerbot.evaluation.node_hands import Mark, Node, NodeHand, marks
from pokerbot.games.actions import LETTERS
from pokerbot.games.cards import names_in
from pokerbot.games.ranges import CARDS, COMBINATIONS, class_of, name_of
from pokerbot.tui.widgets.card import SIGNS

SUITS = str.maketrans(SIGNS)
KEYS = LETTERS | {"check": "c", "jam": "r"}
"""The letters of the keys for each kind of action: one checks and calls, one raises and jams."""


@dataclass(frozen=True)
class HandClass:
    """The hands of a class that a player may hold on the board.

    weight: the mean weight over all hands of the class that the board allows
    strategy: [actions] how often each action is taken
    ev, equity: means over the hands, None if the opponent never comes here
    hands: each hand by its name
    """

    weight: float
    strategy: tuple[float, ...]
    ev: float | None
    equity: float | None
    hands: Mapping[str, NodeHand]


@dataclass(frozen=True)
class Shown:
    """A decision, and the classes of both players' hands there.

    acting, waiting: the classes of the player to act, and of the other player, by name
    other: the same decision in another solution, None if there is none
    more: how many chips each seat has bet here more than in the other solution
    """

    node: Node
    acting: Mapping[str, HandClass]
    waiting: Mapping[str, HandClass]
    other: Shown | None = None
    more: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def of(
        cls, node: Node, other: Node | None = None, more: tuple[float, float] = (0.0, 0.0)
    ) -> Shown:
        """Sort the hands of a decision into classes, and those of the other solution's decision."""
        acting, waiting = classes(node.hands, node.board), classes(node.waiting, node.board)
        return cls(node, acting, waiting, cls.of(other) if other else None, more)

    @property
    def change(self) -> tuple[float, float] | None:
        """How much higher each seat's EV is than in the other solution, minus `more`."""
        if self.other is None or self.node.ev is None or self.other.node.ev is None:
            return None
        first, second = (
            own - there - more
            for own, there, more in zip(self.node.ev, self.other.node.ev, self.more, strict=True)
        )
        return first, second

    def changed(self, *, waiting: bool) -> Mapping[str, HandClass]:
        """The classes of a player, with the change of EV from the other solution as their EV.

        It is None where the other solution has no such decision.

        waiting: whether they are those of the player who waits
        """
        own = self.waiting if waiting else self.acting
        other: Mapping[str, HandClass] = {}
        if self.other is not None:
            other = self.other.waiting if waiting else self.other.acting
        acting = self.node.seats.index(self.node.player)
        more = self.more[1 - acting if waiting else acting]
        return {
            name: replace(each, ev=_difference(each, other.get(name), more))
            for name, each in own.items()
        }


def _difference(one: HandClass, other: HandClass | None, more: float) -> float | None:
    """The first EV minus the second and `more`; None if an EV is unknown."""
    if other is None or one.ev is None or other.ev is None:
        return None
    return one.ev - other.ev - more


def classes(hands: Mapping[str, NodeHand], board: str) -> dict[str, HandClass]:
    """The classes of these hands; classes without weight are left out."""
    lying, sorted_in = {CARDS[name] for name in names_in(board)}, dict[str, dict[str, NodeHand]]()
    for name, held in hands.items():
        sorted_in.setdefault(class_of(name), {})[name] = held
    found = {}
    for kind, combinations in COMBINATIONS.items():
        there = sorted_in.get(name := name_of(kind), {})
        weight = sum(held.weight for held in there.values())
        if weight:
            left = 1 if name in there else sum(map(lying.isdisjoint, combinations))
            found[name] = _class(there, weight / left)
    return found


def _class(hands: Mapping[str, NodeHand], weight: float) -> HandClass:
    """A class with means over its hands.

    The hands are weighed by how often they come, or by their weights if the opponent never does.
    """
    held = [*hands.values()]
    shares = [each.share for each in held]
    shares = shares if sum(shares) else [each.weight for each in held]
    total = sum(shares)
    columns = zip(*(each.strategy for each in held), strict=True)
    return HandClass(
        weight,
        tuple(_sum(shares, column) / total for column in columns),
        _mean(shares, [each.ev for each in held]),
        _mean(shares, [each.equity for each in held]),
        hands,
    )


def _mean(shares: Sequence[float], values: Sequence[float | None]) -> float | None:
    """The mean of the known values; None if none is known."""
    known = [(s, value) for s, value in zip(shares, values, strict=True) if value is not None]
    total = sum(share for share, _ in known)
    return sum(share * value for share, value in known) / total if total else None


def _sum(shares: Sequence[float], values: Sequence[float]) -> float:
    return sum(share * value for share, value in zip(shares, values, strict=True))


def marks_by_keys(actions: Sequence[str]) -> list[Mark]:
    """A mark for each action, with the letter of the key that takes it."""
    return marks(actions, KEYS)


def meant(actions: Sequence[str], what: str) -> int | None:
    """The place of the action that a key takes; None if there is none, or more than one.

    what: the key's kinds of action, with commas between, or the number of a size
    """
    found = [
        place
        for place, (action, mark) in enumerate(zip(actions, marks(actions), strict=True))
        if what == mark.letter or action.split()[0] in what.split(",")
    ]
    return found[0] if len(found) == 1 else None


def with_suits(cards: str) -> str:
    """Cards with the signs of their suits: A♥K♦."""
    return cards.translate(SUITS)
