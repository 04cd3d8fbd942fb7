"""How much memory there is, where something has a limit of its own; and how a process ends."""

import os
import platform
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.io import machine
from pokerbot.sequence import compile as compile_

GIB = 1 << 30
NO_LIMIT = 9223372036854771712
"""What version 1 says where there is none."""


@pytest.fixture
def groups(tmp_path, monkeypatch):
    """Control groups to be filled: what membership says, then the limit by each file."""
    monkeypatch.setattr(machine, "GROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(machine, "MEMBERSHIP", tmp_path / "membership")

    def fill(membership: str, **limits: str) -> None:
        (tmp_path / "membership").write_text(membership)
        for name, limit in limits.items():
            path = tmp_path / "cgroup" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(limit)

    return fill


V2, V1 = "memory.max", "memory.limit_in_bytes"


@pytest.mark.parametrize(
    ("membership", "limits"),
    [
        ("0::/\n", {V2: f"{GIB}\n"}),
        ("0::/a/b\n", {f"a/b/{V2}": f"{GIB}\n", f"a/{V2}": "max\n"}),
        ("0::/a/b\n", {f"a/b/{V2}": "max\n", f"a/{V2}": f"{GIB}\n"}),
        ("0::/a:b\n", {f"a:b/{V2}": f"{GIB}\n"}),
        (
            "2:cpu:/\n1:cpuset,memory:/a\n0::/\n",
            {f"memory/a/{V1}": f"{GIB}", f"memory/{V1}": f"{NO_LIMIT}"},
        ),
        ("4:memory:/docker/its-name-outside\n", {f"memory/{V1}": f"{GIB}\n"}),
    ],
)
def test_a_container_s_limit_is_what_there_is(groups, membership, limits):
    groups(membership, **limits)
    assert machine.memory() == GIB
    compile_.forget_games()
    with pytest.raises(InputError, match=r"there is 1\.0 GiB"):
        compile_.compile_game(parse_game("kuhn:cards=1000000"))


@pytest.mark.parametrize(
    ("membership", "limits"),
    [
        ("0::/\n", {V2: "max\n"}),
        ("0::/\n", {}),
        ("4:memory:/\n", {f"memory/{V1}": f"{NO_LIMIT}\n"}),
        ("2:cpu:/a\n", {f"a/{V2}": "1\n", f"memory/a/{V1}": "1\n"}),
    ],
)
def test_without_a_limit_it_is_the_machine_s(groups, membership, limits):
    groups(membership, **limits)
    assert machine.memory() == psutil.virtual_memory().total


def test_where_there_are_no_groups(monkeypatch):
    monkeypatch.setattr(machine, "MEMBERSHIP", Path("/nowhere"))
    assert machine.memory() == psutil.virtual_memory().total


def test_what_a_shell_leaves_is_what_there_is():
    limited = (
        "import resource\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({GIB}, resource.RLIM_INFINITY))\n"
        "from pokerbot.io.machine import memory\n"
        "print(memory())"
    )
    run = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"{GIB}\n"


@pytest.mark.parametrize(("daemon", "said"), [(True, ""), (False, "finalized\n")])
def test_a_thread_that_still_works_is_not_unwound_at_the_end(daemon, said):
    """Python would do it while it finalizes, which is when it runs what is registered here."""
    code = (
        "import atexit, threading, time\n"
        "from pokerbot.io.machine import end\n"
        "atexit.register(print, 'finalized')\n"
        f"work = threading.Thread(target=time.sleep, args=[{30 * daemon}], daemon={daemon})\n"
        "work.start()\n"
        "end(3)\n"
    )
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (3, said)


HOLD = """
import os, sys, time
from pathlib import Path
from pokerbot.io.machine import lock
print(lock(Path(sys.argv[1]), 7), flush=True)
if os.fork() == 0:  # it outlives the kill
    os.setsid()
time.sleep(60)
"""


def held_by_others(path, number):
    """Whether another process than one begun now holds the lock."""
    code = "import sys, pathlib; from pokerbot.io.machine import lock; "
    code += "print(lock(pathlib.Path(sys.argv[1]), int(sys.argv[2])))"
    said = subprocess.run(
        [sys.executable, "-c", code, path, str(number)], capture_output=True, check=True
    )
    return said.stdout == b"False\n"


def test_a_lock_is_the_process_s_and_goes_with_it(tmp_path):
    """Killed, with a child that lives on; the file stays, and holds nothing up."""
    path = tmp_path / "there" / "x.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE, start_new_session=True
    )
    assert holder.stdout.readline() == b"True\n"
    assert held_by_others(path, 7)
    assert not held_by_others(path, 8)
    assert not machine.lock(path, 7)
    assert [machine.is_locked(path, number) for number in (7, 8)] == [True, False]
    (child,) = psutil.Process(holder.pid).children()
    try:
        holder.kill()
        holder.wait()
        assert child.is_running()
        assert not machine.is_locked(path, 7)
        assert not held_by_others(path, 7)
        assert machine.lock(path, 7)
        assert machine.lock(path, 7)
        assert not machine.is_locked(path, 7)
        assert held_by_others(path, 7)
    finally:
        child.kill()
        holder.stdout.close()


def test_asking_whether_it_is_locked_takes_no_lock_away(tmp_path, monkeypatch):
    """Locks belong to processes: one thread asked and released what another had just locked."""
    path, numbers, release = tmp_path / "x.lock", range(50), machine._release
    begun = threading.Event()

    def slowly(file, number):
        begun.set()
        time.sleep(0.002)
        release(file, number)

    monkeypatch.setattr(machine, "_release", slowly)
    for number in numbers:
        begun.clear()
        asking = threading.Thread(target=machine.is_locked, args=[path, number])
        asking.start()
        begun.wait()
        assert machine.lock(path, number)
        asking.join()
    assert not machine.is_locked(Path(os.path.relpath(path)), 0)
    assert all(held_by_others(path, number) for number in (0, 49))


def test_who_only_asks_holds_no_lock_up(tmp_path, monkeypatch):
    answers = iter([False, False, True])
    monkeypatch.setattr(machine, "_lock", lambda file, number: next(answers))
    assert machine.lock(tmp_path / "x.lock", 1)


def test_a_lock_that_cannot_be_had_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot lock .*: (Not a directory|File exists)"):
        machine.lock(tmp_path / "file" / "x.lock", 1)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have no such call")
def test_memory_that_is_free_is_given_back():
    """Blocks are freed but for one in a hundred, which keep glibc from giving back the rest."""
    process = psutil.Process()
    blocks = [bytes(2000) for _ in range(20_000)]
    blocks = blocks[::100]
    before = process.memory_info().rss
    machine.give_back()
    assert before - process.memory_info().rss > 20_000_000
    assert len(blocks) == 200


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have no such call")
def test_a_block_that_is_freed_goes_back_at_once_between_others():
    """In a process of its own, whose heap no other test has filled with holes."""
    program = """
import psutil
from pokerbot.io import machine
machine.keep_little()
_ = bytearray(20_000_000)  # once freed, glibc would keep what is less among the small ones
del _
blocks = [bytes([1]) * 2_000_000 for _ in range(10)]
before = psutil.Process().memory_info().rss
blocks = blocks[::9]
print(before - psutil.Process().memory_info().rss)
"""
    freed = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert int(freed.stdout) > 15_000_000
