"""All-in equity of hold'em hands and ranges, counted over every pair of hands and every board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, permutations, product
from math import comb
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES, outcomes
from pokerbot.games.cards import Cards, names_in
from pokerbot.games.holdem import PARAMETERS
from pokerbot.games.ranges import CARDS, COMBINATIONS, DECK, Range, kind_of, name_of
from pokerbot.games.ranking import strength
from pokerbot.games.suits import exchanged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.float64]
    """[3] the weight of all deals in which the first hand wins, ties and loses."""

Weights = Mapping[Cards, float]
BOARD = next(each for each in PARAMETERS if each.name == "board")
AT_ONCE = 1 << 18
"""How many strengths are compared at one time."""
WIDTH = 32
"""More bits than a strength has."""
EXCHANGES = tuple(permutations(range(4)))
"""All exchanges of suits."""
ROUNDING = 1e-12
"""A smaller part than this of what is counted is left of it by rounding alone."""
A_PAIR = 1.2
"""About how many seconds it takes to count all boards of a pair of hands."""


@dataclass(frozen=True, slots=True)
class Equity:
    """How the first of two ranges does against the second where nobody folds.

    win, tie, lose: the shares of all deals, by weight
    equity: the share of the pots that it gets: wins and half of the ties
    deals: how many deals there are: pairs of hands that share no card, times boards
    counts: in how many deals it wins, ties and loses; None where not all weights are 1
    """

    win: float
    tie: float
    lose: float
    equity: float
    deals: int
    counts: tuple[int, int, int] | None


def equity(first: Range | str, second: Range | str, board: str = "") -> Equity:
    """How two ranges do against each other all-in, exactly.

    Before the flop whole classes of hands are looked up in the table of all-ins. Only single hands
    against single hands are counted board by board.

    Args:
        first: a range, or a hand, as `Range` reads it.
        second: the other.
        board: the public cards, 3, 4 or 5 of them, as in `Td9d6h Qc`; none before the flop.

    Raises:
        InputError: a range or the board cannot be read, or no two hands can be dealt.

    >>> equity("QQ", "AKs").counts
    (22082460, 178116, 18834720)
    """
    lying = board_of(board)
    held, others = _left(first, lying), _left(second, lying)
    pairs = sum(not {*one} & {*other} for one, other in product(held, others))
    if not pairs:
        on = f" on {board}" if board else ""
        both = " and ".join(f"{str(each)!r:.60}" for each in (first, second))
        raise InputError(f"{both} leave no two hands that can be dealt{on}")
    counts = _counted(held, others, lying) if lying else _before_the_flop(held, others)
    win, tie, lose = (counts / counts.sum()).tolist()
    whole = all(weight == 1 for weight in (*held.values(), *others.values()))
    won, tied, lost = map(round, counts.tolist())
    deals = pairs * comb(DECK.cards - 4 - len(lying), 5 - len(lying))
    return Equity(win, tie, lose, win + tie / 2, deals, (won, tied, lost) if whole else None)


def seconds_needed(first: Range | str, second: Range | str, board: str = "") -> float:
    """About how many seconds `equity` needs to count single hands before the flop, else 0."""
    if board:
        return 0
    single = [_split(_left(each, ()))[1] for each in (first, second)]
    return A_PAIR * len({*_alike(*single)})


def board_of(text: str) -> Cards:
    """The numbers of the public cards in a text.

    Raises:
        InputError: they are not 0, 3, 4 or 5 cards.
    """
    written = "" if isinstance(text, str) and not text.strip() else str(BOARD.check(text))
    return tuple(CARDS[name] for name in names_in(written))


def _left(held: Range | str, board: Cards) -> Weights:
    """The weights of those hands of a range that hold no card of the board."""
    if not isinstance(held, Range | str):
        raise InputError(f"not a range: {held!r:.40}")
    weights = (Range(held) if isinstance(held, str) else held).weights
    return {hand: weight for hand, weight in weights.items() if not {*hand} & {*board}}


def _before_the_flop(first: Weights, second: Weights) -> Counts:
    """The counts before the flop: from the table, but for single hands against single hands.

    An exchange of suits maps a whole class onto itself. So a single hand does against whole
    classes as any other hand of its class does.
    """
    import numpy as np

    (classes, single), (others, other_single) = _split(first), _split(second)
    each = np.array([len(hands) for hands in COMBINATIONS.values()])
    whole = np.array([classes, _by_class(single)])
    against = np.array([others, _by_class(other_single)])
    # Pairs in which one side at least is a whole class.
    met = np.outer(whole[0], against[0] + against[1]) + np.outer(whole[1], against[0])
    counts: Counts = (outcomes() * (met / np.outer(each, each))).sum(axis=(1, 2))
    for (one, other), weight in _alike(single, other_single).items():
        counts += weight * _counted({one: 1.0}, {other: 1.0}, ())
    return counts


def _split(held: Weights) -> tuple[list[float], Weights]:
    """[classes] the weight of each class whose hands weigh the same, else 0; the other hands."""
    classes, rest = [], dict(held)
    for hands in COMBINATIONS.values():
        least = min(held.get(hand, 0.0) for hand in hands)
        even = all(held.get(hand, 0.0) == least for hand in hands)
        classes.append(least * len(hands) if even else 0.0)
        if even:
            rest = {hand: weight for hand, weight in rest.items() if hand not in hands}
    return classes, rest


def _by_class(held: Weights) -> list[float]:
    """The weights of single hands added up by class."""
    found = defaultdict[str, float](float)
    for hand, weight in held.items():
        found[name_of(kind_of(hand))] += weight
    return [found[name] for name in CLASSES]


def _alike(first: Weights, second: Weights) -> Mapping[tuple[Cards, Cards], float]:
    """The weights of pairs of hands that share no card, added up over all exchanges of suits."""
    found = defaultdict[tuple[Cards, Cards], float](float)
    for (one, weight), (other, other_weight) in product(first.items(), second.items()):
        if not {*one} & {*other}:
            same = ((exchanged(one, suits), exchanged(other, suits)) for suits in EXCHANGES)
            found[min(same)] += weight * other_weight
    return found


def _counted(first: Weights, second: Weights, board: Cards) -> Counts:
    """The counts over every board of five cards that begins with `board`."""
    import numpy as np

    hands = np.array([*first, *second])
    weights = [np.array([*each.values()]) for each in (first, second)]
    share = sharing(first, second)
    taken = {*board, *(hands.ravel().tolist() if len(hands) == 2 else ())}
    left = np.array([card for card in range(DECK.cards) if card not in taken])
    counts = np.zeros(3)
    size = max(AT_ONCE // (len(hands) + len(share[0])), 1)
    places = _places(len(left), 5 - len(board))
    held_bits, given = _bits(hands), _bits(np.array([board], dtype=np.intp))
    for at in range(0, len(places), size):
        lying = given + _bits(left[places[at : at + size]])
        there = ~(lying[:, None] & held_bits[None]).any(axis=2)
        ranked = strength([*np.moveaxis(lying[:, None] | held_bits[None], 2, 0)])
        mine, theirs = np.split(ranked, [len(first)], axis=1)
        held, others = np.split(there * np.concatenate(weights), [len(first)], axis=1)
        counts += compared(mine, theirs, held, others, share)
    return counts


def sharing(
    first: Iterable[Cards], second: Iterable[Cards]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pairs of hands that share a card: their places in the first range, and in the second."""
    import numpy as np

    one, other = np.array([*first]), np.array([*second])
    equal = one[:, None, :, None] == other[None, :, None, :]
    found = equal.any(axis=(2, 3)).nonzero()
    return found[0], found[1]


def compared(
    mine: NDArray[np.int64],
    theirs: NDArray[np.int64],
    held: NDArray[np.float64],
    others: NDArray[np.float64],
    share: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> Counts:
    """How often the first range wins, ties and loses, over all pairs that share no card.

    mine, theirs: [boards, hands] the strengths of the hands of both ranges
    held, others: [boards, hands] their weights
    share: the pairs to leave out, as `sharing` gives them
    """
    import numpy as np

    one, other = share
    both = held[:, one] * others[:, other]
    sign = np.sign(mine[:, one] - theirs[:, other])
    met = np.array([both[sign == each].sum() for each in (1, 0, -1)])
    every = _compared(mine, theirs, held, others)
    left = every - met
    counts: Counts = np.where(left > ROUNDING * every, left, 0.0)
    return counts


def _compared(
    mine: NDArray[np.int64],
    theirs: NDArray[np.int64],
    held: NDArray[np.float64],
    others: NDArray[np.float64],
) -> Counts:
    """`compared` over all pairs, those that share a card included.

    The board's number, in the bits above the strengths, lets one sorted array serve all boards.
    """
    import numpy as np

    boards = np.arange(len(mine))[:, None] << WIDTH
    order = np.argsort(theirs, axis=1)
    # The other's weights before each of their hands, sorted by board and then by strength.
    ahead = np.append(0.0, np.cumsum(np.take_along_axis(others, order, axis=1)))
    ranked = (boards + np.take_along_axis(theirs, order, axis=1)).ravel()
    # Those before the first of the other's hands that ties, and before the first stronger one.
    low, high = (ahead[np.searchsorted(ranked, boards + mine, side)] for side in ("left", "right"))
    begin, end = ahead[:: theirs.shape[1]][:-1, None], ahead[theirs.shape[1] :: theirs.shape[1]]
    parts = low - begin, high - low, end[:, None] - high
    return np.array([(held * part).sum() for part in parts])


def _bits(cards: NDArray[np.intp]) -> NDArray[np.int64]:
    """[n, 4 suits] the ranks in each suit, as bits, of hands or boards [n, cards]."""
    import numpy as np

    rank, suit = np.divmod(np.arange(DECK.cards), 4)
    each = np.where(suit[:, None] == np.arange(4), 1 << rank[:, None], 0)
    return sum((each[column] for column in cards.T), np.zeros((len(cards), 4), dtype=np.int64))


@cache
def _places(cards: int, drawn: int) -> NDArray[np.intp]:
    """[ways, drawn] all ways to draw so many of `cards` cards, by their places."""
    import numpy as np

    every = np.fromiter(chain.from_iterable(combinations(range(cards), drawn)), np.intp)
    return every.reshape(comb(cards, drawn), drawn)
