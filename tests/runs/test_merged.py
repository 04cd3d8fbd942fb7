"""Training where suits that are alike are one: what users meet is the whole game."""

import json

import numpy as np
import pytest

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import make_game
from pokerbot.runs import resuming
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import RegretRule
from pokerbot.solvers.regret import vanilla
from pokerbot.strategy.storage import dump
from tests.solvers.cases import NEEDS_NUMBA

GAME = make_game(
    "holdem",
    {
        "board": "Ts9s6s Qs", "pot": 25, "stack": 60, "oop.range": "AK,QQ:0.5,98s",
        "ip.range": "KQ,AA,JTs:0.25", "oop.turn.bet": "50%", "ip.turn.bet": "a",
        "oop.river.bet": "60%", "ip.river.bet": "50%",
    },
)  # fmt: skip
ROUNDING = 0.02
"""By which part figures differ, since regret matching breaks ties by the last bit of a sum."""


def whole(*given, **options):
    """A training of the whole game, as all once were."""
    training = Training(*given, **options)
    training.build(None)
    return training


@pytest.mark.parametrize("backend", ["numpy", pytest.param("compiled", marks=NEEDS_NUMBA)])
def test_the_solution_is_the_whole_games(backend):
    merged, apart = (make(GAME, "dcfr", backend=backend) for make in (Training, whole))
    assert merged.trained.trees[0].rows < apart.trained.trees[0].rows
    for training in (merged, apart):
        training.run(iterations=12)
    one, other = merged.solution(), apart.solution()
    assert one.infosets == other.infosets
    assert one.nodes_touched == other.nodes_touched
    assert one.ev_bounds == pytest.approx(other.ev_bounds, rel=ROUNDING)
    assert one.mean_iteration_value == pytest.approx(other.mean_iteration_value, rel=ROUNDING)
    assert one.nash_conv == pytest.approx(evaluate(one.strategy).nash_conv, abs=1e-9)
    assert merged.measure().exploitability == pytest.approx(one.exploitability, abs=1e-9)


@pytest.mark.slow
def test_its_rows_are_the_whole_games():
    """After the first iteration; what is played then may hang on how a tie was rounded."""
    merged, apart = (make(GAME, "dcfr", backend="numpy") for make in (Training, whole))
    for training in (merged, apart):
        training.run(iterations=1)
    for here, there in zip(merged.rows(), apart.rows(), strict=True):
        assert here.keys() == there.keys()
        assert all(
            here[name] == (pytest.approx(told, abs=1e-9) if isinstance(told, float) else told)
            for name, told in there.items()
            if name != "current"
        )


def test_regrets_bound_as_much():
    found = []
    for make in (Training, whole):
        training = make(GAME, "cfr", updates="simultaneous")
        training.run(iterations=9)
        found.append(training.regret_bound())
        assert training.measure().exploitability <= found[-1]
    assert found[0] == pytest.approx(found[1], rel=ROUNDING)


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("dcfr", {"init": "random"}),
        ("dcfr", {"epsilon": 0.01}),
        ("dcfr", {"floor": {"call": 0.1}}),
        (RegretRule(vanilla), {}),
    ],
)
def test_what_may_tell_suits_apart_is_trained_on_the_whole_game(algorithm, options):
    training = Training(GAME, algorithm, **options)
    assert training.trained is training.form


@pytest.mark.parametrize("backend", ["numpy", pytest.param("compiled", marks=NEEDS_NUMBA)])
def test_n_and_m_iterations_are_as_good_as_n_stop_m(backend, tmp_path):
    first, second, third = (Training(GAME, "dcfr", backend=backend) for _ in range(3))
    first.run(iterations=9)
    second.run(iterations=4, checkpoint=tmp_path / "c")
    third.resume(tmp_path / "c")
    third.run(iterations=9)
    one, other = first.solution(), third.solution()
    assert "".join(dump(one.strategy)) == "".join(dump(other.strategy))
    assert one.mean_iteration_value == other.mean_iteration_value


def test_a_checkpoint_of_the_whole_game_goes_on_with_that(tmp_path, monkeypatch):
    """As one from before suits that are alike were one, whose memory says nothing of it."""
    first, second, third = (
        make(GAME, "dcfr", backend="numpy") for make in (whole, whole, Training)
    )
    first.run(iterations=9)
    second.run(iterations=4)

    def as_before(path, run, memory, state):
        assert not memory.pop("merged")
        written(path, run, json.loads(json.dumps(memory)), state)

    written = resuming.save_checkpoint
    monkeypatch.setattr(resuming, "save_checkpoint", as_before)
    second.save(tmp_path / "c")
    third.resume(tmp_path / "c")
    assert third.merged is None
    third.run(iterations=9)
    for one, other in zip(first.solver.profile(), third.solver.profile(), strict=True):
        assert np.array_equal(one, other)
