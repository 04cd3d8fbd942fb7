"""Random keys, mouse, pastes, sizes and strange bytes at the app, in a pseudo-terminal.

`python -m tests.trials.soak [--seeds 20] [--first 1] [--events 20000]`: over all screens, at sizes
from 20 by 6 to 200 by 60. Nothing may end the app but being left, which begins it anew; a change of
size must be answered within 3 seconds, those left out in which other programs had the processors.
Memory must be flat after the first 5,000 events, each screen at its largest and each opponent once,
which fill what is bounded: it is read each 1,000 events in the lobby at the largest size, once the
app rests and has looked for what screens left. Since Python gives memory back in pieces, which hang
on what lies in them, single readings scatter: the median of the last five is at most 5 % above that
of the first five. At last SIGTERM ends it, with the terminal as it was. The events hang on the seed
alone: a fault is told with the last of them, and `--first SEED --seeds 1` sends them again.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from itertools import islice, pairwise
from pathlib import Path
from shutil import copyfile
from statistics import median

from numpy.random import Generator, default_rng

from pokerbot.games.catalogue import make_game
from pokerbot.games.spot_file import write_spot
from pokerbot.io.files import FOLDER
from pokerbot.opponents.today import note_shown
from pokerbot.runs.solving import solve
from pokerbot.strategy import library, storage
from pokerbot.tui.frame.frame import MOST_LEFT
from tests.trials.signals import STRANGE, make_strategy
from tests.trials.tasks import TELL
from tests.trials.terminals import BEGINS, SCREEN, Terminal

SMALLEST, LARGEST = (20, 6), (200, 60)
MOST_SECONDS, MOST_GROWTH = 3.0, 5.0
"""For an answer to a change of size; per cent after the events from which on memory is flat."""
EVERY, WARM, READINGS = 1000, 5000, 5
"""Events between readings, events from which on it is flat, readings whose median is taken."""
TOLD = 10_000
"""Bytes of its last output that are told, where its threads are among them."""
SIZED = b"\x1b[48;"
"""Begins a size in what is typed."""
AGAIN, AFTER = 5.0, 0.01
"""Seconds after which a size is told once more; in which what was read last is passed on."""
MENU = {
    "board": "Td9d6h Qc",
    "pot": 20,
    "stack": 55,
    "oop.range": "AK:0.5,Th9h,JJ",
    "ip.range": "QJs,AA:0.25,8d7d,KK",
    "oop.turn.bet": "50%",
    "oop.river.bet": "100%",
    "ip.river.bet": "50%, a",
    "ip.river.raise": "a",
}
LINES = 50
"""Of the lobby at least, with all that is in them: what is met later counts as growth."""
TOP, OPPONENT = "home", "g escape enter k c"
"""From the lobby to the first of them, and to all that one of them has."""
HELP = "? escape "
"""To a screen and back."""
ESCAPE = b"\x1b[27u"
"""As Kitty sends it: ESC alone and the next key would be that key with Alt, which leads nowhere."""
GIVEN_BACK = 2.0
"""Seconds after which it has given back what the screen that it left took."""
LOOK, LOOKS, RESTLESS = 0.02, 4, 20.0
"""Seconds between looks, how many of them find an app at rest that rests, and the most to wait."""

Size = tuple[int, int]
Event = bytes | Size
"""What is typed, or columns and lines."""

LETTERS = b"abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ"  # all but the one that leaves
SIGNS = b" ?:/+-=<>[].,0123456789\r\t\x7f\x1b\x1a"
NAVIGATION = [b"\x1b[%b" % end for end in (b"A", b"B", b"C", b"D", b"H", b"F", b"5~", b"6~", b"Z")]
CLICK = b"".join(b"\x1b[<0;20;%dM\x1b[<0;20;%dm" % (line, line) for line in (3, 4))
"""On the form's first field: of a spot it lies a line higher than of another game."""
NAMES = {
    **{b"enter": b"\r", b"escape": ESCAPE, b"space": b" ", b"tab": b"\t"},
    **{b"right": b"\x1b[C", b"down": b"\x1b[B", b"home": b"\x1b[H"},
    **{b"click": CLICK, b"clear": b"\x05\x15", b"huge": STRANGE["huge"]},
}
RIVER, TURN = "/ z r enter", "/ z t enter"
"""To the lines of what `make_spots` has at hand."""
FORM = "e e y escape e click clear k u h n y click clear"
"""To the form, once no solver is there and what was changed of a spot is thrown away."""
SPOT, FLOP = f"{FORM} z s", f"{FORM} 3 b e t - w e t - f l o p"
"""To a spot that it has at hand, too, and to one so large that machine code is loaded for it."""
DOORS = [
    *("enter k c space", "enter b b r h d i", "enter ?", "enter j", ":", "g u", "g / k b", "g o i"),
    *("p enter c c space", "p space c", "w space +", "w u", "/ f l o p enter w", "v enter enter"),
    *("v enter right x", "v l", "v l enter c", "v u", "v o", "m", "t enter", "t d", "/ l e", "i"),
    *("e", "e enter x", "e enter enter", "space", "y", FLOP),
    *(f"{SPOT} tab down space right space enter", f"{SPOT} enter enter g"),
    *(f"{SPOT} tab tab tab tab down u enter 5 space enter", f"{SPOT} {9 * 'tab '} down x"),
    *(f"{RIVER} g n space + u enter enter", f"{RIVER} g u enter i u", f"{RIVER} g e"),
    *(f"{RIVER} g c enter i", f"{TURN} g c c enter 1 b"),
    *(f"{RIVER} enter g", f"{TURN} enter c c ?", f"{TURN} p enter c c g"),
]
"""Keys that lead from the lobby to every screen, the largest spots at the end."""


def events(seed: int) -> Iterator[Event]:
    """Without an end: to some screen, and there whatever comes."""
    rng = default_rng(seed)
    while True:
        downs = int(rng.integers(20))
        yield from keys_to(downs * "down " + DOORS[rng.integers(len(DOORS))])
        for _ in range(rng.integers(10, 100)):
            yield KINDS[rng.choice(len(KINDS), p=CHANCES)](rng)


def keys_to(door: str) -> list[bytes]:
    """What leads through a door, from wherever one is."""
    names = (name.encode() for name in door.split())
    return [*[ESCAPE] * 4, *(NAMES.get(name, name) for name in names)]


def key(rng: Generator) -> bytes:
    """A letter or a sign."""
    keys = LETTERS if rng.random() < 0.6 else SIGNS
    return keys[(place := int(rng.integers(len(keys)))) : place + 1]


def arrow(rng: Generator) -> bytes:
    """A key that moves a cursor."""
    return NAVIGATION[rng.integers(len(NAVIGATION))]


def size(rng: Generator) -> Size:
    """Any that there may be."""
    columns, lines = map(int, rng.integers(SMALLEST, [most + 1 for most in LARGEST]))
    return columns, lines


def mouse(rng: Generator) -> bytes:
    """A click, the wheel or a move, seldom outside; the lines at the foot hold the way out."""
    x, y = int(rng.integers(1, LARGEST[0])), int(rng.integers(1, LARGEST[1]))
    button = int(rng.choice([0, 0, 0, 0, 1, 2, 16, 32, 35, 64, 65]))
    place = b"%d;%d;%d" % (button, x // rng.integers(1, 9) + 1, y // rng.integers(1, 9) + 1)
    return b"\x1b[<%bM\x1b[<%bm" % (place, place)


def paste(rng: Generator) -> bytes:
    """What stands on a clipboard."""
    return b"\x1b[200~%b\x1b[201~" % noise(rng)


def strange(rng: Generator) -> bytes:
    """What a terminal should not send; it may begin a paste, which would swallow what follows."""
    sent = [*STRANGE.values(), noise(rng)]
    return sent[rng.integers(len(sent))] + b"\x1b[201~"


def noise(rng: Generator) -> bytes:
    """Any bytes but those that leave."""
    return re.sub(rb"[q\x03]", b"", rng.bytes(int(rng.integers(40))))


SHARES: dict[Callable[[Generator], Event], float] = {
    key: 0.6, arrow: 0.2, mouse: 0.12, size: 0.05, paste: 0.02, strange: 0.01,
}  # fmt: skip
KINDS, CHANCES = list(SHARES), list(SHARES.values())


class Soak:
    """One person with no plan, at one app after the other.

    lost: what was wrong; left: how often the app was left; memory: MiB by how many events the app
    has had since it began last, once it rests; slowest: seconds to an answer in which the app did
    not wait for other programs that had the processors, or more where drawing alone took more.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        make_strategy(folder)
        make_spots(folder)
        self.seed, self.folder, self.waits = seed, folder, folder / "waits.txt"
        self.lost: list[str] = []
        self.left = self.sent = 0
        self.slowest = 0.0
        self.last: deque[Event] = deque(maxlen=20)
        self._begin()

    def _begin(self) -> None:
        history = self.folder / "history.jsonl"
        history.touch()
        note_shown(history, date.today())  # it opens on the lobby
        program = sys.executable, "-m", "tests.trials.tasks", str(self.waits)
        command = [*program, "play", "--seed", str(self.seed)]
        told = {"HOME": str(self.folder), "PYTHONFAULTHANDLER": "1"}
        self.terminal = Terminal(command, self.folder, **told)
        self.terminal.until(lambda: self.terminal.shows(SCREEN[0]))
        self.begun, self.memory = self.sent, dict[int, float]()
        self.size = BEGINS

    def run(self, count: int) -> None:
        """Send so many events and end it."""
        for event in islice(events(self.seed), count):
            self.send(event)
            if self.sent - self.begun == WARM:
                self._fill()
            if self.terminal.process.poll() is not None:
                self._tell_of_the_end()
                self._begin()
            if (had := self.sent - self.begun) and had % EVERY == 0:
                self._go(f"{TOP} {MOST_LEFT // 2 * HELP}")  # it looks for what screens left
                self._visit(TOP)
                self._rest()
                time.sleep(GIVEN_BACK)
                self.memory[had] = resident(self.terminal.process.pid)
        self.stop()

    def _fill(self) -> None:
        """Fill what is bounded: all opponents' games, all screens at their largest, a huge size.

        The spots come last, as of the games the last few are kept, and theirs are the largest.
        """
        self._go(TOP)
        self._resize(BEGINS)  # what is drawn small is drawn fast
        for line in range(LINES):
            self._go(f"{TOP} {line * 'down '}{OPPONENT}")
        for door in [*DOORS, "huge"]:
            self._visit(door)
            if door == FLOP and not self.terminal.until(self._holds_machine_code):
                self._lose("no machine code was loaded for a flop")

    def _holds_machine_code(self) -> bool:
        self.wake()
        return self.terminal.holds("llvmlite")

    def _visit(self, door: str) -> None:
        """Go there, and draw that at its largest.

        At another size than before: the same one would not be answered.
        """
        self._go(door)
        self._resize((LARGEST[0] - 1, LARGEST[1]))
        self._resize(LARGEST)

    def _go(self, door: str) -> None:
        """Send the keys, each once what the last one began is done; some move at once."""
        for each, following in pairwise([*keys_to(door), b""]):
            self.terminal.send(each, self.wake)
            if each != following or each not in (ESCAPE, NAMES[b"down"]):
                self._rest()

    def _rest(self) -> None:
        """Wait until nothing is worked out any more, beside the screen or in another process."""
        end, looks = time.monotonic() + RESTLESS, 0
        while looks < LOOKS and not self.terminal.read(LOOK) and time.monotonic() < end:
            self.wake()
            looks = 0 if works(self.terminal.process.pid) else looks + 1

    def send(self, event: Event) -> None:
        """Send one; a size must be answered, a program that has stopped itself goes on."""
        self.sent += 1
        self.last.append(event)
        if isinstance(event, bytes):
            self.terminal.send(event, self.wake)
            self.terminal.read(0.002)
            if SIZED in event:
                self._rest()  # drawn later, it would take the place of the next size
                self._tell_size()  # for the next one nothing is drawn if it was just typed
                self._rest()
            return
        self._resize(event)

    def _resize(self, size: Size) -> None:
        """Have it answer a size."""
        self.terminal.until(self._has_read)
        if size == self.size or self.terminal.read(AFTER):
            return  # nothing is drawn anew, or what it said at its end is told
        self.size = size
        self.terminal.forget()
        process = self.terminal.process.pid
        held, ran = held_up(process), drew(process)
        until_now = held.copy()  # of threads that have ended since, too
        self.terminal.resize(*size)
        begun = self.told = time.monotonic()
        last, beyond = (b"\x1b[%d;1H" % line for line in (size[1], size[1] + 1))

        def answered() -> bool:
            self.wake()
            self._tell_again()
            until_now.update(held_up(process))
            output = self.terminal.output  # perhaps with a picture of the size before
            return output.rfind(last) > output.rfind(beyond)

        if self.terminal.until(answered):
            took = time.monotonic() - begun - sum(until_now.values()) + sum(held.values())
            drawn = drew(process) - ran
            took = max(took, drawn)
            self.slowest = max(self.slowest, took)
            if took > MOST_SECONDS:
                self._lose(f"an answer took {took:.1f} s, it drew for {drawn:.1f} s of them")
        elif self.terminal.process.poll() is None:
            os.kill(process, TELL)
            self.terminal.until(self.waits.exists)
            self.terminal.read(LOOK)
            told = self.waits.read_text() if self.waits.exists() else "which tells nothing"
            self._lose(f"it hangs: {told}")
            os.kill(process, signal.SIGABRT)  # it tells where its threads are
            self.terminal.until(lambda: self.terminal.process.poll() is not None)
            self.terminal.process.kill()
            self.terminal.process.wait()

    def _has_read(self) -> bool:
        """Whether it has read all that was sent: a size in that comes before the terminal's own."""
        self.wake()
        return not self.terminal.unread()

    def wake(self) -> None:
        """Have it go on, as `fg` would, where Ctrl-Z has stopped it."""
        with suppress(OSError):
            if b") T " in Path(f"/proc/{self.terminal.process.pid}/stat").read_bytes():
                os.kill(self.terminal.process.pid, signal.SIGCONT)

    def _tell_again(self) -> None:
        """Tell the size once more: what was typed before may be read after it, and hold another."""
        if time.monotonic() - self.told > AGAIN:
            self.told = time.monotonic()
            self._tell_size()

    def _tell_size(self) -> None:
        """Have it ask for the terminal's own size."""
        self.terminal.process.send_signal(signal.SIGWINCH)

    def _tell_of_the_end(self) -> None:
        status = self.terminal.end()
        after = bytes(self.terminal.output.rpartition(SCREEN[1])[2])
        if status == 0:
            self.left += 1
        else:
            self._lose(f"status {status}: {after[-TOLD:].decode(errors='replace')}")
        self.lost += self.terminal.faults()

    def _lose(self, what: str) -> None:
        self.lost.append(f"seed {self.seed}, event {self.sent}: {what}, after {[*self.last]}")
        print(self.lost[-1], flush=True)

    def stop(self) -> None:
        """End it by SIGTERM."""
        if self.terminal.process.poll() is None:
            begun = time.monotonic()
            os.kill(self.terminal.process.pid, signal.SIGTERM)
            status = self.terminal.end()
            if status != 128 + signal.SIGTERM:
                self._lose(f"status {status} {time.monotonic() - begun:.1f} s after SIGTERM")
            self.lost += self.terminal.faults()

    @property
    def growth(self) -> float | None:
        """Per cent by which memory has grown since it was warm; None after too few events."""
        flat = [mib for at, mib in self.memory.items() if at >= WARM]
        if len(flat) < 2 * READINGS:
            return None
        before, after = median(flat[:READINGS]), median(flat[-READINGS:])
        return 100 * (after / before - 1)


def make_spots(folder: Path) -> None:
    """A solved river and a turn, which the lobby lists, and a spot that takes a moment to solve."""
    at_hand = folder / FOLDER
    copyfile(library.find("3bet-wet-river-dcfr"), at_hand / "zr.spot")
    turn = make_game("holdem", MENU)
    storage.save(solve(turn, "dcfr", iterations=10), at_hand / "zt.spot")
    write_spot(at_hand / "zs.toml", turn.parameters)


def resident(process: int) -> float:
    """MiB of a process that lie in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def threads(process: int) -> list[Path]:
    """Where the system tells of the threads of a process, if it is there."""
    return [*Path(f"/proc/{process}/task").glob("*")]


def held_up(process: int) -> dict[str, float]:
    """Seconds that each thread of a process has waited for a processor that others had.

    Of two threads only one runs Python at a time: what either waits for holds the screen up.
    """
    waited: dict[str, float] = {}
    for thread in threads(process):
        with suppress(OSError):
            waited[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
    return waited


def drew(process: int) -> float:
    """Seconds that the thread that draws has had of the processors."""
    with suppress(OSError):
        schedule = Path(f"/proc/{process}/task/{process}/schedstat").read_text()
        return int(schedule.split()[0]) / 1e9
    return 0.0  # it is gone


def works(process: int) -> bool:
    """Whether a thread of a process or of its children wants a processor, or waits for a disk."""
    for thread in threads(process):
        with suppress(OSError):
            if (thread / "stat").read_text().rpartition(") ")[2][0] in "RD":
                return True
            if any(works(int(child)) for child in (thread / "children").read_text().split()):
                return True
    return False


def check(soak: Soak) -> list[str]:
    """What was lost, and whether memory grew too much."""
    lost = soak.lost.copy()
    if soak.growth is not None and soak.growth > MOST_GROWTH:
        lost.append(f"seed {soak.seed}: memory grew by {soak.growth:.1f} %")
    return lost


def main() -> int:
    """Print a row for each seed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--events", type=int, default=20_000)
    given = parser.parse_args()
    lost = 0
    for seed in range(given.first, given.first + given.seeds):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            begun = time.monotonic()
            soak = Soak(seed, Path(folder))
            soak.run(given.events)
        found = check(soak)
        lost += len(found)
        memory = " ".join(f"{mib:.0f}" for mib in soak.memory.values())
        print(
            f"seed {seed}: {soak.sent:,} events in {time.monotonic() - begun:.0f} s, left"
            f" {soak.left} times, slowest answer {soak.slowest:.1f} s, memory {memory} MiB,"
            f" lost: {len(found)}",
            *found[len(soak.lost) :],
            sep="\n  ",
            flush=True,
        )
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
