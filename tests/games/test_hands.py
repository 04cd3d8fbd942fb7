"""Hands at random: a few thousand by seed, and Hypothesis looking for one that breaks a rule."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pokerbot.errors import InputError
from pokerbot.games.actions import LETTERS, Action
from pokerbot.games.betting import start
from pokerbot.games.catalogue import parse_game
from pokerbot.play.hand import Hand, deal
from tests.reference.rules import BY_CARD, by_the_book
from tests.trials.hands import random_hands

SPECS = [
    *BY_CARD,
    "kuhn:cards=5,ante=0.5,bet=1.5",
    "leduc:ranks=4,suits=1,raises=3",
    "leduc-nolimit:ranks=2,suits=3,stack=6",
    "von-neumann-raise:hands=2,pot=3,raise=2.5",
]


@pytest.mark.parametrize("spec", SPECS)
def test_random_hands_follow_the_book(spec):
    """The long version is `python -m tests.trials.hands`."""
    met = random_hands(parse_game(spec), 400, 2)
    assert min(met["refused"], met["folds"], met["showdowns"]) > 40


def test_a_dealer_who_forgets_what_he_dealt_is_caught(monkeypatch):
    def forgetful(game, cards):
        hand = deal(game, cards)
        return Hand(game, (hand.held[0], hand.held[0]), hand.final_board, hand.betting)

    monkeypatch.setattr("tests.trials.hands.deal", forgetful)
    with pytest.raises(AssertionError) as error:
        random_hands(parse_game("kuhn"), 1, 2)
    assert "a card twice" in str(error.value.__cause__)


ACTIONS = st.builds(
    Action,
    st.sampled_from([*LETTERS, "all-in"]),
    st.sampled_from([0, 0.5, 1, 2, 3, 4, 6, 8, 19, 20, -1]) | st.floats() | st.integers(),
    st.booleans(),
)


class AtTheTable(RuleBasedStateMachine):
    """A hand of some game, with anything tried at any time, beside a ledger of its own."""

    @initialize(spec=st.sampled_from(SPECS), data=st.data())
    def sit_down(self, spec, data):
        game = parse_game(spec)
        self.book = by_the_book(game)
        self.history = self.book.root
        suits = game.rules.deck.suits
        count = 2 + game.rules.has_board
        card = st.integers(0, game.rules.deck.ranks * (suits or 1) - 1)
        self.cards = data.draw(st.tuples(*[card] * count).filter(lambda c: dealt_once(c, suits)))
        first, second, *board = (card // (suits or 1) for card in self.cards)
        self.hand = Hand(game, (first, second), 1 + board[0] if board else 0, start(game.rules))
        self.paid = list(self.hand.betting.chips)

    @precondition(lambda self: not self.hand.over)
    @rule(data=st.data())
    def something_legal(self, data):
        action = data.draw(st.sampled_from(self.hand.observe().actions))
        self.paid[self.hand.betting.player] += action.chips
        self.hand = self.hand.after(action)
        self.history = self.book.after(self.history, action.name)

    @rule(action=ACTIONS)
    def anything(self, action):
        if not self.hand.over and action in self.hand.observe().actions:
            return
        before = repr(self.hand)
        with pytest.raises(InputError, match="not legal"):
            self.hand.after(action)
        assert repr(self.hand) == before

    @invariant()
    def the_ledger_agrees(self):
        hand = self.hand
        assert hand.betting.chips == tuple(self.paid)
        there = hand.pot + sum(hand.uncalled)
        assert there + hand.chips_in_front(0) + hand.chips_in_front(1) == sum(self.paid)
        words = self.book.actions(self.history)
        assert hand.over == (not words)
        if hand.over:
            assert hand.net(0) == -hand.net(1) == self.book.payoff(self.history, self.cards)
        else:
            assert tuple(action.name for action in hand.observe().actions) == words


def dealt_once(cards, suits):
    return suits is None or len(set(cards)) == len(cards)


AtTheTable.TestCase.settings = settings(max_examples=60, stateful_step_count=12)
test_anything_at_any_time = AtTheTable.TestCase
