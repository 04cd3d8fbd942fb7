"""What calls cannot do they refuse, and name the argument, rather than do something else."""

from fractions import Fraction

import pytest

import pokerbot
from pokerbot import InputError, Options, Parameter, RegretRule, Strategy, Training


def rule(state, r, t, **told):
    return state + r, state + r


NUMBERS = ["0.1", True, None, [0.1], 1j, 10**400]
REFUSED = {
    "an empty algorithm": lambda: pokerbot.solve("kuhn", "", iterations=1),
    "options that are none": lambda: pokerbot.solve("kuhn", "cfr", options={"init": "random"}),
    "a floor in words": lambda: pokerbot.solve("kuhn", "cfr", floor="call=0.5", iterations=1),
    "a floor of a text": lambda: pokerbot.solve("kuhn", "cfr", floor={"call": "1"}, iterations=1),
    "a floor of true": lambda: pokerbot.solve("kuhn", "cfr", floor={"call": True}, iterations=1),
    "settings in words": lambda: pokerbot.solve("kuhn", "cfr", set="alpha=1", iterations=1),
    "a setting told twice": lambda: pokerbot.compare(
        "kuhn", "dcfr:alpha=1", alpha=2, iterations=1, backend="numpy"
    ),
    "an option told twice": lambda: pokerbot.compare(
        "kuhn", "cfr:init=random", init="uniform", iterations=1, backend="numpy"
    ),
    "no algorithms": lambda: pokerbot.compare("kuhn", [], iterations=1, backend="numpy"),
    "a default out of range": lambda: Parameter("x", 5, least=10, most=20),
    "a default that is no number": lambda: Parameter("x", "5"),
    "a parameter named as an option": lambda: Training(
        "kuhn", RegretRule(rule, (Parameter("updates", 1),))
    ),
    "a parameter twice": lambda: Training("kuhn", RegretRule(rule, (Parameter("averaging", 1),))),
    "a memory named twice": lambda: RegretRule(rule, memory=("sums", "sums")),
    "a memory named as the learner's": lambda: RegretRule(rule, memory=("sigma",)),
    "no memory": lambda: RegretRule(rule, memory=()),
    "a path that is a text": lambda: pokerbot.sequence_form([(1.0, 1.0, (), "a")]),
    "a payoff that no float can hold": lambda: pokerbot.from_matrix([[10**400, 0], [0, 1]]),
    "no iterate": lambda: Training("kuhn", "cfr").solution(""),
    "a game that is none": lambda: pokerbot.game(None),
    "a strategy that is none": lambda: Strategy.of("kuhn", None),
}


@pytest.mark.parametrize("call", REFUSED.values(), ids=REFUSED)
def test_what_makes_no_sense_is_refused(call):
    with pytest.raises(InputError):
        call()


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
def test_only_numbers_are_numbers(number):
    if number is not None:
        with pytest.raises(InputError, match="target"):
            pokerbot.solve("kuhn", "cfr", target=number, iterations=1)
        with pytest.raises(InputError, match="seconds"):
            pokerbot.solve("kuhn", "cfr", seconds=number, iterations=1)
        with pytest.raises(InputError, match="epsilon"):
            Options(epsilon=number)
    with pytest.raises(InputError, match="risk"):
        pokerbot.exploit("kuhn-gxfp", risk=number)


def test_a_fraction_is_the_number_that_it_is():
    tenth, told = Fraction(1, 8), []
    for number in (tenth, 0.125):
        within = pokerbot.solve("kuhn", "cfr", iterations=3, epsilon=number)
        floored = pokerbot.solve("kuhn", "cfr", iterations=3, floor={"call": number})
        answer = pokerbot.exploit("kuhn-gxfp", risk=number)
        told.append((within.nash_conv, floored.nash_conv, answer.wins))
    assert told[0] == told[1]


def test_a_checkpoint_that_is_asked_for_is_there_when_the_run_has_ended(tmp_path):
    training = Training("kuhn", "cfr+")
    training.run(iterations=5, checkpoint=tmp_path / "kept")
    again = Training("kuhn", "cfr+")
    again.resume(tmp_path / "kept")
    assert again.solver.iterations == 5


def test_a_checkpoint_that_cannot_be_written_is_refused_before_the_run(tmp_path):
    training = Training("kuhn", "cfr+")
    with pytest.raises(InputError, match="cannot write"):
        training.run(iterations=5, checkpoint=tmp_path / "none" / "kept")
    assert training.solver.iterations == 0


def test_a_time_without_end_is_no_limit():
    found = pokerbot.solve("kuhn", "cfr", iterations=20, seconds=1e308, backend="numpy")
    assert found.iterations == 20


def test_a_probability_that_no_float_can_hold_is_refused():
    even = Strategy.of("kuhn", lambda _, actions: [1 / len(actions)] * len(actions))
    with pytest.raises(InputError, match="check must be a probability"):
        pokerbot.evaluate({**even.infosets, "J:": {"check": 10**400, "bet": 0}}, "kuhn")
