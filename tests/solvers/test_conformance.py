"""What every algorithm in the catalogue owes on every game in the catalogue."""

import re
from contextlib import nullcontext
from dataclasses import fields, is_dataclass

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate, evaluate_profile
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, payoff_matrix, uniform
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from pokerbot.strategy.storage import dump
from tests.reference.recursion import information_sets
from tests.reference.rules import by_the_book
from tests.solvers.cases import GAMES, NORMAL_FORM_GAMES, pairs, train

WORK = {"fp": 1000, "ipm": 20, "lp": 1, "mmd": 1000, "domd": 1000}
"""Iterations after which NashConv is at most a quarter of uniform play's; 100 for the others."""

SAMPLED_WORK = {
    "cs-mccfr": (90, 180, 10),
    "es-mccfr": (90, 180, 10),
    "os-mccfr": (80, 500, 4),
    "vr-mccfr": (80, 250, 4),
    "escher": (80, 300, 10),
}
"""The same for what is sampled, in batches of 100 deals: on games of one round, and of two, and
which part of uniform play's NashConv is left. A tenth is less than where reaches are weighed twice.
"""

LARGER = ("leduc",)
"""What is left out where leduc:raises=1, the same rules with fewer bets, shows as much."""


def assert_sound(training):
    """A strategy at every information set, over exactly the legal actions, summing to 1."""
    solution = training.solution()
    strategy = solution.strategy
    expected = information_sets(by_the_book(training.game))
    assert {key: tuple(chances) for key, chances in strategy.infosets.items()} == {
        key: actions for key, (_, actions) in expected.items()
    }
    for key, chances in strategy.infosets.items():
        assert all(type(chance) is float and chance >= 0 for chance in chances.values()), key
        assert abs(sum(chances.values()) - 1) <= 1e-12, key
    return solution


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("algorithm", "spec", "backend"), pairs(without=LARGER))
def test_strategies_are_sound_from_the_first_iteration_on(algorithm, spec, backend):
    for iterations in (1, 2, 30):
        assert_sound(train(spec, algorithm, iterations, backend))
    if "iterate" not in ALGORITHMS[algorithm].refuses:
        assert_sound(train(spec, algorithm, 30, backend, options=Options(iterate="last")))


def nash_conv_of_uniform(training):
    first, second = map(uniform, bind(training.form))
    return evaluate_profile(training.form, (first, second)).nash_conv


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("algorithm", "spec", "backend"), pairs(sampled=False))
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
def test_a_stated_work_leaves_a_quarter_of_uniform_plays_nash_conv(
    algorithm, spec, backend, updates
):
    options = Options(updates=updates)
    if "updates" in ALGORITHMS[algorithm].refuses:
        if updates == "simultaneous":
            return
        options = Options()
    if algorithm == "mmd" and updates == "simultaneous":
        options = Options(updates=updates, set={"step": 0.2})
    training = train(spec, algorithm, WORK.get(algorithm, 100), backend, options=options)
    found = evaluate(training.solution().strategy).nash_conv
    assert -1e-9 <= found <= nash_conv_of_uniform(training) / 4


@pytest.mark.slow
@pytest.mark.thinned(6)
@pytest.mark.parametrize(("algorithm", "spec", "backend"), pairs(sampled=True))
def test_every_seed_leaves_a_stated_part_of_uniform_plays_nash_conv(algorithm, spec, backend):
    """Two seeds on one game of two rounds, which take the longest, and one on the others."""
    rounds = len(parse_game(spec).rules.rounds)
    *work, part = SAMPLED_WORK.get(algorithm, (100, 100, 4))
    iterations = work[rounds - 1]
    found = []
    for seed in range(4 - rounds):
        whole = rounds == 1 or spec == "leduc:raises=1" or seed == 0
        training = train(spec, algorithm, iterations if whole else 5, backend, seed=seed)
        solution = assert_sound(training)
        if whole:
            found.append(solution.nash_conv)
    assert min(found) > 0
    assert max(found) <= nash_conv_of_uniform(training) / part


@pytest.mark.thinned(2)
@pytest.mark.parametrize(("algorithm", "spec", "backend"), pairs(sampled=True, without=LARGER))
def test_another_seed_gives_other_probabilities(algorithm, spec, backend):
    first, second = (
        train(spec, algorithm, 7, backend, seed=seed).solution().strategy.infosets
        for seed in (5, 6)
    )
    assert first != second


def arrays_of(part):
    """Every array in a nest of dataclasses and tuples."""
    if isinstance(part, np.ndarray):
        yield part
    elif isinstance(part, tuple):
        yield from (array for item in part for array in arrays_of(item))
    elif is_dataclass(part):
        yield from (array for f in fields(part) for array in arrays_of(getattr(part, f.name)))


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("algorithm", "spec", "backend"), pairs(without=LARGER))
def test_a_seed_gives_the_same_bytes_and_nothing_else_is_changed(algorithm, spec, backend):
    """Whoever draws besides or looks on, and of no array of the game or handed-out strategy."""
    np.random.seed(1)
    watched = Training(parse_game(spec), algorithm, seed=3, backend=backend)
    watched.run(iterations=2)
    arrays = [
        *arrays_of(watched.form),
        *watched.solver.profile("last"),
        *watched.solver.profile(),
        *watched.solver.plans(),
    ]
    before = [array.copy() for array in arrays]
    for iterations in range(3, 7):
        watched.run(iterations=iterations)
        watched.measure()
        watched.solution()
    for array, old in zip(arrays, before, strict=True):
        assert (array == old).all()
    np.random.seed(2)
    alone = train(spec, algorithm, watched.solver.iterations, backend, seed=3)
    assert list(dump(watched.solution().strategy)) == list(dump(alone.solution().strategy))


@pytest.mark.parametrize("spec", sorted(set(GAMES) - NORMAL_FORM_GAMES))
def test_fp_refuses_what_it_cannot_write_out(spec):
    with pytest.raises(InputError, match=r"pure strategies of player 1"):
        Training(parse_game(spec), "fp")


@pytest.mark.parametrize(
    ("algorithm", "spec", "refused"),
    [
        pytest.param("fp", "kuhn:cards=7", None, marks=pytest.mark.slow),
        ("fp", "kuhn:cards=8", " 65,536 pure strategies of player 1;"),
        ("fp", "leduc", " about 10^52 pure strategies of player 1;"),
        ("lp", "kuhn:cards=400", None),
        ("lp", "kuhn:cards=1000", "not 5,000,000"),
        pytest.param("ipm", "kuhn:cards=200", None, marks=pytest.mark.slow),
        ("ipm", "kuhn:cards=201", "up to 1,000 sequences, not 1,005"),
    ],
)
def test_what_is_too_large_is_told_before_it_is_built_and_refused(algorithm, spec, refused):
    """For fp: 16 information sets of 2 actions; 96 of 2 and 48 of 3, which makes 6.3e51.

    For lp with 1,000 cards there are few sequences, and 5 million ends: it took over 100 s.
    """
    if algorithm == "lp":
        pytest.importorskip("scipy", reason="lp needs SciPy")
    game = parse_game(spec)
    assert ALGORITHMS[algorithm].takes(game) == (refused is None)
    with pytest.raises(InputError, match=re.escape(refused)) if refused else nullcontext():
        Training(game, algorithm)


@pytest.mark.parametrize(
    "spec", ["kuhn:cards=6", "leduc", "von-neumann-raise:hands=5", "goofspiel"]
)
def test_the_numbers_in_a_matrix_are_counted_before_it_is_made(spec):
    game = parse_game(spec)
    there = np.count_nonzero(payoff_matrix(bind(compile_game(game)), 0))
    assert there <= game.most_ends <= 1.3 * there


ONE = Round(Limit((1,)))


@pytest.mark.parametrize(
    ("algorithm", "rules"),
    [
        ("fp", Rules(Deck(4, 2, told_apart=True), 1, (ONE,), public=(0,))),
        ("ipm", Rules(Deck(9, 1, told_apart=True), 1, (ONE, Round(Limit((1,)), board=1)))),
    ],
)
def test_what_does_not_take_a_game_is_not_said_to(algorithm, rules):
    """Hands that public cards rule out have 2 of 16 choices of fp's, and 108 of 1,017 cells."""
    game = Game("g", (), rules)
    with pytest.raises(InputError, match="takes games of up to"):
        Training(game, algorithm)
    assert not ALGORITHMS[algorithm].takes(game)
