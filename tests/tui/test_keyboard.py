"""Whatever a terminal sends, however often it is stopped: `q` leaves, and leaves it as it was."""

from __future__ import annotations

import ctypes
import errno
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from select import select

import numpy as np
import pytest
from textual.events import Key, MouseDown

from pokerbot.tui.frame.keyboard import MOST, SILENCE, Parser, Strings, typed
from pokerbot.tui.frame.terminal import Outlet
from tests.trials.signals import STRANGE
from tests.trials.terminals import POKERBOT, SCREEN, Terminal

CTRL_Z = b"\x1a"
LIBRARY = ctypes.CDLL(None)
SHELL = """
import fcntl, os, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execlp("sh", "sh", "-i")
"""
"""Has a shell control its terminal, as job control needs it."""


def leave(terminal: Terminal) -> list[object]:
    """The exit status after `q`, and what is wrong with the terminal."""
    terminal.send(b"q")
    return [terminal.end(), *terminal.faults()]


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """A table that has been drawn."""
    terminal = Terminal([*POKERBOT, "play", "kuhn-cfr+", "--seat", "first"], tmp_path)
    assert terminal.until(lambda: terminal.shows(b"Leave"))
    return terminal


@pytest.mark.slow
def test_no_byte_ends_it_or_holds_it_up(terminal: Terminal) -> None:
    """What has no end is over after a silence."""
    for name, sent in STRANGE.items():
        terminal.send(sent)
        terminal.read(1.5 * SILENCE if name.startswith(("endless", "half a seq")) else 0.1)
        assert terminal.process.poll() is None, name
    assert leave(terminal) == [0]


@pytest.mark.slow
def test_what_comes_after_strange_bytes_is_read() -> None:
    rng = np.random.default_rng(1)
    pieces = [
        *(each[:99] for each in STRANGE.values()),
        *(b"\x1b[%d" % n for n in range(9)),
        b";",
        b":",
        b"u",
        b"t",
        b"M",
    ]
    for _ in range(600):
        parser = Parser()
        chosen = rng.integers(len(pieces), size=8)
        random = rng.integers(256, size=4, dtype=np.uint8).tobytes()
        sent = b"".join(pieces[place] for place in chosen) + random
        list(parser.feed(sent.decode("utf-8", "replace")))
        list(parser.feed("\x1b\x1b[201~"))
        keys = [event.key for event in parser.feed("q") if isinstance(event, Key)]
        assert keys == ["q"], sent


@pytest.mark.parametrize(
    ("size", "told", "place"),
    [
        (b"\x1b[48;24;80;480;800t", b"\x1b[<0;201;61M", (20, 3)),
        (b"\x1b[48;24;80;0;0t", b"\x1b[<0;21;4M", (20, 3)),
        (b"\x1b[48;24;80;480;0t", b"\x1b[<0;21;4M", (20, 3)),
        (b"\x1b[48;0;0;0;0t", b"\x1b[<0;21;4M", (20, 3)),
    ],
)
def test_a_press_is_where_it_was_whether_a_terminal_knows_its_pixels(size, told, place) -> None:
    """A size without pixels (0) leaves the mouse in cells, and one with pixels counts again."""
    parser = Parser()
    list(parser.feed("\x1b[48;24;80;0;0t"))
    list(parser.feed(size.decode()))
    (press,) = [each for each in parser.feed(told.decode()) if isinstance(each, MouseDown)]
    assert (press.x, press.y) == place


def test_what_a_terminal_tells_in_strings_is_no_key() -> None:
    """Whole or in two pieces; Alt with ] is a key."""
    sent = "a\x1b]11;rgb:0/0/0\x1b\\b\x1b]0;title\x07c\x1b]"
    for cut in (0, 1, 6, 15, 17, 18, 24, 28):
        strings = Strings()
        assert strings.without(sent[:cut]) + strings.without(sent[cut:]) == "abc\x1b]"


@pytest.mark.parametrize("before", range(MOST - 17, MOST + 1))
def test_a_string_is_none_wherever_a_read_ends(before: int) -> None:
    """What follows is there, but for another read."""
    reads, writes = os.pipe()
    pieces = [b"a" * before + b"\x1b]0;t\x1b\\\x1b]52;c;xyz\x07", b"q"]

    def over() -> bool:
        return not (select([reads], [], [], 0)[0] or (pieces and os.write(writes, pieces.pop(0))))

    told = [event.character for event in typed(reads, over, Strings()) if isinstance(event, Key)]
    assert told == ["a"] * before + ["q"]
    os.close(reads)
    os.close(writes)


@pytest.mark.slow
def test_a_string_goes_on_where_the_machine_was_busy_for_a_while() -> None:
    """Nobody looked for a byte meanwhile: that none came says nothing."""
    reads, writes = os.pipe()
    pieces: list[float | bytes] = [b"\x1b]52;c;xyz", 1.2 * SILENCE, 0, b"xyz\x07", b"q"]

    def over() -> bool:
        if not pieces:
            return True
        if isinstance(piece := pieces.pop(0), bytes):
            os.write(writes, piece)
        else:
            time.sleep(piece)
        return False

    told = [event.character for event in typed(reads, over, Strings()) if isinstance(event, Key)]
    assert told == ["q"]
    os.close(reads)
    os.close(writes)


def test_a_string_goes_on_where_the_reading_was_stopped_within_it() -> None:
    """As Ctrl-Z does, typed before it: 200,000 keys of it held the app up for minutes."""
    reads, writes = os.pipe()
    strings, told = Strings(), []
    for piece in (b"a\x1b]52;c;xyz", b"xyz\x07q"):
        os.write(writes, piece)
        looks = iter([False, True])
        told += [each.character for each in typed(reads, partial(next, looks), strings)]
    assert told == ["a", "q"]
    os.close(reads)
    os.close(writes)


def test_half_a_character_in_a_read_is_not_the_end() -> None:
    pieces = [b"\xc3", b"\xa9q"]
    reads, writes = os.pipe()

    def over() -> bool:
        return not (pieces and os.write(writes, pieces.pop(0)))

    told = [event.character for event in typed(reads, over, Strings()) if isinstance(event, Key)]
    assert told == ["é", "q"]
    os.close(reads)
    os.close(writes)


def test_half_a_character_is_no_key() -> None:
    keys = [event for event in Parser().feed("\x1b[55296u\x1b[233u") if isinstance(event, Key)]
    assert [key.character for key in keys] == ["é"]


@pytest.mark.slow
def test_stopped_and_gone_on_with_it_is_drawn_anew_and_left_as_it_was(terminal: Terminal) -> None:
    for numbers in (
        [signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT, signal.SIGTSTP, signal.SIGCONT],
        [signal.SIGSTOP, signal.SIGCONT],
        [signal.SIGCONT],
    ):
        for number in numbers:
            terminal.read(1.0)
            terminal.output.clear()
            os.kill(terminal.process.pid, number)
        assert terminal.until(lambda: terminal.shows(b"Leave")), numbers
    assert leave(terminal) == [0]


@pytest.mark.slow
def test_ctrl_z_goes_back_to_the_shell_until_it_goes_on(tmp_path: Path) -> None:
    """A shell with job control, and a program around the app that has to stop with it."""
    shell = Terminal([sys.executable, "-c", SHELL], tmp_path, PS1="ready> ", ENV="")

    def prompts() -> bool:
        """Whether the shell has the terminal: the app throws away what is typed before that."""
        return shell.output.rfind(b"ready> ") > shell.output.rfind(SCREEN[1]) >= 0

    play = " ".join([*POKERBOT, "play", "kuhn-cfr+", "--seat", "first"])
    shell.send(f"stty -a >before\nsh -c '{play}; true'\n".encode())
    assert shell.until(lambda: shell.shows(b"Your turn"))
    for _ in range(2):
        shell.output.clear()
        shell.send(CTRL_Z)
        assert shell.until(prompts)
        shell.send(b"stty -a >now; echo back $((1 + 1))\n")
        assert shell.until(lambda: shell.shows(b"back 2")), shell.output
        assert (tmp_path / "now").read_bytes() == (tmp_path / "before").read_bytes()
        shell.output.clear()
        shell.send(b"fg\n")
        assert shell.until(lambda: shell.shows(b"Leave"))
    shell.output.clear()
    shell.send(b"q")
    assert shell.until(prompts)
    shell.send(b"exit 3\n")
    assert [shell.end(), *shell.faults()] == [3]


@pytest.mark.slow
def test_ctrl_z_does_nothing_where_no_shell_could_go_on(terminal: Terminal) -> None:
    terminal.output.clear()
    terminal.send(CTRL_Z)
    assert terminal.until(lambda: terminal.shows(b"Leave"))
    terminal.read(1.0)  # what is typed while the terminal is set up anew is thrown away
    assert leave(terminal) == [0]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(LIBRARY, "tgkill"), reason="a signal to a thread needs glibc")
def test_it_is_drawn_anew_whichever_thread_hears_that_it_goes_on(terminal: Terminal) -> None:
    """The system may choose the thread that reads keys, after SIGSTOP on a busy machine."""
    terminal.read(0.5)
    terminal.output.clear()
    process = terminal.process.pid
    (*_, reader) = sorted(int(task.name) for task in Path(f"/proc/{process}/task").iterdir())
    assert reader != process
    assert LIBRARY.tgkill(process, reader, signal.SIGCONT) == 0
    assert terminal.until(lambda: terminal.shows(b"Leave"))
    assert leave(terminal) == [0]


@pytest.mark.slow
def test_a_storm_of_stops_leaves_it_as_it_was(terminal: Terminal) -> None:
    for _ in range(15):
        for number in (signal.SIGTSTP, signal.SIGCONT, signal.SIGSTOP, signal.SIGCONT):
            terminal.read(0.03)
            os.kill(terminal.process.pid, number)
    os.kill(terminal.process.pid, signal.SIGINT)
    assert [terminal.end(), *terminal.faults()] == [130]


@pytest.mark.slow
def test_a_signal_ends_it_where_the_terminal_takes_nothing(terminal: Terminal) -> None:
    """Its settings are back, though it cannot be told more."""
    terminal.hold()
    for columns in range(100, 140):  # more than the terminal's own buffer holds
        terminal.resize(columns, 40)
        time.sleep(0.05)
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.ends() == 128 + signal.SIGTERM
    assert "its settings are changed" not in terminal.faults()


@pytest.mark.slow
def test_a_signal_ends_what_cannot_write_its_result(tmp_path: Path) -> None:
    terminal = Terminal([*POKERBOT, "show", "leduc-cfr+"], tmp_path)
    terminal.hold()
    assert terminal.until(terminal.computes)
    time.sleep(2.0)  # whether or not it has come to its writing by then
    os.kill(terminal.process.pid, signal.SIGTERM)
    assert terminal.ends() == 128 + signal.SIGTERM


@pytest.mark.parametrize("closed", [["/dev/pts/7"], ["/dev/pts/7", "/dev/tty"]], ids=len)
def test_a_terminal_of_another_users_is_written_to(
    monkeypatch: pytest.MonkeyPatch, closed: list[str]
) -> None:
    """After `su` it cannot be opened by its name, and in some containers by none."""
    master, terminal = os.openpty()

    def open_own(path: str, flags: int) -> int:
        if path in closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return os.dup(terminal)

    monkeypatch.setattr(os, "ttyname", lambda file: "/dev/pts/7")
    monkeypatch.setattr(os, "open", open_own)
    with os.fdopen(terminal, "w") as file:
        Outlet(file, lambda: False).write("here")
        assert os.read(master, 9) == b"here"
    os.close(master)
