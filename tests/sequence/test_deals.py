"""Deals at random are as likely as chance makes them."""

from collections import Counter

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.games.dealer import Dealer
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
