"""Hostile files, names and surroundings for the real commands, each in a process of its own.

`python -m tests.trials.commands --count 100 [--seed N]`: so many mutants of each kind, and besides
them links, folders, devices, pipes, huge files and names that no one should choose. One line,
status 2, no traceback, a second and 200 MB at most, and the file as it was. What is solved is saved
over any such file by --force. Then every command with streams that are
closed, full or of other encodings: done, or one line and status 2.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from numpy.random import default_rng

from tests.trials.hostile import MOST_MEMORY, MOST_SECONDS, checkpoints, histories, strategies
from tests.trials.terminals import POKERBOT, environment_of

LOADING = {
    "strategies": [["evaluate", "{}"], ["show", "{}"], ["match", "{}", "call", "--hands", "10"]],
    "checkpoints": [["solve", "kuhn", "-n", "9", "-o", "o.json", "--resume", "{}"]],
    "histories": [["history"], ["history", "--leaks"], ["history", "1"]],
}
"""The commands that read each kind; a history is found by the folder that it is in."""
NAMES = (
    *(
        "with space.json",
        "[bold]x.json",
        "[@click=app.quit]x.json",
        "\x1b[2J\x1b]0;x\x07.json",
        "-n.json",
    ),
    *("é\u0301\u202e.json", "new\nline.json", "a" * 250, "\udcff.json", "%s{}$HOME;`ls`.json"),
)
TIMEOUT = 20.0
GAME = '{"format": "pokerbot-strategy", "version": 1, "game": {"name": "leduc"}, "infosets": '
QUICK = (
    *("solve kuhn -n 10 -o s.json", "evaluate kuhn-gxfp", "show kuhn-gxfp", "games", "algorithms"),
    *("history", "match kuhn-gxfp call --hands 10", "tournament kuhn-gxfp call fold --hands 10"),
    *("compare kuhn -a cfr -n 10", "reproduce --list", "trace kuhn", "--help", "--version", ""),
    *("solve kuhn -n 10 -o s.json --json", "trace kuhn --json", "games --json"),
)
"""Every command that needs no terminal, done at once."""
FINE = ("<&-", "2>&-", "2>/dev/full", "<&- 2>&-")
UNHEARD = (">&-", ">/dev/full", "<&- >&-")
NARROW = ("ascii", "latin-1", "cp437", "koi8-r", "utf-16")


@dataclass
class Ran:
    """How a command ended."""

    status: int
    out: bytes
    err: bytes
    seconds: float
    memory: int

    def faults(self, allowed: tuple[int, ...] = (2,)) -> Iterator[str]:
        """What is wrong with that, for a file that should be refused."""
        if self.status not in allowed:
            yield f"status {self.status}"
        if b"Traceback" in self.err or b"itself has failed" in self.err:
            yield "a traceback"
        lines = [line for line in self.err.splitlines() if not line.startswith(b"Skipped ")]
        if self.status == 2 and not (len(lines) == 1 and lines[0].startswith(b"Error: ")):
            yield "not one line"
        if self.status == 2 and self.out:
            yield "a result"
        if not self.err.decode().replace("\n", "").isprintable():
            yield "control characters"
        if self.seconds > MOST_SECONDS:
            yield f"{self.seconds:.1f} s"
        if self.memory > MOST_MEMORY:
            yield f"{self.memory >> 20} MiB"


def run(arguments: list[str], folder: Path) -> Ran:
    """Run a command there; seconds are of the processor."""
    command = [*POKERBOT, *arguments]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        environment = {**os.environ, **environment_of(folder)}
        process = subprocess.Popen(
            [sys.executable, "-c", LIMITED, str(int(TIMEOUT)), *command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            cwd=folder,
            env=environment,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said = []
        for stream in (out, err):
            stream.seek(0)
            said.append(stream.read())
    seconds = used.ru_utime + used.ru_stime
    return Ran(process.returncode, said[0], said[1], seconds, used.ru_maxrss << 10)


LIMITED = """
import os, resource, signal, sys
seconds = int(sys.argv[1])
signal.alarm(seconds)
resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
resource.setrlimit(resource.RLIMIT_AS, (900 << 20, 900 << 20))
os.execv(sys.argv[2], sys.argv[2:])
"""


def mutants(count: int, seed: int) -> Iterator[str | None]:
    """Mutants of every kind, through every command that reads it."""
    rng = default_rng(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for loader in (strategies(), checkpoints(folder), histories()):
            path = folder / ("history.jsonl" if loader.name == "histories" else "mutant")
            for number in range(count):
                mutant = loader.spoil(rng, loader.good[0])
                path.write_bytes(mutant)
                before = path.stat().st_mtime_ns
                arguments = LOADING[loader.name][number % len(LOADING[loader.name])]
                ran = run([part.format(path) for part in arguments], folder)
                wrong = list(ran.faults((0, 2)))
                if path.read_bytes() != mutant or path.stat().st_mtime_ns != before:
                    wrong.append("the file is changed")
                yield f"{arguments[0]}, {loader.name} {number}: {wrong}" if wrong else None
            path.unlink(missing_ok=True)


def write_lists(path: Path, head: str) -> None:
    """180 MB of empty lists, which JSON would make gigabytes of."""
    many = "[]," * 10_000
    with open(path, "w") as file:
        file.write(f"{head}[")
        for _ in range(6_000):
            file.write(many)
        file.write("[]]" + "}" * bool(head))


def specials(folder: Path) -> Iterator[str]:
    """The names of what is no file that can be read, made there."""
    (folder / "target").write_text("{}")
    makers: dict[str, Callable[[Path], object]] = {
        "loop": lambda path: path.symlink_to(path),
        "dangling": lambda path: path.symlink_to("nowhere"),
        "linked": lambda path: path.symlink_to("target"),
        "chain": lambda path: path.symlink_to("loop"),
        "folder": Path.mkdir,
        "pipe": os.mkfifo,
        "empty": Path.touch,
        "sparse": lambda path: (path.touch(), os.truncate(path, 1 << 40)),
        "deep": lambda path: path.write_text("[" * 10_000_000),
        "text": lambda path: path.write_bytes(b"\xff\xfe" * 1_000_000),
        "endless": lambda path: path.write_text('"' + "x" * 10_000_000),
        "gigabyte": lambda path: (path.touch(), os.truncate(path, (1 << 30) - 1)),
        "lists": lambda path: write_lists(path, ""),
        "game": lambda path: write_lists(path, GAME),
    }
    for name in NAMES:
        makers[name] = lambda path: path.write_text("{}")
    for name, make in makers.items():
        make(folder / name)
        yield name if not name.startswith("-") else f"./{name}"
    yield from ("/dev/zero", "/dev/null", "/dev/stdin", "/dev/tty", "/proc/self/mem")
    yield from ("", ".", "..", "/", "target/x", "x" * 5000, "folder/", "~", "*")


def no_files(_: int, __: int) -> Iterator[str | None]:
    """Links, folders, devices, pipes and strange names where a file is asked for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for special in specials(folder):
            for arguments in (*LOADING["strategies"], *LOADING["checkpoints"]):
                ran = run([special if part == "{}" else part for part in arguments], folder)
                wrong = list(ran.faults())
                yield (
                    f"{arguments[0]} {special!r:.60}: {wrong} {ran.err[-200:]!r}" if wrong else None
                )
        (folder / "pipe").rename(folder / "history.jsonl")
        for arguments in LOADING["histories"]:
            wrong = list(run(arguments, folder).faults())
            yield f"a pipe for a history: {wrong}" if wrong else None


def results(_: int, __: int) -> Iterator[str | None]:
    """What is solved takes the place of any file, whatever it holds, and none else."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for special in specials(folder):
            path = folder / special
            if special.startswith("/") or not os.path.isfile(path):
                continue
            ran = run(["solve", "leduc", "-n", "20", "--force", "-o", special], folder)
            saved = path.read_bytes().startswith(b'{\n"format": "pokerbot-strategy"')
            right = (ran.status, ran.err, saved) == (0, b"", True)
            yield None if right else f"over {special!r:.60}: {ran.status} {ran.err[-200:]!r}"


def redirected(arguments: str, how: str, folder: Path, **environment: str) -> Ran:
    """Run a command there with its streams as a shell changes them."""
    ran = subprocess.run(
        ["sh", "-c", f'exec "$@" {how}', "sh", *POKERBOT, *arguments.split()],
        capture_output=True,
        cwd=folder,
        env={**os.environ, **environment_of(folder), **environment},
        timeout=TIMEOUT,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr, 0.0, 0)


def surroundings(_: int, __: int) -> Iterator[str | None]:
    """Every command with its streams closed, full, or of encodings that lack characters."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for arguments in QUICK:
            for how in (*FINE, *UNHEARD):
                ran = redirected(arguments, how, folder)
                wrong = list(ran.faults((2,) if how in UNHEARD else (0,)))
                if how in FINE and not ran.out:
                    wrong.append("no result")
                yield f"{arguments} {how}: {wrong} {ran.err[-200:]!r}" if wrong else None
            for encoding in NARROW:
                ran = redirected(arguments, "", folder, PYTHONIOENCODING=encoding)
                wrong = list(ran.faults((0,)))
                if not ran.out.decode(encoding):
                    wrong.append("no result")
                yield f"{arguments} in {encoding}: {wrong}" if wrong else None
            ran = redirected(arguments, "", folder, COLUMNS="0", DEALS="0")
            wrong = [*ran.faults((0,)), *([] if ran.out else ["no result"])]
            yield f"{arguments} without a size: {wrong}" if wrong else None
        for how in FINE[1:]:
            wrong = [] if redirected("bogus", how, folder).status == 2 else ["not status 2"]
            yield f"bogus {how}: {wrong}" if wrong else None


def main() -> int:
    """Run them all; a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20, help="mutants of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    everything = 0
    for trial in (surroundings, no_files, results, mutants):
        tried = list(trial(given.count, given.seed))
        wrong = [fault for fault in tried if fault]
        print(f"{trial.__name__:<12} {len(tried):>6,} commands, lost: {len(wrong)}", flush=True)
        for line in wrong[:20]:
            print(f"  {line}")
        everything += len(wrong)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"memory at most {most} MiB")
    return int(everything > 0)


if __name__ == "__main__":
    sys.exit(main())
