import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import ClassVar

import pytest

from pokerbot.cli import cli
from pokerbot.cli.commands import play
from pokerbot.tui import app
from tests.cli.running import Shell

ENTER, LEAVE, WIPE = b"\x1b[?1049h", b"\x1b[?1049l", b"\x1b[2J"
COLOUR = re.compile(rb"\x1b\[[0-9;]*[34]8;")
PLAY = [sys.executable, "-m", "pokerbot", "play"]


class Terminal:
    """`pokerbot play` in a terminal of its own, 80 by 24."""

    def __init__(self, *arguments, **environment):
        self.process_id, self.file = pty.fork()
        if self.process_id == 0:
            size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color"}
            os.execve(PLAY[0], [*PLAY, *arguments], {**os.environ, **size, **environment})
        self.output = b""

    def read_until(self, *words):
        """Read until all of these have been written, or the end."""
        deadline = time.monotonic() + 120
        while not all(word in self.output for word in words):
            assert time.monotonic() < deadline, self.output[-2000:]
            if select.select([self.file], [], [], 0.1)[0]:
                try:
                    self.output += os.read(self.file, 65536)
                except OSError:
                    return

    def send(self, text):
        os.write(self.file, text)

    def is_wiped(self):
        """Whether nothing stands on the app's screen when it is left: tmux may keep it."""
        last = self.output[: self.output.rindex(LEAVE)].rpartition(WIPE)
        return WIPE in last and not re.sub(rb"\x1b\[[^a-zA-Z]*[a-zA-Z]", b"", last[2])

    def exit_status(self):
        self.read_until(b"never written")
        return os.waitstatus_to_exitcode(os.waitpid(self.process_id, 0)[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "arguments", "no_color", "colour"),
    [
        ("SIGTERM", [], "1", False),
        ("SIGHUP", ["--color", "never"], "", False),
        ("SIGXCPU", ["--color", "always"], "1", True),
    ],
)
def test_colour_is_as_it_is_wished_and_a_signal_leaves_the_terminal_clean(
    name, arguments, no_color, colour
):
    terminal = Terminal("kuhn", "--seed", "1", *arguments, NO_COLOR=no_color)
    terminal.read_until(ENTER, b"Your turn")
    number = getattr(signal, name)
    os.kill(terminal.process_id, number)
    assert terminal.exit_status() == 128 + number
    assert terminal.output.rindex(LEAVE) > terminal.output.rindex(ENTER)
    assert terminal.is_wiped()
    assert b"Traceback" not in terminal.output
    assert (COLOUR.search(terminal.output) is not None) == colour


@pytest.mark.slow
def test_it_ends_when_its_terminal_goes_away():
    """What is written then arrives nowhere, and nothing waits for it."""
    terminal = Terminal("kuhn", "--seed", "1")
    terminal.read_until(ENTER, b"Your turn")
    os.close(terminal.file)
    deadline = time.monotonic() + 120
    while not (ended := os.waitpid(terminal.process_id, os.WNOHANG))[0]:
        assert time.monotonic() < deadline, os.kill(terminal.process_id, signal.SIGKILL)
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(ended[1]) == 128 + signal.SIGHUP


@pytest.mark.slow
@pytest.mark.parametrize(("key", "status"), [(b"q", 0), (b"\x03", 130)])
def test_leaving_by_key_without_a_hand_tells_nothing(key, status):
    terminal = Terminal("kuhn-gxfp", "--seed", "1", "--seat", "first")
    terminal.read_until(b"Your turn")
    terminal.send(key)
    assert terminal.exit_status() == status
    assert terminal.is_wiped()
    assert COLOUR.search(terminal.output)
    after = terminal.output[terminal.output.rindex(LEAVE) :]
    assert b"kuhn-gxfp" not in after


class Stub:
    """Stands in for the app, and keeps what it is made with."""

    made, anew = (), None
    tables = SimpleNamespace(by_opponent={}, unkept=(), duel=None, keep_owed=lambda: None)
    return_code = fault = None
    fail = hurry = None
    unsaved, rescued = "", None
    choices: ClassVar[dict] = {}

    def __init__(self, seed, opponent, seat, history, ascii_only):
        Stub.anew = opponent and opponent.anew
        Stub.made = (seed, opponent and opponent.name, seat, history.name, ascii_only)

    def settle(self, settings):
        pass

    def exit(self, return_code):
        pass

    async def run_async(self):
        return None


@pytest.fixture
def in_terminal(monkeypatch):
    """Has the command find that it runs in a terminal."""
    screen = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(play, "sys", SimpleNamespace(stdin=screen, stdout=screen, stderr=screen))


@pytest.fixture
def made_with(in_terminal, monkeypatch):
    """Runs the command as if in a terminal, with a stub for the app."""
    monkeypatch.setattr(app, "PokerApp", Stub)

    def command(*arguments):
        cli.main(["play", *arguments], standalone_mode=False)
        return Stub.made

    return command


def test_the_app_gets_the_opponent_the_seat_and_the_seed(made_with):
    made = made_with("kuhn-gxfp", "--seed", "5", "--seat", "second")
    assert made == (5, "kuhn-gxfp.json", "second", "history.jsonl", False)
    made = made_with("--seed", "6", "--ascii")
    assert made == (6, None, "alternate", "history.jsonl", True)
    assert made_with()[0] != made_with()[0]


def test_a_match_begins_anew_where_its_seed_is_given(made_with):
    made_with("heads-up", "--match")
    assert Stub.anew is False
    made_with("heads-up", "--match", "--seed", "5")
    assert Stub.anew is True


@pytest.mark.parametrize("driver", ["", "textual.drivers.web_driver:WebDriver"])
def test_only_what_was_changed_meanwhile_is_kept_for_the_next_time(
    driver, made_with, monkeypatch, data
):
    """In a browser, too."""

    async def change(self):
        self.choices = {**Stub.choices, "pace": "slowly"}

    monkeypatch.setenv("TEXTUAL_DRIVER", driver)
    made_with()
    assert not (data / "settings.json").exists()
    monkeypatch.setattr(Stub, "choices", {"theme": "ansi-dark", "pace": "quickly"})
    monkeypatch.setattr(Stub, "run_async", change)
    made_with()
    assert json.loads((data / "settings.json").read_text()) == {"pace": "slowly"}


@pytest.mark.slow
@pytest.mark.parametrize("redirected", ["stdin", "stdout", "stderr"])
def test_without_a_terminal_it_says_so(redirected):
    master, slave = pty.openpty()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), slave)
    streams[redirected] = subprocess.DEVNULL
    assert subprocess.call([*PLAY, "kuhn"], **streams, timeout=30) == 2
    if redirected != "stderr":
        said = os.read(master, 1000)
        assert said.startswith(b"Error: play needs a terminal")
        assert said.count(b"\n") == 1
    os.close(slave)
    os.close(master)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosuch"], "Error: no strategy file nosuch"),
        (["kuhn:cards=1"], "Error: cards must be a whole number"),
        (["no/such.json"], "Error: no/such.json: no such file"),
        (["kuhn", "--seed", "-1"], "Error: Invalid value for '--seed'"),
        (["kuhn", "--seed", str(2**63)], "Error: Invalid value for '--seed'"),
        (["kuhn", "--seed", "1.5"], "Error: Invalid value for '--seed'"),
        (["kuhn", "--seat", "third"], "Error: Invalid value for '--seat'"),
    ],
)
@pytest.mark.usefixtures("in_terminal")
def test_bad_input_is_one_line_before_there_is_an_app(arguments, words, monkeypatch, capsys):
    monkeypatch.setattr(app, "PokerApp", pytest.fail)
    ran = Shell(monkeypatch, capsys)("play", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(words)
    assert ran.err.count("\n") == 1


@pytest.mark.slow
def test_a_broken_file_is_one_line_after_the_screen_is_gone(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": "pokerbot-strategy", "version": 1}')
    terminal = Terminal(str(broken))
    assert terminal.exit_status() == 2
    after = terminal.output[terminal.output.rindex(LEAVE) :]
    assert after.endswith(b"broken.json: game is missing\r\n")
    assert after.count(b"Error: ") == 1


def test_help_does_not_load_the_screen():
    code = (
        "import sys; sys.argv = ['pokerbot', 'play', '--help']\n"
        "from pokerbot.cli import main\n"
        "try: main()\n"
        "finally: print({'textual', 'numpy'} & set(sys.modules))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert ended.stdout.endswith(b"set()\n")
