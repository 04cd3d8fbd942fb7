"""The dealer: draws hands and boards at random, with the probabilities of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.random import Generator
    from numpy.typing import NDArray

    from pokerbot.games.rules import Rules

    Index = NDArray[np.intp]


ROUNDS = 1_000
"""After so many draws of what shares a card, hands are drawn among the pairs that share none."""


@dataclass(frozen=True, eq=False)
class Deals:
    """Many deals: [2, deals] both players' hands, [deals] the boards of the last street."""

    hands: Index
    board: Index

    def __len__(self) -> int:
        return len(self.board)

    def every_other(self, first: int) -> Deals:
        """Every second deal, beginning with number `first`, 0 or 1."""
        return Deals(self.hands[:, first::2], self.board[first::2])


class Dealer:
    """Deals the cards of a game, one hand or many at a time."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def deal(self, rng: Generator) -> tuple[tuple[int, int], int]:
        """Deal one hand: both players' hands, and the final board."""
        deck, count = self.rules.deck, 2 + self.rules.has_board
        if deck.told_apart or not self.rules.any_hand:
            dealt = self.draw(1, rng)
            return (int(dealt.hands[0, 0]), int(dealt.hands[1, 0])), int(dealt.board[0])
        if deck.suits is None:
            cards = rng.integers(deck.ranks, size=count)
        else:
            cards = rng.choice(deck.ranks * deck.suits, size=count, replace=False) // deck.suits
        first, second, *board = (int(card) for card in cards)
        return (first, second), 1 + board[0] if board else 0

    def draw(self, count: int, rng: Generator) -> Deals:
        """Draw that many independent deals."""
        if self._pairs is not None:
            return self._by_pair(self._pairs, count, rng)
        rules = self.rules
        if not rules.deck.told_apart:
            by_card = self._by_card if rules.any_hand else self._by_rank
            return by_card(count, rng)
        alike = rules.any_hand and not rules.public
        return self._apart(count, rng) if alike else self._by_weight(count, rng)

    def _apart(self, count: int, rng: Generator) -> Deals:
        """Draw the cards of each deal from a whole deck."""
        import numpy as np

        rules, each = self.rules, self.rules.private
        needed = 2 * each + sum(rules.turned_up)
        hands, boards = np.zeros((2, count), np.intp), np.zeros(count, np.intp)
        for deal in range(count):
            cards = rng.choice(rules.deck.cards, needed, replace=False).tolist()
            for seat in (0, 1):
                hands[seat, deal] = rules.hands[seat].number(cards[seat * each :][:each])
            board = rules.boards.number(cards[2 * each :])
            assert board is not None
            boards[deal] = board
        return Deals(hands, boards)

    def _by_card(self, count: int, rng: Generator) -> Deals:
        """Draw card by card: a place among the cards left, moved past those dealt before."""
        import numpy as np

        deck, cards = self.rules.deck, 2 + self.rules.has_board
        if deck.suits is None:
            drawn = rng.integers(deck.ranks, size=(cards, count))
        else:
            left = deck.ranks * deck.suits - np.arange(cards)[:, None]
            drawn = (rng.random((cards, count)) * left).astype(np.intp)
            for place in range(1, cards):
                for taken in np.sort(drawn[:place], axis=0):
                    drawn[place] += drawn[place] >= taken
            drawn //= deck.suits
        board = 1 + drawn[2] if self.rules.has_board else np.zeros(count, dtype=np.intp)
        return Deals(drawn[:2], board)

    def _by_rank(self, count: int, rng: Generator) -> Deals:
        """Draw both hands by weight and a board, each any copy; again where two are the same."""
        import numpy as np

        deck, held = self.rules.deck, [np.array(each)[:, 0] for each in self.rules.hands]
        hands, board = np.zeros((2, count), np.intp), np.zeros(count, np.intp)
        again = np.arange(count)
        for _ in range(ROUNDS):
            for seat, ahead in enumerate(self._ranges):
                hands[seat, again] = np.searchsorted(ahead, rng.random(again.size), "right")
            cards = [ranks[hands[seat, again]] for seat, ranks in enumerate(held)]
            if self.rules.has_board:
                cards.append(rng.integers(deck.ranks, size=again.size))
                board[again] = 1 + cards[-1]
            drawn = np.array(cards) * deck.copies
            drawn = np.sort(drawn + rng.integers(deck.copies, size=drawn.shape), axis=0)
            same = (np.diff(drawn, axis=0) == 0).any(axis=0)
            again = again[same & (deck.suits is not None)]
            if not again.size:
                break
        else:
            ways = deck.copies - np.equal.outer(*held)
            hands[:, again] = self._pairs_by_weight(ways, again.size, rng)
            if self.rules.has_board:
                out = (ranks[hands[seat, again]] for seat, ranks in enumerate(held))
                left = deck.copies - sum(np.equal.outer(each, range(deck.ranks)) for each in out)
                ahead = np.cumsum(left, axis=1)
                drawn = rng.random(again.size)[:, None] * ahead[:, -1:]
                board[again] = 1 + (ahead <= drawn).sum(axis=1)
        return Deals(hands, board)

    def _by_pair(self, pairs: NDArray[np.int64], count: int, rng: Generator) -> Deals:
        """Draw both hands and the last board at once, in proportion to their ways."""
        import numpy as np

        ahead = np.cumsum(pairs)
        drawn = np.searchsorted(ahead, rng.integers(ahead[-1], size=count), "right")
        board, *hands = np.unravel_index(drawn, pairs.shape)
        return Deals(np.stack(hands), board + self.rules.boards.first[-2])

    @cached_property
    def _pairs(self) -> NDArray[np.int64] | None:
        """[boards of the last street, hands, hands] the ways of each deal.

        None where the prior is told by weights instead of by pairs.
        """
        import numpy as np

        rules = self.rules
        if rules.prior.joint() is None:
            return None
        last = rules.boards.of(rules.boards.streets - 1)
        joint = (rules.prior.joint(rules.boards.cards[board]) for board in last)
        return np.stack([each for each in joint if each is not None])

    def _by_weight(self, count: int, rng: Generator) -> Deals:
        """Draw both hands by weight, then a board; draw again what shares a card."""
        import numpy as np

        first, second = self._ranges
        boards = self.rules.boards.of(self.rules.boards.streets - 1)
        hands = np.zeros((2, count), dtype=np.intp)
        board = np.zeros(count, dtype=np.intp)
        again = np.arange(count)
        for _ in range(ROUNDS):
            for seat, ahead in enumerate((first, second)):
                hands[seat, again] = np.searchsorted(ahead, rng.random(again.size), "right")
            held = self._masks[0][hands[0, again]], self._masks[1][hands[1, again]]
            again = again[(held[0] & held[1]) != 0]
            if not again.size:
                break
        else:
            apart = (self._masks[0][:, None] & self._masks[1]) == 0
            hands[:, again] = self._pairs_by_weight(apart, again.size, rng)
        held = self._masks[0][hands[0]] | self._masks[1][hands[1]]
        again = np.arange(count)
        while again.size:
            board[again] = boards.start + rng.integers(len(boards), size=again.size)
            again = again[(held[again] & self._masks[2][board[again] - boards.start]) != 0]
        return Deals(hands, board)

    def _pairs_by_weight(self, ways: NDArray[np.generic], count: int, rng: Generator) -> Index:
        """[2, count] both players' hands, drawn among all pairs by weight.

        ways: [hands, hands] in how many ways each pair can be drawn, up to a factor
        """
        import numpy as np

        ahead = np.cumsum(np.multiply.outer(*self._weights) * ways)
        drawn = np.searchsorted(ahead, rng.random(count) * ahead[-1], "right")
        return np.stack(np.unravel_index(drawn, ways.shape))

    @cached_property
    def _ranges(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[hands] each player's cumulative distribution of hands by weight."""
        import numpy as np

        first, second = map(np.cumsum, self._weights)
        return first / first[-1], second / second[-1]

    @cached_property
    def _weights(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """[hands] the weights of each player's hands; 0 for those that cannot be held."""
        import numpy as np

        prior, alive = self.rules.prior, self.rules.alive
        first, second = (
            np.array(
                [prior.weight(seat, hand) * alive(seat, hand, 0) for hand in range(len(hands))]
            )
            for seat, hands in enumerate(self.rules.hands)
        )
        return first, second

    @cached_property
    def _masks(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]:
        """Cards as bits: [hands] of player 1, [hands] of player 2, [boards] of the last street."""
        import numpy as np

        boards = self.rules.boards
        last = [boards.cards[board] for board in boards.of(boards.streets - 1)]
        first, second, public = (
            np.array([sum(1 << card for card in cards) for cards in each], dtype=np.uint64)
            for each in (*self.rules.hands, last)
        )
        return first, second, public
