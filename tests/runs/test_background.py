"""The solver in a process of its own: what it does when told, and that it never outlives anyone."""

import io
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from types import SimpleNamespace

import pytest

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import FAMILIES, make_game, parse_game
from pokerbot.runs import backend
from pokerbot.runs.background import answering, solving
from pokerbot.runs.background.process import Background
from pokerbot.runs.background.solving import (
    BackgroundSolver,
    Ended,
    GameCompiled,
    Measured,
    Refused,
    Resting,
    StrategySaved,
    Told,
)
from pokerbot.runs.child_process import ChildProcess, listen
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.limits import Limits
from pokerbot.runs.run import SolveRun, TrainingRun
from pokerbot.runs.solving import solve
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.strategy import storage
from pokerbot.strategy.arrays import InfosetSample
from tests.play.tables import GAMES, uniform

PATIENCE = 60
TURN = {"board": "Ks7h2d4c", "pot": 100, "stack": 100, "oop.range": "AA", "ip.range": "KK"}
LONG = 10**9


class Talk:
    """A process, and what it has said."""

    def __init__(self, *job):
        self.heard = SimpleQueue()
        self.background = Background(SolveRun(*job), self.heard.put)
        self.id = self.background.process.id

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.background.leave()

    def until(self, kind):
        """The next event of this kind."""
        while not isinstance(event := self.heard.get(timeout=PATIENCE), kind):
            assert not isinstance(event, Ended), event
        return event

    def gone(self):
        return not is_running(self.id)


def is_running(process_id):
    """Whether it is there, and not only because nobody has asked how it ended."""
    try:
        os.kill(process_id, 0)
        stat = Path(f"/proc/{process_id}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_a_person_who_waits_should_know_is_an_event(monkeypatch):
    said = []
    monkeypatch.setattr(
        backend, "in_machine_code", lambda solver, tell, *_, **__: tell("compiling …")
    )
    working = BackgroundSolver(SimpleQueue(), said.append, lambda: None)
    working.training = Training("kuhn", "cfr+")
    working.training.numpy_until = 0
    working.sample = InfosetSample(working.training.form)
    working.iterate(Limits(1))
    assert said[0] == unpack(pack(Told("compiling …"))) == Told("compiling …")
    assert isinstance(said[1], Measured)


@pytest.mark.slow
def test_it_solves_what_solve_solves_pausing_on_the_way(tmp_path):
    path = tmp_path / "x.json"
    with Talk("leduc", "dcfr+", LONG) as talk:
        talk.until(GameCompiled)
        first = talk.until(Measured)
        assert first.progress.iterations == 1
        talk.background.pause()
        assert talk.until(Resting) == Resting(finished=False)
        talk.background.save(path, force=False)
        paused = talk.until(StrategySaved)
        assert paused.iterations == storage.load(path).iterations > 0
        talk.background.go_on(Limits(paused.iterations + 100))
        assert talk.until(Resting) == Resting(finished=True)
        talk.background.save(path, force=False)
        assert talk.until(StrategySaved).iterations == paused.iterations + 100
    plain = solve("leduc", "dcfr+", iterations=paused.iterations + 100)
    assert storage.load(path).infosets == plain.strategy.infosets


def test_what_it_measures_is_what_the_file_says(tmp_path):
    path = tmp_path / "x.json"
    with Talk("kuhn:cards=4", "cfr+", 150) as talk:
        seen = [talk.until(Measured)]
        while seen[-1].progress.iterations < 150:
            seen.append(talk.until(Measured))
        talk.until(Resting)
        talk.background.save(path, force=False)
        talk.until(StrategySaved)
    strategy, last = storage.load(path), seen[-1]
    assert last.progress.exploitability == pytest.approx(evaluate(strategy).exploitability)
    assert [event.progress.iterations for event in seen[:5]] == [1, 2, 3, 4, 5]
    assert len(last.frequencies) == 12
    for key, chances in last.frequencies.items():
        assert chances == pytest.approx(strategy.infosets[key])


@pytest.mark.slow
def test_a_target_stops_it_where_it_stops_solve():
    with Talk("kuhn", "dcfr+", None, 1e-3) as talk:
        events = [talk.until(Measured | Resting)]
        while not isinstance(events[-1], Resting):
            events.append(talk.until(Measured | Resting))
    assert events[-2].progress.iterations == solve("kuhn", "dcfr+", target=1e-3).iterations


def test_saving_while_it_works_lets_it_work_on(tmp_path):
    with Talk("kuhn", "cfr", LONG) as talk:
        talk.until(Measured)
        talk.background.save(tmp_path / "x.json", force=False)
        saved = talk.until(StrategySaved)
        while talk.until(Measured).progress.iterations <= saved.iterations:
            pass
        assert talk.heard.empty() or not isinstance(talk.heard.get(), Resting)


@pytest.mark.slow
def test_a_game_that_was_added_to_the_catalogue_here_is_solved_and_saved(monkeypatch, tmp_path):
    monkeypatch.setitem(FAMILIES, "added", replace(FAMILIES["kuhn"], name="added"))
    with Talk(parse_game("added"), "cfr", 10) as talk:
        talk.until(Resting)
        talk.background.save(tmp_path / "x.json", force=False)
        talk.until(StrategySaved)
    assert (
        storage.load(tmp_path / "x.json").infosets
        == solve("kuhn", "cfr", iterations=10).strategy.infosets
    )


@pytest.mark.slow
def test_a_file_of_another_game_is_not_written_over(tmp_path):
    path = tmp_path / "x.json"
    storage.save(uniform(parse_game("leduc")), path)
    before = path.read_bytes()
    with Talk("kuhn", "cfr", 5) as talk:
        talk.until(Resting)
        talk.background.save(path, force=False)
        assert "not a strategy of kuhn" in talk.until(Refused).reason
        talk.background.save(tmp_path / "no" / "x.json", force=True)
        assert "cannot write" in talk.until(Refused).reason
        assert path.read_bytes() == before
        talk.background.save(path, force=True)
        talk.until(StrategySaved)
    assert storage.load(path).game.name == "kuhn"


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (("leduc", "fp", 5), "pure strategies"),
        (("kuhn:cards=1", "cfr", 5), "cards must be"),
        (("kuhn:cards=999999999", "cfr", 5), "GiB of memory"),
    ],
)
def test_what_cannot_be_solved_is_told_in_a_line(job, words, monkeypatch):
    monkeypatch.setattr(solving, "give_way", lambda: None)
    said = []
    BackgroundSolver(SimpleQueue(), said.append, lambda: None).work(SolveRun(*job))
    (event,) = said
    assert isinstance(event, Ended)
    assert words in event.reason
    assert "\n" not in event.reason


@pytest.mark.slow
def test_a_process_that_cannot_solve_ends_once_it_has_told_why():
    talk = Talk("kuhn", "nosuch", 5)
    assert "no algorithm 'nosuch'" in talk.heard.get(timeout=PATIENCE).reason
    wait_until(talk.gone)
    with pytest.raises(Empty):
        talk.heard.get(timeout=0.1)
    talk.background.leave()


def test_its_death_is_told():
    talk = Talk("kuhn", "cfr", LONG)
    talk.until(Measured)
    os.kill(talk.id, signal.SIGKILL)
    while not isinstance(event := talk.heard.get(timeout=PATIENCE), Ended):
        pass
    assert "SIGKILL" in event.reason
    talk.background.pause()
    talk.background.leave()


@pytest.mark.parametrize("game", ["kuhn", "leduc-nolimit:stack=40"], ids=["solving", "compiling"])
def test_it_is_gone_when_it_is_left(game):
    talk = Talk(game, "cfr", LONG)
    if game == "kuhn":
        talk.until(Measured)
    talk.background.leave()
    assert talk.gone()
    while not talk.heard.empty():
        assert not isinstance(talk.heard.get(), Ended)


def test_what_is_sent_to_a_process_that_was_ended_is_lost_without_an_error():
    """As where a table is left while its question is still being packed."""
    heard = SimpleQueue()
    process = ChildProcess(heard.put, threads=False)
    process.end()
    process.send("carry out", 1, "")
    assert heard.get(timeout=60) is None


@pytest.mark.slow
def test_it_ends_when_its_user_is_killed():
    code = (
        "import time\n"
        "from pokerbot.runs.run import SolveRun\n"
        "from pokerbot.runs.background.process import Background\n"
        "background = Background(SolveRun('kuhn', 'cfr', 10**9), lambda event: None)\n"
        "print(background.process.id, flush=True)\n"
        "time.sleep(60)\n"
    )
    user = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    solver = int(user.stdout.readline())
    assert is_running(solver)
    user.kill()
    user.wait()
    user.stdout.close()
    wait_until(lambda: not is_running(solver))


@pytest.mark.slow
def test_a_file_that_was_asked_for_is_written_though_it_is_left(tmp_path):
    path = tmp_path / "x.json"
    talk = Talk("leduc", "dcfr+", LONG)
    talk.until(Measured)
    talk.background.save(path, force=False)
    talk.background.leave()
    wait_until(talk.gone)
    assert storage.load(path).game.name == "leduc"


@pytest.mark.parametrize("game", [*GAMES[:3], parse_game("von-neumann")], ids=lambda g: g.spec)
def test_a_glimpse_shows_some_information_sets_of_both_players_as_they_are(game):
    training = Training(game, "cfr")
    training.run(iterations=20)
    shown = InfosetSample(compile_game(game))(training.solver.plans())
    infosets = training.solution().strategy.infosets
    owners = {key: player for player, key, _ in game.information_sets()}
    assert {owners[key] for key in shown} == {0, 1}
    for key, chances in shown.items():
        assert chances == pytest.approx(infosets[key])


@pytest.mark.parametrize("name", list(ALGORITHMS))
def test_an_algorithm_takes_a_game_where_it_can_be_built(name):
    for game in [*GAMES, parse_game("kuhn:cards=15"), parse_game("leduc")]:
        try:
            Training(game, name)
            built = True
        except storage.InputError:
            built = False
        assert ALGORITHMS[name].takes(game) == built, game


def test_what_a_killed_process_had_half_said_is_passed_over():
    told = []
    background = Background.__new__(Background)
    background._tell, background._saving, background._left = told.append, False, False
    background.process = SimpleNamespace(ended=lambda: "was ended by SIGKILL, out of memory?")
    listen(io.BytesIO(pack(GameCompiled()).encode() + b'\n{"object": [["poker'), background._hear)
    assert told == [GameCompiled(), Ended("the solver was ended by SIGKILL, out of memory?")]


@pytest.mark.parametrize(("river", "precision"), [("", "single"), ("Jh", None)])
def test_a_turn_that_is_waited_for_is_solved_in_single_precision(monkeypatch, river, precision):
    """It comes further in the same time; a river begins before machine code is loaded."""
    pytest.importorskip("numba")
    game = make_game("holdem", TURN | {"board": TURN["board"] + river})
    told, trained = [], solve(game, iterations=1)
    monkeypatch.setattr(
        TrainingRun, "solution", lambda self, _: told.append(self.precision) or trained
    )
    answering.solve_again(game, SimpleNamespace(ask=lambda run: run.carry_out(print, bool)))
    assert told == [precision]


def test_a_turn_is_solved_again_without_numba_however_many_processors_there_are(monkeypatch):
    monkeypatch.setattr(backend, "has_compiler", lambda: False)
    monkeypatch.setattr(backend, "compiles", lambda: False)
    monkeypatch.setattr(backend, "cores", lambda: 4)
    game = make_game("holdem", TURN)
    at_hand = SimpleNamespace(ask=lambda run: run.carry_out(print, bool))
    pot_share = evaluate(answering.solve_again(game, at_hand)).exploitability / TURN["pot"]
    assert pot_share < 0.01
