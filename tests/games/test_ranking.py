"""The best five of five to seven cards, beside a library that is kept for that alone."""

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerbot.errors import InputError
from pokerbot.games.cards import RANKS, SUITS, Deck
from pokerbot.games.catalogue import spot
from pokerbot.games.ranges import CARDS
from pokerbot.games.ranking import strength, words
from pokerbot.games.rules import BestFive

WHOLE = Deck(13, 4, told_apart=True)


def masks(deals):
    """Of each suit the ranks that each of these [deals, cards] has."""
    return [np.where(deals % 4 == suit, 1 << (deals // 4), 0).sum(axis=1) for suit in range(4)]


def cards(text):
    return tuple(CARDS[text[at : at + 2]] for at in range(0, len(text), 2))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_hands_are_in_the_order_of_another_library(count):
    rng = np.random.default_rng(count)
    deals = np.argsort(rng.random((20_000, 52)), axis=1)[:, :count]
    ours = strength(masks(deals)).tolist()
    names = [[RANKS[card // 4] + SUITS[card % 4] for card in deal] for deal in deals.tolist()]
    theirs = [-evaluate_cards(*each) for each in names]
    both = sorted(set(zip(ours, theirs, strict=True)))
    assert len(both) == len(set(ours)) == len(set(theirs))
    assert [other for _, other in both] == sorted(other for _, other in both)


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("AsKsQsJsTs2d3c", "straight flush to ace"),
        ("5s4s3s2sAsKdQd", "straight flush to five"),
        ("7c7d7h7sAsKdQd", "four sevens"),
        ("7c7d7hKsKdQdQc", "full house, sevens over kings"),
        ("KcKd7c7d7hKs2d", "full house, kings over sevens"),
        ("2s4s6s8sTsAdAc", "flush, ten high"),
        ("5h4s3s2sAdKdKc", "straight to five"),
        ("7c7d7hAsKd2d3c", "three sevens"),
        ("7c7dAhAsKdKc2d", "two pair, aces and kings"),
        ("7c7dAhKsQd2c3d", "pair of sevens"),
        ("AhKsQd9c3d4c2c", "ace high"),
    ],
)
def test_what_is_held_in_words(held, told):
    own, public = cards(held[:4]), cards(held[4:])
    assert BestFive().holding(WHOLE, own, public) == told
    assert words(int(BestFive().strengths(WHOLE, [own], public)[0])) == told


def test_before_the_flop_there_is_nothing_made():
    assert BestFive().holding(WHOLE, cards("AhKd"), ()) == "AhKd"


@pytest.mark.parametrize("deck", [Deck(9, 4, told_apart=True), Deck(13, 3, told_apart=True)])
def test_a_deck_with_other_straights_and_flushes_is_refused(deck):
    with pytest.raises(InputError, match="13 ranks and 4 suits"):
        BestFive().strengths(deck, [(1, 0)], (2, 3, 4, 5, 6))


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (("KsQc", "KdJc"), ("pair of kings, kicker queen", "pair of kings, kicker jack")),
        (("Ks3c", "Kd4s"), ("pair of kings", "pair of kings")),
        (("QsJc", "QdTc"), ("queen high, kicker jack", "queen high, kicker ten")),
        (("KsQc", "AdJc"), ("pair of kings", "ace high")),
    ],
)
def test_of_equal_words_the_kicker_is_told(hands, told):
    game = spot(
        board="Kc9h7d 5s 2h" if "K" in hands[0] else "9c8h6d 3s 2h",
        pot=20,
        stack=20,
        oop={"range": hands[0]},
        ip={"range": hands[1]},
    )
    assert game.rules.holdings((0, 0), 0, 0) == told


def test_the_loser_s_kicker_is_the_one_that_was_compared():
    """Queen against the nine on the table: *its eight* was its other card, which both play."""
    game = spot(board="9s6d5h4h2d", pot=20, stack=20, oop={"range": "Qs6h"}, ip={"range": "8d6c"})
    told = game.rules.holdings((0, 0), 0, 0)
    assert told == ("pair of sixes, kicker queen", "pair of sixes, kicker nine")
