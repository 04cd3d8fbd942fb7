from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.actions import LARGER, Action
from pokerbot.games.betting import actions_to, start, walk
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Menu, Round, Rules
from pokerbot.play.hand import Hand, play_out
from pokerbot.play.table import Table
from pokerbot.play.view.amounts import chips
from pokerbot.play.view.view import look, moved
from tests.play.hands import after
from tests.play.tables import GAMES, IDS, NO_LIMIT, draws, uniform
from tests.play.test_hand import hold, replay

SPOTS = Path(__file__).parents[2] / "strategies" / "spots"


def seated(hand, person=0):
    """A table with this hand on it."""
    table = Table(uniform(hand.game), (0.0, 0.0), draws(1), "first")
    table.hand, table.person = hand, person
    return table


def seen(hand, person=0):
    return look(seated(hand, person))


def test_the_bots_card_shows_at_the_showdown_only():
    assert seen(hold("kuhn", "QK")).bot.card is None
    assert seen(replay(hold("kuhn", "QK"), "kb")).bot.card is None
    assert seen(replay(hold("kuhn", "QK"), "kbc")).bot.card == "K"
    assert seen(replay(hold("kuhn", "QK"), "kbc"), person=1).bot.card == "Q"


@pytest.mark.parametrize("person", [0, 1])
def test_the_bots_card_stays_hidden_after_a_fold(person):
    for letters in ("bf", "kbf"):
        view = seen(replay(hold("kuhn", "QK"), letters), person)
        assert view.net
        assert view.bot.card is None
        assert view.you.card == "QK"[person]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_nothing_hidden_reaches_the_view(game):
    """Two tables that differ in what the person cannot see look the same."""
    rng = np.random.default_rng(41)
    for person in (0, 1):
        table = Table(uniform(game), (0.0, 0.0), draws(42), "first")
        table.person = person
        while not table.hand.over:
            held = list(table.hand.held)
            held[1 - person] = (held[1 - person] + 1) % game.rules.deck.ranks
            shown = table.hand.board != 0 or not game.rules.has_board
            board = table.hand.final_board if shown else 1
            other = replace(table.hand, held=tuple(held), final_board=board)
            twin = Table(uniform(game), (0.0, 0.0), draws(43), "first")
            twin.person, twin.hand = person, other
            assert look(table) == look(twin)
            actions = table.hand.observe().actions
            table.hand = table.hand.after(actions[rng.integers(len(actions))])


def test_sides_and_chips_of_a_leduc_hand():
    view = seen(replay(hold("leduc", "QK/J"), "bck"), person=1)
    assert (view.you.card, view.bot.card, view.board) == ("K", None, "J")
    assert (view.you.first, view.bot.first) == (False, True)
    assert (view.you.to_act, view.bot.to_act) == (True, False)
    assert (view.pot, view.you.front, view.bot.front) == (6, 0, 0)
    view = seen(replay(hold("leduc", "QK/J"), "bckb"), person=1)
    assert (view.pot, view.you.front, view.bot.front) == (6, 4, 0)
    assert view.you.stack is None
    assert seen(after(hold("kuhn", "QK"), "check")).choices == ()


def test_who_acts_first_is_told_of_the_round():
    """It was always player 1, also where player 2 had just opened the round."""
    rules = Rules(Deck(3, 2), 1, (Round(Limit((1,)), first=1), Round(Limit((1,)), board=1)))
    hand = Hand(Game("own", (), rules), (0, 1), 1, start(rules))
    view = seen(hand)
    assert (view.bot.to_act, view.bot.first, view.you.first) == (True, True, False)
    view = seen(replay(hand, "kk"))
    assert (view.you.to_act, view.you.first, view.bot.first) == (True, True, False)


def test_a_bet_on_top_of_the_blinds_has_one_amount_everywhere():
    """The button and the coach had it as a bet to 2, the story as one of 1."""
    rules = Rules(Deck(3, 1), 0, (Round(Menu(("100c",), ("1c",))),), stack=9, blinds=(1, 1))
    hand = Hand(Game("own", (), rules), (0, 1), 0, start(rules))
    (bet,) = (each for each in seen(hand).choices if each.kind == "bet")
    (action,) = bet.actions
    view = seen(hand.after(action))
    assert view.you.front == 9
    assert (action.name, bet.label, view.betting) == ("bet 9", "Bet 9", ("You bet 9.",))


@pytest.mark.parametrize(
    ("amounts", "listed", "said"),
    [
        ((0.25, 0.75), True, "not a size of this solution; the nearest are 0.25 .* and 0.75 "),
        ((0.5, 1.5, 2.5), True, "nearest are 0.5 .* and 1.5 "),
        ((1, 1.5, 3), True, "the nearest is 1 "),
        ((*range(2, 26, 2),), False, "the nearest is 2 "),
        ((1, 2, 3), False, "a whole number from 1 to 3"),
    ],
)
def test_only_whole_amounts_without_gaps_are_told_by_the_least_and_the_most(amounts, listed, said):
    """Of sizes 0.25 and 0.75 the table told that a whole number from one to the other is meant."""
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among(amounts)),))
    bet = seen(Hand(Game("own", (), rules), (0, 1), 0, start(rules))).choices[1]
    assert (bet.amounts, bet.listed) == (amounts, listed)
    with pytest.raises(InputError, match=said):
        bet.sized(0.6)


def test_a_size_is_taken_as_it_is_written():
    """A third of a chip stood there as 0.3333, which was refused, the nearest being 0.3333."""
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((1 / 3, 2 / 3))),))
    bet = seen(Hand(Game("own", (), rules), (0, 1), 0, start(rules))).choices[1]
    for amount in bet.amounts:
        assert bet.sized(float(chips(amount))).chips == amount


@pytest.mark.parametrize(
    ("letters", "person", "labels"),
    [
        ("", 0, [("c", "Check"), ("b", "Bet 2")]),
        ("b", 1, [("c", "Call 2"), ("r", "Raise to 4"), ("f", "Fold")]),
        ("br", 0, [("c", "Call 2"), ("f", "Fold")]),
        ("bc", 0, [("c", "Check"), ("b", "Bet 4")]),
        ("bcb", 1, [("c", "Call 4"), ("r", "Raise to 8"), ("f", "Fold")]),
    ],
)
def test_choices_are_the_legal_actions_with_their_letters(letters, person, labels):
    hand = replay(hold("leduc", "QK/J"), letters)
    view = seen(hand, person)
    assert [(choice.kind[0], choice.label) for choice in view.choices] == labels
    offered = [action for choice in view.choices for action in choice.actions]
    assert sorted(offered, key=str) == sorted(hand.observe().actions, key=str)


def test_an_open_amount_is_chosen_by_what_it_comes_to():
    table = Table(uniform(NO_LIMIT), (0.0, 0.0), draws(1), "first")
    bet = look(table).choices[1]
    assert (bet.label, bet.amounts) == ("Bet …", (1, 2, 3, 4))
    assert bet.sized(3) == Action("bet", 3, sized=True)
    for amount in (0, 5, 2.5, float("nan")):
        with pytest.raises(InputError, match="from 1 to 4"):
            bet.sized(amount)
    assert bet.parts[-1] == 2
    table.act(bet.sized(1))
    table.hand = after(table.hand, "raise 3")
    view = look(table)
    assert (view.you.stack, view.bot.stack) == (3, 1)
    assert [choice.label for choice in view.choices] == ["Call 2", "Raise to 4", "Fold"]


def test_a_pot_sized_raise_is_by_what_lies_in_the_pot_after_a_call():
    dealt = hold("leduc-nolimit:stack=14", "QK/J")
    bet = after(dealt, "bet 2")  # with the antes 4; 6 when called
    larger = seen(bet, 1).choices[1]
    assert larger.parts[-1] == 2 + 6
    assert [larger.told(amount) for amount in (5, 8)] == ["5 (50%)", "8 (100%)"]
    raised = after(bet, "raise 8")  # 12; 18 when called, with 5 left to each
    assert seen(raised, 0).choices[1].parts[-1] == 13
    assert seen(after(raised, "call"), 0).choices[1].parts[-1] == 5
    again = after(after(dealt, "bet 1"), "raise 3")  # 6; 8 when called, which makes 3 of the 1
    assert seen(again, 0).choices[1].parts[-1] == 3 + 8


def test_the_number_of_the_hand_goes_up_with_the_next_hand():
    table = Table(uniform(parse_game("kuhn")), (0.0, 0.0), draws(1), "first")
    assert look(table).number == 1
    table.act(Action("bet", 1))
    table.bot_act()
    assert look(table).number == 1
    table.next_hand()
    assert look(table).number == 2


def test_study_mode_shows_the_bots_card_after_a_fold_and_not_before():
    table = seated(hold("kuhn", "QK"))
    table.study = True
    for letters, card in (("", None), ("kb", None), ("kbf", "K"), ("kbc", "K")):
        table.hand = replay(hold("kuhn", "QK"), letters)
        assert look(table).bot.card == card
    assert not look(table).assisted


def test_the_die_is_told_with_whose_turn_it_is():
    table = Table(uniform(parse_game("kuhn")), (0.0, 0.0), draws(1), "first")
    assert look(table).status == "Your turn."
    table.roll()
    assert look(table).status == f"Your turn. Die: {table.die}."
    assert f"more than {table.die} %" in look(table).story[-1]
    table.act(Action("check"))
    assert not any("die" in told.lower() for told in (look(table).status, *look(table).story))


def test_what_the_bot_did_last_stands_above_whose_turn_it_is():
    for letters, person, first in (
        ("kb", 0, "The bot bets 1."),
        ("k", 1, "The bot checks."),
        ("k", 0, "The bot is thinking …"),
        ("", 0, "Your turn."),
    ):
        status = seen(replay(hold("kuhn", "QK"), letters), person).status
        assert status.split("\n")[0] == first
    played = replay(hold("leduc", "QK/J"), "kbc")
    assert seen(played).status == "Your turn."


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_story_begins_with_the_cards_where_anyone_may_hold_any(game):
    table = Table(uniform(game), (0.0, 0.0), draws(1), "first")
    independent, highest = game.rules.deck.suits is None, str(game.rules.deck.ranks)
    assert look(table).suits is not independent
    assert (highest in look(table).story[0]) is independent


def test_a_hint_marks_the_decision_and_the_hand():
    table = seated(hold("kuhn", "QK"))
    assert (look(table).hinted, look(table).assisted) == (False, False)
    table.hint()
    assert (look(table).hinted, look(table).assisted) == (True, True)
    table.act(Action("check"))
    assert (look(table).hinted, look(table).assisted) == (False, True)
    for again in (table.hint, table.roll):
        with pytest.raises(InputError, match="your turn"):
            again()
    table.hand = replay(hold("kuhn", "QK"), "kbc")
    table.next_hand()
    assert not look(table).assisted


@pytest.mark.parametrize(
    ("before", "after", "move"),
    [
        ("", "b", ("you", "you chips", 2)),
        ("", "k", None),
        ("b", "br", ("bot", "bot chips", 4)),
        ("b", "bc", ("bot", "pot", 2)),
        ("br", "brf", ("pot", "bot", 6)),
        ("bckb", "bckbf", ("pot", "bot", 6)),
        ("bckk", "", None),
    ],
)
def test_which_chips_moved(before, after, move):
    scenes = [seen(replay(hold("leduc", "QK/J"), letters)) for letters in (before, after)]
    assert moved(*scenes) == move


@pytest.mark.slow
def test_own_amounts_on_a_river_are_those_that_pokerkit_allows():
    """A raise all-in that is too little for a full raise is the only one, as a size of the tree."""
    game = parse_game(str(SPOTS / "3bet-wet-river.toml"))
    table = Table(uniform(game), (0.0, 0.0), draws(1), seat="first")
    table.own_sizes = True
    held, seen = table.hand.held, set()
    for betting in walk(game.rules):
        if betting.over or betting.player:
            continue
        table.hand = play_out(game, held, 0, actions_to(game.rules, betting))
        for choice in look(table).choices:
            if choice.kind in LARGER:
                least, most = raises_of_pokerkit(table.hand)
                assert choice.between == ((least, most) if least < most else None)
                assert choice.between or choice.amounts == (most,)
                seen.add(least < most)
    assert seen == {True, False}


def raises_of_pokerkit(hand):
    """The least and the most that may be bet or raised to on the river of a hand."""
    from pokerkit import Automation, NoLimitTexasHoldem

    ante, stack = hand.game.rules.ante, hand.game.rules.stack
    every = tuple(each for each in Automation if each is not Automation.RUNOUT_COUNT_SELECTION)
    state = NoLimitTexasHoldem.create_state(every, True, ante, (0, 0), 1, stack, 2)
    for _ in range(6):
        state.check_or_call()
    for step in hand.steps:
        if step.action.to is None:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(step.action.to)
    return (
        state.min_completion_betting_or_raising_to_amount,
        state.max_completion_betting_or_raising_to_amount,
    )
