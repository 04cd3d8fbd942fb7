"""Drills: where their hands begin, what counts as right, and their end."""

import pytest

from pokerbot.errors import InputError
from pokerbot.games.betting import Action
from pokerbot.games.catalogue import parse_game
from pokerbot.play.session.drill import Drill, spot_at
from pokerbot.play.session.practise import Costs, Practice
from pokerbot.play.view.words import number_of
from tests.play.tables import GAMES, IDS, draws, lopsided
from tests.play.test_practise import every_observation

LEDUC = parse_game("leduc:raises=1")


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_every_information_set_is_found_by_its_key(game):
    for key, seen in every_observation(game).items():
        assert spot_at(game, key) == seen


@pytest.mark.parametrize("key", ["", "Q", "A:", "Q:x", "Q/K:", "Q:kk/", "Q:bc/kx", "Q/A:kk/"])
def test_what_is_no_information_set_is_refused(key):
    with pytest.raises(InputError, match="no information set"):
        spot_at(LEDUC, key)


def sit(drill, strategy):
    return Practice(strategy, 0.0, draws(3), Costs(), drill=drill)


def fold_out(table):
    """End the hand; the person checks, or else folds."""
    while not table.hand.over:
        if table.bot_to_act:
            table.bot_act()
        else:
            table.act(table.hand.observe().actions[0])
    return len(list(table.hand.decisions(table.person, table.given)))


def test_the_spots_come_in_turn_and_the_last_hand_ends_it():
    spots = tuple(spot_at(LEDUC, key) for key in ("Q:b", "K/J:kk/k"))
    table = sit(Drill("x", "X", "", spots, hands=5, goal=3, after="Next: Y."), lopsided(LEDUC))
    assert table.summary == "The goal: 3 of 5 hands right."
    for number in range(1, 6):
        assert table.spot == spots[(number - 1) % 2]
        count = fold_out(table)
        table.grade([0.25] * count, right=number in (1, 2, 5))
        assert table.ended == (number == 5)
        if not table.ended:
            assert table.summary.startswith(
                f"{sum(table.right)} of {number_of(number, 'hand')} right"
            )
            table.next_hand()
    assert table.right == [True, True, False, False, True]
    assert table.reached
    assert table.summary.startswith("3 of 5 hands right: the goal of 3 is reached.")
    assert table.summary.endswith("Next: Y.")
    assert table.costs.at(spots[0]).practised == 3
    with pytest.raises(InputError, match="last hand"):
        table.next_hand()


def test_where_the_die_decides_it_has_to_be_thrown_and_followed():
    """The bot bets the jack after a check half of the time: 0 to 49 say check."""
    kuhn = parse_game("kuhn")
    strategy = lopsided(kuhn)
    strategy.infosets["J:k"].update(check=0.5, bet=0.5)
    drill = Drill("x", "X", "", (spot_at(kuhn, "J:k"),), hands=40, mix=True)
    table, seen = sit(drill, strategy), set()
    for number in range(40):
        thrown, follows = number % 4 > 0, number % 3 > 0
        if thrown:
            table.roll()
        bets = (table.die or 0) >= 50
        chosen = bets if follows else not bets
        table.act(Action("bet", 1) if chosen else Action("check"))
        count = fold_out(table)
        right = number % 5 > 0
        table.grade([0.0] * count, right=right)
        assert table.right[-1] == (right and thrown and follows)
        seen.add((right, thrown, follows, bets))
        if not table.ended:
            table.next_hand()
    assert len(seen) > 10
