"""Every number of the documents about Kuhn and limit Leduc, and about convergence."""

import pytest

from pokerbot.runs.backend import best
from pokerbot.solvers.options import Options
from tests.solvers.cases import NEEDS_NUMBA, train

TABLE_10_000 = {
    "J:": (0.79, 0.21),
    "J:kb": (1.00, 0.00),
    "K:": (0.39, 0.61),
    "K:kb": (0.00, 1.00),
    "Q:": (1.00, 0.00),
    "Q:kb": (0.45, 0.55),
    "J:b": (1.00, 0.00),
    "J:k": (0.67, 0.33),
    "K:b": (0.00, 1.00),
    "K:k": (0.00, 1.00),
    "Q:b": (0.66, 0.34),
    "Q:k": (1.00, 0.00),
}
TABLE_100_000 = TABLE_10_000 | {
    "K:": (0.38, 0.62),
    "Q:kb": (0.46, 0.54),
    "J:k": (0.66, 0.34),
    "Q:b": (0.67, 0.33),
}


def purified(chances):
    """Probabilities below 0.001 taken for mistakes, as document 000 does."""
    kept = [chance if chance >= 0.001 else 0 for chance in chances.values()]
    return tuple(round(chance / sum(kept), 2) for chance in kept)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("iterations", "mean", "table", "backend"),
    [
        (10_000, -0.05666979368427769, TABLE_10_000, "numpy"),
        pytest.param(
            *(100_000, -0.055439677199254814, TABLE_100_000, "compiled"), marks=NEEDS_NUMBA
        ),
    ],
)
def test_document_000(iterations, mean, table, backend):
    simultaneous = Options(updates="simultaneous")
    found = train("kuhn", "cfr", iterations, backend, options=simultaneous).solution()
    assert found.mean_iteration_value == pytest.approx(mean, rel=0, abs=1e-12)
    assert {key: purified(c) for key, c in found.strategy.infosets.items()} == table
    assert found.nodes_touched == iterations * 24


@pytest.mark.parametrize(
    ("iterations", "exploitability"),
    [(1, 2.37361), (101, 0.0939493), (201, 0.0533379), (401, 0.0261679)],
)
def test_vanilla_cfr_on_leduc(iterations, exploitability):
    found = train("leduc", "cfr", iterations).solution()
    assert found.exploitability == pytest.approx(exploitability, rel=1e-5)
    assert found.nodes_touched == iterations * 2 * 3780


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "kuhn", "leduc"),
    [
        ("cfr", 9.4e-4, 1.2e-2),
        ("cfr+", 8.7e-5, 2.7e-4),
        ("dcfr", 1.5e-4, 1.8e-4),
        ("dcfr+", 1.2e-4, 1.7e-4),
        ("pcfr+", 2.4e-8, 7.1e-4),
        ("sapcfr+", 1.1e-8, 1.9e-4),
    ],
)
def test_exploitability_after_1000_iterations(algorithm, kuhn, leduc):
    """Alternating updates from uniform play: a result worse than twice the figure is a fault."""
    for spec, figure in (("kuhn", kuhn), ("leduc", leduc)):
        found = train(spec, algorithm, 1000).solution().exploitability
        assert -1e-12 < found <= 2 * figure, spec


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "bound"), [("kuhn", 0.002), ("leduc", 0.04)])
def test_gxfp_after_10_000_iterations(spec, bound):
    assert 0 < train(spec, "gxfp", 10_000, best()).solution().nash_conv <= bound


@pytest.mark.parametrize(
    ("spec", "value"),
    [
        ("kuhn", -1 / 18),
        ("kuhn:cards=4", -1 / 24),
        ("kuhn:cards=5", -1 / 15),
        ("kuhn:cards=6", -11 / 180),
        ("leduc", -0.085606424078),
    ],
)
def test_the_value_of_the_game_by_the_linear_program(spec, value):
    pytest.importorskip("scipy")
    found = train(spec, "lp", 1).solution()
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.nash_conv == pytest.approx(0, abs=1e-8)
    assert found.mean_iteration_value == pytest.approx(value, abs=1e-9)
    assert found.iterations == 1
    assert found.nodes_touched == {"kuhn": 24, "leduc": 3780}.get(spec, found.nodes_touched)


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "dcfr", "pcfr+", "gxfp"])
@pytest.mark.parametrize(("spec", "value"), [("kuhn", -1 / 18), ("leduc", -0.085606424078)])
def test_the_bounds_bracket_the_value(algorithm, spec, value):
    for iterations in (1, 10, 100):
        low, high = train(spec, algorithm, iterations).solution().value_bounds
        assert low - 1e-9 <= value <= high + 1e-9


@pytest.mark.slow
def test_cfr_plus_finds_a_kuhn_equilibrium():
    """Player 1 bets J with some alpha, K three times as often, never Q, calls with Q at + 1/3."""
    found = train("kuhn", "pcfr+", 3000).solution().strategy.infosets
    alpha = found["J:"]["bet"]
    assert 0 <= alpha <= 1 / 3 + 1e-4
    assert found["K:"]["bet"] == pytest.approx(3 * alpha, abs=1e-3)
    assert found["Q:"]["bet"] == pytest.approx(0, abs=1e-3)
    assert found["Q:kb"]["call"] == pytest.approx(alpha + 1 / 3, abs=1e-3)
    assert found["Q:b"]["call"] == pytest.approx(1 / 3, abs=1e-3)
    assert found["J:k"]["bet"] == pytest.approx(1 / 3, abs=1e-3)
