"""The terminal: left without a trace, and not waited for when it is gone."""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.driver import Driver

WIPE = "\x1b[0m\x1b[2J\x1b[H"


class Written:
    """A file that takes all there is to write though its terminal is gone.

    Textual's thread that writes would end there, and its queue, once full, would hold up the exit.
    """

    def __init__(self, file: IO[str]) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, where there is something to write to."""
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        """Have it all arrive, where there is something to arrive at."""
        with suppress(OSError):
            self._file.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def tidy(driver: type[Driver]) -> type[Driver]:
    """The driver, so that it wipes the screen before it leaves it: else tmux keeps lines of it."""

    class Tidy(driver):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            if (file := getattr(self, "_file", None)) is not None:
                self._file: Any = Written(file)

        def stop_application_mode(self) -> None:
            self.write(WIPE)
            super().stop_application_mode()

    return Tidy
