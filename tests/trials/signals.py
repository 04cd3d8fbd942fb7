"""Signals and faults in every command and every screen, in a pseudo-terminal.

`python -m tests.trials.signals --count 5 [--seed N]`: each command gets each signal that often, at
random times, after a storm of others; each command and each screen fails once. The terminal must be
as it was, the exit status right, what was saved whole, a fault one line.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import signal
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from numpy.random import Generator, default_rng
from textual.screen import Screen

from pokerbot import tui
from pokerbot.cli import COMMANDS
from pokerbot.cli.interrupts import ENDING
from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.play.history import file as history
from pokerbot.play.session.challenge import Challenge
from pokerbot.runs.training import Training
from pokerbot.strategy import storage
from pokerbot.strategy.storage import fingerprint
from pokerbot.strategy.strategy import Strategy
from pokerbot.tui.table.challenge import ChallengeScreen
from tests.play.hands import played
from tests.trials.terminals import POKERBOT, SCREEN, Terminal

SIGNALS = tuple(signal.Signals(number) for number in ENDING)
HARMLESS = (
    *(signal.SIGWINCH, signal.SIGSTOP, signal.SIGTSTP, signal.SIGCONT),
    *(signal.SIGPIPE, signal.SIGXFSZ, signal.SIGURG),
)
LONG = {
    "solve": ["leduc", "-n", "10000000", "--checkpoint", "c", "-o", "s.json"],
    "evaluate": ["leduc-cfr+"],
    "show": ["leduc-cfr+"],
    "play": ["kuhn"],
    "match": ["leduc-cfr+", "honest", "--hands", "100000000"],
    "tournament": ["leduc-cfr+", "leduc-gxfp", "honest", "--hands", "10000000"],
    "compare": ["leduc", "-a", "cfr+", "-a", "es-mccfr", "--time", "60"],
    "reproduce": [],
    "trace": ["kuhn", "-n", "100"],
}
"""What takes a while; a command that is not here is called without arguments."""

FAIL = """
import importlib, sys
name, point, sys.argv = sys.argv[1], sys.argv[2], ["pokerbot", *sys.argv[3:]]
def fail(*_, **__): raise ZeroDivisionError("[/] on purpose")
where = importlib.import_module(name)
*above, last = point.split(".")
for part in above: where = getattr(where, part)
if point == "command.callback": where.params = []
setattr(where, last, fail)
from pokerbot.cli import main
main()
"""
STRANGE = {
    "Latin-1": b"\xe9c",
    "Meta": bytes(range(0x80, 0x100)),
    "X10 mouse": b"\x1b[M \xc5\xc5",
    "past Unicode": b"\x1b[1114112u",
    "beyond all numbers": b"\x1b[99999999999999999999u",
    "half a character": b"\x1b[55296u",
    "no size": b"\x1b[48;0;0;0;0t\x1b[<0;5;5M",
    "no pixels": b"\x1b[48;24;80;0;0t\x1b[<0;5;5M",
    "huge": b"\x1b[48;50000;50000;0;0t",
    "endless paste": b"\x1b[200~hello",
    "half a sequence": b"\x1b[48;50",
    "endless string": b"\x1b]52;c;" + 200_000 * b"x",
}
"""What a terminal should not send, or that a line of another encoding has in it."""
STORM = 30
ESCAPE, ENTER, LAST = b"\x1b", b"\r", b"\x1b[F"
KEYS = (
    *(b"?", ESCAPE, b"b", ESCAPE, b"v", ENTER, ESCAPE, b"l", ESCAPE, b"c", ESCAPE, ESCAPE),
    *(ESCAPE, b"g", b"c", ESCAPE, ESCAPE, b"w", ESCAPE, b"p", ENTER, ESCAPE, ESCAPE),
    *(b"m", ESCAPE, b"t", LAST, ENTER, ESCAPE, ESCAPE, ESCAPE, b":", ESCAPE),
    *(b"n", b"kuhn", ENTER, b"x", b"n", b" ", b"s", ENTER, ESCAPE, ESCAPE),
)
"""What to type to come from a table without limit to every screen."""
THREADS = [
    ("pokerbot.opponents.finding", "OpponentRequest.read"),
    ("pokerbot.opponents.opponents", "evaluate"),
    ("pokerbot.evaluation.whole_judge", "WholeJudge.__init__"),
    ("pokerbot.tui.frame.keyboard", "Parser.feed"),
]
"""What is called beside a screen, in a thread."""


def interrupt(name: str, number: signal.Signals, rng: Generator, folder: Path) -> list[str]:
    """Send the signal at a random time, after a storm of others; what was lost."""
    terminal = Terminal([*POKERBOT, name, *LONG.get(name, [])], folder)
    terminal.until(terminal.computes)
    ended = terminal.read(float(rng.uniform(0, 1.5)))
    for place in rng.integers(len(HARMLESS), size=STORM):
        if not terminal.read(float(rng.exponential(0.01))):
            os.kill(terminal.process.pid, HARMLESS[place])
            os.kill(terminal.process.pid, signal.SIGCONT)
    ended = terminal.read(0.0)
    if not ended:
        os.kill(terminal.process.pid, number)
    status = terminal.end()
    lost = terminal.faults()
    wanted = {128 + number} if name in ("solve", "play", "match", "tournament", "compare") else {0}
    if status not in wanted | {128 + number, *((0, 2) if ended or name not in LONG else ())}:
        lost.append(f"status {status}: {terminal.output[-200:]!r}")
    return lost + left_broken(folder)


def left_broken(folder: Path) -> list[str]:
    """Files that are not whole, or that should not be there."""
    lost = [f"{path.name} is left" for path in folder.glob(".*.tmp")]
    try:
        if (folder / "s.json").exists():
            storage.load(folder / "s.json")
        if (folder / "c").exists():
            Training(parse_game("leduc"), "dcfr+").resume(folder / "c")
        for _, found in history.read(folder / "history.jsonl"):
            if isinstance(found, InputError):
                raise found
    except InputError as error:
        lost.append(str(error))
    return lost


def fail_in(module: str, point: str, arguments: list[str], folder: Path) -> list[str]:
    """Have it fail there; what is not as it should be."""
    terminal = Terminal([sys.executable, "-c", FAIL, module, point, *arguments], folder)
    if arguments[0] == "play" and point != "command.callback":
        terminal.until(lambda: terminal.shows(SCREEN[0]))
        terminal.read(2.0)
        for key in KEYS:
            if terminal.read(0.6):
                break
            terminal.send(key)
        if not terminal.read(1.0):
            terminal.send(b"q")
    status, lost = terminal.end(), terminal.faults()
    said = b"Error: pokerbot itself has failed: ZeroDivisionError: [/] on purpose"
    after = terminal.output.rpartition(SCREEN[1])[2]
    if not status:
        lost.append("not reached: KEYS do not lead there")
    elif status != 1 or after.count(said) != 1:
        lost.append(f"status {status}: {after[-300:]!r}")
    return lost


def every_screen() -> list[tuple[str, str]]:
    """(module, class and method) of each screen there is."""
    found = []
    for part in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        for name, value in vars(importlib.import_module(part.name)).items():
            screen = isinstance(value, type) and issubclass(value, Screen)
            if screen and value.__module__ == part.name:
                found.append((part.name, f"{name}.on_mount"))
    return found


def make_strategy(folder: Path) -> str:
    """A strategy for a game without limit, so that amounts are asked for, and hands against it.

    A challenge with it comes back.
    """
    game, path = parse_game("leduc-nolimit:stack=3"), folder / "strategies" / "nolimit.json"
    even = {key: dict.fromkeys(acts, 1 / len(acts)) for _, key, acts in game.information_sets()}
    path.parent.mkdir()
    storage.save(Strategy(game, even), path)
    hands = played(game, 3, opponent=str(path))
    history.append(
        folder / "history.jsonl", *(replace(hand, sha256=fingerprint(path)) for hand in hands)
    )
    return Challenge(1, "first", 10, fingerprint(path)[:12], 0.0).code


def main() -> int:
    """Send the signals, have it fail, print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3, help="signals of each kind to each command")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = default_rng(options.seed)
    signals: list[str] = []
    faults: list[str] = []
    for name in COMMANDS:
        for number in SIGNALS:
            for _ in range(options.count):
                with tempfile.TemporaryDirectory() as folder:
                    lost = interrupt(name, number, rng, Path(folder))
                    signals += [f"{name}, {number.name}: {fault}" for fault in lost]
    sent = len(COMMANDS) * len(SIGNALS) * options.count
    print(f"signals     {sent:>8,} sent to {len(COMMANDS)} commands, lost: {len(signals)}")
    commands = [(f"pokerbot.cli.commands.{name}", "command.callback", [name]) for name in COMMANDS]
    at_table = ["play", "nolimit", "--seat", "first"]
    beside = [(*point, at_table) for point in every_screen() + THREADS]
    for module, point, arguments in commands + beside:
        with tempfile.TemporaryDirectory() as folder:
            code = make_strategy(Path(folder))
            challenged = module == ChallengeScreen.__module__
            given = ["play", "--challenge", code] if challenged else arguments
            lost = fail_in(module, point, given, Path(folder))
            faults += [f"{module}, {point}: {fault}" for fault in lost]
    tried = len(commands) + len(beside)
    print(f"faults      {tried:>8,} in {len(commands)} commands, the rest in screens and threads,")
    print(f"            lost: {len(faults)}")
    for line in (signals + faults)[:40]:
        print(f"  {line}")
    return int(bool(signals or faults))


if __name__ == "__main__":
    sys.exit(main())
