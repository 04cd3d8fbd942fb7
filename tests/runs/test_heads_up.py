"""Training of a blueprint: the same whatever the workers, and resumed as if never stopped."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.baselines import Contest, check_fold, play_of, rows
from pokerbot.runs import checkpoint
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import answer
from pokerbot.runs.heads_up import BlueprintTraining
from pokerbot.runs.heads_up_match import BoardMatch, MatchPlayer, heads_up_match
from pokerbot.runs.resolving import METHODS, Resolving, drawn, resolving_gains
from pokerbot.sequence.heads_up.board import NEVER
from pokerbot.sequence.heads_up.buckets import Bucketing, alive, canonical, random_board
from pokerbot.sequence.heads_up.cards import HANDS
from pokerbot.sequence.heads_up.tree import DECISION, Sizes, below
from pokerbot.sequence.heads_up.walk import play_after, unplayed
from pokerbot.solvers.subgames import met
from pokerbot.strategy.blueprint import PARTS, Blueprint

pytestmark = pytest.mark.usefixtures("boards_once")

SIZES = Sizes(flop=(2, 1), turn=(2, 1), river=3)
RIVER = canonical(np.array([3, 21, 30, 40, 51]))


@pytest.fixture(scope="module")
def blueprint(tmp_path_factory):
    made = BlueprintTraining(2, sizes=SIZES)
    made.run(iterations=1)
    return made.save(tmp_path_factory.mktemp("made") / "heads-up-2.blueprint").blueprint


class Backwards:
    """The last run first, each sent as a line, and what comes of it, too."""

    def carry_out(self, runs, tell, stopped):
        for place, run in reversed([*enumerate(runs)]):
            tell(unpack(pack(answer(place, pack(run), tell))))


@pytest.mark.slow
def test_workers_and_a_stop_change_no_byte(tmp_path, monkeypatch):
    whole, parted = (BlueprintTraining(2, workers=workers, sizes=SIZES) for workers in (1, 3))
    keep = parted.keep
    whole.run(iterations=2)
    with monkeypatch.context() as always:
        always.setattr(checkpoint, "EVERY", 0.0)
        kept = []
        always.setattr(parted, "keep", lambda path: kept.append(path) or keep(path))
        parted.run(iterations=1, checkpoint=tmp_path / "kept", executor=Backwards())
    assert kept == [tmp_path / "kept"] * 2  # after the iteration, and in the end
    resumed = BlueprintTraining(2, sizes=SIZES)
    resumed.resume(tmp_path / "kept")
    resumed.run(iterations=2)
    assert (whole.solver.regret == resumed.solver.regret).all()
    files = [each.save(tmp_path / "file") for each in (whole, resumed)]
    assert (files[0].blueprint.parts == files[1].blueprint.parts).all()
    assert np.abs(whole.solver.regret).sum() > 0


@pytest.mark.parametrize(
    ("named", "other"),
    [
        ("seed", (2.1, 1, (1, 2))),
        ("stack", (2.2, 0, (1, 2))),
        ("buckets' flop is", (2.1, 0, (2, 1))),
    ],
)
def test_the_checkpoint_of_another_run_with_as_many_numbers_is_refused(named, other, tmp_path):
    one, two = (
        BlueprintTraining(stack, seed=seed, sizes=Sizes(flop=flop, turn=(1, 1), river=1))
        for stack, seed, flop in ((2.1, 0, (1, 2)), other)
    )
    one.keep(tmp_path / "kept")
    one.resume(tmp_path / "kept")
    assert one.solver.regret.shape == two.solver.regret.shape
    with pytest.raises(InputError, match=f"its {named}"):
        two.resume(tmp_path / "kept")


@pytest.mark.slow
def test_a_river_solved_again_is_no_worse_and_costs_nothing_where_ranges_are_trusted(blueprint):
    safe, unsafe = (Resolving(blueprint, method) for method in ("safe", "unsafe"))
    roots, reach = safe.responses.on(RIVER).begun()
    gained, without = safe.gain(RIVER, int(roots[0]), reach[0])
    least, same = unsafe.gain(RIVER, int(roots[0]), reach[0])
    assert same == pytest.approx(without)
    assert 0 <= least <= gained <= without
    assert least < 0.001 * without


@pytest.mark.parametrize(("method", "stay"), [("safe", 0), ("between", 1)])
def test_the_seat_that_does_not_play_the_solution_may_leave_and_is_measured(
    blueprint, method, stay, monkeypatch
):
    """In between, each hand stays at least as often as the blueprint comes there with it."""
    resolving, left = Resolving(blueprint, method), []
    roots, _ = resolving.responses.on(RIVER).begun()
    reach = np.random.default_rng(8).random((2, HANDS)) * alive(RIVER)
    wins = {0: np.array([[2.0], [50.0]]), 1: np.array([[70.0], [3.0]])}  # by who may leave

    def solve(lying, root, reach, leaving):
        left.append(leaving)
        return SimpleNamespace(reach=np.ones((2, 1)), worth=lambda street: wins[leaving.player])

    monkeypatch.setattr(resolving, "solve", solve)
    gained, _ = resolving.gain(RIVER, int(roots[0]), reach)
    assert gained == 2 + 3
    assert [each.player for each in left] == [0, 1]
    assert all((each.stays == stay * reach[each.player]).all() for each in left)


def test_the_subgame_that_is_drawn_stands_for_all_of_its_board(tmp_path, monkeypatch):
    """Where gains are in proportion to pairs of hands and pot, whichever is drawn tells the sum."""
    blueprint = BlueprintTraining(6, sizes=SIZES).save(tmp_path / "file").blueprint
    resolving, boards = Resolving(blueprint, "safe"), []

    def pots(root, reach):
        return met(reach) * blueprint.tree.betting[root].chips[0]

    def gain(lying, root, reach):
        boards.append(lying)
        return 3 * pots(root, reach), pots(root, reach)

    monkeypatch.setattr(resolving, "gain", gain)
    found = resolving.measure(5, 2)
    every = [[*zip(*resolving.responses.on(lying).begun(), strict=True)] for lying in boards]
    assert min(map(len, every)) > 1
    a_seat = np.mean([sum(pots(*each) for each in of_board) for of_board in every]) / 2
    assert found["blueprint"].mbb == pytest.approx(1000 * a_seat / (1081 * 990))
    assert found["safe"].mbb == pytest.approx(3 * found["blueprint"].mbb)


@pytest.mark.slow
def test_what_is_safe_gives_no_hand_of_the_other_more_than_the_blueprint_does(blueprint):
    """In between, and unsafe, some hand wins more than half a big blind more."""
    more = {}
    for method in METHODS:
        resolving = Resolving(blueprint, method)
        roots, reach = resolving.responses.on(RIVER).begun()
        root, there = int(roots[-1]), reach[-1]
        most = resolving.responses.values(RIVER, 3, np.array([root]), there[None])[0]
        solved = resolving.solve_for(0, RIVER, root, there, most)
        gained = solved.worth(3)[1] - most[1, solved.top.board.order]
        more[method] = gained.max() / (met(there) / len(gained))
    assert more["safe"] < 0.02
    assert min(more["between"], more["unsafe"]) > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 5])
def test_a_subgame_that_two_others_play_is_worth_what_it_is_in_the_whole_tree(blueprint, cards):
    lying = RIVER[:cards]
    resolving = Resolving(blueprint, "unsafe")
    roots, reach = resolving.responses.on(lying).begun()
    root, there = int(roots[-1]), reach[-1] * np.random.default_rng(1).random(reach[-1].shape)
    solved = resolving.solve(lying, root, reach[-1])
    after, nodes = below(blueprint.tree.nodes, root), solved.tree.nodes
    assert (blueprint.tree.nodes.kind[after] == nodes.kind).all()
    assert blueprint.tree.nodes.amount[after] == pytest.approx(nodes.amount)
    one, own = MatchPlayer(blueprint.play, Bucketing(blueprint.sizes).of), solved
    alone = own.worth_at(0, there)
    play = play_after(one.play, after, nodes)
    for player in (1, 0):
        solved = solved.played_by(player, play, one.rows)
    found = resolving.responses.values(lying, NEVER, np.array([root]), there[None])[0]
    assert solved.worth_at(0, there) == pytest.approx(found, abs=1e-9)
    assert (own.worth_at(0, there) == alone).all(), "it is as it was"


def test_a_blueprint_wins_nothing_from_itself_and_no_hands_are_put_into_buckets(
    blueprint, monkeypatch
):
    monkeypatch.setattr(Bucketing, "of", None)
    played = heads_up_match(("one", "two"), blueprint, blueprint, boards=9)
    assert (played.boards, played.mean, played.ci95) == (9, 0, (0, 0))


@pytest.mark.slow
def test_who_solves_rivers_again_wins_from_a_poor_blueprint(blueprint):
    played = heads_up_match(
        ("one", "two"), blueprint, blueprint, boards=8, resolve="unsafe", since="river"
    )
    assert played.without.mbb == 0
    assert played.ci95[0] > 0
    with pytest.raises(InputError, match="pot-odds"):
        heads_up_match(("one", "two"), blueprint, "nobody")


@pytest.mark.slow
def test_where_the_blueprint_never_comes_unsafe_solving_again_leaves_its_play(blueprint):
    """There is no range to trust; what was solved against none was uniform."""
    nodes, parts = blueprint.tree.nodes, blueprint.parts.copy()
    for node in np.flatnonzero((nodes.kind == DECISION) & (nodes.player == 1)).tolist():
        rows = blueprint.play._replace(cells=parts).at(nodes, node)
        rows[:] = [0] * (nodes.below[node] - 1) + [PARTS]
    jams, added = replace(blueprint, parts=parts), {}
    rng = np.random.default_rng(0)
    for method in ("unsafe", "between"):
        played = BoardMatch(jams, blueprint, method, "river", 0)
        rows = played.own.rows(RIVER), played.other.rows(RIVER)
        roots, reach = played.contest.on(0, RIVER, *rows).begun()
        _, believed = played.resolving.responses.on(RIVER).begun()
        assert drawn(blueprint.tree, roots, reach, rng), "the other comes there"
        assert not believed[:, 1].any()
        added[method] = played._gained(0, RIVER, *rows, rng)
    assert added["unsafe"] == 0 != added["between"]


def test_a_blueprint_that_is_all_in_before_the_flop_loses_nothing_after_it(blueprint):
    nodes, parts = blueprint.tree.nodes, blueprint.parts.copy()
    for node in np.flatnonzero((nodes.kind == DECISION) & (nodes.street == 0)).tolist():
        rows = blueprint.play._replace(cells=parts).at(nodes, node)
        rows[:] = [0] * (nodes.below[node] - 1) + [PARTS]
    resolving = Resolving(replace(blueprint, parts=parts), "safe")
    for cards in (4, 5):
        found = resolving.measure(cards, 3)
        assert [found["safe"].mbb, found["blueprint"].mbb, found["safe"].samples] == [0, 0, 3]
        assert found["safe"].stderr is found["blueprint"].stderr is None, "of three boards"


def test_a_match_is_what_the_blueprint_wins_on_its_boards(blueprint, monkeypatch):
    dealt, wins = [], Contest.wins

    def seen(self, lying, own, theirs):
        dealt.append(lying)
        return wins(self, lying, own, theirs)

    monkeypatch.setattr(Contest, "wins", seen)
    told = heads_up_match(("one", "two"), blueprint, "check-or-fold", boards=3)
    heads_up_match(("one", "two"), blueprint, "check-or-fold", boards=3, seed=1)
    assert len({tuple(each) for each in dealt}) == 6, "each seed's boards are its own"
    del dealt[3:]
    contest = Contest(blueprint.tree, blueprint.play, play_of(blueprint.tree, check_fold))
    bucketing = Bucketing(SIZES)
    won = [wins(contest, each, bucketing.of(each), rows(each)) for each in dealt]
    assert told.mean == pytest.approx(np.mean(won), abs=1e-12)
    assert told.stderr == pytest.approx(np.std(won, ddof=1) / 3**0.5)


def test_each_blueprint_of_a_match_has_hands_in_buckets_of_its_own(blueprint, monkeypatch):
    """On the whole board, and on the turn that is solved again."""
    tree, sizes = blueprint.tree, Sizes(flop=(1, 2), turn=(1, 2), river=2)
    folds, boards, on = unplayed(tree.nodes, sizes.counts), [], Contest.on
    for rows_there in folds.decisions(tree.nodes):
        rows_there[:, 0] = PARTS
    other = Blueprint(2, sizes, 0, 1, folds.cells.astype(np.uint8))

    def seen(self, seat, *board):
        boards.append(board)
        return on(self, seat, *board)

    monkeypatch.setattr(Contest, "on", seen)
    monkeypatch.setattr("pokerbot.runs.heads_up_match.drawn", lambda *_: None)
    BoardMatch(blueprint, other, "safe", "turn", 0).board(0)
    assert [len(lying) for lying, _, _ in boards] == [5, 5, 4, 4]
    for lying, own, theirs in boards:
        np.testing.assert_array_equal(own, Bucketing(SIZES).of(lying))
        np.testing.assert_array_equal(theirs, Bucketing(sizes).of(lying))


def test_each_seed_has_its_own_boards_to_solve_again(blueprint, monkeypatch):
    boards = []

    def seen(cards, rng):
        boards.append(random_board(cards, rng))
        return boards[-1]

    for name, instead in (
        ("random_board", seen),
        ("SAMPLES", {4: 2, 5: 2}),
        ("drawn", lambda *_: None),
    ):
        monkeypatch.setattr(f"pokerbot.runs.resolving.{name}", instead)
    for seed in (0, 1):
        resolving_gains(blueprint, "safe", seed=seed)
    assert len({tuple(each) for each in boards}) == 8
