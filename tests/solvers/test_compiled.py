"""Machine code is held to NumPy: by its results, and by what it promises of bytes."""

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.parameters import Parameter
from pokerbot.games.rules import Deck, Menu, Round, Rules
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.ends import sequence_form
from pokerbot.sequence.operators import bind
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS, cfr
from pokerbot.solvers.minimizer import Averaging, Minimization, decaying
from pokerbot.solvers.options import Options
from pokerbot.solvers.regret import RegretRule, vanilla
from pokerbot.solvers.selfplay import ExactGradients, FixedOpponent
from pokerbot.strategy.storage import dump
from tests.reference.eight import declared
from tests.solvers.cases import GAMES, WITHOUT_LOOP
from tests.trials.processors import PLAINER, digests

numba = pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

from pokerbot.sequence.operators.compiled.kinds import COLUMNS  # noqa: E402
from pokerbot.solvers.compiled import compile_solver  # noqa: E402
from pokerbot.solvers.compiled.selfplay import CompiledSelfPlay  # noqa: E402


@pytest.fixture(autouse=True)
def threads_end(monkeypatch):
    """Threads that stayed would be there when other tests fork."""
    made = []

    def pool(threads, process):
        made.append(ThreadPoolExecutor(threads))
        return made[-1]

    monkeypatch.setattr("pokerbot.sequence.operators.compiled.threads.pool", cache(pool))
    yield
    for each in made:
        each.shutdown()


FAMILY = [name for name, a in ALGORITHMS.items() if isinstance(getattr(a, "part", 0), Minimization)]
DRAWING = [name for name in FAMILY if ALGORITHMS[name].draws]
SAMPLED = [name for name in DRAWING if name not in WITHOUT_LOOP]
COMPILED = [name for name in FAMILY if name not in DRAWING]


def both(spec, algorithm, iterations=1, **options):
    """The same run by NumPy and by machine code, of a game or one by name."""
    runs, game = [], parse_game(spec) if isinstance(spec, str) else spec
    for backend in ("numpy", "compiled"):
        run = Training(game, algorithm, backend=backend, options=Options(**options))
        run.run(iterations=iterations)
        assert run.backend == backend
        runs.append(run)
    return runs


def apart(ours, theirs):
    """The largest difference between what two solvers remember."""
    found = theirs.solver.state()
    return max(abs(array - found[name]).max() for name, array in ours.solver.state().items())


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("spec", "algorithm"),
    [(spec, name) for spec in (*GAMES, "von-neumann-raise:hands=700") for name in COMPILED]
    + [("kuhn:cards=70", "dcfr")],
)
def test_an_iteration_is_numpys(spec, algorithm):
    """From strategies drawn at random, where nothing hangs on a tie.

    Three hands have machine code of their own, as `declared` has below; 70 and 700 meet by rank.
    """
    numpy, compiled = both(spec, algorithm, init="random")
    assert apart(numpy, compiled) <= 1e-12
    assert abs(numpy.solver.value_sum - compiled.solver.value_sum) <= 1e-12
    assert numpy.solver.nodes_touched == compiled.solver.nodes_touched


@pytest.mark.parametrize("algorithm", ["cfr+", "dcfr"])
def test_hands_that_do_not_fit_into_one_block_of_columns_are_numpys(algorithm, monkeypatch):
    hands = COLUMNS + 50
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", 1)  # or they are not parted
    numpy, compiled = both(f"von-neumann-raise:hands={hands}", algorithm, init="random")
    assert apart(numpy, compiled) <= 1e-12
    assert abs(numpy.solver.value_sum - compiled.solver.value_sum) <= 1e-12


def test_operators_on_hands_of_two_blocks_of_columns_are_numpys():
    form = compile_game(parse_game(f"von-neumann-raise:hands={COLUMNS + 50}"))
    near = partial(pytest.approx, abs=1e-12)
    for numpy, ours in zip(bind(form, "numpy"), bind(form, "compiled"), strict=True):
        weights, q = np.random.default_rng(2).random((2, *ours.shape))
        sigma = numpy.normalize(weights)
        assert ours.normalize(weights) == near(sigma)
        assert ours.realization_plan(sigma) == near(numpy.realization_plan(sigma))
        assert ours.backup(sigma, q)[1] == near(numpy.backup(sigma, q)[1])
        assert ours.best_response(q)[1] == near(numpy.best_response(q)[1])


def wide():
    """Every hand of two cards against a few of them, which are sorted by strength."""
    deck, few = Deck(4, 3, told_apart=True), ("AdAc", "KdQc", "JhJc", "AhKh", "QdJh")
    menu = Menu(("50%", "a"), ("a",))
    rounds = Round(menu), Round(menu, board=1)
    ranges = None, tuple((hand, 0.5 + place / 9) for place, hand in enumerate(few))
    return Game("wide", (), Rules(deck, 1, rounds, stack=5, private=2, ranges=ranges))


@pytest.mark.thinned(3)
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("algorithm", COMPILED)
@pytest.mark.parametrize("game", [wide, pytest.param(declared, marks=pytest.mark.whole)])
def test_five_iterations_with_unequal_hands_are_numpys(game, algorithm, updates):
    """With a floor, which leaves no ties.

    Four hands against three have machine code of their own: the suite holds that to the book, in
    `test_eight`.
    """
    numpy, compiled = both(game(), algorithm, 5, init="random", updates=updates, epsilon=0.05)
    assert apart(numpy, compiled) <= 1e-11 * numpy.solver.state()["plan_sum1"].max()
    assert abs(numpy.solver.value_sum - compiled.solver.value_sum) <= 1e-11
    assert numpy.solver.nodes_touched == compiled.solver.nodes_touched


@pytest.mark.parametrize("algorithm", ["xfp", "gxfp"])
@pytest.mark.parametrize("game", [wide, pytest.param(declared, marks=pytest.mark.whole)])
def test_unequal_hands_on_compiled_operators_are_numpys(game, algorithm):
    assert apart(*both(game(), algorithm, 5, init="random", epsilon=0.05)) <= 1e-11


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_deals_of_cards_told_apart_are_drawn_by_numpy(algorithm):
    with pytest.raises(InputError, match="no machine code"):
        Training(declared(), algorithm, backend="compiled")
    run = Training(declared(), algorithm)
    run.run(iterations=3)
    assert run.backend == "numpy"


@pytest.mark.parametrize(
    "options",
    [
        {"updates": "simultaneous"},
        {"epsilon": 0.05},
        {"floor": {"call+check": 0.5}},
        {"floor": {"raise": 0.25}, "floor_seat": "second"},
        {"averaging": 2.5},
        {"set": {"alpha": 2.5, "beta": -1.0}},
    ],
    ids=str,
)
def test_two_iterations_with_options_are_numpys(options):
    assert apart(*both("leduc", "dcfr", 2, init="random", **options)) <= 1e-12


def test_after_a_start_iterations_count_on_as_numpys():
    start = solve("kuhn", "cfr+", iterations=20, backend="numpy")
    runs = [
        Training("kuhn", "dcfr+", start=start, backend=backend) for backend in ("numpy", "compiled")
    ]
    for run in runs:
        run.run(iterations=2)
    assert apart(*runs) <= 1e-9 * runs[0].solver.state()["plan_sum1"].max()


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    ("spec", "algorithm"),
    [("kuhn", name) for name in COMPILED]
    + [("leduc:suits=1", name) for name in COMPILED if name.startswith(("d", "p", "sap"))],
)
def test_after_a_thousand_iterations_it_is_as_far(spec, algorithm):
    """What hangs on a tie is another matter: there, one NumPy and another differ, too."""
    numpy, compiled = both(spec, algorithm, 1000, init="random")
    ours, theirs = (2 * run.measure().exploitability for run in (compiled, numpy))
    assert ours == pytest.approx(theirs, rel=0.01, abs=1e-9)


@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize("spec", ["kuhn", "leduc:raises=1", "von-neumann-raise:hands=3"])
def test_sampled_gradients_are_the_exact_ones_on_average(spec, algorithm):
    """Six standard errors, estimated from 40 batches, or less where a cell never varies."""
    from pokerbot.solvers.compiled.sampling import sampled_gradient

    options = Options(batch=500, init="random")
    run = Training(parse_game(spec), algorithm, options=options, backend="compiled")
    run.run(iterations=1)
    plans = run.solver.plans("last")
    for player, draws in enumerate(run.solver.draws):
        own, other = (run.solver.seats[seat].arrays for seat in (player, 1 - player))
        exact, found = (
            bind(run.form)[player].gradient(plans[1 - player]),
            np.zeros((40, *own.q.shape)),
        )
        for q in found:
            sampled_gradient(draws, own.sigma, other.sigma, other.plan, q)
        error = np.std(found, axis=0, ddof=1) / np.sqrt(len(found))
        assert (abs(np.mean(found, axis=0) - exact) <= 6 * error + 1e-12).all()
        assert (error > 0).sum() >= np.count_nonzero(exact) / 2


@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize(("spec", "iterations"), [("kuhn", 200), ("leduc:raises=1", 500)])
def test_sampling_leaves_a_quarter_of_uniform_plays_nash_conv(spec, iterations, algorithm):
    run = Training(parse_game(spec), algorithm, backend="compiled")
    uniform = run.measure().exploitability
    run.run(iterations=iterations)
    assert run.measure().exploitability <= uniform / 4


@pytest.mark.parametrize("algorithm", SAMPLED)
def test_as_many_nodes_are_counted_as_by_numpy(algorithm):
    numpy, compiled = both("leduc:raises=1", algorithm, batch=20_000)
    nodes = compiled.solver.nodes_touched / numpy.solver.nodes_touched
    assert nodes == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("algorithm", ["pdcfr+", "os-mccfr"])
def test_how_many_iterations_are_done_at_once_changes_no_byte(algorithm, tmp_path):
    whole, resumed = (Training(parse_game("leduc"), algorithm, backend="compiled") for _ in "ab")
    whole.run(iterations=60)
    for iterations in (1, 2, 30):
        resumed.run(iterations=iterations)
    resumed.save(tmp_path / "c")
    again = Training(parse_game("leduc"), algorithm)
    again.resume(tmp_path / "c")
    again.run(iterations=60)
    assert again.backend == "compiled"
    first, second = whole.solution(), again.solution()
    assert list(dump(first.strategy)) == list(dump(second.strategy))
    assert first.mean_iteration_value == second.mean_iteration_value


def test_what_was_handed_out_stays_as_it_was():
    run = Training(parse_game("kuhn"), "cfr+", backend="compiled")
    run.run(iterations=2)
    given = [*run.solver.profile("last"), *run.solver.profile(), *run.solver.plans("last")]
    before = [array.copy() for array in given]
    run.run(iterations=9)
    for array, old in zip(given, before, strict=True):
        assert (array == old).all()


@pytest.mark.parametrize("settings", [{}, {"batch": 5}], ids=["exact", "sampled"])
def test_a_copy_of_a_training_goes_on_as_the_original_and_leaves_it_alone(settings):
    name = "es-mccfr" if settings else "cfr+"

    def begun():
        training = Training(parse_game("kuhn"), name, backend="compiled", **settings)
        training.run(iterations=5)
        return training

    alone, original = begun(), begun()
    copied = deepcopy(original)
    for each in (alone, copied, original):
        each.run(iterations=20)
    texts = [list(dump(each.solution().strategy)) for each in (alone, copied, original)]
    assert texts[0] == texts[1] == texts[2]


def test_an_algorithm_from_another_process_is_in_machine_code_as_a_whole():
    """Its parts are equal to those here, not the same objects: only operators were compiled."""
    sent = unpack(pack(replace(ALGORITHMS["cfr+"], name="mine")), ours=False)
    training = Training(parse_game("kuhn"), sent, backend="compiled")
    training.run(iterations=1)
    assert isinstance(training.solver, CompiledSelfPlay)


def test_auto_goes_on_with_machine_code_after_the_same_iteration_each_time(monkeypatch, tmp_path):
    monkeypatch.setattr("pokerbot.runs.backend.SECONDS", 20 * 60e-6)
    whole, begun = (Training(parse_game("kuhn"), "dcfr") for _ in "ab")
    assert 1 < whole.numpy_until < 30
    begun.run(iterations=1)
    assert begun.backend == "numpy"
    begun.save(tmp_path / "c")
    monkeypatch.setattr("pokerbot.runs.backend.SECONDS", 1.0)
    resumed = Training(parse_game("kuhn"), "dcfr")
    resumed.resume(tmp_path / "c")
    for run in (whole, resumed):
        run.run(iterations=50)
        assert run.backend == "compiled"
    assert list(dump(whole.solution().strategy)) == list(dump(resumed.solution().strategy))


SHARES = "pokerbot.sequence.operators.compiled.shares"
SHARED = [
    *(("leduc", 1), ("leduc-nolimit:stack=4", 1), ("leduc:ranks=20", 1)),
    ("von-neumann-raise:hands=700", 100),
]
"""Games whose decisions are shared out among threads, by level or by board, and whose hands are."""


@pytest.mark.slow
@pytest.mark.thinned(6)
@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize(("spec", "least"), [*SHARED, ("wide", 3), ("wide", 1)])
def test_threads_change_no_byte(spec, least, updates, monkeypatch):
    """However many there are; and what they do is what NumPy does."""
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", 1)
    monkeypatch.setattr(
        "pokerbot.sequence.operators.compiled.shares.WIDE", least if least > 1 else 1 << 30
    )
    game = wide() if spec == "wide" else spec
    options = Options(updates=updates, init="random", epsilon=0.01)
    numpy, *runs = [
        Training(
            game,
            "dcfr",
            backend=backend,
            threads=threads,
            options=options,
        )
        for backend, threads in (("numpy", 1), ("compiled", 1), ("compiled", 2), ("compiled", 3))
    ]
    for run in (numpy, runs[0]):
        run.run(iterations=1)
    assert apart(numpy, runs[0]) <= 1e-12
    for run in (numpy, *runs):
        run.run(iterations=3)
    one = runs[0].solver
    for run in runs[1:]:
        assert all((run.solver.state()[key] == array).all() for key, array in one.state().items())
        assert run.solver.value_sum == one.value_sum
        assert run.solver.nodes_touched == numpy.solver.nodes_touched


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize("algorithm", SAMPLED)
def test_threads_change_no_byte_of_what_is_sampled(algorithm, updates, monkeypatch):
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", 1)
    options = Options(updates=updates, batch=50)
    one, two = (
        Training("leduc", algorithm, backend="compiled", threads=threads, options=options)
        for threads in (1, 2)
    )
    for run in (one, two):
        run.run(iterations=3)
    after = two.solver.state()
    assert all((after[key] == array).all() for key, array in one.solver.state().items())


@pytest.mark.parametrize("updates", ["alternating", "simultaneous"])
@pytest.mark.parametrize(
    ("large", "name"),
    [(1 << 30, "CompiledSelfPlay"), (1, "SharedSelfPlay")],
    ids=["whole", "shared"],
)
@pytest.mark.parametrize("seats", [(0,), (1,), (0, 1)], ids=str)
def test_an_iteration_with_models_is_numpys(seats, large, name, updates, monkeypatch):
    """Each model another strategy at another share, met from strategies drawn at random."""
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", large)
    form, rng = compile_game(parse_game("leduc:raises=1")), np.random.default_rng(1)
    models = [None, None]
    for seat in seats:
        operators = bind(form)[seat]
        drawn = operators.normalize(rng.random(operators.shape))
        models[seat] = FixedOpponent(operators.realization_plan(drawn), 0.2 + 0.5 * seat)
    runs = []
    for backend in ("numpy", "compiled"):
        options = Options(init="random", updates=updates)
        threads = 2 if backend == "compiled" else 1
        run = Training(form, "dcfr", backend=backend, threads=threads, options=options)
        alternating = updates == "alternating"
        run.solver.gradients = ExactGradients(form, alternating=alternating, models=tuple(models))
        run.run(iterations=1)
        runs.append(run)
    numpy, compiled = runs
    assert type(compiled.solver).__name__ == name
    assert apart(numpy, compiled) <= 1e-12
    assert abs(numpy.solver.value_sum - compiled.solver.value_sum) <= 1e-12
    assert numpy.solver.nodes_touched == compiled.solver.nodes_touched


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("idle", [(0,), (1,), (0, 1)], ids=str)
def test_who_never_decides_is_one_share(idle, threads, monkeypatch):
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", 1)
    ends = [
        (
            payoff,
            0.5 if idle == (0, 1) else 1.0,
            *(() if seat in idle else ((f"{seat}", move),) for seat in (0, 1)),
        )
        for payoff, move in ((1.0, "left"), (-2.0, "right"))
    ]
    form, options = sequence_form(ends), Options(init="random")
    runs = [
        Training(form, "dcfr", backend=backend, threads=count, options=options)
        for backend, count in (("numpy", 1), ("compiled", threads))
    ]
    for run in runs:
        run.run(iterations=3)
    assert apart(*runs) <= 1e-12


ALL_AT_ONCE = """
from numba.core.dispatcher import Dispatcher
from pokerbot.runs.backend import in_machine_code
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.sequence.operators.compiled import loops, terminals
from pokerbot.solvers import compiled

def made():
    modules = loops, terminals, compiled.loops
    found = [each for module in modules for each in vars(module).values()]
    return [len(each.overloads) for each in found if isinstance(each, Dispatcher)]

compiled.LARGE = 1
for game, algorithm, precision in (
    ("von-neumann:hands=4100", "gxfp", "double"),
    ("leduc", "dcfr", "single"),
    ("leduc", "dcfr", "double"),
    ("leduc", "es-mccfr", "double"),
):
    solver = in_machine_code(Training(game, algorithm).solver, print, 2, precision)
    before = made()
    solver.step(2)
    assert made() == before, algorithm
"""


@pytest.mark.slow
def test_nothing_is_compiled_where_time_is_taken():
    """In a process of its own, where no other test has had it compiled."""
    environment = os.environ | {"PYTHONPATH": str(Path.cwd())}
    subprocess.run([sys.executable, "-c", ALL_AT_ONCE], env=environment, check=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks are POSIX's")
def test_a_fork_has_threads_of_its_own(monkeypatch):
    monkeypatch.setattr("pokerbot.solvers.compiled.LARGE", 1)

    def exploitability():
        run = Training("kuhn", "dcfr", backend="compiled", threads=2)
        run.run(iterations=3)
        return run.measure().exploitability

    here, (told, tell) = exploitability(), multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    forked = context.Process(target=lambda: tell.send(exploitability()), daemon=True)
    forked.start()
    assert told.poll(30)
    assert told.recv() == here
    forked.join()


@pytest.mark.parametrize(("spec", "wide"), SHARED)
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_decision_and_hand_is_in_one_share(spec, wide, threads, monkeypatch):
    from pokerbot.sequence.operators.compiled.shares import stages

    monkeypatch.setattr(
        "pokerbot.sequence.operators.compiled.shares.WIDE", 100 if wide > 1 else 1 << 30
    )
    form = compile_game(parse_game(spec))
    for tree in form.trees:
        halves, decisions = stages(tree, threads), len(tree.starts)
        for way, count in (("earn", tree.rows), ("up", decisions), ("down", decisions)):
            met = np.zeros((count, tree.hands))
            for share in (share for half in halves for stage in half for share in stage):
                for first, last in getattr(share, way):
                    met[first:last, share.low : share.high] += 1
            assert (met == 1).all()


def test_both_floored_seats_go_on_from_numpys_counts(tmp_path):
    """What they remember, what they were worth so far, and the nodes."""
    runs = [
        Training("kuhn", "dcfr", backend=backend, options=Options(floor={"call": 0.3}))
        for backend in ("numpy", "compiled")
    ]
    runs[0].run(iterations=2)
    runs[0].save(tmp_path / "c")
    runs[1].resume(tmp_path / "c")
    for run in runs:
        run.run(iterations=3)
    assert runs[1].backend == "compiled"
    assert apart(*runs) <= 1e-12
    assert runs[1].solver.value_sum == pytest.approx(runs[0].solver.value_sum, abs=1e-12)
    assert runs[1].solver.nodes_touched == runs[0].solver.nodes_touched


def test_single_precision_is_near_double_and_goes_on_as_it_was(tmp_path):
    """By CFR+: after 50 iterations of DCFR+ a last bit makes a difference of a tenth."""
    runs = {
        precision: Training("leduc", "cfr+", backend="compiled", precision=precision)
        for precision in ("double", "single")
    }
    for run in runs.values():
        run.run(iterations=1)
    assert 0 < apart(*runs.values()) <= 1e-6
    for run in runs.values():
        run.run(iterations=200)
    double, single = (run.measure().exploitability for run in runs.values())
    assert single == pytest.approx(double, rel=0.05)
    runs["single"].save(tmp_path / "c")
    resumed = Training("leduc", "cfr+")
    resumed.resume(tmp_path / "c")
    for run in (runs["single"], resumed):
        run.run(iterations=250)
    first, second = (run.solution() for run in (runs["single"], resumed))
    assert list(dump(first.strategy)) == list(dump(second.strategy))
    assert first.strategy.algorithm["precision"] == "single"
    assert "precision" not in runs["double"].solution().strategy.algorithm
    for chances in first.strategy.infosets.values():
        assert sum(chances.values()) == pytest.approx(1, abs=1e-12)


def test_a_precision_that_is_asked_for_holds_whatever_is_resumed(tmp_path):
    for place, told in enumerate(({"backend": "numpy"}, {"precision": "single"})):
        run = Training("kuhn", "dcfr", **told)
        run.run(iterations=2)
        run.save(tmp_path / f"{place}")
    single = Training("kuhn", "dcfr", precision="single")
    single.resume(tmp_path / "0")
    single.run(iterations=3)
    assert single.backend == "compiled"
    with pytest.raises(InputError, match="single has no effect on NumPy"):
        Training("kuhn", "dcfr", backend="numpy").resume(tmp_path / "1")
    double = Training("kuhn", "dcfr", backend="numpy", precision="double")
    double.resume(tmp_path / "1")
    double.run(iterations=3)
    assert "precision" not in double.solution().strategy.algorithm


@pytest.mark.parametrize(
    ("algorithm", "told"),
    [
        ("gxfp", {"precision": "single"}),
        ("lp", {"precision": "single"}),
        ("cfr", {"precision": "single", "backend": "numpy"}),
        ("cfr", {"precision": "half"}),
        ("cfr", {"threads": 0}),
        ("cfr", {"threads": 10**6}),
    ],
    ids=str,
)
def test_what_machine_code_cannot_do_is_refused(algorithm, told):
    if algorithm == "lp":
        pytest.importorskip("scipy", reason="lp needs SciPy")
    with pytest.raises(InputError, match=r"precision|threads"):
        Training("kuhn", algorithm, **told)


@pytest.mark.parametrize(
    "name", [each.name for each in ALGORITHMS.values() if each.takes(parse_game("kuhn"))]
)
def test_single_precision_is_refused_at_once_where_no_machine_code_has_it(name):
    """What has machine code for the operators alone was refused only in the run."""
    told = {} if ALGORITHMS[name].default("horizon") is None else {"horizon": 1000}
    has = compile_solver(Training("kuhn", name, **told).solver, precision="single") is not None
    with nullcontext() if has else pytest.raises(InputError, match="single has no effect on"):
        Training("kuhn", name, precision="single", **told)


@pytest.mark.parametrize("horizon", [1, 2, 3, 9, 10**6])
@pytest.mark.parametrize("name", ["hs-dcfr", "hs-pcfr+"])
def test_schedules_of_any_length_have_a_loop(name, horizon):
    """Beyond a horizon of 9 powers of t overflowed, and it was taken for a rule without a loop."""
    solver = Training("kuhn", name, horizon=horizon).solver
    assert isinstance(compile_solver(solver), CompiledSelfPlay)


def momentum(state, r, t, memory, push):
    regrets, last = state
    regrets = np.maximum(regrets + r, 0)
    return (regrets, memory * last + r), regrets + push * last


def test_a_rule_of_ones_own_is_compiled_as_it_stands(monkeypatch):
    """With parameters by any name, several arrays to remember, and another average."""
    real = {"least": 0, "most": 1, "real": True}
    parameters = (Parameter("memory", 0.5, **real), Parameter("push", 0.25, **real))
    rule = RegretRule(momentum, parameters, memory=("regrets", "last"))
    entry = cfr("own", "own", rule, 0)
    monkeypatch.setitem(ALGORITHMS, "own", entry)
    object.__setattr__(entry, "part", Minimization(rule, decaying(0.9)))
    assert apart(*both("kuhn", "own", 3)) <= 1e-12


def again(regrets, r, t, times=2):
    return again(regrets, r, t, times - 1) if times else (regrets + r, regrets + r)


def centred(regrets, r, t):
    return regrets + r - np.mean(r), regrets + r - np.mean(r)


def centred_later(regrets, r, t):
    if t > 3:
        r = r - np.mean(r)
    return regrets + r, regrets + r


def centred_where_negative(regrets, r, t):
    return regrets + r - np.mean(np.minimum(regrets, 0)), regrets + r


class Summing:
    def __call__(self, regrets, r, t):
        return regrets + r, regrets + r


@pytest.mark.parametrize(
    "update",
    [
        *(centred, centred_later, centred_where_negative),
        *(Summing(), Summing().__call__, partial(again, times=0)),
    ],
    ids=["all cells at once", "later", "where negative", "instance", "method", "partial"],
)
def test_a_rule_that_does_not_go_number_by_number_runs_on_compiled_operators(update, monkeypatch):
    monkeypatch.setitem(ALGORITHMS, "own", cfr("own", "own", RegretRule(update), 0))
    assert apart(*both("kuhn", "own", 6, init="random")) <= 1e-12


def too_large(t):
    """From t = 9 on 64 bits do not hold it."""
    return 1.0, t**20


def test_weights_that_machine_code_cannot_hold_are_numpys():
    own = SelfPlaying("own", "", Minimization(RegretRule(vanilla), Averaging(too_large)))
    numpy, compiled = both("kuhn", own, 12, init="random")
    for name, array in numpy.solver.state().items():
        assert compiled.solver.state()[name] == pytest.approx(array, rel=1e-9, abs=1e-12)


STEPS = np.ones(9)


def stepping(regrets, r, t):
    regrets = regrets + STEPS[t] * r
    return regrets, regrets


@pytest.mark.parametrize("backend", ["numpy", "compiled"])
def test_nothing_is_read_beyond_an_arrays_end(backend):
    training = Training("kuhn", RegretRule(stepping), backend=backend)
    training.run(iterations=8)
    with pytest.raises(IndexError):
        training.run(iterations=9)


@pytest.mark.parametrize("backend", ["numpy", "compiled"])
def test_a_rule_that_comes_to_no_numbers_is_refused(backend):
    def update(regrets, r, t):
        return regrets + r, 0 * (r + np.inf)

    with pytest.raises(InputError, match="not finite"):
        Training("kuhn", RegretRule(update), backend=backend).run(iterations=20)


def test_powers_are_the_same_in_both_and_on_every_processor():
    from pokerbot.solvers.compiled.natives import over_cells
    from pokerbot.solvers.regret import raised

    def power(regrets, r, t, by):
        return raised(t, by), regrets

    kernel, cells = over_cells(power, ("by",), 1), np.zeros((1, 1))
    for t, by in ((7, 1.5), (12, 3.0), (5, -2.0), (9, 0.0), (10**6, 20.0)):
        kernel(cells, np.zeros(1), 0, 1, t, np.array([by]))
        assert cells[0, 0] == raised(t, by) == pytest.approx(float(t) ** by, rel=1e-15)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the C library is told by glibc's")
def test_bytes_do_not_hang_on_what_the_c_library_finds():
    """`python -m tests.trials.processors` does it for more games, and for numba's processor."""
    made = digests(["kuhn"], {})
    assert made
    assert digests(["kuhn"], PLAINER["no FMA, no AVX2"]) == made
