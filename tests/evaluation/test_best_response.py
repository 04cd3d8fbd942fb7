"""Best responses with their action values, and those to what was seen of someone."""

from fractions import Fraction

import numpy as np
import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_plans
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import action_floor
from pokerbot.strategy.arrays import to_arrays
from tests.reference.recursion import information_sets
from tests.reference.rules import by_the_book

KUHN = pokerbot.game("kuhn")
CALLS_ALL = {
    key: {"call": 1.0} for key, (_, actions) in information_sets(by_the_book(KUHN)).items()
    if "call" in actions
}  # fmt: skip


@pytest.mark.parametrize("who", ["leduc-cfr+", "bruno"])
def test_it_wins_what_a_best_response_does_and_does_the_best_everywhere(who):
    found, exact = pokerbot.best_response(who), pokerbot.evaluate(who)
    assert sum(found.wins) == pytest.approx(exact.nash_conv, abs=1e-12)
    played = pokerbot.match(found.strategy, who, hands=2)
    assert played.exact_ev == pytest.approx(sum(found.wins) / 2, abs=1e-12)
    for key, values in found.action_values.items():
        taken = max(found.strategy.infosets[key], key=found.strategy.infosets[key].get)
        assert values[taken] == pytest.approx(max(values.values()), abs=1e-12)


def test_action_values_are_chips_given_that_one_is_there():
    """Against who always calls a bet: with the best card 2 chips, with the worst -2; by hand."""
    values = pokerbot.best_response("call", "kuhn").action_values
    assert values["K:"] == pytest.approx({"check": 1.0, "bet": 2.0})
    assert values["J:"] == pytest.approx({"check": -1.0, "bet": -2.0})


@pytest.mark.slow
def test_of_who_was_never_seen_it_is_an_equilibrium():
    found = pokerbot.data_biased_response({}, "kuhn", target=1e-4)
    assert pokerbot.evaluate(found).exploitability <= 1e-4


def test_of_who_was_seen_everywhere_it_is_a_best_response():
    model = pokerbot.load("bruno")
    found = pokerbot.data_biased_response(model.infosets, model.game, enough=1, target=1e-4)
    most = sum(pokerbot.best_response(model).wins) / 2
    assert pokerbot.match(found, model, hands=2).exact_ev >= most - 1e-4


@pytest.mark.slow
@pytest.mark.parametrize(("calls", "most"), [(5.0, 1.0), (40.0, 0.5)])
def test_in_between_it_is_what_the_program_has_of_an_opponent_with_such_a_floor(calls, most):
    """Five calls of ten that are enough, or enough but half trusted: half of the time they call."""
    pytest.importorskip("scipy", reason="lp needs SciPy")
    seen = {key: {"call": calls} for key in CALLS_ALL}
    found = pokerbot.data_biased_response(seen, "kuhn", enough=10, most=most, target=1e-4)
    for seat, floored in ((0, "second"), (1, "first")):
        program = pokerbot.solve("kuhn", "lp", floor={"call": 0.5}, floor_seat=floored)
        value = program.value if seat == 0 else -program.value
        assert _least_won(found, seat) == pytest.approx(value, abs=1e-4)


def _least_won(strategy, seat):
    """What it wins at least in a seat against who calls half of the time, and else as they like."""
    form = compile_game(strategy.game)
    plans = realization_plans(form, to_arrays(form, strategy.infosets))
    floors = [None, None]
    floors[1 - seat] = action_floor(form, 1 - seat, {"call": 0.5})
    return -evaluate_plans(form, plans, tuple(floors)).best_response_values[1 - seat]


@pytest.mark.parametrize("number", [np.int64, np.float32, Fraction])
def test_numbers_of_any_kind_are_as_those_of_pythons(number, tmp_path):
    """Whole ones stay whole: a file says so, and its bytes are those of before."""
    own = int if number is np.int64 else float
    seen, plain = ({"J:b": {"call": kind(3), "fold": kind(1)}} for kind in (number, int))
    found = pokerbot.data_biased_response(seen, "kuhn", enough=number(8), most=number(1))
    wanted = pokerbot.data_biased_response(plain, "kuhn", enough=own(8), most=own(1))
    assert found == wanted
    pokerbot.save(found, tmp_path / "biased.json")
    assert pokerbot.load(tmp_path / "biased.json") == wanted
    assert f'"enough": {own(8)}, "most": {own(1)}}}' in (tmp_path / "biased.json").read_text()


@pytest.mark.parametrize(
    ("seen", "how", "match"),
    [
        ({"X:": {"call": 1}}, {}, "no information set 'X:'"),
        ({"K:": {"fold": 1}}, {}, "numbers of check, bet, not 'fold'"),
        ({"K:": {"bet": -1}}, {}, "numbers of check, bet"),
        ({"K:": {"bet": 1e308}}, {}, "numbers of check, bet"),
        ({"K:": 5}, {}, "at 'K:' must be a mapping"),
        ({}, {"most": 2}, "most must be a number from 0 to 1"),
        ({}, {"enough": 0}, "enough must be"),
        ({}, {"target": 0}, "target must be"),
        ([("J:b", {"call": 1})], {}, "seen must be a mapping"),
    ],
)
def test_what_was_never_seen_is_refused(seen, how, match):
    with pytest.raises(InputError, match=match):
        pokerbot.data_biased_response(seen, "kuhn", **how)
