"""Runs on a cluster of real processes on the loopback: the same results, and nothing is lost."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game
from pokerbot.runs.boards import BoardRun, boards_of
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import (
    Begun,
    Event,
    Failed,
    Finished,
    InProcess,
    Tasks,
    cluster,
)
from pokerbot.runs.executors.cluster import Cluster, Dispatch
from pokerbot.runs.executors.connection import TLS, Address
from pokerbot.runs.limits import Limits
from pokerbot.runs.run import SolveRun
from tests.runs.gathering import Gathered
from tests.runs.test_background import is_running, wait_until
from tests.runs.test_processes import NEVER, bare

if TYPE_CHECKING:
    from distributed import LocalCluster

NEEDS_DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="needs Dask")
RUNS = [SolveRun("kuhn", "es-mccfr", 20, seed=seed) for seed in range(30)]
CURVE = "ec_paramgen_curve:prime256v1"
TURN = {"board": "2s3h4d 6c", "pot": 20, "stack": 20, "oop.river.bet": "a"}
RANGES = {"oop.range": "AsAh,QsQh", "ip.range": "KsKh"}
IMPOSSIBLE, ENDLESS = SolveRun("leduc", "fp", 1), SolveRun("kuhn", "cfr", NEVER)


def of_boards() -> list[BoardRun]:
    """Ten runs of a report, one of them long."""
    found = boards_of(make_game("holdem", TURN | RANGES)).runs("dcfr", Limits(20))[:10]
    found[5] = replace(found[5], iterations=5000)
    return found


def listener(address: str) -> int:
    """The process that listens there."""
    port = int(address.rpartition(":")[2])
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if any(each.laddr.port == port for each in process.net_connections("tcp")):
                return process.pid
    raise LookupError(address)


@pytest.mark.slow
@NEEDS_DASK
def test_a_cluster_of_this_machine_comes_to_the_same_though_a_worker_is_killed() -> None:
    begun: list[int] = []
    boards = of_boards()
    killed = len(RUNS) + 5, len(RUNS) + len(boards) + 1

    def kill(event: Event) -> None:
        if isinstance(event, Begun):
            begun.append(event.place)
            if event.place == killed[1] or (
                event.place == killed[0] and begun.count(killed[0]) == 1
            ):
                os.kill(listener(event.worker), signal.SIGKILL)

    here, there, before = Gathered(), Gathered(kill), psutil.Process().children()
    InProcess().carry_out([*RUNS, *boards], here, lambda: False)
    runs = [*RUNS, *boards, IMPOSSIBLE, ENDLESS]
    Cluster(Address("local:2"), 2).carry_out(iter(runs), there, lambda: False)
    assert bare(there) == bare(here)
    assert sorted(there.ended) == list(range(len(runs)))
    assert begun.count(killed[1]) in (1, 2, 3)  # it may have waited behind the other one
    assert there.failures[killed[1]] == "its worker was lost, out of memory?"
    assert "pure strategies" in there.failures[killed[1] - 1]
    left = {child.pid for child in psutil.Process().children()} - {each.pid for each in before}
    assert all(re.search("resource_tracker|forkserver", command_line(pid)) for pid in left)


@pytest.mark.slow
@NEEDS_DASK
def test_a_cluster_of_this_machine_ends_whatever_is_under_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody tells the run to stop, and its process is not killed for that."""
    from distributed import Client, Nanny
    from distributed.process import AsyncProcess

    left: list[Client] = []
    with monkeypatch.context() as patched:
        patched.setattr(cluster.Dispatch, "leave", lambda self: left.append(self.client))
        patched.setattr(Client, "close", lambda self, timeout=None: None)
        patched.setattr(Nanny.close, "__defaults__", (60, "a minute is time enough"))
        patched.setattr(AsyncProcess, "kill", None)
        begun: list[Event] = []
        Cluster(Address("local:1"), 0).carry_out([ENDLESS], begun.append, lambda: bool(begun))
    left[0].close()
    assert begun


def command_line(pid: int) -> str:
    return " ".join(psutil.Process(pid).cmdline())


@contextlib.contextmanager
def started(*arguments: str, path: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask's in a session of its own; `path`: where modules are looked for first."""
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        env=os.environ | ({"PYTHONPATH": str(path)} if path else {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def answers(port: int) -> bool:
    """Whether something listens at a port of this machine."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


@pytest.fixture
def certificates(tmp_path: Path) -> list[dict[str, str]]:
    """Two certificates that are their own authority, as Dask's configuration names them."""
    if (openssl := shutil.which("openssl")) is None:
        pytest.skip("needs openssl")
    made = []
    for name in ("one", "other"):
        cert, key = str(tmp_path / f"{name}.pem"), str(tmp_path / f"{name}.key")
        asked = f"req -x509 -newkey ec -pkeyopt {CURVE} -nodes -days 2 -subj /CN={name}".split()
        subprocess.run(
            [openssl, *asked, "-keyout", key, "-out", cert], check=True, capture_output=True
        )
        parts = {f"{TLS}.{role}.cert": cert for role in ("client", "worker", "scheduler")}
        keys = {f"{TLS}.{role}.key": key for role in ("client", "worker", "scheduler")}
        made.append({f"{TLS}.ca-file": cert, **parts, **keys})
    return made


def in_this_process(protocol: str) -> LocalCluster:
    """A scheduler and a worker that are reached by the loopback."""
    from distributed import LocalCluster

    return LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol=f"{protocol}://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )


@pytest.mark.slow
@NEEDS_DASK
def test_tls_takes_who_has_the_certificate_and_refuses_others_in_a_line(
    certificates: list[dict[str, str]], tmp_path: Path
) -> None:
    import dask
    import distributed  # noqa: F401 - its defaults are there before ours

    (good, other), away = certificates, str(tmp_path / "away")
    trouble = {
        "does not take the certificates": other | {f"{TLS}.ca-file": good[f"{TLS}.ca-file"]},
        "TLS certificate does not match": good | {f"{TLS}.ca-file": other[f"{TLS}.ca-file"]},
        f"{TLS}.ca-file in Dask's configuration: No such file": good | {f"{TLS}.ca-file": away},
        f"needs certificates: Dask's configuration has no {TLS}.ca-file": {},
    }
    here, there = Gathered(), Gathered()
    InProcess().carry_out(RUNS, here, lambda: False)
    with dask.config.set(good):
        scheduler = in_this_process("tls")
    with scheduler:
        executor = Cluster(Address(scheduler.scheduler_address), 0)
        with dask.config.set(good):
            executor.carry_out(iter(RUNS), there, lambda: False)
        assert bare(there) == bare(here)
        for words, names in trouble.items():
            with dask.config.set(names), pytest.raises(InputError, match=words) as refused:
                executor.carry_out(iter(RUNS), there, lambda: False)
            assert "\n" not in str(refused.value)


@pytest.mark.slow
@NEEDS_DASK
def test_a_worker_that_cannot_compile_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    runs = [*RUNS[:3], replace(RUNS[3], backend="compiled")]
    with in_this_process("tcp") as scheduler:
        (worker,) = scheduler.workers.values()
        why = f"the worker at {worker.address} has no numba, which runs need"
        with pytest.raises(InputError, match=why):
            Cluster(Address(scheduler.scheduler_address), 0).carry_out(
                runs, Gathered(), lambda: False
            )


@pytest.mark.slow
@NEEDS_DASK
def test_another_version_is_refused_and_a_scheduler_that_is_gone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_GONE", 1.0)
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.1)
    other = tmp_path / "pokerbot-99.9.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: pokerbot\nVersion: 99.9\n")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    address = f"tcp://127.0.0.1:{port}"
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with started("scheduler", "--host", "127.0.0.1", "--port", str(port)) as scheduler:
        wait_until(lambda: answers(port))  # on a busy machine Dask takes long to start
        with started(*worker, path=tmp_path):
            with pytest.raises(InputError, match=r"has pokerbot 99\.9, here it is") as refused:
                Cluster(Address(address), 0).carry_out(RUNS, Gathered(), lambda: False)
            assert str(refused.value).endswith(version("pokerbot"))
        with started(*worker):

            def kill(event: Event) -> None:
                if isinstance(event, Finished):
                    os.killpg(scheduler.pid, signal.SIGKILL)

            gathered = Gathered(kill)
            with pytest.raises(InputError, match=f"the scheduler of {address} is gone"):
                Cluster(Address(address), 0).carry_out([*RUNS, ENDLESS], gathered, lambda: False)
            assert gathered.results
            assert not gathered.failures


@dataclass
class Outcome:
    """The future of a batch: lost, under way, or at its end, first with an error if there is one.

    lines: the results, None while it is under way
    """

    lost: bool = False
    lines: list[str] | None = None
    error: Exception | None = None

    def add_done_callback(self, call: Callable[[Outcome], object]) -> None:
        if self.lines is not None:
            call(self)

    def cancelled(self) -> bool:
        return self.lost

    def done(self) -> bool:
        return self.lines is not None

    def cancel(self) -> None: ...

    def result(self, timeout: float) -> tuple[float, list[str]]:
        error, self.error = self.error, None
        if error:
            raise error
        return timeout, self.lines or []


class Acting:
    """A client with one worker; what becomes of a batch is told by the places of its runs.

    batches: the places of the runs of each batch
    """

    status = "running"

    def __init__(self, becomes: Callable[[list[int]], Outcome] = lambda _: Outcome()) -> None:
        self.becomes, self.batches = becomes, list[list[int]]()

    def subscribe_topic(self, *_: object) -> None: ...

    def nthreads(self) -> dict[str, int]:
        return {"there": 1}

    def run(self, function: Callable[..., object], *args: object, **_: object) -> dict[str, object]:
        return {"there": function(*args)}

    def submit(self, *given: Any, **_: object) -> Outcome:
        *_, lines = given
        self.batches.append([place for place, _ in lines])
        return self.becomes(self.batches[-1])


class Ending(Acting):
    """A client whose scheduler tells who works there, and ends."""

    def run(self, *_: object, **__: object) -> dict[str, object]:
        self.nthreads = self.run  # type: ignore[method-assign, assignment]
        raise OSError


def test_a_scheduler_that_ends_before_its_workers_are_checked_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "SCHEDULER_GONE", 0.1)
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.0)
    dispatch = Dispatch(Ending(), "there", Tasks(RUNS, 0), Gathered())
    with pytest.raises(InputError, match="the scheduler of there is gone"):
        dispatch.until_done(lambda: False)


@pytest.mark.slow
@NEEDS_DASK
def test_ctrl_c_leaves_no_process_and_no_word_of_dasks(tmp_path: Path) -> None:
    plan = 'games = ["kuhn"]\nalgorithms = ["es-mccfr"]\niterations = 100\nseeds = '
    (tmp_path / "plan.toml").write_text(plan + str(list(range(100))))
    process = subprocess.Popen(
        [sys.executable, "-m", "pokerbot", "sweep", "plan.toml", "--on", "local:1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=tmp_path,
    )
    lines = tmp_path / "plan" / "runs.jsonl"
    wait_until(lambda: lines.exists() and lines.read_bytes().count(b"\n"))
    workers = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out.startswith("kuhn: exploitability in chips per hand at the end of each run\n")
    kept = lines.read_bytes().count(b"\n")
    told = f"Stopped; {kept} of 100 runs are kept in plan, and --continue does the rest.\n"
    assert re.sub(r"\d+ of \d+ runs done.*\n", "", err) == told
    assert workers
    wait_until(lambda: not any(is_running(worker) for worker in workers))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("local:0", "is here, local:N"),
        ("local:two", "is here, local:N"),
        ("http://127.0.0.1:1", "is here, local:N"),
        ("tcp://127.0.0.1", "is here, local:N"),
        ("tcp://127.0.0.1:x", "is here, local:N"),
        ("tcp://10.0.0.1:8786", "trust_network is needed"),
        ("tcp://localhost.example:8786", "trust_network is needed"),
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Address(text)
    for safe in ("tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1", "tls://10.0.0.1:1"):
        Address(safe)
    Address("tcp://10.0.0.1:8786", trusted=True)


def test_a_run_that_waited_behind_a_lost_one_is_not_blamed_as_that_is() -> None:
    tasks = Tasks(RUNS[:1], 1)
    task = tasks.next()
    assert task is not None
    for begun in (False, True, False, False):
        assert tasks.lose(task, "gone", begun=begun) is None
        assert tasks.next() == task
    assert tasks.lose(task, "gone") == Failed(0, "gone")


def test_a_run_that_is_never_heard_of_is_given_up() -> None:
    tasks = Tasks(RUNS[:1], 1)
    task = tasks.next()
    assert task is not None
    lost = [tasks.lose(task, "gone", begun=False) for _ in range(30)]
    assert Failed(0, "gone") in lost


@pytest.mark.slow
def test_what_is_lost_before_it_has_begun_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.0)
    client, gathered = Acting(lambda _: Outcome(lost=True)), Gathered()
    dispatch = Dispatch(client, "there", Tasks(RUNS[:1], 0), gathered)
    dispatch.until_done(lambda: len(client.batches) == 5)
    assert not gathered.failures
    dispatch.until_done(lambda: False)
    assert [*gathered.failures] == [0]


def test_the_run_under_way_is_blamed_for_a_lost_batch_and_the_others_are_sent_one_by_one() -> None:
    client, gathered = Acting(), Gathered()
    dispatch = Dispatch(client, "there", Tasks(RUNS[:4], 0), gathered)
    dispatch._size = 4
    dispatch._send()
    (key,) = dispatch.batches
    for at in (0, 1, 0):  # Dask begins it again, on another worker
        assert not gathered.failures
        dispatch._began(key, at, "there")
    assert [*gathered.failures] == [1]
    while dispatch.tasks:
        dispatch._send()
    assert client.batches == [[0, 1, 2, 3], [0], [2], [3]]


def ended(error: Exception | None = None) -> Acting:
    """A client whose batches have all come to an end, the first with an error if there is one."""
    errors = iter([error])

    def becomes(places: list[int]) -> Outcome:
        lines = [pack(Finished(place, place)) for place in places]
        return Outcome(lines=lines, error=next(errors, None))

    return Acting(becomes)


@pytest.mark.slow
@NEEDS_DASK
def test_what_a_lost_batch_comes_to_after_all_is_not_taken_beside_its_repetition() -> None:
    gathered = Gathered()
    dispatch = Dispatch(ended(), "there", Tasks(RUNS[:2], 1), gathered)
    dispatch._size = 2
    dispatch._send()
    (lost,) = dispatch.batches
    for at in (0, 1, 0):  # Dask begins it again, on another worker
        dispatch._began(lost, at, "there")
    while dispatch.tasks:
        dispatch._send()
    for key in (lost, *dispatch.batches, lost):
        for _ in range(2):  # its own report, and that of the next look
            dispatch._landed(key)
    assert sorted(gathered.ended) == [0, 1]
    assert not gathered.failures


@pytest.mark.slow
@NEEDS_DASK
def test_an_error_of_a_worker_ends_the_runs_of_its_batch_alone() -> None:
    gathered = Gathered()
    dispatch = Dispatch(ended(OverflowError("no room")), "there", Tasks(RUNS[:3], 1), gathered)
    for dispatch._size in (2, 1):
        dispatch._send()
    for key in [*dispatch.batches]:
        dispatch._landed(key)
    why = "the worker failed: OverflowError: no room"
    assert gathered.failures == {0: why, 1: why}
    assert gathered.results == [2]
    assert not dispatch.batches


@pytest.mark.slow
@NEEDS_DASK
def test_results_that_did_not_come_at_first_are_fetched_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(cluster, "ASK_EVERY", 0.0)
    asked, gathered = iter(range(100)), Gathered()
    dispatch = Dispatch(ended(TimeoutError()), "there", Tasks(RUNS[:3], 0), gathered)
    dispatch.until_done(lambda: next(asked) == 99)
    assert gathered.results == [0, 1, 2]
    assert not gathered.failures


@pytest.mark.slow
@NEEDS_DASK
def test_a_worker_carries_out_no_run_of_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that has come since the workers were looked at."""

    class Worker:
        address = "tcp://127.0.0.1:1"

    monkeypatch.setattr("distributed.get_worker", Worker)
    _, lines = cluster._work("topic", "key", "99.9", [(5, pack(RUNS[5])), (7, "{}")])
    here = version("pokerbot")
    why = f"the worker at tcp://127.0.0.1:1 has pokerbot {here}, here it is 99.9"
    assert [unpack(line) for line in lines] == [Failed(5, why), Failed(7, why)]


class Growing(Acting):
    """A client to which a worker with another version comes once there are batches."""

    def nthreads(self) -> dict[str, int]:
        return {"there": 1, "late": 1} if self.batches else {"there": 1}

    def run(
        self, function: Callable[..., object], *args: object, **given: Any
    ) -> dict[str, object]:
        found = {"there": function(*args), "late": "99.9" if function is version else ""}
        return {name: found[name] for name in given["workers"]}


def test_a_worker_that_comes_later_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.0)
    monkeypatch.setattr(cluster, "ASK_EVERY", 0.0)
    asked, client = iter(range(100)), Growing()
    dispatch = Dispatch(client, "there", Tasks(RUNS, 0), Gathered())
    with pytest.raises(InputError, match=r"the worker at late has pokerbot 99\.9"):
        dispatch.until_done(lambda: next(asked) == 99)
    assert client.batches
