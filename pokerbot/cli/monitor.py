"""Showing the progress of runs: a bar and a table on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pokerbot.cli.interrupts import (
    Interruption,
    StoppedBySignal,
    interruptible,
    telling,
    telling_what_is_kept,
)
from pokerbot.cli.output import console, say
from pokerbot.errors import InputError
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live
    from rich.table import Table

    from pokerbot.runs.executors import Event, Executor
    from pokerbot.runs.results import Progress
    from pokerbot.runs.run import Run
    from pokerbot.runs.run_folder import RunFolder

LINE_EVERY = 10.0
"""Seconds between two lines where there is no terminal."""

BAR = 24
"""Columns of a bar."""

Show = Callable[[str, float | None], None]
"""Shows progress, given a line of text and the part done from 0 to 1 (None if unknown)."""


@dataclass
class UnderWay:
    """A run that a worker is carrying out.

    place: of the run among all runs
    begun: when it began, by `time.monotonic`
    progress: its last measurement, None before the first
    """

    place: int
    begun: float
    progress: Progress | None = None


class Monitor:
    """Keeps count of the runs that are done, failed and under way; called with each event."""

    def __init__(self, runs: Sequence[Run], *, in_lines: bool) -> None:
        self.runs, self._in_lines = runs, in_lines
        self.done = self.failed = 0
        self.under_way: dict[str, UnderWay] = {}
        self._begun = self._said = time.monotonic()

    def __call__(self, event: Event) -> None:
        """Take note of an event; a failure is reported at once."""
        from pokerbot.runs.executors import Begun, Failed, Finished

        if isinstance(event, Begun):
            self.under_way[event.worker] = UnderWay(event.place, time.monotonic())
        elif isinstance(event, Finished | Failed):
            self.done += isinstance(event, Finished)
            self.failed += isinstance(event, Failed)
            for worker in [w for w, each in self.under_way.items() if each.place == event.place]:
                del self.under_way[worker]
        else:
            for each in self.under_way.values():
                if each.place == event.place:
                    each.progress = event.progress
        if isinstance(event, Failed):
            said = f"{self.runs[event.place].name}: {event.reason}"
            say(printable(" ".join(said.split())))
        now = time.monotonic()
        if self._in_lines and now - self._said >= LINE_EVERY:
            self._said = now
            say(self.line)

    @property
    def line(self) -> str:
        """How many runs are done and how long the rest may take, in one line."""
        ended, count = self.done + self.failed, len(self.runs)
        failed = f", {self.failed:,} failed" if self.failed else ""
        left = time_left(self._begun, ended / max(count, 1))
        return f"{self.done:,} of {count:,} runs done{failed}{left}"

    def drawn(self) -> RenderableType:
        """The line with a bar, and below it a row for each run that is under way."""
        from rich.console import Group

        ended = self.done + self.failed
        return Group(_bar(self.line, ended / max(len(self.runs), 1)), self.table())

    def table(self) -> Table:
        """A row for each run that is under way."""
        from rich.table import Table
        from rich.text import Text

        drawn = Table(box=None, show_header=False)
        for worker, each in [*self.under_way.items()]:
            seconds, run = f"{time.monotonic() - each.begun:,.0f} s", self.runs[each.place]
            cells = (worker, run.name, seconds, _reached(each.progress, run.measured))
            drawn.add_row(*(Text(printable(cell)) for cell in cells))
        return drawn


def time_left(begun: float, part: float) -> str:
    """How long the rest may take: `, about 5 min left`; empty before anything is done, and after.

    begun: when the work began, by `time.monotonic`
    part: the part that is done by now, from 0 to 1
    """
    from pokerbot.runs.progress import clock

    if not 0 < part < 1:
        return ""
    left = (time.monotonic() - begun) / part * (1 - part)
    return f", about {clock(left)} left"


def _reached(progress: Progress | None, measured: str) -> str:
    if progress is None:
        return ""
    return (
        f"{progress.iterations:,} iterations,"
        f" {measured} {progress.exploitability:.2e} chips per hand"
    )


def carry_out(
    runs: Sequence[Run],
    executor: Executor,
    keep: Callable[[int, Any], object],
    stopped: Callable[[], bool] = bool,
) -> Monitor:
    """Carry out the runs, show their progress, and hand each result to `keep`.

    keep: called with the place of a run among `runs`, and its result
    stopped: whether to stop the runs
    """
    from pokerbot.runs.executors import Finished

    shown = sys.stderr.isatty()
    monitor = Monitor(runs, in_lines=not shown)

    def tell(event: Event) -> None:
        if isinstance(event, Finished):
            keep(event.place, event.result)
        monitor(event)

    with _live(monitor.drawn) if shown else nullcontext():
        executor.carry_out(runs, tell, stopped)
    return monitor


@contextmanager
def reporting(
    runs: Sequence[Run], executor: Executor, folder: RunFolder[Any] | None = None
) -> Iterator[tuple[dict[int, Any], Interruption]]:
    """Carry out the runs, and let the block report the results, by the places of the runs in order.

    After a signal they are those that there are by then; where there is none, the block is skipped,
    as where no run is done and some have failed.

    folder: keeps the results, if there is one; only runs that it lacks are carried out

    Raises:
        InputError: a run has failed; the block has reported the others by then.
        SystemExit: a signal has asked to stop.
    """
    found: dict[int, Any] = {}
    with interruptible() as interrupted:
        if folder is None:
            monitor = carry_out(runs, executor, found.__setitem__, interrupted)
        else:
            monitor = carry_out_missing(runs, folder, executor, interrupted)
            found = folder.results(runs)
    if interrupted and not found:
        raise StoppedBySignal(interrupted.status)
    with telling(interrupted), complete(monitor):
        yield dict(sorted(found.items())), interrupted


def carry_out_missing(
    runs: Sequence[Run], folder: RunFolder[Any], executor: Executor, interrupted: Interruption
) -> Monitor:
    """Carry out the runs whose results a folder lacks, and keep each result as it comes.

    Raises:
        InputError: the runs cannot go on; the message says how many are kept.
    """
    missing = [run for run in runs if run not in folder]

    def add(place: int, found: Any) -> None:
        folder.add(missing[place], found)

    def kept() -> str:
        told = f"{len(folder):,} of {len(runs):,} runs are kept in {folder.name}"
        return f"{told}, and --continue does the rest"

    try:
        with telling_what_is_kept(lambda: [kept()] if len(folder) else []):  # at a second signal
            monitor = carry_out(missing, executor, add, interrupted)
    except InputError as error:
        if not len(folder):
            raise
        raise InputError(f"{error}; {kept()}") from None
    if interrupted:
        say(f"Stopped; {kept()}.")
    return monitor


@contextmanager
def complete(monitor: Monitor) -> Iterator[None]:
    """Let the block report the results; then raise InputError if a run has failed.

    The block is skipped if no run is done and some have failed.
    """
    failed, ended = monitor.failed, monitor.done + monitor.failed
    if monitor.done or not failed:
        yield
    if failed:
        raise InputError(f"{failed:,} of {ended:,} runs failed, as reported above")


@contextmanager
def progress() -> Iterator[Show | None]:
    """A function that shows progress in a line with a bar; None where there is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    shown: list[tuple[str, float | None]] = [("", None)]

    with _live(lambda: _bar(*shown[0]), itself=False) as live:

        def show(line: str, part: float | None) -> None:
            shown[0] = line, part
            live.refresh()

        yield show


def _live(drawn: Callable[[], RenderableType], *, itself: bool = True) -> Live:
    """Shows what `drawn` returns on standard error, as long as the context is entered.

    itself: whether a thread redraws it now and then; without that thread, machine code can be
        compiled side by side in forks of this process
    """
    from rich.live import Live

    return Live(
        get_renderable=drawn,
        console=console(stderr=True),
        transient=True,
        redirect_stdout=False,
        auto_refresh=itself,
    )


def _bar(line: str, part: float | None) -> RenderableType:
    """A line of text, behind a bar if the part done is known."""
    from rich.columns import Columns
    from rich.progress_bar import ProgressBar
    from rich.text import Text

    text = Text(line)
    return text if part is None else Columns([ProgressBar(1, part, width=BAR), text])
