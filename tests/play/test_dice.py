"""The die that tells which action a probability means this time, and who follows it."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.games.betting import Action
from pokerbot.play.history.record import SIDES
from pokerbot.play.session.dice import action_for, as_shown, rolls
from pokerbot.play.table import Table
from tests.play.tables import GAMES, IDS, NO_LIMIT, draws, lopsided, play_hand
from tests.play.test_hand import hold, replay

CHECK, CALL, BET, RAISE, FOLD = map(Action, ("check", "call", "bet", "raise", "fold"))


def sides(actions, **chances):
    """How many sides of the die call for each action."""
    return Counter(action_for(actions, chances, side).name for side in range(SIDES))


def test_an_action_has_as_many_sides_as_its_probability():
    assert sides([CHECK, BET], check=0.62, bet=0.38) == {"check": 62, "bet": 38}
    assert sides([CHECK, BET], check=0.0, bet=1.0) == {"bet": 100}
    assert sides([CHECK, BET], check=1.0, bet=0.0) == {"check": 100}
    thirds = sides([CALL, RAISE, FOLD], call=1 / 3, **{"raise": 1 / 3}, fold=1 / 3)
    assert sorted(thirds.values()) == [33, 33, 34]
    assert action_for([CHECK, BET], {"check": 0.62, "bet": 0.38}, 61) == CHECK
    assert action_for([CHECK, BET], {"check": 0.62, "bet": 0.38}, 62) == BET


def test_sides_follow_probabilities_to_one_side():
    rng = np.random.default_rng(1)
    for _ in range(100):
        chances = dict(zip(("check", "bet", "fold"), rng.dirichlet([0.5] * 3), strict=True))
        for name, chance in chances.items():
            assert sides([CHECK, BET, FOLD], **chances)[name] == pytest.approx(100 * chance, abs=1)


def test_actions_stand_in_the_order_of_the_buttons():
    assert as_shown([FOLD, RAISE, CALL]) == [CALL, RAISE, FOLD]
    sized = [Action("bet", size, sized=True) for size in (1, 2, 3)]
    assert as_shown([*reversed(sized), CHECK]) == [CHECK, *sized]


def test_what_the_die_called_for_in_a_hand_of_kuhn():
    """The person acts first with Q: checks on 20, and calls a bet on 70."""
    hand = replay(hold("kuhn", "QK"), "kbc")
    infosets = {
        "Q:": {"check": 0.25, "bet": 0.75},
        "Q:kb": {"fold": 0.5, "call": 0.5},
    }
    first, second = rolls(hand, 0, (20, 70), infosets)
    assert (first.die, first.action, first.followed, first.mixed) == (20, "check", True, True)
    assert (second.die, second.action, second.followed, second.mixed) == (70, "fold", False, True)
    assert rolls(hand, 0, (None, 20), infosets)[0] is None
    assert rolls(hand, 0, (), infosets) == (None, None)
    pure = infosets | {"Q:": {"check": 1.0, "bet": 0.0}}
    assert not rolls(hand, 0, (20, 70), pure)[0].mixed


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_who_always_follows_the_die_keeps_the_mix(game):
    strategy = lopsided(game)
    table = Table(strategy, 0.0, draws(8))
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
            table.act(action_for(as_shown(seen.actions), strategy.infosets[seen.key], die))
            assert table.die is None
        assert all(roll is None or roll.followed for roll in table.rolls)
        table.next_hand()
    assert table.session.followed == table.session.thrown > 0
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


def test_a_session_gone_on_with_has_its_mix_and_its_hints():
    table, rng, kept = Table(lopsided(NO_LIMIT), 0.0, draws(9)), np.random.default_rng(3), []
    table._keep = lambda table: kept.append(_played(table))
    for number in range(20):
        if table.person_to_act:
            table.roll()
            if number % 3 == 0:
                table.hint()
        play_hand(table, rng)
        table.next_hand()
    again = Table(lopsided(NO_LIMIT), 0.0, draws(9), past=kept)
    assert_as_before(again, table, kept)


def test_a_session_gone_on_with_against_one_who_changed_has_the_mix_of_each_hand():
    before, now = lopsided(NO_LIMIT, 5), lopsided(NO_LIMIT, 6)
    table, rng, kept = Table(before, 0.0, draws(9)), np.random.default_rng(3), []
    table._keep = lambda table: kept.append(_played(table))
    for number in range(300):
        if table.person_to_act:
            table.roll()
            table.hint()
        play_hand(table, rng)
        if number == 149:
            table.face(now)
            kept = [replace(each, sha256="cd" * 32) for each in kept]
        if number < 299:
            table.next_hand()
    again = Table(now, 0.0, draws(9), past=kept, faced={"cd" * 32: before})
    assert_as_before(again, table, kept)
    table.next_hand()
    for _ in range(10):
        for each in (table, again):
            play_hand(each, np.random.default_rng(each.number))
        assert again.hand == table.hand
        table.next_hand()
        again.next_hand()


def assert_as_before(again, table, kept):
    for which in (table.session, again.session):
        assert which.thrown == table.session.thrown > 0
        assert which.followed == table.session.followed
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
