"""Names of cards, and what no game can be."""

from itertools import permutations

import numpy as np
import pytest

from pokerbot import Game, sequence_form, solve
from pokerbot.errors import InputError
from pokerbot.games.betting import Action, Betting, actions_to
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.sequence.deals import Deals

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


def test_a_menu_of_bets_is_the_game_that_its_ends_are():
    """Kuhn with bets of 1 or 2, written out by hand, solved from its ends and from its rules."""
    ends = []
    for cards in permutations("JQK", 2):
        higher = 1 if "JQK".index(cards[0]) > "JQK".index(cards[1]) else -1
        first, second = (lambda h, c=c: f"{c}:{h}" for c in cards)
        check = (first(""), "check")
        ends.append((higher / 6, (check,), ((second("k"), "check"),)))
        for size in (1, 2):
            bet, code = f"bet {size}", f"b{size}"
            for answer, chips in (("fold", 1), ("call", higher * (1 + size))):
                ends.append((chips / 6, ((first(""), bet),), ((second(code), answer),)))
                won = -1 if answer == "fold" else chips
                paths = (check, (first(f"k{code}"), answer)), ((second("k"), bet),)
                ends.append((won / 6, *paths))
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((2, 1))),))
    solution = solve(Game("menu", (), rules), "ipm")
    there = solve(sequence_form(ends), "ipm")
    assert solution.value == pytest.approx(there.value, abs=1e-9)
    assert solution.strategy.infosets.keys() == there.strategy.infosets.keys()
    assert actions_to(rules, Betting((1, 3), ("kb2",)))[1] == Action("bet", 2, sized=True)
    with pytest.raises(InputError, match="at least one size"):
        Limit.among(())


@pytest.mark.parametrize("cards", [3, 70])
def test_a_ranking_is_what_solver_sampler_and_table_read(cards):
    """Where the lowest card wins, all is as where the highest does, with the cards turned."""
    rounds = (Round(Limit((1,))),)
    lowest = (tuple(range(cards, 0, -1)),)
    turned = Game("turned", (), Rules(Deck(cards, 1), 1, rounds, ranking=lowest))
    usual = Game("usual", (), Rules(Deck(cards, 1), 1, rounds))
    found, there = (solve(game, "cfr", iterations=20) for game in (turned, usual))
    assert found.value == pytest.approx(there.value, abs=1e-12)
    assert found.nash_conv == pytest.approx(there.nash_conv, abs=1e-12)
    label = usual.rules.deck.label
    for card in range(cards):
        chances = found.strategy.infosets[f"{label(cards - 1 - card)}:k"]
        assert chances == pytest.approx(there.strategy.infosets[f"{label(card)}:k"])
    assert turned.rules.winner((0, 1), None) == 0
    first_wins = Deals(np.array([[0], [1]]), np.array([0]))
    assert first_wins.sign(turned.rules) == 1


def test_rules_that_mean_nothing_are_refused():
    shown = Round(Limit((1,)), board=True)
    with pytest.raises(InputError, match="one round"):
        Rules(Deck(3, 2), 1, (shown, shown))
    with pytest.raises(InputError, match="ranking must have 1 x 3"):
        Rules(Deck(3, 1), 1, (Round(Limit((1,))),), ranking=((1, 2),))
