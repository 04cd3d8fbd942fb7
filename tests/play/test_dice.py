"""The die that tells which action a probability means this time, and who follows it."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.actions import Action
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reviews import verdict
from pokerbot.play.history.record import SIDES
from pokerbot.play.rest import Rest
from pokerbot.play.session.dice import action_for, names_as_shown, read_roll
from pokerbot.play.session.score import Score
from pokerbot.play.table import Table
from pokerbot.strategy import library
from tests.play.tables import GAMES, IDS, NO_LIMIT, draws, lopsided, play_hand
from tests.play.test_hand import hold, replay

CHECK, CALL, BET, RAISE, FOLD = map(Action, ("check", "call", "bet", "raise", "fold"))


def sides(**chances):
    """How many sides of the die call for each action."""
    return Counter(action_for(chances, side) for side in range(SIDES))


def test_an_action_has_as_many_sides_as_its_probability():
    assert sides(check=0.62, bet=0.38) == {"check": 62, "bet": 38}
    assert sides(check=0.0, bet=1.0) == {"bet": 100}
    assert sides(check=1.0, bet=0.0) == {"check": 100}
    thirds = sides(call=1 / 3, **{"raise": 1 / 3}, fold=1 / 3)
    assert sorted(thirds.values()) == [33, 33, 34]
    assert action_for({"bet": 0.38, "check": 0.62}, 61) == "check"
    assert action_for({"bet": 0.38, "check": 0.62}, 62) == "bet"
    assert action_for({"bet": 0.594, "check": 0.406}, 40) == "check"  # its middle is below 40.6


def test_sides_follow_probabilities_to_one_side():
    rng = np.random.default_rng(1)
    for _ in range(100):
        chances = dict(zip(("check", "bet", "fold"), rng.dirichlet([0.5] * 3), strict=True))
        for name, chance in chances.items():
            assert sides(**chances)[name] == pytest.approx(100 * chance, abs=1)
        assert read_roll(0, chances, "check").mixed == (len(sides(**chances)) > 1)


def test_actions_stand_in_the_order_of_the_buttons():
    assert names_as_shown(["fold", "raise 6", "call"]) == ["call", "raise 6", "fold"]
    assert names_as_shown(["bet 9", "bet 10", "check"]) == ["check", "bet 9", "bet 10"]


def test_what_the_die_asked_for():
    sound = {"fold": 0.5, "call": 0.5}
    roll = read_roll(70, sound, "call")
    assert (roll.die, roll.action, roll.followed, roll.mixed) == (70, "fold", False, True)
    assert read_roll(20, sound, "call").followed
    assert not read_roll(70, {"check": 1.0, "bet": 0.0}, "check").mixed
    assert read_roll(None, sound, "call") is None  # not thrown
    assert read_roll(70, {}, "call") is None  # sound play never comes there


def test_the_coach_reads_the_die_by_sound_play_not_by_the_bots_mix():
    """Felix calls a bet with half of his queens, sound play with a third: 40 says fold."""
    felix = read(library.find("felix"))
    often = felix.judges[1].sound.infosets["Q:b"]
    assert felix.strategy.infosets["Q:b"]["call"] > 0.41 > often["call"]
    hand = replay(hold("kuhn", "KQ"), "bf")
    said = verdict(felix.breakdown(hand, 1))
    session = Score((0.0, 0.0))
    session.judge(said, rolled=(40,))
    assert (session.thrown, session.followed) == (1, 1)


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_who_always_follows_the_die_keeps_the_mix(game):
    strategy = lopsided(game)
    table = Table(strategy, (0.0, 0.0), draws(8))
    faces = Counter()
    for _ in range(60):
        while not table.hand.over:
            if table.bot_to_act:
                table.bot_act()
                continue
            table.roll()
            die = table.die
            table.roll()
            assert table.die == die  # thrown once for a decision
            faces[die] += 1
            seen = table.hand.observe()
            wanted = action_for(strategy.infosets[seen.key], die)
            table.act(next(action for action in seen.actions if action.name == wanted))
            assert table.die is None
        table.judge(by_itself(strategy))
        table.next_hand()
    assert table.score.followed == table.score.thrown > 0
    assert len(faces) > 20
    assert set(faces) <= set(range(SIDES))


def test_the_die_changes_neither_the_cards_nor_the_bot():
    def dealt(throw):
        table, rng = Table(lopsided(GAMES[1]), 0.0, draws(8)), np.random.default_rng(2)
        hands = []
        for _ in range(30):
            if throw and table.person_to_act:
                table.roll()
            play_hand(table, rng)
            hands.append(table.hand)
            table.next_hand()
        return hands

    assert dealt(throw=True) == dealt(throw=False)


def test_each_decision_of_a_hand_has_a_roll_of_its_own():
    """Two rolls of a hundred sides are the same one time in a hundred."""
    table, rng = Table(lopsided(NO_LIMIT), None, draws(6)), np.random.default_rng(2)
    pairs = []
    while len(pairs) < 100:
        while not table.hand.over:
            if table.bot_to_act:
                table.bot_act()
            else:
                table.roll()
                table.act(rng.choice(table.hand.observe().actions))
        pairs += [table.rolled[:2]] if len(table.rolled) > 1 else []
        table.next_hand()
    assert sum(one == other for one, other in pairs) <= 8


def test_the_rest_of_a_hand_is_played_with_the_same_dice():
    """Solved again to the same strategy, a hand goes on as it would have gone."""

    def dealt(again):
        strategy = lopsided(NO_LIMIT)
        table, rng, hands = Table(strategy, None, draws(8)), np.random.default_rng(2), []
        for _ in range(40):
            while not table.hand.over:
                if table.person_to_act:
                    table.act(rng.choice(table.hand.observe().actions))
                else:
                    table.bot_act()
                    if again:
                        table.play_rest(Rest(table.hand, strategy))
            hands.append(table.hand)
            table.next_hand()
        return hands

    assert dealt(again=True) == dealt(again=False)


def test_a_session_gone_on_with_has_its_mix_and_its_hints():
    table, rng, kept = Table(lopsided(NO_LIMIT), (0.0, 0.0), draws(9)), np.random.default_rng(3), []
    table._keep = lambda table: kept.append(_played(table))
    for number in range(20):
        if table.person_to_act:
            table.roll()
            if number % 3 == 0:
                table.hint()
        play_hand(table, rng)
        table.next_hand()
    again = Table(lopsided(NO_LIMIT), (0.0, 0.0), draws(9), past=kept)
    assert_as_before(again, table, kept)


def by_itself(strategy):
    """Verdicts for which the strategy itself is sound."""
    both = judges(strategy)

    def judge(hand, person):
        actions = [step.action for step in hand.steps]
        judged = both[person].judged(hand.held[person], hand.final_board, actions)
        split = both[person].split(judged, 0)
        sound = [replace(each, sound=each.frequencies) for each in split.decisions]
        return verdict(replace(split, decisions=tuple(sound)))

    return judge


def assert_as_before(again, table, kept):
    for each in (table, again):
        each.judge(by_itself(lopsided(NO_LIMIT)))
    for which in (table.score, again.score):
        assert which.thrown == table.score.thrown > 0
        assert which.followed == table.score.followed
        assert which.assisted == sum(hand.assisted for hand in kept) > 0


def _played(table):
    from tests.play.hands import played

    hand = next(played(GAMES[0], 1))
    return replace(
        hand,
        hand=table.hand,
        person=table.person,
        number=table.number,
        assisted=table.assisted,
        rolled=table.rolled,
    )
