"""Checkpoints: going on is as if nothing had happened."""

import errno
import os
import zipfile
from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game, spot
from pokerbot.games.parameters import Parameter
from pokerbot.runs import backend
from pokerbot.runs.checkpoint import Checkpoints
from pokerbot.runs.resuming import check_kept
from pokerbot.runs.training import Training
from pokerbot.sequence.operators import bind
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.minimizer import Minimization, by_power
from pokerbot.solvers.options import Options
from pokerbot.solvers.regret import RegretRule, plus
from pokerbot.strategy.storage import dump
from tests.archives import in_head, rewrite
from tests.solvers.cases import NEEDS_NUMBA, WITHOUT_LOOP

GOES_ON = [name for name in ALGORITHMS if name != "lp"]


def start(algorithm="es-mccfr", spec="kuhn", seed=5, backend="auto", **options):
    options = Options(**options)
    return Training(parse_game(spec), algorithm, seed=seed, options=options, backend=backend)


def saved(path, iterations=3, **given):
    training = start(**given)
    training.run(iterations=iterations)
    training.save(path)
    return training


@pytest.mark.thinned(3)
@pytest.mark.parametrize("algorithm", GOES_ON)
@pytest.mark.parametrize(
    ("spec", "init", "backend"),
    [
        ("kuhn", "random", "auto"),
        ("leduc:ranks=2", "uniform", "auto"),
        ("leduc", "random", "auto"),
        pytest.param("kuhn", "random", "compiled", marks=NEEDS_NUMBA),
        pytest.param("leduc:raises=1", "uniform", "compiled", marks=NEEDS_NUMBA),
    ],
)
def test_n_and_m_iterations_are_as_good_as_n_stop_m(algorithm, spec, init, backend, tmp_path):
    if algorithm == "fp" and spec != "kuhn":
        pytest.skip("fp takes small games only")
    given = {"algorithm": algorithm, "spec": spec, "init": init, "backend": backend}
    if "init" in ALGORITHMS[algorithm].refuses:
        del given["init"]
    if algorithm in {"ipm", *WITHOUT_LOOP} and backend == "compiled":
        pytest.skip("there is no machine code for it")
    whole = start(**given)
    whole.run(iterations=11)
    saved(tmp_path / "c", 4, **given)
    resumed = start(**given)
    resumed.resume(tmp_path / "c")
    assert resumed.solver.iterations == 4
    resumed.run(iterations=11)
    first, second = whole.solution(), resumed.solution()
    assert "".join(dump(first.strategy)) == "".join(dump(second.strategy))
    assert replace(first, seconds=0) == replace(second, seconds=0)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"spec": "leduc"}, "game"),
        ({"spec": "kuhn:bet=2"}, "game"),
        ({"algorithm": "cs-mccfr"}, "algorithm"),
        ({"batch": 7}, "algorithm"),
        ({"epsilon": 0.1}, "algorithm"),
        ({"updates": "simultaneous"}, "algorithm"),
        ({"init": "random"}, "algorithm"),
        ({"seed": 6}, "seed"),
    ],
    ids=str,
)
def test_the_checkpoint_of_another_run_is_refused(changed, named, tmp_path):
    saved(tmp_path / "c")
    training = start(**changed)
    before = "".join(dump(training.solution().strategy))
    with pytest.raises(InputError, match=named) as error:
        training.resume(tmp_path / "c")
    assert "\n" not in str(error.value)
    assert training.solver.iterations == 0
    assert "".join(dump(training.solution().strategy)) == before


def test_which_iterate_goes_into_the_file_may_change(tmp_path):
    saved(tmp_path / "c")
    training = start(iterate="last")
    training.resume(tmp_path / "c")
    assert training.solver.iterations == 3


def test_what_is_no_checkpoint_is_refused(tmp_path):
    (tmp_path / "text").write_text("hello")
    (tmp_path / "empty").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "zip", "w") as archive:
        archive.writestr("a", "b")
    for name in ("text", "empty", "zip", "missing", "."):
        with pytest.raises(InputError, match=str(tmp_path)):
            start().resume(tmp_path / name)


def test_a_disk_that_fails_is_told_and_the_checkpoint_not_called_broken(tmp_path, monkeypatch):
    saved(tmp_path / "c")

    def fail(*_):
        raise OSError(errno.EIO, "it fails")

    monkeypatch.setattr(zipfile.ZipFile, "read", fail)
    with pytest.raises(InputError, match=f"c: cannot be read: {os.strerror(errno.EIO)}"):
        start().resume(tmp_path / "c")


def test_every_truncation_is_refused(tmp_path):
    saved(tmp_path / "c")
    whole = (tmp_path / "c").read_bytes()
    training = start()
    for length in range(0, len(whole), 37):
        (tmp_path / "c").write_bytes(whole[:length])
        with pytest.raises(InputError):
            training.resume(tmp_path / "c")


class Momentum:
    """Exact gradients with a part of all that went before, and noise at every third.

    remembers: what it tells of it
    """

    parameters = (Parameter("part", 0.5, least=0, most=1, real=True),)

    def __init__(self, remembers):
        self.remembers = remembers

    def gradients(self, form, settings, rng):
        sums = [np.zeros(operators.shape) for operators in bind(form)]
        asked = np.zeros(1, dtype=np.int64)

        def source(player, own, other):
            asked[0] += 1
            exact = bind(form)[player].gradient(other)
            sums[player] = settings["part"] * sums[player] + exact
            noise = 0.01 * rng.standard_normal(exact.shape) if asked[0] % 3 == 0 else 0.0
            return sums[player] + noise, form.traversal

        def restore(state):
            sums[:] = state["first"], state["second"]
            asked[:] = state["asked"]

        if self.remembers == "all":
            source.state = lambda: {"first": sums[0], "second": sums[1], "asked": int(asked[0])}
            source.restore = restore
        elif self.remembers == "nothing":
            source.stateless = True
        elif self.remembers == "half":
            source.state = lambda: {"first": sums[0]}
        return source


def with_momentum(remembers, **told):
    parts = Minimization(RegretRule(plus), by_power(1))
    own = SelfPlaying("momentum", "", parts, Momentum(remembers))
    return Training("kuhn", own, seed=3, **told)


@pytest.mark.parametrize(
    "told", [{}, {"updates": "simultaneous"}, {"floor": {"call": 0.2}}], ids=str
)
def test_a_source_of_gradients_goes_on_with_what_it_remembers(told, tmp_path):
    through, stopped, resumed = (with_momentum("all", **told) for _ in range(3))
    through.run(iterations=40)
    stopped.run(iterations=20)
    stopped.save(tmp_path / "c")
    stopped.run(iterations=40)
    resumed.resume(tmp_path / "c")
    resumed.run(iterations=40)
    for run in (stopped, resumed):
        assert "".join(dump(run.solution().strategy)) == "".join(dump(through.solution().strategy))
        assert run.solver.value_sum == through.solver.value_sum


@pytest.mark.parametrize("told", [{}, {"floor": {"call": 0.2}}], ids=str)
@pytest.mark.parametrize("remembers", ["unknown", "half"])
def test_a_source_that_does_not_say_what_it_remembers_has_no_checkpoint(remembers, told, tmp_path):
    """It is refused before the first iteration, and by every call that writes or reads one."""
    training = with_momentum(remembers, **told)
    for refused in (
        lambda: training.run(iterations=9, checkpoint=tmp_path / "c"),
        lambda: training.save(tmp_path / "c"),
        lambda: training.resume(tmp_path / "c"),
    ):
        with pytest.raises(InputError, match="momentum: its source of gradients does not say"):
            refused()
    assert training.solver.iterations == 0
    assert not [*tmp_path.iterdir()]
    training.run(iterations=9)
    assert training.solver.iterations == 9


def test_a_source_that_says_that_it_remembers_nothing_has_checkpoints(tmp_path):
    training, again = with_momentum("nothing"), with_momentum("nothing")
    training.run(iterations=9, checkpoint=tmp_path / "c")
    training.save(tmp_path / "c")
    again.resume(tmp_path / "c")
    assert again.solver.iterations == 9


def test_a_checkpoint_of_what_is_solved_in_one_step_is_refused_when_the_run_starts(tmp_path):
    pytest.importorskip("scipy", reason="lp needs SciPy")
    training = Training("kuhn", "lp")
    for refused in (
        lambda: training.run(checkpoint=tmp_path / "c"),
        lambda: training.save(tmp_path / "c"),
    ):
        with pytest.raises(InputError, match="lp solves the game in one step"):
            refused()
    assert training.solver.iterations == 0


@NEEDS_NUMBA
@pytest.mark.parametrize(
    "there",
    [pytest.param(2, id="in machine code", marks=pytest.mark.slow), pytest.param(None, id="NumPy")],
)
def test_what_computed_a_run_goes_on_with_it(there, tmp_path, monkeypatch):
    """Else its sums were rounded otherwise than those of a run that never stopped."""
    monkeypatch.setattr(backend, "numpy_first", lambda *_: there)
    whole = start("dcfr", "leduc")
    whole.run(iterations=11)
    half = saved(tmp_path / "c", 4, algorithm="dcfr", spec="leduc")
    monkeypatch.setattr(backend, "numpy_first", lambda *_: 7 if there is None else None)
    resumed = start("dcfr", "leduc")
    resumed.resume(tmp_path / "c")
    resumed.run(iterations=11)
    assert resumed.backend == half.backend == ("compiled" if there else "numpy")
    assert "".join(dump(resumed.solution().strategy)) == "".join(dump(whole.solution().strategy))


def test_only_a_checkpoint_that_is_further_on_needs_force(tmp_path):
    saved(tmp_path / "c", 4)
    training = start()
    for count, refused in ((3, True), (4, False), (5, False)):
        training.run(iterations=count)
        wanted = pytest.raises(InputError, match="holds 4 iterations of this run")
        with wanted if refused else nullcontext():
            check_kept(training, tmp_path / "c", force=False)
    check_kept(start(), tmp_path / "c", force=True)


def test_a_write_replaces_the_last_one_whole(tmp_path):
    saved(tmp_path / "c", 2)
    saved(tmp_path / "c", 6)
    training = start()
    training.resume(tmp_path / "c")
    assert training.solver.iterations == 6
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_a_run_leaves_the_checkpoint_of_another_that_was_written_meanwhile(tmp_path):
    """Both began when there was none; the one that wrote last kept its own alone."""
    path, told = tmp_path / "run.checkpoint", []

    def write(text):
        return lambda to: to.write_text(text)

    one = Checkpoints(path, write("one"), told.append)
    other = Checkpoints(path, write("other"), told.append)
    one.write()
    other.write()
    one.write()
    other.write()
    beside = tmp_path / "run-2.checkpoint"
    assert (path.read_text(), beside.read_text()) == ("one", "other")
    assert told == [f"{path} has been written to meanwhile; this run's checkpoints go to {beside}"]
    path.unlink()
    one.write()
    assert (path.read_text(), len(told)) == ("one", 1)


def of_an_earlier_version(path, *lacks):
    """Leave parameters, which that version did not know, out of a checkpoint's header."""

    def leave_out(told):
        for key in lacks:
            del told["run"]["game"][key]

    rewrite(path, in_head(leave_out))


LATER = "tree.rake", "tree.rake_cap", "lock"
"""The parameters of spots that the first versions did not know."""


@pytest.mark.parametrize("tree", [{}, {"rake": 0.05}])
def test_a_spot_s_checkpoint_lacks_the_parameters_that_came_later(tmp_path, tree):
    """They are the defaults: with others it is another game."""

    def begun():
        played = {"range": "AA,KQs", "river.bet": "50%"}
        game = spot(board="Td9d6h Qc 2s", pot=20, stack=40, oop=played, ip=played, tree=tree)
        return Training(game, "dcfr")

    whole, half = begun(), begun()
    whole.run(iterations=6)
    half.run(iterations=3)
    half.save(tmp_path / "c")
    of_an_earlier_version(tmp_path / "c", *LATER)
    resumed = begun()
    if tree:
        with pytest.raises(InputError, match="its game is"):
            resumed.resume(tmp_path / "c")
        return
    resumed.resume(tmp_path / "c")
    resumed.run(iterations=6)
    assert "".join(dump(resumed.solution().strategy)) == "".join(dump(whole.solution().strategy))
    resumed.save(tmp_path / "c")
    begun().resume(tmp_path / "c")


@pytest.mark.parametrize(
    ("begun", "lacks", "resumed"),
    [
        ("kuhn:cards=4", ["cards"], "kuhn:cards=4"),
        ("von-neumann:hands=5", [], "von-neumann-raise:hands=5"),
    ],
    ids=["not the default", "another name"],
)
def test_a_game_of_which_a_checkpoint_tells_something_else_is_another(
    tmp_path, begun, lacks, resumed
):
    saved(tmp_path / "c", spec=begun)
    of_an_earlier_version(tmp_path / "c", *lacks)
    with pytest.raises(InputError, match="its game is"):
        start(spec=resumed).resume(tmp_path / "c")
