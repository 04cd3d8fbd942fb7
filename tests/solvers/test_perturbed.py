"""Perturbed games: every action at least epsilon, against a linear program of the test's own."""

from pathlib import Path

import pytest

import pokerbot
from pokerbot.games.catalogue import parse_game
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from tests.reference.rules import by_the_book
from tests.reference.solving import nash_conv
from tests.solvers.cases import train

WORK = {"gxfp": (3000, 0.02), "xfp": (3000, 0.02)}
SAMPLED = (400, 0.1)


@pytest.mark.thinned(6)
@pytest.mark.parametrize(
    "algorithm", [name for name, each in ALGORITHMS.items() if "epsilon" not in each.refuses]
)
@pytest.mark.parametrize(("spec", "epsilon"), [("kuhn", 0.1), ("kuhn:cards=4", 0.03)])
def test_every_algorithm_converges_to_the_perturbed_value(algorithm, spec, epsilon):
    pytest.importorskip("scipy")
    from tests.reference.program import game_value

    book = by_the_book(parse_game(spec))
    sampled = ALGORITHMS[algorithm].default("batch") is not None
    iterations, bound = SAMPLED if sampled else WORK.get(algorithm, (500, 0.01))
    solution = train(spec, algorithm, iterations, options=Options(epsilon=epsilon)).solution()
    infosets = solution.strategy.infosets
    assert min(min(chances.values()) for chances in infosets.values()) >= epsilon - 1e-12
    assert nash_conv(book, infosets, epsilon) == pytest.approx(solution.nash_conv, abs=1e-9)
    assert -1e-9 <= solution.nash_conv <= bound
    value = game_value(book, epsilon)
    low, high = solution.value_bounds
    assert low - 1e-9 <= value <= high + 1e-9
    assert solution.value == pytest.approx(value, abs=bound)
    assert abs(game_value(book) - value) > 1e-4


def test_the_linear_program_of_leduc():
    pytest.importorskip("scipy")
    from tests.reference.program import game_value

    solution = train("leduc", "lp", 1, options=Options(epsilon=0.05)).solution()
    assert solution.value == pytest.approx(game_value(by_the_book(parse_game("leduc")), 0.05))
    assert solution.nash_conv == pytest.approx(0, abs=1e-8)


def test_the_last_iterate_respects_the_floor_too():
    options = Options(epsilon=0.1, iterate="last")
    infosets = train("kuhn", "cfr+", 50, options=options).solution().strategy.infosets
    assert min(min(chances.values()) for chances in infosets.values()) >= 0.1 - 1e-12


def test_with_nothing_left_to_choose_play_is_uniform():
    infosets = train("kuhn", "cfr", 5, options=Options(epsilon=0.5)).solution().strategy.infosets
    assert all(chances[a] == pytest.approx(0.5) for chances in infosets.values() for a in chances)


def test_the_page_tells_what_the_usual_algorithm_comes_to():
    """In the game with trembles, and against an opponent who need not tremble."""
    page = Path(__file__).parents[2] / ".github" / "docs" / "solving.md"
    solution = pokerbot.solve("kuhn", epsilon=0.1)
    free = pokerbot.evaluate(solution).exploitability
    told = f"is solved to the last digit, and loses {free:.3f} to an opponent who need not tremble"
    assert abs(solution.exploitability) < 1e-12
    assert told in " ".join(page.read_text("utf-8").split())
