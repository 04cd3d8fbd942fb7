"""Restricted Nash responses, beside the linear program of the most that can be won at a risk."""

from dataclasses import replace

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import seat_bots
from pokerbot.evaluation.exact import evaluate, values_by_seat
from pokerbot.games.catalogue import parse_game
from pokerbot.runs import backend, responses
from pokerbot.runs.responses import exploit
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.ends import sequence_form
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.storage import load, save
from pokerbot.strategy.strategy import Strategy
from tests.reference.rules import by_the_book
from tests.solvers.cases import NEEDS_NUMBA

CASES = [
    *(("kuhn", bot, 0.1) for bot in ("call", "raise", "random", "kurt")),
    ("kuhn", "honest", 1e-3),
    ("kuhn", "call", 1e-5),
    ("kuhn:cards=7", "fold", 0.02),
    ("leduc", "call", 0.05),
    ("leduc", "bruno", 0.2),
    ("leduc", "leduc-cfr+", 1e-3),
    ("leduc-nolimit:stack=3", "raise", 0.05),
]
"""All bots and members of the cast at five risks by `python -m tests.trials.exploits`."""
SEARCHED = [("kuhn", "honest", 0.1), ("leduc", "call", 0.05)]
REACHED = 0.97
"""The part of what there is to win that a search must reach."""


def program(spec, bot, risk):
    """The most that there is to win, by SciPy."""
    pytest.importorskip("scipy")
    from tests.reference.program import most_against

    game, (model,) = seat_bots([bot], spec)
    return most_against(by_the_book(game), NamedProfile(compile_game(game), model.profile), risk)


@pytest.mark.slow
@pytest.mark.thinned(6)
@pytest.mark.parametrize(("spec", "bot", "risk"), CASES)
def test_it_wins_the_most_that_there_is_at_the_risk(spec, bot, risk):
    found = exploit(bot, risk=risk, game=spec)
    assert found.wins == pytest.approx(program(spec, bot, risk), abs=1e-6)
    assert found.wins <= found.wins_at_most <= found.wins + 1e-6
    is_what_it_says(found, spec, bot, risk)


@pytest.mark.slow
@NEEDS_NUMBA
@pytest.mark.parametrize(("spec", "bot", "risk"), SEARCHED)
def test_a_search_says_what_more_there_may_be(spec, bot, risk):
    told = []
    found = exploit(bot, risk=risk, game=spec, backend="compiled", tell=told.append)
    most = program(spec, bot, risk)
    assert REACHED * most <= found.wins <= most + 1e-6
    assert most - 1e-6 <= found.wins_at_most <= most + (1 - REACHED)
    assert f"{spec} is answered by self-play, not exactly" in told
    assert "it goes on in machine code: the last digits may differ" in told
    is_what_it_says(found, spec, bot, risk)


@pytest.mark.slow
@NEEDS_NUMBA
def test_the_equilibrium_is_sought_in_machine_code_too_once_numpy_has_done_its_part(monkeypatch):
    """NumPy went on until it was found, for minutes on larger games."""
    monkeypatch.setattr(responses, "is_within_reach", lambda form: False)
    monkeypatch.setattr(backend, "SECONDS", 40 * backend.AN_ITERATION)
    said = []
    exploit("call", risk=0.01, game="kuhn", watch=said.append, tell=said.append)
    begins = said.index("it goes on in machine code: the last digits may differ")
    assert [each for each in said[:begins] if isinstance(each, float)] == [0.0]


def is_what_it_says(found, spec, bot, risk):
    """Whether the strategy does what is claimed, by itself."""
    game, (model,) = seat_bots([bot], spec)
    form = compile_game(game)
    own = to_arrays(form, found.strategy.infosets)
    assert found.wins == pytest.approx(sum(values_by_seat(form, own, model.profile)) / 2)
    assert evaluate(found.strategy).exploitability == pytest.approx(found.exploitability)
    assert found.exploitability <= risk + 1e-12
    assert found.equilibrium_wins - 1e-6 <= found.wins <= found.best_response_wins + 1e-9
    assert 0 <= found.p <= 1
    assert found.hands is None


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["call", "random"])
def test_what_a_file_rounds_is_within_the_risk_too(bot, tmp_path):
    """And what is told is told of the rounded answer."""
    path = tmp_path / "answer.spot"
    for risk in (3.76e-5, 1e-4, 4.7e-4, 1e-3, 3e-3, 0.01, 0.02, 0.033, 0.05, 0.07):
        found = exploit(bot, risk=risk, game="kuhn", path=path)
        save(found.strategy, path)
        rounded = replace(found, strategy=load(path))
        is_what_it_says(rounded, "kuhn", bot, risk - 1e-12)
        whole = exploit(bot, risk=risk, game="kuhn")
        part = 1e-3 + 0.2 * (whole.wins - whole.equilibrium_wins)
        assert found.wins == pytest.approx(whole.wins, abs=part)


@pytest.mark.slow
def test_a_risk_below_what_rounding_loses_is_refused():
    with pytest.raises(InputError, match="risk must be at least"):
        exploit("call", risk=1e-6, game="leduc", path="answer.spot")


@pytest.mark.slow
def test_a_game_that_is_too_large_is_searched():
    told = []
    found = exploit("honest", risk=0.1, game="kuhn:cards=250", backend="numpy", tell=told.append)
    assert told == ["kuhn:cards=250 is answered by self-play, not exactly"]
    assert found.wins < found.wins_at_most < found.wins + 0.01
    is_what_it_says(found, "kuhn:cards=250", "honest", 0.1)


def test_the_models_share_is_the_price_of_risk():
    found, more = (exploit("random", risk=risk, game="kuhn:cards=5") for risk in (0.1, 0.101))
    price, later = (1 / each.p - 1 for each in (found, more))
    slope = (more.wins - found.wins) / 0.001
    assert later - 1e-6 <= slope <= price + 1e-6


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


@pytest.mark.parametrize("spec", ["kuhn", "leduc:ranks=2"])
def test_a_risk_below_what_the_game_is_solved_to_is_refused_with_that_number(spec):
    with pytest.raises(
        InputError, match=r"risk must be at least .* equilibrium as solved"
    ) as refused:
        exploit("call", risk=1e-15, game=spec)
    least = float(str(refused.value).split("at least ")[1].split(",")[0])
    assert exploit("call", risk=least, game=spec).exploitability <= 1e-13


def test_it_can_be_stopped():
    tried = []
    found = exploit(
        "call", risk=0.05, game="leduc:ranks=2", watch=tried.append, stopped=lambda: len(tried) > 3
    )
    assert len(tried) == 4
    assert found.exploitability <= 0.05 + 1e-12


@pytest.mark.parametrize("after", [1, 3, 6])
def test_stopped_early_it_wins_more_than_an_equilibrium(after):
    tried = []
    found = exploit(
        "call",
        risk=0.05,
        game="leduc:ranks=2",
        watch=tried.append,
        stopped=lambda: len(tried) > after,
    )
    assert found.exploitability <= 0.05 + 1e-12
    assert found.wins > found.equilibrium_wins


def test_stopped_too_early_there_is_no_answer():
    with pytest.raises(InputError, match="stopped before there was an answer"):
        exploit("call", risk=0.05, game="leduc:ranks=2", stopped=lambda: True)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("backend", ["auto", pytest.param("compiled", marks=NEEDS_NUMBA)])
def test_who_decides_alone_is_answered_by_the_best_there_is(seat, backend):
    """Of 1, 2 and -1 for player 1 the model takes each as often: 2/3. Any risk leaves that."""
    ways = [(("a", name),) for name in "xyz"]
    ends = [
        (won, 1.0, *((), way)[:: 2 * seat - 1])
        for won, way in zip((1.0, 2.0, -1.0), ways, strict=True)
    ]
    form = sequence_form(ends, "one")
    found = exploit(Strategy.of(form, lambda key, actions: [1 / 3] * 3), risk=0.1, backend=backend)
    best = (2 - 2 / 3, 1 + 2 / 3)[seat] / 2
    for wins in (found.wins, found.wins_at_most, found.equilibrium_wins, found.best_response_wins):
        assert wins == pytest.approx(best, abs=1e-12)
    assert (found.exploitability, found.p) == (0, 1)
