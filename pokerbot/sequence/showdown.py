"""How both players' hands meet where a hand ends: how likely each pair is, and who wins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.cards import Cards
from pokerbot.games.dealer import Deals
from pokerbot.games.rules import Pairs, Rules
from pokerbot.sequence.arrays import Array, Index

FOLD, SHOWDOWN = 0, 1
Short = NDArray[np.integer[Any]]
"""Places of hands in short integers, since there may be many boards."""
MOST_DENSE = 64
"""With at most so many hands, a product with a matrix is faster than prefix sums."""


@dataclass(frozen=True, eq=False)
class PairedHands:
    """Hands that meet pair by pair, on each board of a street.

    weights: [boards, opponent's hands, 2, own hands] chance's weight of the pair, and the same
        weight signed by who wins the showdown (or, squared, times 1 whoever wins, 0 for a tie)
    """

    weights: Array

    def on(self, boards: Index) -> PairedHands:
        """The same on some of the boards alone."""
        return PairedHands(self.weights[boards])


@dataclass(frozen=True)
class RankedHands:
    """Single cards that rank as they are numbered, without a public card.

    weight: chance's weight of a pair of unequal hands
    removed: the part of that weight that a pair of equal hands lacks
    squared: whether a showdown counts as 1 whoever wins it, and 0 where the pot is split
    """

    weight: float
    removed: float
    squared: bool = False

    def on(self, boards: Index) -> RankedHands:
        """The same: there are no public cards."""
        return self


@dataclass(frozen=True, eq=False)
class Order:
    """A player's hands against the opponent's in order of strength, on boards of the last street.

    weight, other_weight: [own hands], [opponent's hands] the prior's weights
    alive, other_alive: [finals, own hands], [finals, opponent's hands] whether a board leaves them
    order: [finals, opponent's hands] the opponent's hands from the weakest to the strongest
    beaten: [finals, own hands] how many of the opponent's hands are weaker
    tied: [finals, own hands] how many of the opponent's hands are weaker or as strong
    cards, other_cards: [own hands, private], [opponent's hands, private] the cards of each hand
    same: [own hands] which of the opponent's hands has the same cards, -1 where none has
    """

    weight: Array
    other_weight: Array
    alive: NDArray[np.bool_]
    other_alive: NDArray[np.bool_]
    order: Short
    beaten: Short
    tied: Short
    cards: Index
    other_cards: Index
    same: Index

    @cached_property
    def by_card(self) -> ByCard:
        """The opponent's hands in order of strength, for each card that they hold."""
        return _by_card(self)


@dataclass(frozen=True, eq=False)
class ByCard:
    """The opponent's hands in order of strength, card by card.

    hands: [finals, opponent's hands × cards] card after card, the hands that hold it, in order
    first, beaten, tied, last: [finals, cards, own hands] for each card of an own hand: where in
        `hands` its part begins, the first hand there that is not weaker, the first that is
        stronger, and where the part ends
    """

    hands: Short
    first: Short
    beaten: Short
    tied: Short
    last: Short


@dataclass(frozen=True, eq=False)
class SortedHands:
    """Hands of one or two cards told apart, in order of strength on each board of the last street.

    scale: chance's weight, on one such board, of two hands of weight 1 that share no card
    runouts: how many such boards may follow a board of the street, given two such hands
    alive, other_alive: [the street's boards, own hands], [the street's boards, opponent's hands]
        whether the board leaves them
    finals: [the street's boards, 2] the first board of the last street that may follow each, and
        the end
    order: the hands on the boards of the last street; all streets share it
    squared: whether a showdown counts as 1 whoever wins it, and 0 where the pot is split
    """

    scale: float
    runouts: int
    alive: NDArray[np.bool_]
    other_alive: NDArray[np.bool_]
    finals: Index
    order: Order
    squared: bool = False

    def on(self, boards: Index) -> SortedHands:
        """The same on some of the street's boards alone."""
        alive, other_alive = self.alive[boards], self.other_alive[boards]
        return replace(self, alive=alive, other_alive=other_alive, finals=self.finals[boards])


MeetingHands = PairedHands | RankedHands | SortedHands


def hands_of(rules: Rules, street: int, player: int = 0, *, squared: bool = False) -> MeetingHands:
    """How a player's hands meet the opponent's where a hand ends in this street.

    squared: whether a showdown counts as 1 whoever wins it, and 0 where the pot is split
    """
    if is_paired(rules):
        return paired_hands(rules, street, player, squared=squared)
    if rules.deck.told_apart:
        return sorted_hands(rules, street, player, squared=squared)
    return ranked_hands(rules, squared=squared)


@lru_cache(maxsize=8)
def strengths(rules: Rules) -> tuple[Index, Index]:
    """[boards of the last street, hands] the strengths of player 1's hands, and of player 2's."""
    boards = rules.boards.of(rules.boards.streets - 1)
    first, second = (
        np.array([rules.strengths(seat, board) for board in boards]) for seat in (0, 1)
    )
    return first, second


def showdown_signs(rules: Rules, deals: Deals) -> Array:
    """[deals] 1 where player 1 wins the showdown, -1 where player 2 does, 0 for a tie."""
    first, second = strengths(rules)
    board = deals.board - rules.boards.first[-2]
    signs: Array = np.sign(first[board, deals.hands[0]] - second[board, deals.hands[1]])
    return signs.astype(np.float64)


def is_paired(rules: Rules) -> bool:
    """Whether hands meet pair by pair: few ones, of three cards, or in no order of numbers."""
    if max(map(len, rules.hands)) <= MOST_DENSE or rules.prior.joint() is not None:
        return True
    by_number = not rules.has_board and (rules.ranking, rules.showdown) == (None, Pairs())
    return rules.private > 2 or not (rules.deck.told_apart or (rules.any_hand and by_number))


def ranked_hands(rules: Rules, *, squared: bool = False) -> RankedHands:
    """As `hands_of`, for single cards without a public one."""
    copies = rules.deck.copies
    weight = copies * copies / rules.deck.orders(2)
    return RankedHands(weight, 0.0 if rules.deck.suits is None else 1 / copies, squared)


def _left(rules: Rules, held: Index, public: tuple[int, ...]) -> Array:
    """[hands] in how many ways each can be drawn after the public cards."""
    if rules.deck.suits is None:
        return np.ones(len(held))
    lying = np.bincount(np.array(public, dtype=np.intp), minlength=rules.deck.cards)
    left: Array = (rules.deck.copies - lying)[held].clip(min=0).prod(axis=1).astype(np.float64)
    return left


@lru_cache(maxsize=8)
def alive(rules: Rules, player: int) -> NDArray[np.bool_]:
    """[boards, hands] whether a player can hold a hand on a board."""
    held, weights = _held(rules)[player], _weights(rules)[player]
    return np.stack([weights * _left(rules, held, public) > 0 for public in rules.boards.cards])


def alive_on(rules: Rules, player: int, board: int) -> NDArray[np.bool_]:
    """[hands] whether a board leaves a player's hand."""
    found: NDArray[np.bool_] = _on_boards(rules, player, range(board, board + 1))[0]
    return found


@lru_cache(maxsize=8)
def pairs_apart(rules: Rules, player: int) -> Array:
    """[opponent's hands, own hands] the weights of both where they share no card, else 0."""
    held, weights = _held(rules), _weights(rules)
    own, other = held[player], held[1 - player]
    apart: Array = np.maximum(1 - _shared(rules, other, own), 0)
    return apart * weights[1 - player][:, None] * weights[player]


def _shared(rules: Rules, other: Index, own: Index) -> Array:
    """[other's hands, own hands] how many cards they share; 0 where hands are independent draws."""
    shared: Array = (other[:, None, :, None] == own[None, :, None, :]).sum(axis=(2, 3))
    return shared.astype(np.float64) * (rules.deck.suits is not None)


def ways_with(rules: Rules, player: int, hand: int, boards: range) -> Array:
    """[opponent's hands, boards] the weight of each deal in which a player holds this hand."""
    meet = _pairs(rules, player, slice(hand, hand + 1))
    return np.concatenate([meet(rules.boards.cards[board]) for board in boards], axis=1)


def _pairs(rules: Rules, player: int, own: slice) -> Callable[[Cards], Array]:
    """A function from public cards to [opponent's hands, own hands], the weight of each deal.

    own: which of the player's hands to take
    """
    held, other = _held(rules)[player][own], _held(rules)[1 - player]
    weights = _weights(rules)
    prior = weights[1 - player][:, None] * weights[player][own]
    shared = _shared(rules, other, held)

    def meet(public: Cards) -> Array:
        joint = rules.prior.joint(public)
        if joint is not None:
            return (joint if player else joint.T)[:, own] * prior
        left_own, left = _left(rules, held, public), _left(rules, other, public)
        apart = np.maximum(left_own - shared, 0)
        return rules.deck.ways(*public) * left[:, None] * apart * prior

    return meet


@lru_cache(maxsize=8)
def _held(rules: Rules) -> tuple[Index, Index]:
    """[hands, private] the cards of both players' hands."""
    first, second = (np.array(list(hands), dtype=np.intp) for hands in rules.hands)
    return first, second


def _weights(rules: Rules) -> tuple[Array, Array]:
    """[hands] the prior weights of both players' hands."""
    first, second = (
        np.ones(len(hands)) if weights is None else np.array(weights, dtype=np.float64)
        for hands, weights in zip(rules.hands, rules.prior.weights, strict=True)
    )
    return first, second


def deals_of(rules: Rules, street: int) -> int:
    """How many deals of hands and boards there are up to a street, all cards taken as distinct."""
    if (joint := rules.prior.joint()) is not None:
        return int(joint.sum())
    first, second = (np.sign(weight) for weight in _weights(rules))
    return int(_all_deals(rules, (first, second), rules.turned_up[:street]))


@lru_cache(maxsize=8)
def total_weight(rules: Rules) -> float:
    """The sum of the weights of all deals, each board in one order of its cards."""
    if rules.prior.joint() is None:
        return _all_deals(rules, _weights(rules), rules.turned_up)
    last = (rules.prior.joint(rules.boards.cards[board]) for board in rules.boards.after(0))
    return float(sum(int(each.sum()) for each in last if each is not None))


def _all_deals(rules: Rules, weights: tuple[Array, Array], turned: Sequence[int]) -> float:
    """As `total_weight`, given the weights of both players' hands and how many cards turn up."""
    if rules.any_hand and not rules.deck.told_apart:
        return rules.deck.orders(2 + sum(turned))
    first, second = _held(rules)
    left = [
        weight * _left(rules, each, rules.public)
        for weight, each in zip(weights, (first, second), strict=True)
    ]
    apart = np.maximum(1 - _shared(rules, second, first) / rules.deck.copies, 0)
    return float(left[1] @ apart @ left[0]) * boards_left(rules, rules.public, turned)


def boards_left(rules: Rules, public: Cards, turned: Sequence[int]) -> int:
    """How many boards can follow, for every pair of hands, when cards are turned up.

    public: the cards that lie on the table before
    turned: how many cards are turned up each time
    """
    if not rules.deck.told_apart:
        return rules.deck.orders(2 + sum(turned)) // rules.deck.orders(2)
    count, cards = 1, rules.deck.cards - len(public) - 2 * rules.private
    for more in turned:
        count *= comb(cards, more)
        cards -= more
    return count


def paired_hands(
    rules: Rules, street: int, player: int = 0, *, squared: bool = False
) -> PairedHands:
    """As `hands_of`, pair by pair; before the last street, summed over all boards to come."""
    boards, total = rules.boards, total_weight(rules)
    own, other = (len(rules.hands[seat]) for seat in (player, 1 - player))
    meet = _pairs(rules, player, slice(None))
    last = boards.of(boards.streets - 1).start
    weights = np.zeros((len(boards.of(street)), other, 2, own))
    for place, board in enumerate(boards.of(street)):
        for final in boards.after(board):
            pairs = meet(boards.cards[final]) / total
            mine, theirs = (strengths(rules)[seat][final - last] for seat in (player, 1 - player))
            wins = np.sign(mine - theirs[:, None])
            wins = wins**2 if squared else wins
            weights[place, :, FOLD] += pairs
            weights[place, :, SHOWDOWN] += pairs * wins
    return PairedHands(weights)


def sorted_hands(
    rules: Rules, street: int, player: int = 0, *, squared: bool = False
) -> SortedHands:
    """As `hands_of`, in order of strength, for hands of at most two cards."""
    boards, here = rules.boards, rules.boards.of(street)
    finals = [boards.after(board) for board in here]
    return SortedHands(
        scale=1 / total_weight(rules),
        runouts=boards_left(rules, boards.cards[here.start], rules.turned_up[street:]),
        alive=_on_boards(rules, player, here),
        other_alive=_on_boards(rules, 1 - player, here),
        finals=np.array([(each.start, each.stop) for each in finals]) - boards.first[-2],
        order=_in_order(rules, player),
        squared=squared,
    )


def _on_boards(rules: Rules, seat: int, boards: range) -> NDArray[np.bool_]:
    """[boards, hands] whether a board leaves a player's hand."""
    held = _held(rules)[seat]
    return np.stack([_left(rules, held, rules.boards.cards[board]) > 0 for board in boards])


@lru_cache(maxsize=4)
def _in_order(rules: Rules, player: int) -> Order:
    """A player's hands and the opponent's on each board of the last street.

    All streets share these arrays, as there may be many boards. Places fit in 16 bits, since two
    cards make at most 1,326 hands.
    """
    own, other = _held(rules)[player], _held(rules)[1 - player]
    last = rules.boards.of(rules.boards.streets - 1)
    orders = []
    for mine, theirs in zip(strengths(rules)[player], strengths(rules)[1 - player], strict=True):
        order = np.argsort(theirs, kind="stable")
        counts = [np.searchsorted(theirs[order], mine, side) for side in ("left", "right")]
        orders.append([each.astype(np.int16) for each in (order, *counts)])
    order, beaten, tied = (np.stack(each) for each in zip(*orders, strict=True))
    there = {tuple(cards): hand for hand, cards in enumerate(other.tolist())}
    return Order(
        weight=_weights(rules)[player],
        other_weight=_weights(rules)[1 - player],
        alive=_on_boards(rules, player, last),
        other_alive=_on_boards(rules, 1 - player, last),
        order=order,
        beaten=beaten,
        tied=tied,
        cards=own,
        other_cards=other,
        same=np.array([there.get(tuple(cards), -1) for cards in own.tolist()]),
    )


def _by_card(order: Order) -> ByCard:
    """The opponent's hands in order of strength, card by card.

    A hand's place in the order stands for its strength: places before an own hand's `beaten` are
    weaker.
    """
    own, other = order.cards, order.other_cards
    width, found = len(other) + 2, []
    for sequence, beaten, tied in zip(order.order, order.beaten, order.tied, strict=True):
        place = np.empty(len(other), dtype=np.intp)
        place[sequence] = np.arange(len(other))
        # One number for a card and the place of a hand that holds it, to sort by both.
        keyed = (other * width + place[:, None]).ravel()
        sorted_keys = np.sort(keyed)
        ends = [
            np.searchsorted(sorted_keys, own.T * width + at) for at in (0, beaten, tied, width - 1)
        ]
        by_card = np.argsort(keyed, kind="stable") // other.shape[1]
        found.append([each.astype(np.int32) for each in (by_card, *ends)])
    return ByCard(*(np.stack(each) for each in zip(*found, strict=True)))
