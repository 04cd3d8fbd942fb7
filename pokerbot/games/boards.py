"""The public cards that there can be, as a tree by street."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb

from pokerbot.games.cards import Cards, Deck


class Boards:
    """Every board, street by street; board 0 is what lies on the table at the start.

    A street is what is turned up at one time; street 0 is board 0 alone. The boards of a street
    follow each other, and so do those that follow one board, as many as follow any other.

    given: the cards that lie there from the start
    first: of each street its first board, and in the end how many boards there are
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
    def cards(self) -> list[Cards]:
        """Of each board the cards that lie there, in the order of the streets."""
        found = [self.given]
        for street, turned in enumerate(self._turned_up):
            for lying in found[self.first[street] : self.first[street + 1]]:
                taken = lying if self.deck.told_apart else ()
                left = [card for card in range(self.deck.cards) if card not in taken]
                found += [(*lying, *cards) for cards in combinations(left, turned)]
        return found

    def parent(self, board: int) -> int:
        """The board that one follows; board 0 follows itself."""
        return self.at(board, self.street(board) - 1) if board else 0

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
        """What lay on the table in an earlier street, or the same."""
        here, there = self.of(self.street(board)), self.of(street)
        return there.start + (board - here.start) // (len(here) // len(there))

    def after(self, board: int) -> range:
        """The boards of the last street that may come of a board, itself where that is it."""
        return self.along(board, self.streets - 1)

    def along(self, board: int, street: int) -> range:
        """The boards of a street that may come of a board, or the one that it came of."""
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
        """All cards that lie there, those from the start first: `Td 9d 6h Qc`."""
        return " ".join(map(self.deck.label, self.cards[board]))

    def whole(self, board: int) -> str:
        """All that was turned up, street by street: `K`, `7s 4c`."""
        before = self.whole(self.parent(board)) if board else ""
        return f"{before} {self.name(board)}".strip()

    def find(self, whole: str) -> int | None:
        """The board of that name, as `whole` gives it; None where there is none."""
        return next((board for board in range(len(self.cards)) if self.whole(board) == whole), None)
