"""Equity beside published counts and a kept library that looks at every board by itself."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerbot.errors import InputError
from pokerbot.games import equity as equities
from pokerbot.games.equity import equity, seconds_needed
from pokerbot.games.ranges import CARDS, Range


def by_library(first, second, board):
    """Every deal looked at alone: what is won, tied and lost, and how many there are."""
    lying = [board[at : at + 2] for at in range(0, len(board), 2)]
    counts, deals = [0.0, 0.0, 0.0], 0
    for one, weight in Range(first).hands.items():
        for other, other_weight in Range(second).hands.items():
            held = [one[:2], one[2:], other[:2], other[2:], *lying]
            if len({*held}) < len(held):
                continue
            for come in combinations({*CARDS} - {*held}, 5 - len(lying)):
                on = [*lying, *come]
                mine, theirs = (evaluate_cards(hand[:2], hand[2:], *on) for hand in (one, other))
                counts[1 + (mine > theirs) - (mine < theirs)] += weight * other_weight
                deals += 1
    return counts, deals


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        ("AA", "KK", (50_371_344, 285_228, 10_986_372)),
        ("QQ", "AKs", (22_082_460, 178_116, 18_834_720)),
    ],
)
def test_published_counts(first, second, counts):
    found = equity(first, second)
    assert found.counts == counts
    assert found.deals == sum(counts)
    assert found.equity == pytest.approx((counts[0] + counts[1] / 2) / sum(counts))
    assert equity(second, first).counts == counts[::-1]


def test_a_class_does_against_one_hand_as_against_all_that_are_alike():
    """Six pairs of kings, of each of which six pairs of aces share no card."""
    for counts in (equity("AA", "KsKh").counts, equity("KsKh", "AA").counts[::-1]):
        assert [6 * each for each in counts] == [50_371_344, 285_228, 10_986_372]


def test_a_class_whose_hands_weigh_differently_counts_hand_by_hand():
    """Aces weigh 1 and five times 0.5, in the place of 6, beside 6 pairs of queens."""
    aces, queens = (np.array(equity(each, "KK").counts) for each in ("AA", "QQ"))
    counts = 3.5 / 6 * aces + queens
    found = equity("AsAh,AsAd:0.5,AsAc:0.5,AhAd:0.5,AhAc:0.5,AdAc:0.5,QQ", "KK")
    assert [found.win, found.tie, found.lose] == pytest.approx(counts / counts.sum())


@pytest.mark.parametrize(
    ("first", "second", "board"),
    [
        ("AhKh,QQ", "JTs,AsKd", "Td9d6h"),
        ("AA,7c2d", "QJ,55", "Td9d6h Qc"),
        ("random", "AKs,22", "Td9d6h Qc 2c"),
        ("AsAd:0.5,KQs:0.25", "TT+,98s:0.2", "2c3d4h Kd"),
        ("AsAd", "TT,98s:0.2", "2c3d4h Kd"),
        ("AhAd:0.3,KsKd:0.7", "AhKh:0.1", "Kc7d2s3h"),
        ("A5s-A3s,AsKd:0.7,JT:0.1", "T9o,AsKd:0.7", "Td9d6h Qc"),
    ],
)
def test_with_a_board_as_the_library_has_it(first, second, board):
    counts, deals = by_library(first, second, board.replace(" ", ""))
    found = equity(first, second, board)
    assert found.deals == deals
    shares = np.array(counts) / sum(counts)
    told = found.win, found.tie, found.lose
    assert told == pytest.approx(shares.tolist(), abs=1e-12)
    assert [np.sign(each) for each in told] == [each > 0 for each in counts], "0 where it never is"
    assert found.counts == (None if ":" in first + second else tuple(map(int, counts)))


@cache
def counted(first, second, board, count=equities._counted):
    """The counts of hands of those weights: over a second before the flop."""
    return count(dict(first), dict(second), board)


@pytest.fixture
def counted_once(monkeypatch):
    """Boards are counted once for all tests of the same two hands."""

    def found(first, second, board):
        return counted(tuple(first.items()), tuple(second.items()), board).copy()

    monkeypatch.setattr(equities, "_counted", found)


@pytest.mark.slow
@pytest.mark.usefixtures("counted_once")
def test_suits_matter_before_the_flop():
    """A hand against each of a class, counted, is what it is against the class by the table."""
    found = equity("AhKh", "QQ").counts
    shared, apart = (equity("AhKh", other).counts for other in ("QhQc", "QsQd"))
    assert shared != apart
    assert found == tuple(3 * (one + other) for one, other in zip(shared, apart, strict=True))


@pytest.mark.slow
@pytest.mark.usefixtures("counted_once")
def test_single_hands_count_by_their_weights_before_the_flop():
    shared, apart = (np.array(equity(each, "QhQc").counts) for each in ("AhKh", "AdKd"))
    counts = 0.25 * shared + 0.5 * apart
    found = equity("AhKh:0.25,AdKd:0.5", "QhQc")
    assert [found.win, found.tie, found.lose] == pytest.approx(counts / counts.sum())


@pytest.mark.slow
@pytest.mark.usefixtures("counted_once")
def test_a_single_hand_before_the_flop_as_the_library_has_drawn_boards():
    rng = np.random.default_rng(3)
    held, drawn, wins = ["Ah", "Kh", "Qh", "Qc"], 2000, 0.0
    left = [each for each in CARDS if each not in held]
    for _ in range(drawn):
        on = [left[card] for card in rng.choice(48, 5, replace=False)]
        mine, theirs = (evaluate_cards(*hand, *on) for hand in (held[:2], held[2:]))
        wins += (mine < theirs) + (mine == theirs) / 2
    assert abs(wins / drawn - equity("AhKh", "QhQc").equity) < 4 / np.sqrt(4 * drawn)


@pytest.mark.slow
def test_deals_of_random_hands():
    found = equity("random", "random")
    assert found.deals == 1326 * 1225 * 1_712_304
    assert found.counts is not None
    assert found.win == pytest.approx(found.lose)
    assert sum(found.counts) == found.deals


@pytest.mark.parametrize(
    ("first", "second", "board", "said"),
    [
        ("AhKh", "AhQh", "", "no two hands"),
        ("AhKh", "QQ", "Ah2c3d", "no two hands"),
        ("", "QQ", "", "no two hands"),
        ("AXs", "QQ", "", "no hand"),
        ("AA", "KK", "Ah2c", "3, 4 or 5 cards"),
        ("AA", "KK", "Ah2c3x", "no card"),
    ],
)
def test_what_cannot_be_dealt_is_refused(first, second, board, said):
    with pytest.raises(InputError, match=said):
        equity(first, second, board)


def test_what_takes_long_is_known_before():
    assert seconds_needed("AA,KQs", "22+") == 0
    assert seconds_needed("AhKh", "22+") == 0
    assert seconds_needed("AhKh,AhQh,KhQh", "TsTd,9s9d,8s8d,7s7d,6s6d,AsAd") > 10
