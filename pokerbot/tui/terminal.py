"""The terminal: left without a trace, and not waited for when it is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerbot.files import Forgiving

if TYPE_CHECKING:
    from textual.driver import Driver

WIPE = "\x1b[0m\x1b[2J\x1b[H"


def tidy(driver: type[Driver]) -> type[Driver]:
    """The driver, so that it wipes the screen before it leaves it: else tmux keeps lines of it.

    Nor does the thread that writes end when the terminal is gone: its queue, once full, would hold
    up the exit for ever.
    """

    class Tidy(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            if (file := getattr(self, "_file", None)) is not None:
                self._file: Any = Forgiving(file)

        def stop_application_mode(self) -> None:
            self.write(WIPE)
            super().stop_application_mode()

    return Tidy
