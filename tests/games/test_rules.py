"""Names of cards, and what no game can be."""

import pytest

from pokerbot.errors import InputError
from pokerbot.games.rules import Deck, Limit, Round, Rules

DECKS = [Deck(3, 1), Deck(3, 2), Deck(2, 1), Deck(4, 1), Deck(3, None), Deck(12, 2)]


@pytest.mark.parametrize("deck", DECKS, ids=str)
def test_every_card_is_found_by_its_name(deck):
    names = [deck.label(rank) for rank in range(deck.ranks)]
    assert names == (
        ["J", "Q", "K"] if deck in DECKS[:2] else [*map(str, range(1, 1 + len(names)))]
    )
    assert [deck.rank(name) for name in names] == [*range(deck.ranks)]


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("name", ["", "0", "01", "13", "-1", "1.0", "²", "٣", "A", "j", "9" * 5000])
def test_what_names_no_card(deck, name):
    assert deck.rank(name) is None


def test_faces_name_cards_in_a_deck_of_three_alone():
    assert Deck(3, 2).rank("2") is None
    assert Deck(4, 2).rank("K") is None
    assert Deck(10**9, None).rank(str(10**9)) == 10**9 - 1


def test_a_stack_must_leave_something_to_bet():
    rounds = (Round(Limit((1,))),)
    assert Rules(Deck(3, 1), 1, rounds, stack=2).stack == 2
    with pytest.raises(InputError, match="nothing to bet"):
        Rules(Deck(3, 1), 1, rounds, stack=1)
