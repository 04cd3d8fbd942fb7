"""Number for number with the slow recursion, for the first iterations.

The reference applies a rule, a floor or a discount once for each information set and iteration,
averages what was played before the update, and weighs by the own reach alone: an implementation
that does otherwise differs within these iterations.
"""

import re
from importlib.util import find_spec
from itertools import islice

import numpy as np
import pytest

from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from pokerbot.strategy.arrays import NamedProfile
from tests.reference import solving
from tests.reference.rules import by_the_book
from tests.solvers import cases
from tests.solvers.cases import options_of

SIDES = {"oop": "ip", "ip": "oop"}
TURN = re.sub(r"\b(oop|ip)\.", lambda found: f"{SIDES[found[1]]}.", cases.SPOTS["turn"])
SPOTS = cases.SPOTS | {"turn": TURN}
"""Four hands against three in the turn, too: three against four would be compiled for it alone."""
EXACT_REGRET = [
    name
    for name, a in ALGORITHMS.items()
    if a.default("averaging") is not None and a.default("batch") is None
]
ITERATIONS = {
    "kuhn": 8, "kuhn:cards=5,bet=2": 8, "leduc:raises=1": 4, "leduc": 3, "river": 4, "turn": 2,
    "raked river": 4,
}  # fmt: skip


def assert_same(infosets, expected):
    """But for rounding, which grows where regrets cancel or a set is hardly reached."""
    assert infosets.keys() == expected.keys()
    for key, chances in infosets.items():
        assert chances == pytest.approx(expected[key], abs=1e-7), key


def follow(spec, algorithm, options, reference, iterations):
    """Step the solver, by both backends, beside the reference, which starts where it does."""
    training = Training(parse_game(SPOTS.get(spec, spec)), algorithm, seed=9, options=options)
    solvers, form = [training.solver], training.form
    if find_spec("numba"):
        from pokerbot.solvers.compiled import compile_solver

        other = Training(form, algorithm, seed=9, options=options)
        solvers.append(compile_solver(other.solver))
    start = NamedProfile(form, solvers[0].profile("last"))
    for current, average, visits, values in islice(reference(start), iterations):
        for solver in solvers:
            solver.step()
            assert_same(NamedProfile(form, solver.profile("last")), current)
            assert_same(NamedProfile(form, solver.profile()), average)
            assert solver.nodes_touched == visits
            assert solver.value_sum == pytest.approx(sum(values), abs=1e-9)


@pytest.mark.thinned(8)
@pytest.mark.parametrize("algorithm", EXACT_REGRET)
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize(
    ("spec", "init"),
    [
        ("kuhn", "uniform"),
        ("kuhn:cards=5,bet=2", "random"),
        ("leduc:raises=1", "random"),
        ("river", "random"),
    ],
)
def test_cfr_family(algorithm, updates, spec, init):
    def reference(start):
        return solving.cfr(
            by_the_book(parse_game(SPOTS.get(spec, spec))),
            algorithm,
            start,
            alternating=updates == "alternating",
        )

    options = options_of(algorithm, updates=updates, init=init)
    follow(spec, algorithm, options, reference, ITERATIONS[spec])


@pytest.mark.slow
@pytest.mark.thinned(6)
@pytest.mark.parametrize("algorithm", EXACT_REGRET)
@pytest.mark.parametrize("spec", ["leduc", "turn"])
def test_cfr_family_on_two_streets(algorithm, spec):
    book = by_the_book(parse_game(SPOTS.get(spec, spec)))
    follow(
        spec,
        algorithm,
        options_of(algorithm, init="random"),
        lambda start: solving.cfr(book, algorithm, start, alternating=True),
        ITERATIONS[spec],
    )


@pytest.mark.thinned(3)
@pytest.mark.parametrize("algorithm", ["gxfp", "xfp"])
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize(
    "spec", ["kuhn", "kuhn:cards=5,bet=2", "leduc:raises=1", "river", "raked river"]
)
def test_fictitious_play(algorithm, updates, spec):
    book, play = by_the_book(parse_game(SPOTS.get(spec, spec))), getattr(solving, algorithm)
    follow(
        spec,
        algorithm,
        Options(updates=updates, init="random"),
        lambda start: play(book, start, alternating=updates == "alternating"),
        ITERATIONS[spec],
    )


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize(("algorithm", "iterations"), [("gxfp", 4), ("xfp", 2)])
@pytest.mark.parametrize("spec", ["leduc", "turn"])
def test_fictitious_play_on_two_streets(algorithm, iterations, spec):
    book, play = by_the_book(parse_game(SPOTS.get(spec, spec))), getattr(solving, algorithm)
    follow(
        spec,
        algorithm,
        Options(init="random"),
        lambda start: play(book, start, alternating=True),
        iterations,
    )


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
def test_fictitious_play_in_the_normal_form(updates):
    book = by_the_book(parse_game("kuhn"))
    follow(
        "kuhn",
        "fp",
        Options(updates=updates, init="random"),
        lambda start: solving.fp(book, start, alternating=updates == "alternating"),
        6,
    )


@pytest.mark.thinned(2)
@pytest.mark.parametrize("algorithm", EXACT_REGRET)
@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1"])
def test_cfr_family_in_the_perturbed_game(algorithm, spec):
    """The strategies that regret compares are those that keep every action at epsilon.

    The start is drawn at random and, as every strategy that is played, squeezed above epsilon.
    """
    epsilon = 0.07
    book = by_the_book(parse_game(SPOTS.get(spec, spec)))
    options = options_of(algorithm, init="random", epsilon=epsilon)
    follow(
        spec,
        algorithm,
        options,
        lambda start: solving.cfr(
            book, algorithm, unsqueezed(start, epsilon), alternating=True, epsilon=epsilon
        ),
        4,
    )


@pytest.mark.parametrize("algorithm", ["gxfp", "xfp"])
@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1"])
def test_fictitious_play_in_the_perturbed_game(algorithm, spec):
    epsilon = 0.07
    book, play = by_the_book(parse_game(SPOTS.get(spec, spec))), getattr(solving, algorithm)
    follow(
        spec,
        algorithm,
        Options(init="random", epsilon=epsilon),
        lambda start: play(book, unsqueezed(start, epsilon), alternating=True, epsilon=epsilon),
        4,
    )


def unsqueezed(sigma, epsilon):
    return {
        key: {a: (p - epsilon) / (1 - len(chances) * epsilon) for a, p in chances.items()}
        for key, chances in sigma.items()
    }


def test_every_regret_algorithm_has_a_reference():
    assert set(EXACT_REGRET) == set(solving.RULES)


def test_document_002s_worked_iteration():
    """The first iteration for Q against K: regrets by hand, times the chance of the deal."""
    from pokerbot.sequence.operators import bind
    from pokerbot.strategy.arrays import to_arrays

    training = Training(parse_game("kuhn"), "cfr")
    form = training.form
    sigma = training.solver.profile("last")
    only_king, only_queen = (np.zeros(3) for _ in range(2))
    only_king[2] = only_queen[1] = 1
    first, second = bind(form)
    plans = first.realization_plan(sigma[0]), second.realization_plan(sigma[1])
    q1, v1 = first.backup(sigma[0], first.gradient(plans[1] * only_king) * 6)
    q2, v2 = second.backup(sigma[1], second.gradient(plans[0] * only_queen) * 6)
    r1 = q1 - v1.take(form.trees[0].decision, axis=0)
    r2 = q2 - v2.take(form.trees[1].decision, axis=0)
    table = NamedProfile(form, (r1, r2))
    assert table["Q:"] == pytest.approx({"check": -0.375, "bet": 0.375})
    assert table["Q:kb"] == pytest.approx({"fold": 0.25, "call": -0.25})
    assert table["K:k"] == pytest.approx({"check": -0.125, "bet": 0.125})
    assert table["K:b"] == pytest.approx({"fold": -0.75, "call": 0.75})
    assert to_arrays(form, NamedProfile(form, sigma))[0].tolist() == sigma[0].tolist()
