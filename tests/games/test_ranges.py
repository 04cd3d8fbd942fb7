"""Ranges as players write them: counted by hand, written and read again, refused."""

import math
import pickle
from copy import deepcopy
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerbot.errors import InputError
from pokerbot.games.ranges import CARDS, COMBINATIONS, HANDS, SQUARE, Range, kind_of, name_of

PUBLISHED = (
    "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,"
    "T8s+,T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,"
    "63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45",
    "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,"
    "85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s",
)


def by_name(name):
    return tuple(sorted((CARDS[name[:2]], CARDS[name[2:]]), reverse=True))


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("AA", 6),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("TT+", 5 * 6),
        ("QQ-88", 5 * 6),
        ("88-QQ", 5 * 6),
        ("A2s+", 12 * 4),
        ("K9+", 4 * 16),
        ("A5s-A2s", 4 * 4),
        ("JTs-54s", 7 * 4),
        ("AsKh", 1),
        ("KhAs", 1),
        (" AA , KK ,, ", 12),
        ("random", 1326),
        ("AA,AA:0", 0),
        ("", 0),
    ],
)
def test_how_many_hands_there_are(text, hands):
    assert len(Range(text)) == hands


def test_weights_and_what_replaces_them():
    found = Range("AK:0.5,AKs:0.25,AsKs,AcAd:1e-3")
    assert found.weights[by_name("AsKs")] == 1
    assert found.weights[by_name("AhKh")] == 0.25
    assert found.weights[by_name("AhKd")] == 0.5
    assert found.weights[by_name("AcAd")] == 0.001
    assert len(found) == 17


def test_the_hands_that_a_board_leaves():
    flop = tuple(CARDS[card] for card in ("Qs", "Jh", "2h"))
    assert [len(Range(text).without(flop)) for text in PUBLISHED] == [273, 416]
    names = dict(Range("QQ,AhKh:0.5").without(flop))
    assert names == {"QhQd": 1, "QhQc": 1, "QdQc": 1, "AhKh": 0.5}


def test_a_range_as_a_value():
    found = Range("AKs:0.5, AhKh, QQ")
    assert repr(found) == "Range('AsKs:0.5,AhKh,AdKd:0.5,AcKc:0.5,QQ')"
    assert eval(repr(found)) == found
    assert found.hands["AhKh"] == 1
    assert sum(found.hands.values()) == 8.5
    assert found.share("AKs") == 2.5 / 4
    assert found.share("AK") == 2.5 / 16
    assert (found.share("QQ"), found.share("JJ"), found.share("TT+")) == (1, 0, 6 / 30)
    drawn = found._repr_html_()
    assert "10 hands, 8.5 by weight" in drawn
    assert drawn.count("<td") == 169
    assert drawn.index(">AKs<") < drawn.index(">AKo<") < drawn.index(">22<")


def test_the_square_has_each_class_once():
    assert sorted(name for row in SQUARE for name in row) == sorted(map(name_of, COMBINATIONS))
    assert SQUARE[0][:3] == ("AA", "AKs", "AQs")
    assert [row[0] for row in SQUARE[:3]] == ["AA", "AKo", "AQo"]


def test_the_169_classes():
    assert len(COMBINATIONS) == 169
    assert sum(map(len, COMBINATIONS.values())) == len(HANDS) == 1326
    for first, second in combinations(("As", "Ah", "Ks", "Kh"), 2):
        expected = first[0] + second[0]
        expected += "" if first[0] == second[0] else "s" if first[1] == second[1] else "o"
        assert name_of(kind_of(by_name(first + second))) == expected


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from(list(HANDS)), st.sampled_from([0.1, 0.5, 1.0]), max_size=40),
    st.lists(st.sampled_from(list(COMBINATIONS)), max_size=6),
)
def test_what_is_written_is_read_again(single, classes):
    entries = [name_of(kind) for kind in classes]
    for hand, weight in single.items():
        names = {number: name for name, number in CARDS.items()}
        entries.append("".join(names[card] for card in hand) + f":{weight}")
    found = Range(",".join(entries))
    again = Range(str(found))
    assert again == found
    assert dict(again.weights) == dict(found.weights)
    expected = {hand: 1.0 for kind in classes for hand in COMBINATIONS[kind]} | single
    assert dict(found.weights) == expected


@pytest.mark.parametrize(
    "text",
    ["AAs", "AX", "A", "AKx", "1010", "AA:2", "AA:1e-10", "AA:-1", "AA:nan", "AA:", "AA:x",
     "AA:1_0", "A2s-K5s", "A2s-A5o", "22-AKs", "AhAh", "AhK", "A-2", "AA+-22", "QQ--88", "randoms",
     "AA KK", "aa"],
)  # fmt: skip
def test_what_is_no_range(text):
    with pytest.raises(InputError, match=r"^range (has|goes) "):
        Range(text)


@pytest.mark.parametrize("text", ["[50]AA[/50],KK", "AA@50", "AA=0.5", "AA(0.5)", "AA KK"])
def test_a_range_as_other_programs_write_it_is_told_how_to_separate_and_weigh_hands(text):
    with pytest.raises(InputError, match=r"with commas between them and weights as in AA:0\.5$"):
        Range(text)


def test_what_is_neither_a_text_nor_a_hand():
    with pytest.raises(InputError, match=r"range must be a text of hands, not 5"):
        Range(5)
    low_first = tuple(sorted(by_name("AhKh")))
    for key in (low_first, "AA"):
        with pytest.raises(InputError, match=r"range has .*, which is no hand"):
            Range.of({by_name("QhQd"): 1, key: 1})
    assert Range.of({by_name("AhKh"): 1}).hands == {"AhKh": 1}


@pytest.mark.parametrize("half", [0.5, np.float64(0.5), np.float32(0.5), Fraction(1, 2)])
def test_weights_are_any_numbers(half):
    found = Range.of({by_name("AhKh"): half, by_name("QhQd"): np.int64(1), by_name("2d2c"): True})
    assert found.hands == {"AhKh": 0.5, "QhQd": 1, "2d2c": 1}


@pytest.mark.parametrize("weight", [None, "0.5", math.nan, math.inf, -0.5, 2])
def test_what_is_no_weight(weight):
    with pytest.raises(InputError, match=r"^range has .*weight"):
        Range.of({by_name("AhKh"): weight})


@pytest.mark.parametrize("copied", [lambda found: pickle.loads(pickle.dumps(found)), deepcopy])
def test_it_goes_to_another_process_as_it_is(copied):
    found = Range("QQ+,AKs:0.1,AhKd:0.3333333333333333")
    again = copied(found)
    assert again == found
    assert dict(again.weights) == dict(found.weights)
