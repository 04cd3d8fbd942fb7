"""Timers whose only tick comes, however late."""

from __future__ import annotations

from textual.message_pump import MessagePump
from textual.timer import Timer, TimerCallback


class Punctual(MessagePump):
    """An app, or a part of one, whose timers all go off.

    Textual skips a tick that is late when its timer begins, even the only one. So a process that
    was held up for 8 ms at that moment, as by machine code that is being compiled in another
    thread, took no size of the terminal any more.
    """

    def set_timer(
        self,
        delay: float,
        callback: TimerCallback | None = None,
        *,
        name: str | None = None,
        pause: bool = False,
    ) -> Timer:
        """As Textual's, but the tick comes late rather than never."""
        timer = super().set_timer(delay, callback, name=name, pause=pause)
        timer._skip = False
        return timer
