"""The terminal: it is left clean, shared with a shell, and not waited for once it is gone."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

from pokerbot.io import machine
from pokerbot.io.files import Forgiving
from pokerbot.tui.frame.keyboard import Strings, typed

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.drivers.linux_driver import LinuxDriver
else:
    LinuxDriver = object

WIPE = "\x1b[0m\x1b[2J\x1b[H"
AT_ONCE = 0.01
"""Seconds between two signals within which their order is unknown."""


def _opened(terminal: int) -> int:
    """The terminal, opened again: by its own name, or as this process's where another user owns it.

    Where neither can be, as in some containers, writes may wait for the terminal.
    """
    for name in (os.ttyname, lambda _: "/dev/tty"):
        with suppress(OSError):
            return os.open(name(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    return os.dup(terminal)


class Outlet:
    """The terminal as a file that is written to until it is gone.

    Once the app is ending, a terminal that takes no output for some time counts as gone: it was
    stopped, for instance by Ctrl-S, or the program that shows it does not read.
    """

    def __init__(self, file: IO[str], ending: Callable[[], bool]) -> None:
        """Open the terminal again, since non-blocking writes must not affect other writers.

        ending: tells whether the app is ending
        """
        self._file, self._ending = file, ending
        self._terminal = _opened(file.fileno())
        self._gone = False

    def write(self, text: str) -> None:
        """Write a text, as far as the terminal takes it."""
        data = text.encode(errors="replace")
        while data and not self._gone:
            if machine.takes(self._terminal):
                try:
                    data = data[os.write(self._terminal, data) :]
                except BlockingIOError:
                    time.sleep(0.001)
                except OSError:
                    self._gone = True
            else:
                self._gone = self._ending()

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class Tidy(LinuxDriver):
    """Corrections to Textual's driver, to be put before it in a class's bases.

    It relies on these of `LinuxDriver` in Textual 8.2.5 to 8.2.8: `_file`, `_key_thread`, `_loop`,
    `_run_input_thread`, `_sigtstp_application`, `_sigcont_application`, `_must_signal_resume`.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        """Have writes never fail: if their thread ended, its full queue would block the exit."""
        super().__init__(*given, **named)
        self._asked = self._to_stop = False
        self._went_on, self._strings = 0.0, Strings()
        if (file := getattr(self, "_file", None)) is not None:
            self._file: Any = Forgiving(file)
            if os.name == "posix":
                self._file = Outlet(file, lambda: getattr(self._app, "ending", False))
                machine.wake(self._loop)

    def stop_application_mode(self) -> None:
        """Wipe the screen before it is left, or tmux would keep lines of it."""
        self.write(WIPE)
        super().stop_application_mode()

    def _run_input_thread(self) -> None:
        """Read keys until the app exits; if the terminal is gone, exit as after a hangup."""
        for message in typed(self.fileno, self.exit_event.is_set, self._strings):
            self.process_message(message)
        self._exit_where_nothing_can_follow()

    def run_input_thread(self) -> None:
        """In a browser, as `_run_input_thread`: if the server is gone, exit as after a hangup."""
        super().run_input_thread()
        self._exit_where_nothing_can_follow()

    def _exit_where_nothing_can_follow(self) -> None:
        if not self.exit_event.is_set():
            self._app.call_later(self._app.exit, return_code=machine.HUNG_UP)

    def _sigtstp_application(self, *_: object) -> None:
        """Stop, unless SIGCONT came at the same time.

        Python handles signals that came together in the order of their numbers, not of time.
        """
        if time.monotonic() - self._went_on > AT_ONCE:
            self._soon(stop=True)

    def _sigcont_application(self, *_: object) -> None:
        self._went_on = time.monotonic()
        self._soon(stop=False)

    def _soon(self, *, stop: bool) -> None:
        """Stop or go on soon; not in the signal handler, which may hold the lock of the writes."""
        self._asked, self._to_stop = True, stop
        with suppress(RuntimeError):  # the app is gone
            self._loop.call_soon_threadsafe(self._set_up_anew)

    def _set_up_anew(self) -> None:
        """Stop if that is asked; then set the terminal up anew: others have used it meanwhile.

        A SIGSTOP cannot be noticed. After one the app's mode is still on, and must be ended before
        it is begun again, or that mode would be taken for the terminal's original one.
        """
        while self._asked and self._key_thread is not None and self._key_thread.is_alive():
            self._wait_for_the_terminal()
            self.suspend_application_mode()
            if self._to_stop:
                machine.suspend()
            self._wait_for_the_terminal()
            self._asked, self._must_signal_resume = False, True
            self.resume_application_mode()

    def _wait_for_the_terminal(self) -> None:
        """Stop while the terminal belongs to the shell, with this process in the background."""
        while machine.in_background(self.fileno):
            machine.stop()


def tidy(driver: type[Driver]) -> type[Driver]:
    """The driver with these corrections."""
    return type("Tidy", (Tidy, driver), {})
