"""The rating, held to what players are exactly worth beyond sound play."""

from dataclasses import replace

import numpy as np
import pytest

from pokerbot import solve
from pokerbot.evaluation.exact import evaluate, expected
from pokerbot.evaluation.references import reference_for
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents import opponents
from pokerbot.opponents.cast import CAST
from pokerbot.opponents.ladder import BLOCK, POINTS, SOUND, Ladder, rating
from pokerbot.opponents.reviews import ReviewedHand
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import rounded
from pokerbot.strategy.strategy import Strategy
from tests.opponents.known import best_against, known
from tests.opponents.test_win_share import hands
from tests.play.tables import lopsided, uniform
from tests.strategy.test_packed import TURN

KUHN = [one.name for one in CAST if one.game == "kuhn"]
LEDUC = [one.name for one in CAST if one.game == "leduc"]


def results(against, infosets, many, seed):
    """What each hand of someone who plays so counts."""
    ladder = Ladder()
    for played in hands(against, infosets, many, seed):
        ladder.add(ReviewedHand(played, against.breakdown(played.hand, played.person)), against)
    (found,) = ladder._results.values() or ([],)
    return found


def truth(plays, against):
    """The rating of a strategy: what it wins more than the reference, mean of both seats."""
    game = against.strategy.game
    own = expected(Strategy(game, plays, {}), against.strategy)
    usual = expected(against.reference, against.strategy)
    return SOUND + POINTS * (sum(own) - sum(usual)) / 2 / game.rules.unit


@pytest.mark.slow
@pytest.mark.thinned(6)
@pytest.mark.parametrize("who", ["felix", "kurt"])
@pytest.mark.parametrize("player", ["uniform", "lopsided", "sound"])
def test_a_fixed_player_keeps_the_rating_within_its_95_percent(who, player):
    """2,500 hands, rated as they come and in other orders: right 19 times of 20 or so."""
    against = known(who)
    game = against.strategy.game
    plays = {
        "uniform": uniform(game).infosets,
        "lopsided": lopsided(game).infosets,
        "sound": against.reference.infosets,
    }[player]
    found, exact = results(against, plays, 2500, 3), truth(plays, against)
    rng, wrong = np.random.default_rng(5), 0
    whole = rating(found)
    assert abs(whole.points - exact) < whole.margin * 1.5
    for _ in range(20):
        shuffled = rng.permutation(found).tolist()
        assert rating(shuffled).points == pytest.approx(whole.points)
        part = rating(shuffled[: 20 * BLOCK])
        wrong += abs(part.points - exact) > part.margin
    assert wrong <= 4


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("names", [KUHN, LEDUC], ids=["kuhn", "leduc"])
def test_the_cast_comes_out_in_the_order_of_its_exact_strengths(names):
    """Against the one of them who plays soundly."""
    sound = known(names[2] if names is KUHN else "lea")
    points, exact = {}, {}
    for name in names:
        plays = storage.load(library.find(name)).infosets
        points[name] = rating(results(sound, plays, 750, 7))
        exact[name] = truth(plays, sound)
        assert abs(points[name].points - exact[name]) < 1.5 * points[name].margin
    apart = [
        (one, other)
        for one in names
        for other in names
        if exact[one] - exact[other] > points[one].margin + points[other].margin
    ]
    assert apart
    assert all(points[one].points > points[other].points for one, other in apart)


def test_few_hands_have_no_rating_and_a_perfect_few_are_no_certainty():
    assert rating([0.1] * 59) is None
    found = rating([0.0] * 60)
    assert (found.points, found.hands) == (1500, 60)
    assert 20 < found.margin < 60
    assert rating([0.0] * 79).hands == 60


@pytest.mark.slow
def test_a_rating_from_few_blocks_is_within_its_95_percent():
    """Of 60 hands of a normal player; of 1,000 players 294 lay outside."""
    rng = np.random.default_rng(8)
    rated = [rating(rng.normal(0.2, 1, 60)) for _ in range(1000)]
    wrong = sum(abs(each.points - SOUND - POINTS * 0.2) > each.margin for each in rated)
    assert wrong < 60
    for alike, others, t in (
        ([], [0.1, 0.2, 0.3], 4.302653),
        ([0.2 - 1 / BLOCK], [0.2] * 3, 3.182446),
    ):
        found = rating(np.repeat(others, BLOCK))
        off = np.std(others + alike, ddof=1) / np.sqrt(len(others + alike))
        assert found.margin == pytest.approx(t * off * POINTS, rel=1e-6)


def test_a_hand_with_a_hint_does_not_count():
    felix = known("felix")
    (played,) = hands(felix, felix.strategy.infosets, 1)
    ladder = Ladder()
    split = felix.breakdown(played.hand, played.person)
    ladder.add(ReviewedHand(replace(played, assisted=True), split), felix)
    ladder.add(ReviewedHand(played, None), felix)
    assert not ladder._results
    ladder.add(ReviewedHand(played, split), felix)
    assert ladder._results


@pytest.mark.parametrize("chips", [1, 5])
def test_a_hand_counts_what_its_seat_offers_in_antes(chips):
    """A best response gives nothing away: each hand is worth what it wins more than sound play."""
    game = parse_game(f"kuhn:ante={chips},bet={chips}")
    felix = storage.load(library.find("felix"))
    against = opponents.made(replace(felix, game=game), "felix")
    answer = best_against(against.strategy)
    most, usual = (
        expected(Strategy(game, each, {}), against.strategy)
        for each in (answer, against.reference.infosets)
    )
    first, second = ((best - sound) / chips for best, sound in zip(most, usual, strict=True))
    assert abs(first - second) > 0.01
    assert results(against, answer, 4, 3) == pytest.approx([first, second] * 2, abs=1e-6)


def test_a_flop_without_its_rivers_offers_what_its_own_play_leaves():
    """Without rivers only the file says what its play wins: best response − value, by seat."""
    flop = known("3bet-wet-flop-dcfr")
    found = flop.evaluation
    assert sum(flop.offers) == pytest.approx(found.nash_conv)
    assert flop.offers[0] == pytest.approx(found.best_response_values[0] - found.value)


@pytest.mark.slow
def test_without_its_rivers_it_offers_the_same_whatever_else_is_at_hand(tmp_path, monkeypatch):
    """What it would win from a sounder strategy hangs on its rivers: the career was not counted."""
    pytest.importorskip("numba", reason="to leave rivers out needs numba")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    better = solve(TURN, iterations=60, backend="numpy").strategy
    storage.save(better, tmp_path / "strategies" / "better.json")
    poor = uniform(TURN)
    form, measured = compile_game(TURN), evaluate(poor)
    kept = rounded(form, to_arrays(form, poor.infosets)).without_last()
    assert reference_for(poor).infosets == better.infosets
    turn = opponents.Opponent(
        tmp_path / "poor.spot", replace(poor, infosets=kept), 64 * "0", evaluation=measured
    )
    assert sum(turn.offers) == pytest.approx(measured.nash_conv)
