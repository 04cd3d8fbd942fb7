"""The rules in words, beside what the books say and what the interpreter of the rules allows."""

import re
import tracemalloc
from dataclasses import replace

import pytest

from pokerbot.errors import InputError
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.catalogue import parse_game
from pokerbot.games.heads_up import game_of
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.play.view.holdem import TOLD
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


TWO_CARDS = Rules(
    Deck(5, 2, told_apart=True),
    ante=0,
    rounds=(Round(Limit((2, 2)), board=2), Round(Limit((4,)), board=1, first=1)),
    private=2,
    blinds=(0.5, 1),
)


def test_blinds_public_cards_and_who_acts_first_are_told_as_the_interpreter_has_them():
    parts = [sentences for _, sentences in rules_in_words(TWO_CARDS)]
    begun = start(TWO_CARDS)
    assert [action.kind for action in legal_actions(TWO_CARDS, begun)] == ["fold", "call", "raise"]
    assert "Player 1 posts 0.5 chips and player 2 1 chip" in parts[1]
    assert "ante" not in parts[1]
    assert parts[2].startswith("2 public cards are turned up, which count for both. Player 1 acts")
    even = dict(rules_in_words(replace(TWO_CARDS, blinds=(1, 1))))["The deal"]
    assert even.endswith("Both post 1 chip, the blinds.")
    seen = successor(TWO_CARDS, begun, legal_actions(TWO_CARDS, begun)[1])
    while not seen.round:
        seen = successor(TWO_CARDS, seen, legal_actions(TWO_CARDS, seen)[0])
    assert f"player {seen.player + 1} begins:" in parts[3]


@pytest.mark.parametrize("first", [0, 1])
def test_the_other_one_answers_a_bet_after_which_a_check_would_have_ended(first):
    rules = Rules(Deck(3, 1), 1, (Round(Limit((1,), check_ends=True), first=first),))
    bet = successor(rules, start(rules), legal_actions(rules, start(rules))[1])
    assert f"and then player {bet.player + 1} folds" in dict(rules_in_words(rules))["The betting"]


def kinds_after(rules, *names):
    """The kinds of actions after these kinds; the round; whether the hand is over."""
    betting = start(rules)
    for name in names:
        legal = {each.kind: each for each in legal_actions(rules, betting)}
        betting = successor(rules, betting, legal[name])
    kinds = [] if betting.over else [each.kind for each in legal_actions(rules, betting)]
    return kinds, betting.round, betting.over


ENDS, BOTH = Limit((1, 1), check_ends=True), Limit((1, 1))


def test_what_a_first_check_ends_is_told_in_every_round():
    first = Rules(Deck(3, 2), 1, (Round(ENDS), Round(BOTH, board=1)))
    assert kinds_after(first, "check") == (["check", "bet"], 1, False)
    assert kinds_after(first, "check", "check") == (["check", "bet"], 1, False)
    assert kinds_after(first, "bet")[0] == ["fold", "call", "raise"]
    told = dict(rules_in_words(first))
    assert "A check ends the round; a bet puts in 1 chip" in told["The betting"]
    assert "A bet may be raised once in a round" in told["The betting"]
    assert "showdown" not in told["The betting"]
    assert told["The next round"].endswith("than a call, and both may check.")
    last = Rules(Deck(3, 2), 1, (Round(BOTH), Round(ENDS, board=1, first=1)))
    assert kinds_after(last, "check", "check", "check") == ([], 1, True)
    told = dict(rules_in_words(last))
    assert "both have checked" in told["The betting"]
    assert told["The next round"].endswith("and a first check goes straight to the showdown.")


def test_with_a_blind_to_call_no_check_ends_the_first_round():
    rules = Rules(Deck(3, 2), 0, (Round(ENDS),), blinds=(0.5, 1))
    assert kinds_after(rules)[0] == ["fold", "call", "raise"]
    assert kinds_after(rules, "call") == (["check", "bet"], 0, False)
    assert "A check" not in dict(rules_in_words(rules))["The betting"]


@pytest.mark.parametrize(("checks", "told"), [(ENDS, " A check ends the round."), (BOTH, "")])
def test_a_round_without_bets_is_told_as_one(checks, told):
    free = Limit((), checks.check_ends)
    rules = Rules(Deck(3, 2), 1, (Round(free), Round(Limit((1,)), board=1), Round(free)))
    assert kinds_after(rules)[0] == ["check"]
    parts = [*rules_in_words(rules)]
    assert parts[2] == ("The betting", f"Player 1 acts first. Nobody can bet.{told}")
    assert "begins again: nobody can bet" in parts[4][1]


@pytest.mark.parametrize(("blinds", "first"), [((0.5, 1), 1), ((1, 0.5), 0)])
def test_whoever_acts_first_has_not_the_larger_blind(blinds, first):
    """Calling the smaller one would take chips back out of the pot."""
    with pytest.raises(InputError, match=f"blinds leave player {first + 1}"):
        Rules(Deck(3, 2), 0, (Round(Limit((2,)), first=first),), blinds=blinds)
    rules = Rules(Deck(3, 2), 0, (Round(Limit((2,)), first=1 - first),), blinds=blinds)
    assert [each.chips for each in legal_actions(rules, start(rules))] == [0, 0.5, 2.5]


def test_what_beats_what_is_told_as_hands_compare():
    told = dict(rules_in_words(TWO_CARDS))["The showdown"]
    hands, boards = TWO_CARDS.hands[0], TWO_CARDS.boards
    names = {hands.name(each): each for each in range(len(hands))}
    board = next(
        each for each in boards.of(2) if {*boards.lying(each).split()} >= {"Qd", "Jd", "Td"}
    )
    low, pair = (TWO_CARDS.strength(0, names[name], board) for name in ("JcTc", "AdAc"))
    assert low > pair
    assert "A pair with a public card beats every hand without one" in told
    assert "A pair in the hand alone counts as two single cards" in told
    lowball = Rules(Deck(3, 1), 1, (Round(Limit((1,))),), ranking=((2, 1, 0),))
    assert lowball.winner((0, 2), 0) == 0
    assert "higher card" not in dict(rules_in_words(lowball))["The showdown"]


def test_a_pair_is_called_by_its_own_rank():
    hands, boards = TWO_CARDS.hands[0], TWO_CARDS.boards
    lying = {boards.lying(each).replace(" ", ""): each for each in boards.of(1)}
    named = {hands.name(each): each for each in range(len(hands))}

    def called(hand, board):
        return TWO_CARDS.holding(0, named[hand], lying[board])

    assert called("AdKc", "QdKd") == "AdKc, a pair of Ks"
    assert called("AdKd", "KcAc") == "AdKd, pairs of As and Ks"
    assert called("AdAc", "QcKc") == "AdAc"
    single = Rules(Deck(3, 2, told_apart=True), 1, (Round(Limit((2,)), board=1),))
    assert single.holding(0, 5, single.boards.first[1] + 4) == "pair of As"


def test_ranks_that_are_not_named_are_not_made():
    tracemalloc.start()
    told = dict(rules_in_words(parse_game("kuhn:cards=1000000").rules))
    assert tracemalloc.get_traced_memory()[1] < 10**7
    tracemalloc.stop()
    assert any("The deck has 1000000 cards" in text for text in told.values())


def test_the_blinds_of_holdem_are_told_as_they_are_played():
    rules = game_of(20).rules
    button = rules.blinds.index(min(rules.blinds))
    assert 2 * rules.blinds[button] == rules.blinds[1 - button]
    before, *after = [part.first for part in rules.rounds]
    assert before == button
    assert set(after) == {1 - button}
    told = " ".join(TOLD.replace("*", "").split())
    assert "the button puts in the small blind, and the other one the big blind, twice" in told
    assert "The button acts first before the flop" in told
    assert "and last after it" in told


@pytest.mark.parametrize("deck", [Deck(3, 1), Deck(5, 2), Deck(5, None)], ids=str)
def test_where_the_lowest_card_wins_none_is_told_to_be_the_highest(deck):
    """`lowball` of the tour: K was told to be the highest, which loses to all others."""
    ranking = (tuple(range(deck.ranks)[::-1]),)
    told = dict(rules_in_words(Rules(deck, 1, (Round(Limit((1,))),), ranking=ranking)))
    assert "high" not in told["The cards"]
    assert "in the order of this game" in told["The showdown"]
