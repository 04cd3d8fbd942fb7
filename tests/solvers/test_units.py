"""Solvers in any unit of chips: the exact ones the same value, held to fractions."""

from fractions import Fraction

import numpy as np
import pytest

import pokerbot
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.solvers.catalogue import ALGORITHMS
from tests.sequence.test_ends import kuhn

PROGRAMS = ["ipm", "lp"]
UNITS = [1e-10, 1e-7, 0.003, 1.0, 7e5, 1e10, 1e12, 1e14]


@pytest.fixture(autouse=True)
def _scipy(algorithm):
    if algorithm == "lp":
        pytest.importorskip("scipy", reason="lp needs SciPy")


def matrix(payoffs):
    """Row against column, end by end."""
    for (i, j), payoff in np.ndenumerate(payoffs):
        yield float(payoff), 1.0, (("row", f"{i}"),), (("column", f"{j}"),)


def bounds(payoffs, infosets):
    """Between which fractions the value of a matrix lies, as these strategies prove."""
    exact = [[Fraction(float(payoff)) for payoff in row] for row in payoffs]
    row, column = (
        [Fraction(chance) / sum(map(Fraction, chances)) for chance in chances]
        for chances in (list(infosets[key].values()) for key in ("row", "column"))
    )
    low = min(
        sum(p * x for p, x in zip(row, each, strict=True)) for each in zip(*exact, strict=True)
    )
    high = max(sum(p * x for p, x in zip(column, each, strict=True)) for each in exact)
    return low, high


@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_kuhn_is_worth_an_eighteenth_in_any_unit(algorithm):
    for unit in UNITS:
        ends = ((won * unit, *rest) for won, *rest in kuhn())
        solution = pokerbot.solve(pokerbot.sequence_form(ends), algorithm)
        assert solution.value == pytest.approx(-unit / 18, rel=1e-10, abs=0)
        assert abs(solution.nash_conv) <= 1e-10 * unit


@pytest.mark.parametrize("size", [2, 3, 6])
@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_a_matrix_is_solved_to_what_fractions_prove(algorithm, size):
    rng = np.random.default_rng(size)
    for payoffs in (rng.normal(size=(size, size)), rng.integers(-9, 10, size=(size, size)) + 0.5):
        for unit in UNITS:
            scaled = payoffs * unit
            solution = pokerbot.solve(pokerbot.sequence_form(matrix(scaled)), algorithm)
            low, high = bounds(scaled, solution.strategy.infosets)
            assert high - low <= 1e-10 * unit
            assert low - 1e-10 * unit <= solution.value <= high + 1e-10 * unit


@pytest.mark.parametrize("algorithm", PROGRAMS)
def test_rare_chances_do_not_make_it_coarse(algorithm):
    """Pennies in one of a thousand million deals, where 2 can be won, worth 1/5 there."""
    rare, ends = 1e-9, [(0.0, 1 - 1e-9, (), ())]
    for i, row in enumerate([[2, -1], [-1, 1]]):
        ends += [(won, rare, (("a", f"{i}"),), (("b", f"{j}"),)) for j, won in enumerate(row)]
    solution = pokerbot.solve(pokerbot.sequence_form(ends), algorithm)
    assert solution.value == pytest.approx(rare / 5, rel=1e-10, abs=0)


@pytest.mark.parametrize("algorithm", PROGRAMS)
@pytest.mark.parametrize("spec", ["kuhn:ante=0.001,bet=1000000", "kuhn:ante=1000000,bet=0.001"])
def test_small_chips_are_not_lost_beside_large_ones(algorithm, spec):
    """The solution is still one to 1e-9 chips."""
    assert abs(pokerbot.solve(spec, algorithm).nash_conv) <= 1e-9


ABSOLUTE = {"rtcfr+": ("mu", 1), "sprm+": ("step", -1), "exrm+": ("step", -1)}
"""Algorithms with a setting in a power of chips."""


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS.keys() - PROGRAMS))
def test_self_play_is_the_same_in_any_unit_or_its_summary_tells_which_setting_is_not(algorithm):
    def loss(unit, **settings):
        spec = f"kuhn:ante={unit!r},bet={unit!r}"
        return pokerbot.solve(spec, algorithm, iterations=50, **settings).nash_conv / unit

    base = pytest.approx(loss(1.0), rel=1e-6, abs=1e-9)
    summary = ALGORITHMS[algorithm].summary
    for unit in (1 / 512, 1024.0):
        if algorithm in ABSOLUTE:
            name, power = ABSOLUTE[algorithm]
            scaled = ALGORITHMS[algorithm].settings[name] * unit**power
            assert loss(unit) != base
            assert loss(unit, **{name: scaled}) == base
            assert f"; {name} in {'chips' if power > 0 else '1/chips'}" in summary
        else:
            assert loss(unit) == base
            assert "chips" not in summary


@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [
        *((each, {}) for each in sorted(ALGORITHMS.keys() - PROGRAMS - {"fp"})),
        ("mmd", {"temperature": 0.1}),
    ],
)
def test_self_play_is_the_same_in_any_unit_of_weights(algorithm, settings, monkeypatch):
    """Where every hand weighs the same, it is the game in which all weigh 1."""
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1)
    deck, rounds = Deck(3, 2, told_apart=True), (Round(Limit((1,))),)
    hands = Rules(deck, 1, rounds, private=2).hands[0]

    def loss(weight):
        held = tuple((hands.name(hand), weight) for hand in range(len(hands)))
        rules = Rules(deck, 1, rounds, private=2, ranges=(held, held))
        game = Game(f"weighed {weight}", (), rules)
        found = pokerbot.solve(game, algorithm, iterations=20, backend="numpy", **settings)
        return found.nash_conv

    base = pytest.approx(loss(1), rel=1e-6, abs=1e-9)
    assert [loss(1 / 512), loss(1024)] == [base, base]


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["dcfr", "mmd", "sapcfr+"])
def test_self_play_takes_the_smallest_and_the_largest_payoffs(algorithm):
    """Player 1 takes the rows with 2/5 and 3/5: worth 1/5."""
    for unit in (1e-199, 1e199):
        form = pokerbot.from_matrix(np.array([[2, -1], [-1, 1]]) * unit)
        solution = pokerbot.solve(form, algorithm, iterations=2000, backend="numpy")
        assert solution.value / unit == pytest.approx(0.2, abs=0.01)
        assert solution.nash_conv / unit < 0.05
