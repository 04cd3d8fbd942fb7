"""The terminal: left without a trace, and not waited for when it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerbot import machine
from pokerbot.files import Forgiving
from pokerbot.tui.keyboard import typed

if TYPE_CHECKING:
    from textual.driver import Driver

WIPE = "\x1b[0m\x1b[2J\x1b[H"


def tidy(driver: type[Driver]) -> type[Driver]:
    """The driver, mended where it would leave the terminal other than it was, or wait for it.

    It wipes the screen before it leaves it, else tmux keeps lines of it; the thread that writes
    does not end when the terminal is gone: its queue, once full, would hold up the exit for ever;
    and what is typed cannot make the thread that reads fail, which Textual answers with pages.
    Relied on, of `LinuxDriver` in Textual 8.2.5 to 8.2.8: `_file`, `_key_thread`,
    `_run_input_thread`, `_sigcont_application`, `_must_signal_resume`.
    """

    class Tidy(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            if (file := getattr(self, "_file", None)) is not None:
                self._file: Any = Forgiving(file)

        def stop_application_mode(self) -> None:
            self.write(WIPE)
            super().stop_application_mode()

        def _run_input_thread(self) -> None:
            """A fault is told as that of any thread is; a terminal that is gone is a hangup."""
            for message in typed(self.fileno, self.exit_event.is_set):
                self.process_message(message)
            if not self.exit_event.is_set():
                self._app.call_later(self._app.exit, return_code=machine.HUNG_UP)

        def _sigcont_application(self, *given: Any) -> None:
            """Go on; after SIGSTOP, which no one is told of, what is set up still is taken down.

            Else it would be set up twice, and what was found the second time restored.
            """
            if self._key_thread is not None and self._key_thread.is_alive():
                if machine.in_background(self.fileno):
                    machine.stop()
                    return
                self._must_signal_resume = True
                self.suspend_application_mode()
            super()._sigcont_application(*given)

    return Tidy
