"""The rules in words, beside what the books say and what the interpreter of the rules allows."""

import re
import tracemalloc

import pytest

from pokerbot.games.betting import legal_actions, start
from pokerbot.games.catalogue import parse_game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.play.view.rules import rules_in_words
from tests.play.tables import GAMES, IDS

BOOK = {
    "kuhn": ["3 cards: J, Q and K; K is the highest", "put 1 chip into", "or bet 1 chip"],
    "leduc": [
        *("6 cards: 2 each of J, Q and K", "bet 2 chips", "raised once in a round"),
        *("a public card is turned up", "a bet is now 4 chips, and a raise 4 chips more"),
        *("A pair with the public card beats every single card", "Equal hands split it"),
    ],
    "leduc-nolimit": ["1 of their 20 chips", "any whole number", "at most 4 actions"],
    "von-neumann": ["a number from 1 to 100", "A check goes straight to the showdown", "bet puts"],
    "von-neumann-raise": ["0.5 chips into the pot", "you call and put in 1 chip more"],
}
"""What Kuhn (1950), Southey et al. (2005), document 002 and the GXFP paper say."""


@pytest.mark.parametrize("spec", BOOK)
def test_the_books_rules_are_told(spec):
    text = " ".join(sentences for _, sentences in rules_in_words(parse_game(spec).rules))
    assert [phrase for phrase in BOOK[spec] if phrase not in text] == []


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_it_tells_what_may_be_done(game):
    parts = dict(rules_in_words(game.rules))
    assert ("The next round" in parts) == (len(game.rules.rounds) == 2)
    assert ("public card" in str(parts)) == game.rules.has_board
    assert ("split" in parts["The showdown"]) == (game.rules.deck.suits != 1)
    if isinstance(game.rules.rounds[0].betting, Limit):
        bet = legal_actions(game.rules, start(game.rules))[1].chips
        assert float(re.search(r"bet (?:puts in )?([\d.]+) chip", parts["The betting"])[1]) == bet


def test_a_third_raise_is_told_of():
    assert (
        "raised 2 times at most"
        in dict(rules_in_words(parse_game("leduc:raises=3").rules))["The betting"]
    )


def test_every_size_of_a_bet_is_told_as_the_interpreter_allows_it():
    betting = Limit.among((2, 1), (2, 3), (4,))
    rules = Rules(Deck(3, 2), 1, (Round(betting), Round(Limit.among((1, 2, 5)), board=1)))
    parts = dict(rules_in_words(rules))
    bets = [action.chips for action in legal_actions(rules, start(rules))[1:]]
    assert "or bet {:g} or {:g} chips.".format(*bets) in parts["The betting"]
    assert "put in 2 or 3 chips, then 4 chips more" in parts["The betting"]
    assert parts["The next round"].endswith("again: a bet is now 1, 2 or 5 chips.")


def test_ranks_that_are_not_named_are_not_made():
    tracemalloc.start()
    told = dict(rules_in_words(parse_game("kuhn:cards=1000000").rules))
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()
    assert any("The deck has 1000000 cards" in text for text in told.values())
