"""Machine code is kept from one run to the next, and a cache that is of no use does no harm."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")
from numba.core import event

from pokerbot.io import machine_code

SCRIPT = """
from numpy import real
from pokerbot.io.machine_code import jit, compiling

ADDED = {}

def inner(x):
    return real(x) + ADDED

ADDED_INNER = jit(inner)

def outer(x):
    return ADDED_INNER(x)

with compiling(print):
    print(jit(outer)(1))
"""

COUNTED = """
    made = jit(outer)
    stats = made(1), made.stats
    print(stats[0], *([*each.values()] for each in (stats[1].cache_hits, stats[1].cache_misses)))
""".strip()
BUSY = """
import threading
threading.Thread(target=threading.Event().wait, daemon=True).start()
"""
FULL = """
import os, resource
if "FULL" in os.environ:
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, most))
    del os.fork
"""
UNCACHED = {"PYTHONDONTWRITEBYTECODE": "1"}
"""A module that is written twice within a second is read twice."""
PAIR = """
from typing import NamedTuple

class Pair(NamedTuple):
    {}: float
    {}: float
"""
NAMED = """
from __future__ import annotations
from pair import Pair
from pokerbot.io.machine_code import jit

def left(pair: Pair) -> float:
    return pair.left

print(jit(left)(Pair(left=1.0, right=2.0)))
"""


FORKS = """
import json, os, runpy, sys
from numba.core.registry import cpu_target
from pokerbot.io import machine_code

cpu_target.typing_context.refresh()
cpu_target.target_context.refresh()
for line in sys.stdin:
    script, out, environment = json.loads(line)
    if child := os.fork():
        print(os.waitpid(child, 0)[1], flush=True)
        continue
    os.environ |= environment
    for stream in (1, 2):
        os.dup2(os.open(out[stream - 1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
    sys.path[0], status = os.path.dirname(script), 1
    try:
        runpy.run_path(script, run_name="__main__")
        sys.stdout.flush()
        status = 0
    finally:
        if status:
            sys.excepthook(*sys.exc_info())
        os._exit(status)
"""


@pytest.fixture(scope="module")
def forks():
    """A process that has loaded numba, which takes as long as the rest, and runs scripts in forks.

    Numba has looked up what it can compile, too, which it does before the first function. The
    process has made no machine code, and knows no folder for it.
    """
    if not hasattr(os, "fork"):
        pytest.skip("forks are POSIX's")
    command = [sys.executable, "-c", FORKS]
    told = os.environ | {"PYTHONPATH": str(Path.cwd())} | UNCACHED
    with subprocess.Popen(
        command, env=told, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def run_script(forks, tmp_path):
    """What a script prints that is run in a process of its own, with such a cache."""

    def ran(cache, text, **told):
        script, out = tmp_path / "script.py", [str(tmp_path / name) for name in ("out", "err")]
        if not script.exists() or script.read_text() != text:
            script.write_text(text)  # old versions of numba look at its time
        asked = [str(script), out, {"NUMBA_CACHE_DIR": str(cache), **told}]
        forks.stdin.write(f"{json.dumps(asked)}\n")
        forks.stdin.flush()
        status = forks.stdout.readline()
        printed, failed = (Path(each).read_text() for each in out)
        assert (status, failed) == ("0\n", "")
        return printed.splitlines()

    return ran


@pytest.fixture
def run(run_script):
    """What a process prints that compiles two functions, one of which calls the other."""
    return lambda cache, added=1: run_script(cache, SCRIPT.format(added))


@pytest.mark.slow
def test_a_cache_is_told_of_used_and_mended(run, tmp_path):
    """Cold, warm, with what is called changed, with every file cut off or changed by a bit.

    At last where others may write: what lies there is not used.
    """
    cache = tmp_path / "cache"
    cold = run(cache)
    assert cold[0].startswith("compiling")
    assert cold[1] == "2"
    assert cold[2].startswith("compiled in")
    assert run(cache) == ["2"]
    assert "3" in run(cache, added=2)
    files = sorted(cache.rglob("*.nb?"))
    assert files
    for place, path in enumerate(files):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content[: None if place % 2 else 9])
    assert run(cache, added=2)[1] == "3"
    if hasattr(os, "getuid"):
        (made,) = cache.iterdir()
        made.chmod(0o777)
        assert len(run(cache, added=2)) == 3


@pytest.mark.slow
def test_a_file_that_holds_other_machine_code_is_not_used(run, tmp_path):
    """It is whole, and was written for another function."""
    cache = tmp_path / "cache"
    run(cache)
    there = {*cache.rglob("*outer_*.nbc")}
    assert "3" in run(cache, added=2)
    (own,), (other,) = there, {*cache.rglob("*outer_*.nbc")} - there
    own.write_bytes(other.read_bytes())
    assert "2" in run(cache)


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere it is compiled in the process itself"
)
def test_what_no_cache_has_is_compiled_in_a_process_of_its_own(run_script, tmp_path):
    """The compiler holds on to what it makes; with another thread there is no fork."""
    text = SCRIPT.format(1).replace("print(jit(outer)(1))", COUNTED)
    assert run_script(tmp_path / "alone", text)[1] == "2 [1] []"
    assert run_script(tmp_path / "busy", BUSY + text)[1] == "2 [] [1]"


ASIDE = """
from functools import partial
from numba import types
from pokerbot.io.machine_code import compile_side_by_side, jit

def once(x):
    return x + 1

def twice(x):
    return x + 2

made = [jit(once), jit(twice)]
wanted = [(each, partial(each.compile, (types.intp,))) for each in made]
for each, work in wanted:
    print(each.kept.is_there, end=" ")
compile_side_by_side(wanted)
for each, work in wanted:
    print(each.kept.is_there, len(each.overloads), work()(1), end=" ")
"""


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere it is compiled in the process itself"
)
def test_what_is_compiled_side_by_side_is_read_from_the_cache(run_script, tmp_path):
    """With another thread it is compiled when it is asked for."""
    found = run_script(tmp_path / "alone", ASIDE)
    assert found == ["False False True 0 2 True 0 3 "]
    assert run_script(tmp_path / "busy", BUSY + ASIDE) == ["False False False 0 2 False 0 3 "]


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere it is compiled in the process itself"
)
def test_where_nothing_can_be_kept_nothing_is_compiled_to_be_kept(run_script, tmp_path):
    """As on a full disk; each function was compiled in forks, once and again, and then anyhow.

    What was kept before is used.
    """
    text = FULL + SCRIPT.format(1).replace("print(jit(outer)(1))", COUNTED)
    assert run_script(tmp_path / "some", text)[1] == "2 [1] []"
    assert run_script(tmp_path / "some", text, FULL="1") == ["2 [1] []"]
    assert run_script(tmp_path / "full", text, FULL="1")[1] == "2 [] [1]"
    found = run_script(tmp_path / "full", FULL + ASIDE, FULL="1")
    assert found == ["False False False 0 2 False 0 3 "]


@pytest.mark.slow
def test_only_callers_have_the_code_of_what_they_call(monkeypatch):
    """As it stands it is not optimized; a process that had it would run it for all its callers."""
    monkeypatch.setattr(machine_code, "folder", lambda: None)
    called = machine_code.jit(lambda x: x + 1)
    caller = machine_code.jit(lambda x: called(x))  # noqa: PLW0108
    assert caller(1) == 2
    (in_callers,) = called.get_overload.__self__.overloads.values()
    (whole,) = caller.overloads.values()
    for compiled, is_there in ((in_callers, False), (whole, True)):
        name = compiled.fndesc.llvm_func_name
        assert bool(compiled.library.get_pointer_to_function(name)) is is_there


@pytest.mark.slow
def test_names_in_another_order_are_other_names(run_script, tmp_path):
    """Where the text that uses them is the same, and what they stand for is of one type."""
    for order in (("left", "right"), ("right", "left")):
        (tmp_path / "pair.py").write_text(PAIR.format(*order))
        assert run_script(tmp_path / "cache", NAMED) == ["1.0"]


@pytest.mark.slow
def test_a_folder_that_cannot_be_made_does_no_harm(run, tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert run(tmp_path / "file" / "cache")[1] == "2"


def test_the_time_told_is_that_of_compiling_alone(monkeypatch):
    """A function within another counts once, and what is done between two not at all."""
    clock = iter([0.0, 10.0, 100.0, 101.5])
    monkeypatch.setattr(machine_code, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    told = []
    with machine_code.compiling(told.append):
        with event.trigger_event("numba:compile"), event.trigger_event("numba:compile"):
            pass
        with event.trigger_event("numba:compile"):
            pass
    assert told == ["compiling for this machine, once …", "compiled in 11.5 s"]


def test_what_is_compiled_otherwise_has_another_name(monkeypatch):
    """Or a cache would give what was compiled before, of a function and of what calls it."""

    def inner(x):
        return x

    def names(**how):
        made = machine_code.jit(inner, **how)

        def outer(x):
            return made(x)

        return {each.py_func.__qualname__ for each in (made, machine_code.jit(outer))}

    before = names()
    assert names() == before
    assert not names(allocates=True) & before
    monkeypatch.setattr(machine_code._Apart, "define_pipelines", lambda self: [])
    assert not names() & before
