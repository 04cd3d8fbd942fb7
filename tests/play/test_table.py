from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.play.session.statistics import brief, statistics
from pokerbot.play.table import Table
from pokerbot.play.view.amounts import fixed, signed
from pokerbot.play.view.words import summary, summed
from tests.play.tables import GAMES, IDS, draws, lopsided, play_hand, uniform

KUHN = GAMES[0]


def sit(game=KUHN, seed=31, seat="alternate", value=-0.05):
    return Table(uniform(game), (value, -value), draws(seed), seat)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_session_of_every_game(game):
    table, rng = sit(game), np.random.default_rng(32)
    won = {0: 0.0, 1: 0.0}
    for number in range(100):
        assert table.score.hands() == number
        play_hand(table, rng)
        won[table.person] += table.hand.net(table.person)
        table.next_hand()
    assert table.score.hands(0) == table.score.hands(1) == 50
    assert table.score.won(0) == pytest.approx(won[0])
    assert table.score.won(1) == pytest.approx(won[1])


@pytest.mark.parametrize(
    ("seat", "seats"), [("alternate", [0, 1, 0, 1]), ("first", [0] * 4), ("second", [1] * 4)]
)
def test_seats(seat, seats):
    table, rng = sit(seat=seat), np.random.default_rng(33)
    found = []
    for _ in seats:
        found.append(table.person)
        play_hand(table, rng)
        table.next_hand()
    assert found == seats


def test_a_result_is_compared_with_a_value_that_the_judges_have_settled():
    """Not with what the opponent's own play is worth, which the table begins with."""
    path = Path(__file__).parents[2] / "strategies" / "spots" / "3bet-wet-river.toml"
    table = sit(parse_game(str(path)), seat="first", value=999.0)
    play_hand(table, np.random.default_rng(32))
    result, won = table.score, table.score.won()

    def told():
        return {line.name: line.amount for line in (*statistics(result), *brief(result))}

    assert summary(result) == summed(1, won)
    assert told()["Won − game value"] == "–"
    result.settle((-50.0, 50.0), None)
    more = won - (440 / 2 - 50)
    assert summary(result) == f"{summed(1, won)}, {signed(more)} compared with the game's value"
    assert told()["Won − game value"] == fixed(more)


def test_a_change_of_seat_counts_from_the_next_hand():
    table, rng = sit(seat="first"), np.random.default_rng(34)
    table.seat = "second"
    assert table.person == 0
    play_hand(table, rng)
    table.next_hand()
    assert table.person == 1


def test_what_is_out_of_turn_is_refused_and_changes_nothing():
    table = sit(seat="first")
    hand = table.hand
    with pytest.raises(InputError, match="bot's turn"):
        table.bot_act()
    with pytest.raises(InputError, match="not over"):
        table.next_hand()
    with pytest.raises(InputError, match="not legal"):
        table.act(Action("fold"))
    assert table.hand is hand
    table.act(Action("check"))
    hand = table.hand
    with pytest.raises(InputError, match="your turn"):
        table.act(Action("check"))
    assert table.hand is hand
    assert table.score.hands() == 0


def test_a_hint_and_a_roll_are_for_one_decision_and_count_for_the_hand():
    table = Table(uniform(parse_game("kuhn")), None, draws(1), "first")
    table.hint()
    table.roll()
    side = table.die
    assert (table.hinted, table.assisted, table.rolled) == (True, True, ())
    table.act(Action("check"))
    assert (table.hinted, table.assisted, table.die, table.rolled) == (False, True, None, (side,))
    play_hand(table, np.random.default_rng(1))
    table.next_hand()
    assert (table.hinted, table.assisted, table.die, table.rolled) == (False, False, None, ())


def test_equal_seeds_play_equal_sessions():
    def replayed(seed):
        table, rng = sit(GAMES[1], seed), np.random.default_rng(35)
        hands = []
        for _ in range(30):
            play_hand(table, rng)
            hands.append(table.hand)
            table.next_hand()
        return hands

    assert replayed(1) == replayed(1)
    assert replayed(1) != replayed(2)


def test_the_bots_dice_do_not_touch_the_cards():
    """Whatever the bot draws, the cards that come are the same."""

    def cards(strategy):
        table, rng = Table(strategy, (0.0, 0.0), draws(36)), np.random.default_rng(37)
        dealt = []
        for _ in range(30):
            dealt.append((table.hand.held, table.hand.final_board))
            play_hand(table, rng)
            table.next_hand()
        return dealt

    game = GAMES[1]
    assert cards(uniform(game)) == cards(lopsided(game))


def test_an_all_in_that_is_called_before_the_river_is_a_run_out():
    ranges = {"oop.range": "AA,KK", "ip.range": "QQ,JJ"}
    told = {"board": "2s3h4d 6c", "pot": 10, "stack": 10, "oop.turn.bet": "a", "oop.river.bet": "a"}
    table, rng = sit(make_game("holdem", told | ranges)), np.random.default_rng(38)
    early = []
    for number in range(1, 41):
        play_hand(table, rng)
        first, *_ = table.hand.betting.history.split("/")
        if first.endswith("c") and "b" in first:
            early.append((number, table.person))
        table.next_hand()
    assert [(number, person) for number, _, person in table.run_outs] == early
    assert 0 < len(early) < 40


def test_remarks_are_of_their_hand_alone():
    table = sit()
    table.remarks = ("seen",)
    play_hand(table, np.random.default_rng(39))
    assert table.remarks == ("seen",)
    table.next_hand()
    assert table.remarks == ()
