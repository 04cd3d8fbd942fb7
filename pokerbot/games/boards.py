"""The boards (public cards) that a game can have, as a tree by street."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb

from pokerbot.games.cards import Cards, Deck

LISTED = 1 << 20
"""With at most so many boards all their cards are kept; with more they are worked out on demand."""


class Boards:
    """Every board, street by street; board 0 is what lies on the table at the start.

    A street begins when cards are turned up; street 0 is board 0 alone. Boards are numbered street
    by street. The children of a board have consecutive numbers, and all boards of a street have
    equally many children.

    given: the cards that lie on the table from the start
    first: the first board of each street, and at the end the number of boards
    """

    def __init__(self, deck: Deck, turned: tuple[int, ...], given: Cards = ()) -> None:
        self.deck, self.given, self._turned_up = deck, given, turned
        self.first = [0, 1]
        left, boards = deck.cards - len(given), 1
        for cards in turned:
            boards *= comb(left, cards)
            self.first.append(self.first[-1] + boards)
            left -= cards * deck.told_apart

    @cached_property
    def cards(self) -> Sequence[Cards]:
        """[boards] the cards that lie on each board, in the order of the streets."""
        if self.first[-1] > LISTED:
            return CardsOf(self)
        found = [self.given]
        for street, turned in enumerate(self._turned_up):
            for lying in found[self.first[street] : self.first[street + 1]]:
                found += [(*lying, *cards) for cards in combinations(self.left(lying), turned)]
        return found

    def left(self, lying: Cards) -> list[int]:
        """The cards that may be turned up where these lie."""
        taken = lying if self.deck.told_apart else ()
        return [card for card in range(self.deck.cards) if card not in taken]

    def parent(self, board: int) -> int:
        """The board before the last cards were turned up; board 0 is its own parent."""
        return self.at(board, self.street(board) - 1) if board else 0

    def turned_up(self, street: int) -> int:
        """How many cards are turned up in a street."""
        return self._turned_up[street - 1] if street else 0

    @property
    def streets(self) -> int:
        """How many streets there are, the start included."""
        return len(self.first) - 1

    def of(self, street: int) -> range:
        """The boards of a street."""
        return range(self.first[street], self.first[street + 1])

    def street(self, board: int) -> int:
        """The street of a board."""
        return next(street for street in range(self.streets) if board < self.first[street + 1])

    def at(self, board: int, street: int) -> int:
        """The ancestor of a board in an earlier street, or the board itself in its own street."""
        here, there = self.of(self.street(board)), self.of(street)
        return there.start + (board - here.start) // (len(here) // len(there))

    def after(self, board: int) -> range:
        """The boards of the last street that descend from a board, or the board itself there."""
        return self.along(board, self.streets - 1)

    def along(self, board: int, street: int) -> range:
        """A board's descendants in a later street, or its only ancestor in an earlier one."""
        here, there = self.street(board), self.of(street)
        if street <= here:
            first, each = self.at(board, street), 1
        else:
            each = len(there) // len(self.of(here))
            first = there.start + (board - self.of(here).start) * each
        return range(first, first + each)

    def turned(self, board: int) -> Cards:
        """The cards that were turned up last."""
        return self.cards[board][len(self.cards[self.parent(board)]) :] if board else ()

    def name(self, board: int) -> str:
        """The cards that were turned up last, as people write them: `K`, `7s`."""
        return "".join(map(self.deck.label, self.turned(board)))

    def lying(self, board: int) -> str:
        """All cards of a board, those from the start first: `Td 9d 6h Qc`."""
        return " ".join(map(self.deck.label, self.cards[board]))

    def whole(self, board: int) -> str:
        """All cards that were turned up, street by street: `K`, `7s 4c`."""
        before = self.whole(self.parent(board)) if board else ""
        return f"{before} {self.name(board)}".strip()

    def find(self, whole: str) -> int | None:
        """The board of that name, as `whole` gives it; None where there is none."""
        found = self.number(self.deck.named(whole))
        return found if found is not None and self.whole(found) == whole else None

    def number(self, cards: Sequence[int | None]) -> int | None:
        """The board on which these cards were turned up, street by street; None where none is."""
        board, place = 0, 0
        for street, many in enumerate(self._turned_up):
            if place == len(cards):
                break
            left, turned = self.left(self.cards[board]), {*cards[place : place + many]}
            if len(turned) < many or not turned <= {*left}:
                return None
            among = _place([at for at, card in enumerate(left) if card in turned], len(left))
            here = (board - self.first[street]) * comb(len(left), many)
            board, place = self.first[street + 1] + here + among, place + many
        return board if place == len(cards) else None


class CardsOf(Sequence[Cards]):
    """`Boards.cards` where there are too many boards to list them."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._known = lru_cache(maxsize=1 << 12)(self._worked_out)

    def __len__(self) -> int:
        return self._boards.first[-1]

    def __getitem__(self, board: int) -> Cards:  # type: ignore[override]
        return self._known(range(len(self))[board])

    def _worked_out(self, board: int) -> Cards:
        boards = self._boards
        if not board:
            return boards.given
        street, lying = boards.street(board), self[boards.parent(board)]
        left, many = boards.left(lying), boards.turned_up(street)
        among = (board - boards.first[street]) % comb(len(left), many)
        return (*lying, *(left[at] for at in _combination(among, len(left), many)))


def _place(chosen: Sequence[int], count: int) -> int:
    """The position of a combination of numbers below `count`, ascending, in lexicographic order."""
    found, least = 0, 0
    for at, each in enumerate(chosen):
        after = len(chosen) - at - 1
        found += sum(comb(count - other - 1, after) for other in range(least, each))
        least = each + 1
    return found


def _combination(place: int, count: int, many: int) -> list[int]:
    """The combination of `many` numbers below `count` at a position: the inverse of `_place`."""
    found: list[int] = []
    for at in range(many):
        each = found[-1] + 1 if found else 0
        while place >= (beyond := comb(count - each - 1, many - at - 1)):
            place, each = place - beyond, each + 1
        found.append(each)
    return found
