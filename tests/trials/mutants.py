"""Mutation testing: small faults in the four rooms that compute, each to be caught by the suite.

    nice -n 19 python -m tests.trials.mutants --count 1000 --longest 0.5 --jobs 2 --out first.jsonl
    nice -n 19 python -m tests.trials.mutants --again first.jsonl --out second.jsonl   (survivors)
    nice -n 19 python -m tests.trials.mutants --under sequence/operators solvers/regret.py

mutmut 3.8 was tried and leaves out every decorated function (properties, cached functions, 40 of
ours) and all data outside functions (the catalogues); hence a mutator of our own, `mutations.py`.
Each file's share of the mutants is that of the places where it can be broken. A mutant meets
the tests that call the function it is in: of its own room first, the fastest first, then the others
but for the screens'.
"""

from __future__ import annotations

import argparse
import ast
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from types import FrameType

import pytest

from tests.trials.mutations import Mutation, mutations
from tests.trials.scratch import PASSED, ROOT, TIMEOUT, Scratch, preload
from tests.trials.survivors import EQUIVALENT

ROOMS = ("games", "sequence", "solvers", "evaluation")
TESTS = [f"tests/{room}" for room in (*ROOMS, "strategy", "runs", "play", "cli")]
"""All but the screens'."""
PATIENCE = 5
"""A mutant may take so many times as long as the whole code does."""

Place = tuple[str, int]
"""A function, by its file and the line where it begins, decorators included."""


class Survey:
    """Times every test, and notes which of our functions it calls; caches begin empty.

    What the setup of one test calls may serve the whole file, as a fixture of the module does.
    """

    def __init__(self, path: Path, root: Path) -> None:
        self.path, self.root = path, f"{root}/"
        self.seconds: Counter[str] = Counter()
        self.called: defaultdict[str, set[Place]] = defaultdict(set)
        self.set_up: defaultdict[str, set[Place]] = defaultdict(set)

    def _note(self, into: set[Place]) -> Iterator[None]:
        def profile(frame: FrameType, event: str, _: object) -> None:
            code = frame.f_code
            if event == "call" and "/pokerbot/" in code.co_filename:
                into.add((code.co_filename.removeprefix(self.root), code.co_firstlineno))

        sys.setprofile(profile)
        yield
        sys.setprofile(None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        for name in [name for name in sys.modules if name.startswith("pokerbot.")]:
            for cached in vars(sys.modules[name]).values():
                if callable(getattr(cached, "cache_clear", None)):
                    cached.cache_clear()
        yield from self._note(self.set_up[item.nodeid.split("::")[0]])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield from self._note(self.called[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        found = {
            test: (seconds, sorted(self.called[test] | self.set_up[test.split("::")[0]]))
            for test, seconds in self.seconds.items()
        }
        self.path.write_text(json.dumps(found))


class Chosen:
    """Runs only these tests, in this order."""

    def __init__(self, tests: list[str]) -> None:
        self.order = {test: place for place, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self.order]
        items.sort(key=lambda item: self.order[item.nodeid])


def function_at(source: str, line: int) -> int | None:
    """The line where the innermost function around a line begins, None outside of all."""
    found = [
        min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= node.end_lineno
    ]
    return max(found, default=None)


def sample(count: int, seed: int, under: Sequence[str] = ROOMS) -> list[tuple[str, Mutation]]:
    """That many places to break, in files or folders under `pokerbot`, each file by its share."""
    package = ROOT / "pokerbot"
    files = [
        path
        for path in sorted(package.rglob("*.py"))
        if any(path.is_relative_to(package / place) for place in under)
    ]
    found = {str(path.relative_to(ROOT)): mutations(path.read_text("utf-8")) for path in files}
    total = sum(map(len, found.values()))
    rng = random.Random(seed)
    chosen = []
    for file, there in found.items():
        share = min(len(there), round(count * len(there) / total))
        chosen += [(file, mutation) for mutation in rng.sample(there, share)]
    rng.shuffle(chosen)
    return chosen


_scratch: Scratch
_survey: dict[str, tuple[float, set[Place]]]
_files: list[str]


def _begin(folder: str, surveyed: str, longest: float, files: list[str]) -> None:
    """Make a worker's own copy, with everything compiled that is not broken."""
    global _scratch, _survey, _files  # noqa: PLW0603
    preload()
    _files = files
    found = {} if files else json.loads(Path(surveyed).read_text())
    _survey = {
        test: (took, set(map(tuple, called)))
        for test, (took, called) in found.items()
        if took <= longest
    }
    _scratch = Scratch(Path(folder) / f"copy{os.getpid()}")


def meeting(file: str, source: str, line: int) -> list[str]:
    """The tests that call the function around a line, of its room first, the fastest first.

    All tests where none calls it, since it is called when it is imported or is no function.
    """
    room, begins = f"tests/{file.split('/')[1]}/", function_at(source, line)
    tests = [t for t, (_, called) in _survey.items() if (file, begins) in called]
    return sorted(tests or _survey, key=lambda test: (not test.startswith(room), _survey[test][0]))


def _try(job: tuple[str, Mutation]) -> dict[str, object]:
    """Put one fault in, and see which test meets it."""
    file, mutation = job
    source = (ROOT / file).read_text("utf-8")
    begun, fate, by = time.monotonic(), "survived", ""
    tests = [] if _files else meeting(file, source, mutation.line)
    limit = 30 + PATIENCE * sum(_survey[test][0] for test in tests) + 600 * bool(_files)
    room = file.split("/")[1]
    ours = [test for test in _files if test.split("/")[1] not in {*ROOMS} - {room}]
    files = ours or list(dict.fromkeys(test.split("::")[0] for test in tests))
    with _scratch.changed(file, mutation.apply(source)):
        code, log = _scratch.run(files, limit, [Chosen(tests)] if tests else [])
        if code != PASSED:
            fate = "timeout" if code == TIMEOUT else "killed"
            failed = [line for line in log.splitlines() if line.startswith(("FAILED", "ERROR"))]
            by = failed[0][:200] if failed else f"pytest ended with {code}"
    return {
        "file": file,
        "line": mutation.line,
        "kind": mutation.kind,
        "old": source[mutation.begin : mutation.end],
        "new": mutation.new,
        "text": source.splitlines()[mutation.line - 1].strip(),
        "tests": len(tests),
        "fate": fate,
        "by": by,
        "seconds": round(time.monotonic() - begun, 1),
    }


def again(path: Path) -> Iterator[tuple[str, Mutation]]:
    """The survivors of an earlier run, where their text still stands."""
    for record in map(json.loads, path.read_text().splitlines()):
        if record["fate"] == "survived":
            source = (ROOT / record["file"]).read_text("utf-8")
            lines = source.splitlines()
            there = [
                (abs(mutation.line - record["line"]), mutation.begin, mutation)
                for mutation in mutations(source)
                if (mutation.kind, mutation.new) == (record["kind"], record["new"])
                and source[mutation.begin : mutation.end] == record["old"]
                and lines[mutation.line - 1].strip() == record["text"]
            ]
            if there:
                yield record["file"], min(there, key=lambda entry: entry[:2])[2]
            else:
                print(f"gone: {record['file']}:{record['line']} {record['text']}", file=sys.stderr)


def report(records: list[dict[str, object]]) -> None:
    """A table by room, then every survivor that no one has explained."""
    print(
        f"{'room':12}{'mutants':>9}{'killed':>9}{'equivalent':>12}{'survived':>10}{'killed %':>10}"
    )
    open_ones = []
    for room in (*ROOMS, ""):
        ours = [r for r in records if str(r["file"]).startswith(f"pokerbot/{room}")]
        alive = [r for r in ours if r["fate"] == "survived"]
        alike = [r for r in alive if (r["file"], r["text"], r["new"]) in EQUIVALENT]
        open_ones = [r for r in alive if r not in alike]
        killed = len(ours) - len(alive)
        share = 100 * killed / max(len(ours), 1)
        row = f"{killed:9}{len(alike):12}{len(open_ones):10}{share:10.1f}"
        print(f"{room or 'all':12}{len(ours):9}{row}")
    for r in sorted(open_ones, key=lambda r: (r["file"], r["line"])):
        print(f"{r['file']}:{r['line']} {r['kind']}: {r['old']!r} → {r['new']!r}\n    {r['text']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--survey", type=Path, default=Path("survey.json"), help="kept here")
    parser.add_argument("--longest", type=float, default=1e9, help="leave out slower tests")
    parser.add_argument(
        "--tests",
        nargs="*",
        default=[],
        help="these, but for other rooms' own, instead of a survey's choice",
    )
    parser.add_argument("--under", nargs="*", default=ROOMS, help="files or folders of pokerbot")
    parser.add_argument("--again", type=Path, metavar="FILE")
    parser.add_argument("--report", type=Path, metavar="FILE")
    told = parser.parse_args()
    if told.report:
        return report([json.loads(line) for line in told.report.read_text().splitlines()])
    jobs = list(again(told.again)) if told.again else sample(told.count, told.seed, told.under)
    with tempfile.TemporaryDirectory() as folder:
        if not told.survey.exists() and not told.tests:
            preload()
            whole = Scratch(Path(folder) / "whole")
            code, log = whole.run(TESTS, 1200, [Survey(told.survey.resolve(), whole.folder)])
            if code != PASSED:
                sys.exit(f"the code without a fault does not pass:\n{log[-2000:]}")
        records = []
        spawn = multiprocessing.get_context("spawn")
        with (
            ProcessPoolExecutor(
                told.jobs, spawn, _begin, (folder, str(told.survey), told.longest, told.tests)
            ) as pool,
            told.out.open("w") as out,
        ):
            for done in as_completed([pool.submit(_try, job) for job in jobs]):
                records.append(done.result())
                out.write(json.dumps(records[-1]) + "\n")
                out.flush()
    report(records)
    return None


if __name__ == "__main__":
    main()
