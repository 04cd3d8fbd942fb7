"""Signals that ask to stop. Library functions finish what they are doing before Ctrl-C acts."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType

Handler = Callable[[int, FrameType | None], object]


@contextmanager
def handled(handler: Handler, numbers: Iterable[int]) -> Iterator[Callable[[], None]]:
    """Handle signals until the context ends, or the function that it yields is called.

    Signals that are ignored, as under nohup, stay ignored.
    """
    before = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number in before if before[number] is not signal.SIG_IGN]

    def restore() -> None:
        for number in handled:
            signal.signal(number, before[number])

    for number in handled:
        signal.signal(number, handler)
    try:
        yield restore
    finally:
        restore()


@contextmanager
def deferred() -> Iterator[list[int]]:
    """Defer Ctrl-C: in this context it is noted in the list; a second one interrupts as usual.

    Nothing is noted if the program handles Ctrl-C itself, or outside the main thread.
    """
    pressed: list[int] = []
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield pressed
        return

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            signal.default_int_handler(number, frame)
        pressed.append(number)

    with handled(note, [signal.SIGINT]):
        yield pressed
