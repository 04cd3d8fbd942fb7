"""kill -9 at random times, while a strategy is solved and while hands are played.

`python -m tests.trials.kills --count 500 [--seed N]`: so often each. The strategy and the
checkpoint that a kill leaves load, and the run goes on from the checkpoint; every hand that was
over is kept, and the one in play goes on where it was. Processes are forked from this one, which
has all modules loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pty
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from numpy.random import Generator, default_rng

from pokerbot.cli import main as pokerbot
from pokerbot.cli.commands import play as _play  # noqa: F401  loaded before the forks
from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import read
from pokerbot.opponents.resuming import left
from pokerbot.opponents.sitting import Sitting
from pokerbot.play.history import file as history
from pokerbot.play.history import journal
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.sessions import latest_first, summaries
from pokerbot.play.table import Table
from pokerbot.runs import checkpoint, training
from pokerbot.strategy import storage
from pokerbot.tui import app

KEYS = b"bcfrdh "
TOTAL = {"hands": 0, "in play": 0}


def run(*arguments: str) -> None:
    """The command line, in this process."""
    sys.argv = ["pokerbot", *arguments]
    with contextlib.suppress(SystemExit):
        pokerbot()


def solve_again_and_again() -> None:
    """Write a strategy and checkpoints as often as that can be done."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    checkpoint.EVERY = 0.002
    while True:
        run("solve", "leduc", "-n", "30", "-o", "s.json", "--checkpoint", "c", "--force")


def kill_solving(rng: Generator, folder: Path) -> list[str]:
    """Kill it; what is wrong with what it leaves."""
    child = os.fork()
    if child == 0:
        with _no_return():
            solve_again_and_again()
    _wait_for((folder / "s.json").exists)
    time.sleep(float(rng.uniform(0, 0.2)))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    lost = []
    try:
        storage.load(folder / "s.json")
        resumed = training.Training(parse_game("leduc"), "dcfr+")
        resumed.resume(folder / "c")
        resumed.run(iterations=resumed.solver.iterations + 1)
    except InputError as error:
        lost.append(str(error))
    return lost


def kill_playing(rng: Generator, folder: Path) -> list[str]:
    """Kill it while keys are typed; what is lost of its hands, the one in play included."""
    over, told = os.pipe()
    child, terminal = pty.fork()
    if child == 0:
        with _no_return():
            _play_telling(told)
    os.close(told)
    screen = b""
    ends = None
    while ends is None or time.monotonic() < ends:
        ready, _, _ = select.select([terminal], [], [], 0.005)
        screen += os.read(terminal, 65536) if ready else b""
        if ends is None and b"Your turn" in screen:
            ends = time.monotonic() + float(rng.uniform(0, 1))
        if ends is not None:
            os.write(terminal, KEYS[rng.integers(len(KEYS)) :][:1] + b" ")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said = os.read(over, 1 << 20).decode().splitlines()
    for file in (over, terminal):
        os.close(file)
    hands, steps = map(int, said[-1].split()) if said else (0, 0)
    TOTAL["hands"] += hands
    return _what_is_lost(folder / "history.jsonl", hands, steps)


def _what_is_lost(path: Path, number: int, steps: int) -> list[str]:
    """What is not there of a session whose hand of that number had come so far."""
    found = [hand for _, hand in history.read(path)]
    torn = sum(isinstance(hand, InputError) for hand in found)
    kept, wrong = len(found) - torn, []
    hands = [hand.played for _, hand in journal.found(path) if isinstance(hand, HandInPlay)]
    session = next(latest_first(summaries(path), in_play=hands), None)
    if session is None:
        return [f"nothing of hand {number}"] if number else []
    tables, left_over = OpenTables(1, path, wrong.append), left(path, session)
    opponent = read(Path(session.played.opponent))
    if not tables.resume(opponent, "alternate", left_over):
        wrong.append("its lock is held")
    table = tables.at(opponent, "alternate").table
    there = table.number, len(table.hand.steps)
    if kept < number and (kept != number - 1 or there < (number, steps)):
        wrong.append(f"{kept} hands kept and {there} in play of {number, steps}, {torn} torn")
    TOTAL["in play"] += bool(left_over.in_play)
    return wrong


def _play_telling(told: int) -> None:
    """Play; the hand's number and steps go down the pipe whenever they have been kept."""
    make, keep, note = app.PokerApp.__init__, OpenTables._keep, OpenTables._note

    def quick(self: app.PokerApp, *arguments: Any, **options: Any) -> None:
        make(self, *arguments, **options, pace=0)

    def tell(does: Callable[..., None]) -> Callable[..., None]:
        def telling(self: OpenTables, begun: Sitting, *table: Table) -> None:
            does(self, begun, *table)
            if begun.table.rolled:
                steps = len(begun.table.hand.steps)
                os.write(told, f"{begun.table.number} {steps}\n".encode())

        return telling

    os.environ["TERM"] = "xterm-256color"
    sys.stdin, sys.stdout, sys.stderr = map(os.fdopen, range(3), "rww")  # the terminal by now
    mock.patch.object(app.PokerApp, "__init__", quick).start()
    mock.patch.object(OpenTables, "_keep", tell(keep)).start()
    mock.patch.object(OpenTables, "_note", tell(note)).start()
    run("play", "kuhn-gxfp")


@contextlib.contextmanager
def _no_return() -> Any:
    """A forked process does not go on as its parent."""
    try:
        yield
    finally:
        os._exit(1)


def _wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition() and time.monotonic() < end:
        time.sleep(0.002)


def main() -> int:
    """Kill, look at what is left, print a row for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50, help="kills of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = default_rng(given.seed)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file of locks stays open
    everything = 0
    for kill in (kill_solving, kill_playing):
        wrong: list[str] = []
        for _ in range(given.count):
            folder = Path(tempfile.mkdtemp())
            os.chdir(folder)
            os.environ["POKERBOT_DATA"] = str(folder)
            wrong += kill(rng, folder)
            os.chdir("/")
            shutil.rmtree(folder)
        print(f"{kill.__name__:<13} {given.count:>6,} kills, lost: {len(wrong)}", flush=True)
        for line in wrong[:10]:
            print(f"  {line}")
        everything += len(wrong)
    print(f"{TOTAL['hands']:,} hands were begun when play was killed, {TOTAL['in play']:,} in play")
    return int(everything > 0)


if __name__ == "__main__":
    sys.exit(main())
