"""Large forms gone through board by board are what they are as a whole."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation import exact as exactly
from pokerbot.evaluation.exact import evaluate_leaves, evaluate_plans, evaluate_profile
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.runs.comparison import compare
from pokerbot.runs.outcome import response_floors
from pokerbot.runs.run import SolveRun
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game, forget_games, memory_needed, usual
from pokerbot.sequence.cut import cut_last_street, joined
from pokerbot.sequence.filing import to_parts
from pokerbot.sequence.merged import merge_suits
from pokerbot.solvers.regret import RegretRule

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

from pokerbot.solvers.compiled import compile_solver
from pokerbot.solvers.compiled.streamed import StreamedSelfPlay

RANGES = {"oop.range": "AA,KQs,T9s", "ip.range": "JJ,AKs:0.5,98s"}
BETS = {
    f"{seat}.{street}.{kind}": size
    for seat in ("oop", "ip")
    for street, kind, size in (
        ("turn", "bet", "50%"),
        ("river", "bet", "a"),
        ("turn", "raise", "a"),
    )
}
BOARDS = {"rainbow": "QsJh2d 4c", "two-tone": "QhJs2h 4s", "monotone": "QhJh2h 4h"}


def turn(board: str, **more: str):
    """A turn of a few hands."""
    return make_game("holdem", {"board": board, "pot": 20, "stack": 50, **RANGES, **BETS, **more})


@pytest.fixture(autouse=True)
def small_games_too(monkeypatch):
    """Hands are sorted, as they are in large ones; no such game is kept for other tests."""
    for least in ("LARGE", "VAST"):
        monkeypatch.setattr(f"pokerbot.solvers.compiled.{least}", 1)
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1)
    yield
    forget_games()


@pytest.fixture
def any_is_vast(monkeypatch):
    """So that precisions, where they are asked for, are those of large games; hands are paired."""
    monkeypatch.setattr("pokerbot.sequence.compile.VAST", 1)
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 64)


def cells_in(kept) -> int:
    """How many numbers a solver keeps of a player's leaves."""
    numbers = [stored.parts if stored.plain is None else stored.plain for stored in kept]
    return sum(each.size for each in numbers)


def streamed(game, precision: str = "single", epsilon: float | None = None) -> Training:
    training = Training(game, "dcfr", backend="compiled", precision=precision, epsilon=epsilon)
    training.run(iterations=1)
    assert isinstance(training.solver, StreamedSelfPlay)
    return training


@pytest.mark.thinned(4)
@pytest.mark.parametrize("epsilon", [None, 0.02])
@pytest.mark.parametrize(
    ("kind", "sorted_"),
    [
        *(("rainbow", True), ("rainbow", False), ("two-tone", True)),
        *(("monotone", False), ("two-tone", False), ("monotone", True)),
    ],
)
def test_it_iterates_as_numpy_does(kind, sorted_, epsilon, monkeypatch):
    """An iteration from what is played after some by NumPy: suits are alike on two of the boards.

    One alone: where a regret is 0 but for rounding, what is played next hangs on that. In single
    precision, as large games are solved where nobody asks for another. The suite takes sorted
    hands, as other tests in single precision do; others in half precision take pairs.
    """
    monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", 1 if sorted_ else 64)
    for before in (1, 3):
        game, told = turn(BOARDS[kind]), {"init": "random", "seed": before, "epsilon": epsilon}
        there, here = (Training(game, "dcfr", backend="numpy", **told) for _ in range(2))
        if not epsilon:
            there.build(merge_suits(there.form))
            here.build(merge_suits(here.form))
            assert (here.merged is None) == (kind == "rainbow")
        for each in (there, here):
            each.run(iterations=before)
        here.solver = compile_solver(here.solver, threads=2, precision="single")
        assert isinstance(here.solver, StreamedSelfPlay)
        for each in (there, here):
            each.solver.step()
        found, expected = here.state(), there.state()
        for name in ("regrets1", "regrets2", "plan_sum1", "plan_sum2"):
            assert np.allclose(found[name], expected[name], rtol=1e-5, atol=1e-6), name
        for one, other in zip(here.solver.profile(), there.solver.profile(), strict=True):
            assert np.allclose(one, other, atol=1e-4)
        if here.merged is None:  # a random start is none of a game in which suits are alike
            assert here.solver.value_sum == pytest.approx(there.solver.value_sum, abs=1e-5)


BRIEF = np.ones(9)


def brief(regrets, r, t):
    """CFR+ for a few iterations."""
    regrets = np.maximum(regrets + BRIEF[t] * r, 0)
    return regrets, regrets


@pytest.mark.parametrize("algorithm", ["apcfr+", "sprm+", "exrm+", RegretRule(brief)])
def test_a_rule_that_cannot_be_tried_number_by_number_takes_large_forms(algorithm):
    """Those that look at whole decisions, and one that fails in a later iteration."""
    numpy, compiled = (
        Training(turn(BOARDS["rainbow"]), algorithm, backend=backend)
        for backend in ("numpy", "compiled")
    )
    for each in (numpy, compiled):
        each.run(iterations=2)
    assert not isinstance(compiled.solver, StreamedSelfPlay)
    found, expected = compiled.measure(), numpy.measure()
    assert found.value == pytest.approx(expected.value, abs=1e-9)
    assert found.exploitability == pytest.approx(expected.exploitability, abs=1e-9)


@pytest.mark.parametrize("epsilon", [None, 0.02])
@pytest.mark.parametrize("kind", BOARDS)
def test_what_is_kept_leaf_by_leaf_is_worth_what_the_whole_is(kind, epsilon):
    """Best responses keep to the floor; what is played in the last iteration does, too."""
    training = streamed(turn(BOARDS[kind]), epsilon=epsilon)
    training.run(iterations=8)
    floors = response_floors(training)
    for iterate in ("average", "last"):
        profile = training.solver.profile(iterate)
        assert all((sigma[1:] >= (epsilon or 0) - 1e-7).all() for sigma in profile)
        found = evaluate_leaves(training.solver.leaf_profile(iterate), 2, floors)
        exact = evaluate_plans(training.trained, training.solver.plans(iterate), floors)
        assert found.value == pytest.approx(exact.value, abs=1e-9)
        assert found.best_response_values == pytest.approx(exact.best_response_values, abs=1e-9)


@pytest.mark.parametrize("kind", BOARDS)
def test_what_is_saved_leaf_by_leaf_is_what_would_be_of_the_whole(kind):
    training = streamed(turn(BOARDS[kind]))
    training.run(iterations=8)
    solution = training.solution()
    found, whole = solution.strategy.infosets, joined(training.solver.leaf_profile())
    for player, parts in enumerate(found.parts):
        assert np.array_equal(parts, to_parts(training.trained, player, whole[player]))
    form, strategy_of = found.smallest()
    exact = evaluate_profile(form, (strategy_of(0), strategy_of(1)))
    assert solution.value == pytest.approx(exact.value, abs=1e-9)
    assert solution.nash_conv == pytest.approx(exact.nash_conv, abs=1e-9)


@pytest.mark.slow
@pytest.mark.usefixtures("any_is_vast")
def test_all_actions_tremble_in_16_bits_too():
    """A hand that comes seldom to where others come often is left few of the bits there."""
    sizes = {"oop.turn.raise": "60%", "ip.turn.raise": "60%", "ip.river.raise": "a"}
    game = turn(BOARDS["rainbow"], stack=200, **sizes)
    training = streamed(game, epsilon=0.01, precision="half")
    training.run(iterations=20)
    floors = response_floors(training)
    for iterate in ("average", "last"):
        found = training.solver.leaf_profile(iterate)
        whole = joined(found)
        assert all((sigma[1:] >= 0.01 - 1e-7).all() for sigma in whole)
        held = evaluate_leaves(found, 1, floors).nash_conv
        assert held >= 0
        exact = evaluate_profile(training.form, whole, floors).nash_conv
        assert held == pytest.approx(exact, abs=1e-4)


@pytest.mark.parametrize("epsilon", [None, 0.02])
def test_what_a_file_tells_of_itself_is_what_it_is_worth(epsilon):
    """By free best responses: what is measured where all actions tremble is not told as that."""
    training = streamed(turn(BOARDS["rainbow"]), epsilon=epsilon)
    training.run(iterations=8)
    strategy = training.solution().strategy
    found, worth = exactly.stored_evaluation(strategy), exactly.evaluate(strategy)
    assert (found is None) == (epsilon is not None)
    if found is not None:
        assert found.value_bounds == pytest.approx(worth.value_bounds, abs=1e-9)
        assert found.exploitability == pytest.approx(worth.exploitability, abs=1e-9)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("iterate", ["average", "last"])
@pytest.mark.parametrize("precision", ["half", "double"])
@pytest.mark.usefixtures("any_is_vast")
def test_the_last_solution_takes_one_array_of_each_cell_and_is_the_same(iterate, precision):
    training = streamed(turn(BOARDS["two-tone"]), precision=precision)
    training.run(iterations=8)
    before = training.solution(iterate)
    training.solver.release(iterate)
    for tree, kept in zip(training.trained.trees, training.solver.kept, strict=True):
        assert 0 < cells_in(kept) < tree.rows * tree.hands
    after = training.solution(iterate, final=True)
    assert before.value_bounds == after.value_bounds
    for one, other in zip(
        before.strategy.infosets.parts, after.strategy.infosets.parts, strict=True
    ):
        assert np.array_equal(one, other)
    assert not any(map(cells_in, training.solver.kept))
    with pytest.raises(AssertionError):
        training.solver.step()


@pytest.mark.parametrize("kind", BOARDS)
def test_memory_is_told_from_both_players_hands(kind, monkeypatch):
    """Beside the trees as they are built: a hand against many counts for half of a pair."""
    for room in ("BESIDES", "A_ROW", "BYTES_A_NODE"):
        monkeypatch.setattr(f"pokerbot.sequence.compile.{room}", 0)
    monkeypatch.setattr("pokerbot.sequence.compile.is_paired", lambda _: False)
    game = turn(BOARDS[kind], **{"oop.range": "AhKh", "ip.range": "TT-22"})
    whole = compile_game(game)
    merged = merge_suits(whole)
    trees = (merged.form if merged else whole).trees
    cells = sum(tree.rows * tree.hands for tree in trees)
    assert memory_needed(game, 4) == pytest.approx(4 * cells, rel=0.15)


@pytest.mark.parametrize("epsilon", [None, 0.02])
@pytest.mark.usefixtures("any_is_vast")
def test_memory_is_told_of_what_is_solved(epsilon, monkeypatch):
    """Where all actions tremble suits that are alike are kept apart."""
    for room in ("BESIDES", "A_ROW", "BYTES_A_NODE"):
        monkeypatch.setattr(f"pokerbot.sequence.compile.{room}", 0)
    monkeypatch.setattr("pokerbot.sequence.compile.is_paired", lambda _: False)
    game = turn(BOARDS["monotone"])
    training = Training(game, "dcfr", precision="single", epsilon=epsilon)
    assert (training.merged is None) == (epsilon is not None)
    cells = sum(tree.rows * tree.hands for tree in training.trained.trees)
    assert training.memory == pytest.approx(8 * cells, rel=0.15)
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: 8 * cells)
    with pytest.raises(InputError, match="would take about"):
        Training(game, "dcfr", precision="single", epsilon=epsilon)


@pytest.mark.parametrize("hands", ["99+,A9s+", pytest.param("22+,A2s+", marks=pytest.mark.whole)])
@pytest.mark.usefixtures("any_is_vast")
def test_that_all_actions_tremble_takes_no_memory_of_each_cell(hands):
    """Beyond what regrets and average take in 16 bits; one array of all cells has 8 bytes each.

    The second hands are so many that they are sorted, which has machine code of its own.
    """
    game = turn(BOARDS["rainbow"], **{"oop.range": hands, "ip.range": hands})
    cells = sum(tree.rows * tree.hands for tree in compile_game(game).trees)
    taken = {}
    for epsilon in (0.02, None, 0.02):  # what is made once for both counts to the first
        tracemalloc.start()
        streamed(game, epsilon=epsilon, precision="half")
        taken[epsilon] = tracemalloc.get_traced_memory()[1] / cells
        tracemalloc.stop()
    assert taken[0.02] < taken[None] + 4


def test_what_does_not_fit_is_refused_with_what_would(monkeypatch):
    """Single precision or half where it can be; all arrays in double elsewhere."""
    for room, value in {"VAST": 1, "BESIDES": 0, "A_ROW": 0, "WHOLE": 1_000}.items():
        monkeypatch.setattr(f"pokerbot.sequence.compile.{room}", value)
    monkeypatch.setattr("pokerbot.runs.training.WHOLE", 1_000)
    game = turn(BOARDS["rainbow"])
    needed = {each: memory_needed(game, usual(game, each)) for each in ("single", "half")}
    assert needed["half"] < needed["single"] == memory_needed(game)
    has = {each: int(size / 0.8) + 1 for each, size in needed.items()}
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: has["single"])
    training = Training(game, "dcfr")
    assert training.precision == "single"
    assert training.memory == memory_needed(game)
    for told in ({"updates": "simultaneous"}, {"backend": "numpy"}):
        with pytest.raises(InputError, match=r"; by dcfr in machine code it takes 0\.0 GiB$"):
            Training(game, "dcfr", **told)
    monkeypatch.setattr("pokerbot.sequence.compile.memory", lambda: has["half"])
    assert Training(game, "dcfr", precision="half").memory == needed["half"]
    with pytest.raises(
        InputError, match=r"in machine code it takes 0\.0 GiB with --precision half"
    ):
        Training(game, "dcfr")


@pytest.mark.parametrize(
    "told",
    [
        {"updates": "simultaneous"},
        {"init": "random"},
        {"algorithm": "pcfr+"},
        {"algorithm": "es-mccfr"},
    ],
)
def test_what_is_not_gone_through_board_by_board_has_no_half_precision(told, monkeypatch):
    monkeypatch.setattr("pokerbot.sequence.compile.VAST", 1)
    game = turn(BOARDS["rainbow"])
    Training(game, "dcfr", precision="half")
    with pytest.raises(InputError, match=r"^precision half is for large turns and flops"):
        Training(game, **{"algorithm": "dcfr", "precision": "half"} | told)
    monkeypatch.undo()
    with pytest.raises(InputError, match=r"^precision half is for large turns and flops"):
        Training(game, "dcfr", precision="half")


@pytest.mark.thinned(3)
@pytest.mark.parametrize("precision", ["half", "single", "double"])
@pytest.mark.usefixtures("any_is_vast")
def test_threads_and_checkpoints_change_no_byte(precision, tmp_path):
    game = turn(BOARDS["two-tone"])
    one, two, again = (
        Training(game, "dcfr", backend="compiled", threads=n, precision=precision)
        for n in (1, 2, 2)
    )
    one.run(iterations=6)
    two.run(iterations=3, checkpoint=tmp_path / "half")
    again.resume(tmp_path / "half")
    for each in (two, again):
        each.run(iterations=6)
        for name, array in one.state().items():
            assert np.array_equal(array, each.state()[name]), name
    untold = Training(game, "dcfr")
    untold.resume(tmp_path / "half")
    assert (untold.precision, untold.memory) == (precision, one.memory)


@pytest.mark.slow
@pytest.mark.parametrize("other", ["half", pytest.param("double", marks=pytest.mark.whole)])
@pytest.mark.usefixtures("any_is_vast")
def test_comparisons_and_sweeps_store_what_solve_does(other, monkeypatch):
    """In single precision where none is asked for: the same figure by every door, to the digit.

    Hands are sorted for single precision, paired for the other.
    """
    game, found = turn(BOARDS["rainbow"]), {}
    told = {"iterations": 20, "backend": "compiled"}
    for precision, most_dense in ((other, 64), ("single", 1)):
        forget_games()
        monkeypatch.setattr("pokerbot.sequence.showdown.MOST_DENSE", most_dense)
        training = streamed(game, precision)
        training.run(iterations=20)
        found[precision] = training.measure().exploitability
        for asked in (precision, None) if precision == "single" else (precision,):
            (curve,) = compare(game, "dcfr", precision=asked, **told).curves
            assert curve.points[-1].exploitability == found[precision]
    assert found["single"] != found[other]
    solved = SolveRun(game, "dcfr", **told).settled(print).carry_out(print, lambda: False)
    assert '"precision": "single"' in solved.strategy


@pytest.mark.slow
def test_half_precision_comes_to_the_same_value(request):
    """Each one's certified bounds hold the other's value; no iterate is compared.

    Hands are sorted for single precision, paired for half.
    """
    game = turn(BOARDS["two-tone"])
    single = streamed(game)
    forget_games()
    request.getfixturevalue("any_is_vast")
    half = streamed(game, "half")
    for each in (single, half):
        each.run(iterations=300)
    one, other = single.solution(), half.solution()
    (low, high), (least, most) = one.value_bounds, other.value_bounds
    assert max(low, least) < min(high, most)
    assert most - least < 0.02 * game.rules.pot
    assert other.strategy.algorithm["precision"] == "half"


@pytest.mark.slow
def test_suits_that_are_alike_on_a_flop_are_one_to_both():
    """With two streets to come, against the form in which every board stands for itself."""
    ranges, bets = {"oop.range": "AKs,AhTh", "ip.range": "TT"}, {"turn.bet": "a", "river.bet": "a"}
    told = {"board": "QhJh2h", "pot": 20, "stack": 30, **ranges}
    game = make_game("holdem", told | {f"oop.{street}": size for street, size in bets.items()})
    one, apart = (Training(game, "dcfr", precision="single") for _ in range(2))
    apart.build(None)
    for each in (one, apart):
        each.run(iterations=30)
        assert isinstance(each.solver, StreamedSelfPlay)
    assert one.merged is not None
    (low, high), (least, most) = (
        evaluate_leaves(each.solver.leaf_profile(), 1).value_bounds for each in (one, apart)
    )
    assert low < most
    assert least < high
    assert high - low < 0.5


def test_a_cut_form_has_every_row_once():
    form = merge_suits(compile_game(turn(BOARDS["monotone"]))).form
    cut = cut_last_street(form)
    for player, leaves in enumerate(cut.leaves):
        rows = np.concatenate([cut.rows[player], leaves.rows.ravel()])
        assert np.array_equal(np.sort(rows), np.arange(form.trees[player].rows))
    assert cut_last_street(compile_game(parse_game("kuhn"))) is None


def test_a_player_who_may_not_act_in_the_last_street_is_solved_as_by_numpy(monkeypatch):
    """There player 2's check ends the hand, after which player 1 has no decision on the board."""
    monkeypatch.setattr("pokerbot.solvers.compiled.streamed.FEWEST", 1)
    sizes = Limit((1, 2))
    last = Round(Limit((1, 2), check_ends=True), board=1, first=1)
    game = Game("checked down", (), Rules(Deck(5, 4), 1, (Round(sizes), last)))
    here, there = (solve(game, "cfr", iterations=3, backend=each) for each in ("compiled", "numpy"))
    assert here.nash_conv == pytest.approx(there.nash_conv, abs=1e-9)
