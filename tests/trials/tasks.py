"""`python -m tests.trials.tasks FILE …`: pokerbot, which tells in a file what its tasks wait for.

It does so at each signal `TELL`: of an app that hangs, Python tells only where its threads are,
which is the same whatever its coroutines wait for. A fault of its own is told with its traceback.
"""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import traceback
from collections.abc import Iterator
from functools import partial
from pathlib import Path

TELL = signal.SIGRTMIN


def tell(file: Path, *_: object) -> None:
    """Write the sizes of the app and of its screens, and what tasks wait for, but for messages."""
    from textual.app import App  # not in processes that solve for it

    with file.open("a") as out:
        for app in (each for each in gc.get_objects() if isinstance(each, App)):
            print(app.size, *((each, each.outer_size) for each in app.screen_stack), file=out)
        for task in asyncio.all_tasks():
            places = [*waits(task.get_coro())]
            if not any(place.startswith("Queue.get,") for place in places):
                print(task.get_name(), *places, sep="\n  ", file=out)


def waits(coroutine: object) -> Iterator[str]:
    """The places of a coroutine and of what it waits for, the innermost last."""
    while frame := getattr(coroutine, "cr_frame", None):
        yield f"{frame.f_code.co_qualname}, {frame.f_code.co_filename} {frame.f_lineno}"
        coroutine = getattr(coroutine, "cr_await", None)
    yield repr(coroutine)


if __name__ == "__main__":
    from pokerbot import cli

    in_a_line = cli.told_fault

    def told_fault(error: Exception) -> str:
        traceback.print_exception(error)
        return in_a_line(error)

    cli.told_fault = told_fault
    signal.signal(TELL, partial(tell, Path(sys.argv.pop(1))))
    cli.main()
