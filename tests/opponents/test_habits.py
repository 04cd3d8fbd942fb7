"""The model of a person: equilibrium play, moved by what their own hands show."""

from collections import Counter
from dataclasses import replace

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.opponents.habits import habits, model, own_hands
from pokerbot.play.history.record import Again
from pokerbot.strategy import library, storage
from pokerbot.strategy.strategy import Strategy
from tests.play.hands import played
from tests.trials.habits import losses

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc")


@pytest.fixture(scope="module")
def sound():
    return storage.load(library.find("kuhn-cfr+"))


def test_the_posterior_mean_by_hand(sound):
    """Three calls in four decisions, with a prior as strong as six decisions of the equilibrium."""
    seen = [("Q:b", "call")] * 3 + [("Q:b", "fold")]
    found = model(seen, sound, prior=6)
    before = sound.infosets["Q:b"]
    assert found.infosets["Q:b"]["call"] == pytest.approx((3 + 6 * before["call"]) / 10)
    assert sum(found.infosets["Q:b"].values()) == pytest.approx(1)
    assert {k: v for k, v in found.infosets.items() if k != "Q:b"} == {
        k: v for k, v in sound.infosets.items() if k != "Q:b"
    }


def river(oop, ip, bets):
    """A river on which only oop may bet."""
    told = {"oop.range": oop, "ip.range": ip, "oop.river.bet": bets, "ip.river.bet": ""}
    return make_game("holdem", {"board": "2s3h4d6c7c", "pot": 20, "stack": 90, **told})


def test_at_a_spot_a_class_of_hands_shows_how_often_a_kind_of_action_is_taken():
    """Two kings raised once and called once, to different sizes: all kings do, as sizes stood."""
    spot = river("QQ,KK", "AA", "50%, 100%")
    chances = {"check": 0.5, "bet 10": 0.3, "bet 20": 0.2}
    sound = Strategy.of(
        spot,
        lambda key, actions: chances if len(actions) == 3 else [1 / len(actions)] * len(actions),
    )
    found = model([("KsKd:", "bet 20"), ("KhKc:", "check")], sound, prior=2).infosets
    for kings in ("KsKh:", "KsKd:", "KhKd:"):
        assert found[kings]["check"] == pytest.approx((1 + 2 * 0.5) / 4)
        assert found[kings]["bet 10"] == pytest.approx((1 + 2 * 0.5) / 4 * 0.3 / 0.5)
        assert found[kings]["bet 20"] == pytest.approx((1 + 2 * 0.5) / 4 * 0.2 / 0.5)
    assert found["QsQh:"] == sound.infosets["QsQh:"]


def test_sizes_that_sound_play_never_takes_share_what_was_seen():
    """Two bets in two decisions beside a prior of two checks: half of all, a quarter each."""
    spot = river("KK", "AA", "50%, 100%")
    sound = Strategy.of(spot, lambda key, actions: [1.0] + [0.0] * (len(actions) - 1))
    found = model([("KsKd:", "bet 20"), ("KhKc:", "bet 13")], sound, prior=2).infosets
    assert found["KsKd:"] == {"check": 0.5, "bet 10": 0.25, "bet 20": 0.25}


def test_hands_with_sizes_of_ones_own_belong_to_their_spot_and_come_last():
    given = {"board": "2s3h4d6c7c", "oop.range": "KK", "ip.range": "AA", "pot": 20, "stack": 90}
    usual, other = (make_game("holdem", {**given, "oop.river.bet": bet}) for bet in ("50%", "a"))
    (hand,), (sized,) = played(usual, 1), played(other, 1)
    sized = replace(sized, again=(Again(0, "again.spot", "ab" * 32),))
    assert own_hands([sized, hand, sized]) == [hand, sized, sized]
    assert own_hands([sized, hand], usual) == [hand, sized]


def test_a_size_of_ones_own_where_there_is_none_of_its_kind_tells_nothing():
    """Kings bet though the tree lets them only check, and raise where it lets them fold or call."""
    spot = river("QQ", "KK", "50%")
    sound = Strategy.of(spot, lambda key, actions: [1 / len(actions)] * len(actions))
    seen = [("KsKh:k", "bet 20"), ("KsKh:b10", "raise 40"), ("KsKh:b10", "call")]
    found = model(seen, sound, prior=2).infosets
    assert found["KsKh:k"] == {"check": 1}
    assert found["KsKh:b10"] == pytest.approx({"fold": 2 / 2 / 3, "call": (1 + 2 / 2) / 3})


def test_much_play_outweighs_the_prior(sound):
    found = model([("J:", "check")] * 10**5, sound)
    assert found.infosets["J:"]["check"] > 0.999


def test_every_own_decision_counts_folds_included(sound):
    hands = list(played(KUHN, 60))
    taken = Counter((seen.key, action.name) for hand in hands for seen, action in hand.decisions)
    assert any(action == "fold" for _, action in taken)
    found = habits(hands, sound, prior=1e-9)
    for key, action in taken:
        times = sum(count for (each, _), count in taken.items() if each == key)
        assert found.infosets[key][action] == pytest.approx(taken[key, action] / times, abs=1e-6)


def test_only_hands_at_the_table_without_a_hint_tell_of_habits():
    hand = next(played(KUHN, 1))
    others = [replace(hand, assisted=True), *(replace(hand, mode=m) for m in ("practise", "match"))]
    assert own_hands([hand, *others]) == [hand]
    with pytest.raises(InputError, match="no hands without a hint"):
        own_hands(others)


def test_one_game_at_a_time():
    hands = [*played(KUHN, 2), *played(LEDUC, 3)]
    with pytest.raises(InputError, match="game is needed: there are hands of kuhn, leduc"):
        own_hands(hands)
    assert len(own_hands(hands, LEDUC)) == 3
    with pytest.raises(InputError, match="no hands of kuhn:cards=4"):
        own_hands(hands, parse_game("kuhn:cards=4"))


@pytest.mark.parametrize("prior", [0.0, -1.0, float("nan"), float("inf")])
def test_a_prior_that_is_no_weight_is_refused(sound, prior):
    with pytest.raises(InputError, match="prior must be a number of decisions above 0"):
        model([], sound, prior)


@pytest.mark.slow
def test_luck_is_not_taken_for_a_habit():
    """A thousand players and Leduc by `python -m tests.trials.habits`."""
    found = list(losses("kuhn", players=3, hands=100, risk=0.1, prior=10.0))
    assert sum(found) / len(found) <= 0.01
