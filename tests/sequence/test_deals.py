"""Deals at random are as likely as chance makes them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.dealer import Dealer
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.sequence.showdown import showdown_signs
from tests.reference.rules import by_the_book, deals, showdown

SPECS = ["kuhn", "kuhn:cards=5", "leduc", "leduc:ranks=4,suits=3", "leduc:suits=1"]


@pytest.mark.parametrize("spec", SPECS)
def test_ranks_are_as_likely_as_physical_cards_make_them(spec):
    """In Leduc a pair of private cards is half as likely as two ranks that differ."""
    game = parse_game(spec)
    book, count = by_the_book(game), 40_000
    every = deals(book, 3 if game.rules.has_board else 2)
    expected = Counter(tuple(card // book.suits for card in cards) for cards in every)
    drawn = Dealer(game.rules).draw(count, np.random.default_rng(11))
    rows = [*drawn.hands, drawn.board - 1] if game.rules.has_board else [*drawn.hands]
    found = Counter(zip(*(row.tolist() for row in rows), strict=True))
    assert found.keys() <= expected.keys(), "a card was dealt twice"
    for ranks, ways in expected.items():
        chance = ways / len(every)
        sigma = np.sqrt(chance * (1 - chance) / count)
        assert abs(found[ranks] / count - chance) <= 5 * sigma, ranks


class Patient:
    """A generator that is asked for uniform draws a limited number of times."""

    def __init__(self, rng, draws):
        self.rng, self.left = rng, draws

    def random(self, count):
        assert self.left, "it draws on and on"
        self.left -= 1
        return self.rng.random(count)

    def integers(self, high, size):
        return self.rng.integers(high, size=size)


@pytest.mark.parametrize("weight", [1e-9, 1e-3])
def test_ranges_that_hardly_meet_are_dealt_as_often_as_they_do(weight):
    """Only three pairs of hands share no card: each has one factor of `weight`."""
    ranges = {"oop.range": f"AhAs,KhKs:{weight}", "ip.range": f"AhAs:0.5,AhQh,KhJh:{weight}"}
    rules = make_game("holdem", {"board": "7c8d2h3s4c", "pot": 20, "stack": 20} | ranges).rules
    count = 5_000
    drawn = Dealer(rules).draw(count, Patient(np.random.default_rng(1), 5_000))
    names = [
        [rules.hands[seat].name(hand) for hand in hands]
        for seat, hands in enumerate(drawn.hands.tolist())
    ]
    found = Counter(zip(*names, strict=True))
    expected = {("AsAh", "KhJh"): 0.4, ("KsKh", "AsAh"): 0.2, ("KsKh", "AhQh"): 0.4}
    assert found.keys() == expected.keys()
    for hands, chance in expected.items():
        assert abs(found[hands] / count - chance) <= 5 * np.sqrt(chance * (1 - chance) / count)


def test_the_rivers_of_a_turn_are_dealt_from_the_cards_that_are_left():
    """Pairs of hands that share no card, by weight, and each of the 44 other cards as often."""
    board, oop = "7c8d2h3s", {"AhKh": 1, "7d7h": 0.25, "8s8h": 0.5}
    ip = {"AhAs": 0.5, "8h7h": 1, "QsQd": 0.5}
    ranges = [",".join(f"{hand}:{weight}" for hand, weight in each.items()) for each in (oop, ip)]
    told = {"board": board, "pot": 20, "stack": 20, "oop.range": ranges[0], "ip.range": ranges[1]}
    rules, count = make_game("holdem", told).rules, 40_000
    drawn = Dealer(rules).draw(count, np.random.default_rng(3))
    one, other = (
        [frozenset(names_in(held.name(hand))) for hand in range(len(held))] for held in rules.hands
    )
    found = Counter(
        (one[mine], other[its], rules.boards.name(river))
        for mine, its, river in zip(*drawn.hands.tolist(), drawn.board.tolist(), strict=True)
    )
    ways = {
        (frozenset(names_in(one)), frozenset(names_in(other)), river): oop[one] * ip[other]
        for one, other in product(oop, ip)
        for river in map("".join, product("23456789TJQKA", "cdhs"))
        if len({*names_in(board + one + other + river)}) == 9
    }
    assert found.keys() <= ways.keys(), "a card was dealt twice"
    for deal, weight in ways.items():
        chance = weight / sum(ways.values())
        assert abs(found[deal] / count - chance) <= 5 * np.sqrt(chance * (1 - chance) / count), deal


@pytest.mark.parametrize("turned", [0, 1])
def test_ranges_of_ranks_that_hardly_meet_are_dealt_too(turned):
    """Each rank is there once: a 5 meets no 5."""
    deck, rounds = Deck(5, 1), (Round(Limit((1,), check_ends=True), turned),)
    ranges = (("5", 1), ("4", 1e-9)), (("5", 0.5), ("3", 1e-9))
    rules, count = Rules(deck, 1, rounds, ranges=ranges), 3_000
    drawn = Dealer(rules).draw(count, Patient(np.random.default_rng(1), 2_500))
    found = Counter(zip(*drawn.hands.tolist(), drawn.board.tolist(), strict=True))
    boards = {(0, 1): (1, 2, 4), (1, 0): (1, 2, 3)}
    expected = {
        (*hands, board): chance / len(boards[hands]) ** turned
        for hands, chance in (((0, 1), 2 / 3), ((1, 0), 1 / 3))
        for board in (boards[hands] if turned else [0])
    }
    assert found.keys() == expected.keys()
    for deal, chance in expected.items():
        assert abs(found[deal] / count - chance) <= 5 * np.sqrt(chance * (1 - chance) / count)


@pytest.mark.parametrize("spec", SPECS)
def test_the_sign_is_who_wins_the_showdown(spec):
    game = parse_game(spec)
    drawn = Dealer(game.rules).draw(500, np.random.default_rng(12))
    for deal, sign in enumerate(showdown_signs(game.rules, drawn)):
        ranks = drawn.hands[:, deal].tolist()
        if game.rules.has_board:
            ranks.append(int(drawn.board[deal]) - 1)
        assert sign == showdown(ranks)


def test_the_generator_that_is_handed_in_decides():
    rules = parse_game("leduc").rules
    first, again, other = (
        Dealer(rules).draw(50, np.random.default_rng(seed)).hands.tolist() for seed in (1, 1, 2)
    )
    assert first == again != other
