"""Ranges of hold'em hands, as players write them: `QQ+,AKs,A5s-A2s:0.5,AhKh:0.25`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from pokerbot.errors import InputError
from pokerbot.games.cards import RANKS, Cards, Deck
from pokerbot.games.hands import NamedRange as Named
from pokerbot.games.hands import every_hand
from pokerbot.games.parameters import is_number
from pokerbot.io.html import square

DECK = Deck(len(RANKS), 4, told_apart=True)
"""The fifty-two cards."""
CARDS = {DECK.label(card): card for card in range(DECK.cards)}
LABELS = tuple(CARDS)
HANDS = every_hand(DECK, 2)
CLASS = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)")
COMBINATION = re.compile(rf"(?:[{RANKS}][cdhs]){{2}}")

IN_RANGE = "#9ac48a"
LEAST = 1e-9
"""The least weight but 0: products of less can be 0, and whole ranges with them."""

Kind = tuple[int, int, str]
"""A class of hands: the higher rank, the lower one, and `s`, `o`, or nothing for a pair."""


def kind_of(hand: Cards) -> Kind:
    """The class of a hand: `AhKh` is one of `AKs`."""
    high, low = (DECK.rank_of(card) for card in hand)
    if high == low:
        return high, low, ""
    return high, low, "s" if hand[0] % 4 == hand[1] % 4 else "o"


@lru_cache(maxsize=2048)
def class_of(name: str) -> str:
    """The name of the class of a named hand: `AKo` for `AhKd`; a class is its own."""
    if CLASS.fullmatch(name):
        return name
    return name_of(kind_of((CARDS[name[:2]], CARDS[name[2:]])))


def name_of(kind: Kind) -> str:
    """A class as players write it: `AKs`."""
    high, low, suits = kind
    return f"{RANKS[high]}{RANKS[low]}{suits}"


def _by_kind() -> dict[Kind, tuple[Cards, ...]]:
    """The hands of each class, the higher classes first."""
    found: dict[Kind, list[Cards]] = {}
    for hand in HANDS:
        found.setdefault(kind_of(hand), []).append(hand)
    return {kind: tuple(found[kind]) for kind in sorted(found, reverse=True)}


COMBINATIONS: Mapping[Kind, tuple[Cards, ...]] = _by_kind()
"""The hands of each of the 169 classes, the higher classes first."""


def _across(row: int, column: int) -> str:
    """The class in a row and a column of the square, both given by their ranks."""
    suits = "" if row == column else "s" if row > column else "o"
    return name_of((max(row, column), min(row, column), suits))


DOWN = range(len(RANKS) - 1, -1, -1)
SQUARE = tuple(tuple(_across(row, column) for column in DOWN) for row in DOWN)
"""The classes as players draw them: pairs on the diagonal, suited hands above it."""


@dataclass(frozen=True, repr=False)
class Range:
    """Hands with the weight of each, from 0 to 1.

    Entries stand between commas, the weight after a colon, 1 where none is given; a later entry
    replaces an earlier one for the same hand. `AKs` is suited, `AKo` not, `AK` both; `TT+` and
    `A9s+` go up, `QQ-88` and `A5s-A2s` from one to the other; `AhKh` is a single hand; `random` is
    every hand.

    text: the entries, kept in their canonical spelling
    weights: the weights of hands above 0, by the hand's cards

    Raises:
        InputError: it is no text, an entry is none of these, or a weight is not from 0 to 1 or
            below `LEAST`.

    >>> Range("AKs, KK:0.5, KhKd:1").share("KK")
    0.583...
    """

    text: str
    weights: Mapping[Cards, float] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise InputError(f"must be a text of hands, not {self.text!r:.40}", parameter="range")
        weights, text = _read(self.text)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "text", text)

    @classmethod
    def of(cls, weights: Mapping[Cards, float]) -> Range:
        """The range with these weights, by the cards of each hand, the higher card first.

        Raises:
            InputError: a key is no such hand, or a weight is not from 0 to 1 or below `LEAST`.
        """
        if not isinstance(weights, Mapping):
            raise InputError(f"must be a mapping of hands, not {weights!r:.40}", parameter="range")
        if strange := weights.keys() - {*HANDS}:
            raise InputError(f"has {strange.pop()!r:.40}, which is no hand", parameter="range")
        for weight in weights.values():
            if not (is_number(weight) or isinstance(weight, bool)):
                raise InputError(f"has {weight!r:.40}, which is no weight", parameter="range")
        held = {hand: float(weights[hand]) for hand in HANDS if weights.get(hand)}
        return cls(",".join(_written(held)))

    def __reduce__(self) -> tuple[type[Range], tuple[str]]:
        return Range, (self.text,)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Range({self.text!r})"

    def _repr_html_(self) -> str:
        """For notebooks: the classes as a square, each filled as far as it is in the range."""
        cells = [[(name, [(self.share(name), IN_RANGE)]) for name in row] for row in SQUARE]
        return square(f"{len(self)} hands, {sum(self.weights.values()):g} by weight", cells)

    @property
    def hands(self) -> dict[str, float]:
        """The weight of each hand in it, by name: `AhKd`."""
        return dict(self.without(()))

    def __len__(self) -> int:
        return len(self.weights)

    @property
    def short(self) -> str:
        """The range in as few entries as players would write it.

        >>> Range("AKs,AA,KK,QQ,A5s,A4s,A3s:0.5").short
        'QQ+,AKs,A5s-A4s,A3s:0.5'
        """
        return ",".join(_in_short(self))

    def share(self, entry: str) -> float:
        """How much of an entry without a weight, such as `AKs`, is in the range, from 0 to 1.

        Raises:
            InputError: there is no such entry.
        """
        hands = [*_hands(entry, entry)]
        return sum(self.weights.get(hand, 0.0) for hand in hands) / len(hands)

    def without(self, cards: Cards) -> Named:
        """The names and weights of those hands that hold none of these cards."""
        free = {*cards}.isdisjoint
        return tuple(
            (LABELS[hand[0]] + LABELS[hand[1]], weight)
            for hand, weight in self.weights.items()
            if free(hand)
        )


@lru_cache(maxsize=8)
def _read(text: str) -> tuple[Mapping[Cards, float], str]:
    """The weights in a text of entries, and the canonical text for them.

    It is cached, since the ranges of a spot are read several times.
    """
    found: dict[Cards, float] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        hands, colon, weight = entry.partition(":")
        try:
            share = _weight(weight, entry) if colon else 1.0
            found.update((hand, share) for hand in _hands(hands.strip(), entry))
        except InputError as error:
            raise error.about("range") from None
    kept = {hand: found[hand] for hand in HANDS if found.get(hand)}
    return MappingProxyType(kept), ",".join(_written(kept))


def _weight(text: str, entry: str) -> float:
    try:
        weight = float(text) if text.strip().isascii() and "_" not in text else math.nan
    except ValueError:
        weight = math.nan
    if not 0 <= weight <= 1:
        raise InputError(f"has no weight from 0 to 1 in {entry!r:.40}")
    if 0 < weight < LEAST:
        raise InputError(
            f"has a weight below {LEAST:g}, which is not told from 0, in {entry!r:.40}"
        )
    return weight


def _hands(text: str, entry: str) -> Iterator[Cards]:
    """The hands that an entry names, without its weight."""
    if text == "random":
        yield from HANDS
    elif COMBINATION.fullmatch(text):
        yield _combination(text)
    else:
        for kind in _kinds(text, entry):
            yield from COMBINATIONS[kind]


def _combination(text: str) -> Cards:
    high, low = sorted((CARDS[text[:2]], CARDS[text[2:]]), reverse=True)
    if low == high:
        raise InputError(f"has the same card twice in {text!r}")
    return high, low


def _kinds(text: str, entry: str) -> list[Kind]:
    """The classes in an entry: from one to another, from one upwards, or one alone."""
    first, dash, second = text.partition("-")
    upwards = not dash and first.endswith("+")
    low = _class(first.removesuffix("+") if upwards else first, entry)
    high = _class(second, entry) if dash else low
    if upwards:
        top = len(RANKS) - 1
        high = (top, top, "") if low[0] == low[1] else (low[0], low[0] - 1, low[2])
    pairs = _between(low[:2], high[:2])
    if not pairs or low[2] != high[2]:
        raise InputError(f"goes from one kind of hand to another in {entry!r:.40}")
    return [
        (one, two, suits)
        for one, two in pairs
        for suits in (("",) if one == two else low[2] or "so")
    ]


def _class(text: str, entry: str) -> Kind:
    found = CLASS.fullmatch(text)
    if found is None or (found[1] == found[2] and found[3]):
        raise InputError(
            f"has {entry!r:.40}, which is no hand: there are AK, AKs, AKo, TT+, A9s+, A5s-A2s,"
            " AhKh and random, with commas between them and weights as in AA:0.5"
        )
    high, low = sorted((RANKS.index(found[1]), RANKS.index(found[2])), reverse=True)
    return high, low, found[3]


def _between(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """The pairs of ranks from one to the other: with the same high card, or the same gap."""
    low, high = sorted((one, other))
    if low[0] == high[0] and (low[0] == low[1]) == (high[0] == high[1]):
        return [(low[0], rank) for rank in range(low[1], high[1] + 1)]
    if low[0] - low[1] == high[0] - high[1]:
        return [(low[0] + up, low[1] + up) for up in range(high[0] - low[0] + 1)]
    return []


def _written(weights: Mapping[Cards, float]) -> Iterator[str]:
    """Entries for these weights: a class where all of its hands weigh the same, else its hands."""
    if len(weights) == len(HANDS) and {*weights.values()} == {1.0}:
        yield "random"
        return
    for kind, hands in COMBINATIONS.items():
        held = [(hand, weights[hand]) for hand in hands if hand in weights]
        if len(held) == len(hands) and len({weight for _, weight in held}) == 1:
            yield name_of(kind) + _colon(held[0][1])
        else:
            yield from (LABELS[hand[0]] + LABELS[hand[1]] + _colon(each) for hand, each in held)


def _in_short(held: Range) -> Iterator[str]:
    """Entries in which neighbouring classes of one weight are joined: `QQ+`, `A5s-A2s`."""
    entries = dict(_parted(entry) for entry in filter(None, held.text.split(",")))
    while entries:
        name, weight = next(iter(entries.items()))
        del entries[name]
        row = _row(name)
        last = next((n for n, each in enumerate(row) if entries.get(each) != weight), len(row))
        for each in row[:last]:
            del entries[each]
        if not last:
            yield name + weight
        elif name in TOPS:
            yield f"{row[last - 1]}+{weight}"
        else:
            yield f"{name}-{row[last - 1]}{weight}"


def _parted(entry: str) -> tuple[str, str]:
    """An entry's name, and its weight with the colon."""
    name, colon, weight = entry.partition(":")
    return name, colon + weight


def _row(name: str) -> list[str]:
    """The classes below one that can be joined with it: `JJ`, `TT` … for `QQ`, `K9s` … for `KTs`.

    There are none for a single hand.
    """
    if CLASS.fullmatch(name) is None:
        return []
    high, low, suits = _class(name, name)
    if high == low:
        return [name_of((rank, rank, "")) for rank in range(high - 1, -1, -1)]
    return [name_of((high, rank, suits)) for rank in range(low - 1, -1, -1)]


TOPS = {
    "AA",
    *(name_of((high, high - 1, suits)) for high in range(1, len(RANKS)) for suits in "so"),
}
"""The highest classes, up to which an entry with a plus goes."""


def _colon(weight: float) -> str:
    return "" if weight == 1 else f":{weight!r}"
