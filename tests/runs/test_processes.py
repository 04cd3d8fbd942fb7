"""Runs in processes: the same results as here, whoever finishes first and whatever is killed."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from pokerbot.errors import InputError
from pokerbot.runs.child_process import ChildProcess, environment
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import Begun, Event, Failed, Finished, InProcess, Tasks, processes
from pokerbot.runs.executors.processes import Processes, WorkerPool
from pokerbot.runs.run import SolveResult, SolveRun, Stopped, Watch
from tests.runs.gathering import Gathered
from tests.runs.test_background import is_running, wait_until

NEVER = 10**9


def runs(*, slow: int = 0) -> list[SolveRun]:
    """Short runs, the first of them the slowest; the last cannot be done."""
    counts = (400, 1, 20, 3)
    made = [SolveRun("kuhn", "es-mccfr", count, seed=seed) for seed, count in enumerate(counts)]
    return [*made, SolveRun("leduc", "fp", 1), *[SolveRun("kuhn", "cfr", NEVER)] * slow]


def bare(gathered: Gathered) -> list[object]:
    """Results without what the clock says."""
    return [
        (each.report | {"seconds": 0}, each.strategy)
        if isinstance(each, SolveResult)
        else pack(each)
        for each in gathered.results
    ]


def children() -> list[int]:
    return [child.pid for child in psutil.Process().children()]


def test_what_waited_behind_the_run_of_a_lost_process_is_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Short runs are given several at a time; each of them finishes or fails, once."""
    sent: list[int] = []

    class Lost:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def send(self, _: str, place: int, __: str) -> None:
            sent.append(place)

        def end(self) -> str:
            return "was ended by SIGKILL"

    monkeypatch.setattr(processes, "ChildProcess", Lost)
    told = Gathered()
    pool = WorkerPool(Tasks([SolveRun("kuhn", "cfr", count) for count in (1, 2, 3, 4)], 0), told)
    pool.employ(1)
    (worker,) = pool.workers
    worker.ahead = 3
    pool.next(worker)
    assert sent == [0, 1, 2]
    pool.hear(worker, None)
    while worker.tasks:
        pool.hear(worker, Finished(worker.tasks[0][0], None))
    assert sent == [0, 1, 2, 1, 2, 3]
    ends = [(type(each), each.place) for each in told.events if not isinstance(each, Begun)]
    assert ends == [(Failed, 0), (Finished, 1), (Finished, 2), (Finished, 3)]
    assert not pool.workers


def test_a_run_that_finds_no_memory_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    carry_out = SolveRun.carry_out

    def finds_none(run: SolveRun, watch: Watch, stopped: Stopped) -> SolveResult:
        if run.seed == 1:
            raise MemoryError
        return carry_out(run, watch, stopped)

    monkeypatch.setattr(SolveRun, "carry_out", finds_none)
    gathered = Gathered()
    asked = [SolveRun("kuhn", "es-mccfr", 3, seed=seed) for seed in range(3)]
    InProcess().carry_out(asked, gathered, lambda: False)
    assert len(gathered.results) == 2
    assert gathered.failures == {1: "it takes more memory than there is"}


def test_what_a_person_has_python_look_through_is_looked_through_in_processes_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An algorithm of one's own may import from there."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["/own", "/more"]))
    assert environment()["PYTHONPATH"].split(os.pathsep)[1:] == ["/own", "/more"]
    monkeypatch.delenv("PYTHONPATH")
    assert os.pathsep not in environment()["PYTHONPATH"]


@pytest.mark.slow
def test_a_file_of_the_current_folder_is_not_taken_for_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plans may lie beside anything: with a `queue.py` there no process would begin."""
    monkeypatch.chdir(tmp_path)
    Path("queue.py").write_text("raise RuntimeError")
    gathered = Gathered()
    Processes(1, 0).carry_out([SolveRun("kuhn", "cfr", 1)], gathered, lambda: False)
    assert (len(gathered.results), gathered.failures) == (1, {})


@pytest.mark.slow
def test_they_come_to_what_comes_here_and_name_what_cannot_be_done() -> None:
    here, there, before = Gathered(), Gathered(), children()
    InProcess().carry_out(runs(), here, lambda: False)
    Processes(2, 0).carry_out(iter(runs()), there, lambda: False)
    assert bare(here) == bare(there)
    assert len(here.results) == 4
    assert here.failures == there.failures
    assert "pure strategies" in there.failures[4]
    assert children() == before


def test_a_process_that_cannot_be_started_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    before = children()

    def start_one(hear: Callable[[Any], object], *, threads: bool) -> ChildProcess:
        if len(children()) > len(before):
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        return ChildProcess(hear, threads=threads)

    monkeypatch.setattr(processes, "ChildProcess", start_one)
    with pytest.raises(InputError, match=r"^process 2 cannot be started: Too many open files$"):
        Processes(3, 0).carry_out(runs(), Gathered(), lambda: False)
    wait_until(lambda: children() == before)


@pytest.mark.slow
def test_a_run_whose_process_is_killed_is_done_again_so_often() -> None:
    """Of three the first is killed once, and done; the last again and again, and given up."""
    killed: list[int] = []

    def kill(event: Event) -> None:
        if isinstance(event, Begun) and (event.place == 2 or event.place not in (*killed, 1)):
            killed.append(event.place)
            os.kill([each for each in children() if each not in before][-1], signal.SIGKILL)

    gathered, here, before = Gathered(kill), Gathered(), children()
    Processes(1, 1).carry_out(runs(slow=1)[2:4] + runs(slow=1)[-1:], gathered, lambda: False)
    InProcess().carry_out(runs()[2:4], here, lambda: False)
    assert killed == [0, 2, 2]
    assert bare(gathered) == bare(here)
    assert gathered.failures == {2: "its process was ended by SIGKILL, out of memory?"}
    assert gathered.ended == [0, 1, 2]
    assert children() == before


def test_they_are_gone_when_they_are_stopped() -> None:
    told, before = Gathered(), children()
    Processes(2, 3).carry_out(runs(slow=2)[-2:], told, lambda: len(told.events) == 2)
    assert children() == before


@pytest.mark.slow
def test_they_end_when_the_process_that_started_them_is_killed(tmp_path: Path) -> None:
    code = (
        "import psutil\n"
        "from pokerbot.runs.executors.processes import Processes\n"
        "from pokerbot.runs.run import SolveRun\n"
        "def tell(event):\n"
        "    if event.place: print(*(c.pid for c in psutil.Process().children()), flush=True)\n"
        "runs = [SolveRun('kuhn', 'cfr', 10**9)] * 2\n"
        "Processes(2, 0).carry_out(runs, tell, lambda: False)\n"
    )
    user = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert user.stdout is not None
    workers = [int(each) for each in user.stdout.readline().split()]
    assert len(workers) == 2
    user.kill()
    user.wait()
    user.stdout.close()
    wait_until(lambda: not any(is_running(worker) for worker in workers))
