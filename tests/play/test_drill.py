"""Drills: where their hands begin, what counts as right, and their end."""

import re
from dataclasses import replace

import pytest

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.play.session.drill import Drill, drill_at, neighbours, spot_at
from pokerbot.play.session.practise import Costs, Practice
from pokerbot.play.view.amounts import number_of
from tests.play.tables import draws, lopsided

LEDUC = parse_game("leduc:raises=1")


def sit(drill, strategy):
    return Practice(strategy, (0.0, 0.0), draws(3), Costs(), drill=drill)


def fold_out(table):
    """End the hand; the person checks, or else folds."""
    while not table.hand.over:
        if table.bot_to_act:
            table.bot_act()
        else:
            table.act(table.hand.observe().actions[0])
    return len(list(table.hand.decisions(table.person, table.given)))


def go_through(table, right):
    """Play the hands of a drill to its end, of which these are right; where they began."""
    begun = []
    for number, each in enumerate(right, 1):
        begun.append(table.spot)
        count = fold_out(table)
        assert not table.ended
        table.grade([0.25] * count, right=each)
        if number < len(right):
            assert not table.ended
            assert table.summary.startswith(f"{sum(table.right)} of {number_of(number, 'hand')}")
            table.next_hand()
    assert table.ended
    return begun


def test_the_spots_come_shuffled_the_first_one_first_and_the_last_hand_ends_it():
    spots = tuple(spot_at(LEDUC, key) for key in ("Q:b", "K/J:kk/k", "J:", "K:k"))
    orders = set()
    for seed in range(4):
        drill = Drill("x", "X", "", spots, hands=12, goal=3, after="Next: Y.")
        table = Practice(lopsided(LEDUC), (0.0, 0.0), draws(seed), Costs(), drill=drill)
        assert table.summary == "The goal: 3 of 12 hands right."
        right = [number % 3 == 0 for number in range(12)]
        begun = go_through(table, right)
        assert begun[0] == spots[0]
        for turn in range(0, 12, 4):
            assert set(begun[turn : turn + 4]) == set(spots)
        orders.add(tuple(seen.key for seen in begun))
        assert table.right == right
        assert table.reached
        assert table.summary.startswith("4 of 12 hands right: the goal of 3 is reached.")
        assert table.summary.endswith("Next: Y.")
        assert table.costs.at(spots[0]).practised == 3
        with pytest.raises(InputError, match="last hand"):
            table.next_hand()
    assert len(orders) == 4


def test_a_goal_that_is_missed_leads_to_no_next():
    seen = spot_at(LEDUC, "Q:b")
    drill = Drill("x", "X", "", (seen,), hands=4, goal=3, after="Next: Y.", missed="Once more.")
    for right, then in (([True, False, True, False], "Once more."), ([True] * 4, "Next: Y.")):
        table = sit(drill, lopsided(LEDUC))
        go_through(table, right)
        assert table.summary.endswith(then)


@pytest.mark.parametrize("unit", ["0.001", "0.02", "1"])
def test_what_was_given_away_is_told_to_a_hundredth_of_a_small_ante(unit):
    game = parse_game(f"kuhn:ante={unit},bet={unit}")
    spots = (spot_at(game, "J:"),)
    drill, lost = Drill("small", "", "", spots, hands=2, goal=2, after="Next."), 0.03 * float(unit)
    table = sit(drill, lopsided(game))
    for right in (True, False):
        table.grade([0.0] * fold_out(table), right=right, lost=0.0 if right else lost)
        if not table.ended:
            table.next_hand()
    (told,) = re.findall(r"Given away: ([\d.]+) chip", table.summary)
    assert float(told) == pytest.approx(lost, abs=0.0051 * float(unit))


def test_five_right_in_a_row_end_it():
    drill = Drill("x", "X", "", (spot_at(LEDUC, "Q:b"),))
    table = sit(drill, lopsided(LEDUC))
    go_through(table, [True, False, *[True] * 5])
    assert table.reached
    assert table.summary.startswith("6 of 7 hands right: 5 in a row reach the goal.")
    table = sit(drill, lopsided(LEDUC))
    go_through(table, [True, True, True, False] * 2 + [True, False])
    assert not table.reached
    assert drill.reached([True] * 4 + [False] + [True] * 4)
    assert not drill.reached([True] * 4 + [False] * 3 + [True] * 3)
    assert drill.reached([*[True] * 5, *[False] * 5])


@pytest.mark.parametrize(
    ("game", "key", "near"),
    [
        ("kuhn", "Q:kb", {"J:kb", "K:kb"}),
        ("kuhn", "K:b", {"Q:b", "K:k"}),
        ("leduc", "J/Q:kk/k", {"K/Q:kk/k", "J/Q:kk/b"}),
        ("leduc", "Q/Q:kk/", {"K/Q:kk/"}),
    ],
)
def test_neighbours_are_the_next_hands_and_another_betting(game, key, near):
    """Where the public card is a queen a jack is the weakest, then a king, then the pair."""
    seen = spot_at(parse_game(game), key)
    assert {each.key for each in neighbours(seen)} == near
    drill = drill_at(seen)
    assert drill.spots[0] == seen
    assert sum(each == seen for each in drill.spots) == len(near)
    assert {each.key for each in drill.spots} == {key, *near}


def test_neighbours_go_by_strengths_that_are_no_whole_numbers():
    ranking = ((0.2, 0.1, 0.3, 0.5, 0.4),)
    rules = Rules(Deck(5, 1), 1, (Round(Limit((1,))),), ranking=ranking)
    seen = spot_at(Game("fractions", (), rules), "3:kb")
    assert {each.key for each in neighbours(seen)} == {"1:kb", "5:kb"}


def test_where_the_die_decides_it_has_to_be_thrown_and_followed():
    """The bot bets the jack after a check half of the time: 0 to 49 say check."""
    kuhn = parse_game("kuhn")
    strategy = lopsided(kuhn)
    infosets = {**strategy.infosets, "J:k": {"check": 0.5, "bet": 0.5}}
    strategy = replace(strategy, infosets=infosets)
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
