"""Restricted Nash responses, beside the linear program of the most that can be won at a risk."""

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import evaluate, values_by_seat
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.responses import exploit
from pokerbot.sequence.behaviour import to_arrays, to_infosets
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.strategy import Strategy
from tests.reference.rules import by_the_book
from tests.solvers.cases import NEEDS_NUMBA

CASES = [
    *(("kuhn", bot, 0.1, "numpy") for bot in ("call", "raise", "random")),
    pytest.param("kuhn", "honest", 0.1, "compiled", marks=NEEDS_NUMBA),
    ("leduc", "honest", 0.1, "numpy"),
    pytest.param("leduc", "call", 0.05, "compiled", marks=NEEDS_NUMBA),
]
"""All bots and members of the cast at three risks by `python -m tests.trials.exploits`."""
REACHED = 0.97
"""The part of what the program wins beyond the equilibrium that must be reached."""


@pytest.mark.parametrize(("spec", "bot", "risk", "backend"), CASES)
def test_it_wins_what_there_is_to_win_at_the_risk(spec, bot, risk, backend):
    pytest.importorskip("scipy")
    from tests.reference.program import most_against

    found = exploit(bot, risk=risk, game=spec, backend=backend)
    game, (model,) = seat_bots([bot], spec)
    form = compile_game(game)
    most = most_against(by_the_book(game), to_infosets(form, model.profile), risk)
    assert found.wins <= most + 1e-6
    assert found.wins >= REACHED * most
    own = to_arrays(form, found.strategy.infosets)
    assert found.wins == pytest.approx(sum(values_by_seat(form, own, model.profile)) / 2)
    assert evaluate(found.strategy).exploitability == pytest.approx(found.exploitability)
    assert found.exploitability <= risk + 1e-12
    assert found.equilibrium_wins - 1e-6 <= found.wins <= found.best_response_wins + 1e-9
    assert 0 <= found.p <= 1
    assert found.hands is None


def test_with_risk_enough_the_answer_is_the_best_response():
    found = exploit("call", risk=5.0, game="kuhn")
    assert found.p == 1
    assert found.wins == pytest.approx(found.best_response_wins)


def test_an_equilibrium_cannot_be_exploited():
    found = exploit("kuhn-cfr+", risk=0.01)
    assert found.wins == pytest.approx(0, abs=1e-3)


def test_a_strategy_in_memory_is_an_opponent_too():
    game = parse_game("kuhn")
    calls = {
        key: dict.fromkeys(acts, 0.0) | {acts[-1]: 1.0} for _, key, acts in game.information_sets()
    }
    found = exploit(Strategy(game, calls), risk=0.1)
    assert found.wins > found.equilibrium_wins + 0.1


@pytest.mark.parametrize("risk", [0.0, -1.0, float("nan"), float("inf")])
def test_a_risk_that_is_none_is_refused(risk):
    with pytest.raises(InputError, match="risk must be a number of chips above 0"):
        exploit("call", risk=risk, game="kuhn")


def test_a_risk_below_the_equilibriums_own_is_refused():
    with pytest.raises(InputError, match=r"risk must be at least .* what the equilibrium itself"):
        exploit("call", risk=1e-15, game="kuhn")


def test_it_can_be_stopped():
    tried = []
    found = exploit(
        "call", risk=0.05, game="leduc:ranks=2", watch=tried.append, stopped=lambda: len(tried) > 3
    )
    assert len(tried) == 4
    assert found.exploitability <= 0.05 + 1e-12


def test_stopped_too_early_there_is_no_answer():
    with pytest.raises(InputError, match="stopped before there was an answer"):
        exploit("call", risk=0.05, game="leduc:ranks=2", stopped=lambda: True)
