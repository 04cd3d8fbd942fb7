"""Executors carry runs out: in this process, in several processes, or on a cluster."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from pokerbot.errors import Abandoned, InputError
from pokerbot.runs.codec import unpack
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Run, Stopped


@dataclass(frozen=True)
class Begun:
    """A run has begun.

    place: the run's number among all, from 0
    worker: who carries it out
    """

    place: int
    worker: str


@dataclass(frozen=True)
class Reached:
    """A run has been measured on the way."""

    place: int
    progress: Progress


@dataclass(frozen=True)
class Finished:
    """A run has finished, with its result; each run either finishes or fails, once."""

    place: int
    result: Any


@dataclass(frozen=True)
class Failed:
    """A run has failed, and why."""

    place: int
    reason: str


ASK_EVERY = 0.1
"""Seconds between two checks whether to stop, while runs are carried out elsewhere."""
REACHED_EVERY = 0.25
"""Seconds between two measurements that another process reports; short runs make thousands."""

Event = Begun | Reached | Finished | Failed
Tell = Callable[[Event], object]


class Executor(Protocol):
    """Carries runs out, in any order and several at once, and tells what becomes of them."""

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """Carry out all runs, and tell the events of each, from this thread.

        When `stopped` says so, it abandons what is under way and returns. Whatever it has started
        has ended when it returns or raises.

        Raises:
            InputError: runs cannot be carried out, or no longer.
        """


class InProcess:
    """Carries runs out one after the other in this process; implements `Executor`."""

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor`; a run that is stopped counts as finished if it has a result."""
        for place, run in enumerate(runs):
            if stopped():
                return
            tell(Begun(place, ""))
            with suppress(Abandoned):
                tell(attempt(place, run, tell, stopped))


def attempt(place: int, run: Run, tell: Tell, stopped: Stopped) -> Finished | Failed:
    """Carry out a run and tell its measurements; return its last event. May raise Abandoned."""
    try:
        return Finished(place, run.carry_out(lambda seen: tell(Reached(place, seen)), stopped))
    except InputError as error:
        return Failed(place, str(error))
    except MemoryError:
        return Failed(place, "it takes more memory than there is")


def answer(
    place: int, line: str, tell: Tell, stopped: Stopped = lambda: False, *, ours: bool = True
) -> Finished | Failed | None:
    """In a worker process: carry out a run; any error makes only this run fail.

    Args:
        place: the run's number among all.
        line: the run, as a line of `pack`.
        tell: called with a measurement now and then.
        stopped: asked whether to stop.
        ours: as in `unpack`.

    Returns:
        The last event of the run, None if it was stopped without a result.
    """
    told = -REACHED_EVERY

    def tell_now_and_then(event: Event) -> None:
        nonlocal told
        if time.monotonic() - told >= REACHED_EVERY:
            told = time.monotonic()
            tell(event)

    try:
        return attempt(place, unpack(line, ours=ours), tell_now_and_then, stopped)
    except Abandoned:
        return None
    except InputError as error:
        return Failed(place, str(error))
    except Exception as error:
        return Failed(place, f"it failed: {type(error).__name__}: {error}")


Task = tuple[int, Run]
"""A run's place among all, and the run."""
WAITED = 10
"""This many losses of a run that was not known to have begun count as one of a run that was."""


class Tasks:
    """The queue of the runs that are still to be done; it is false when none is left.

    Runs that have to be repeated come first.

    retries: how often a run is repeated that was lost while it was under way
    """

    def __init__(self, runs: Iterable[Run], retries: int) -> None:
        self._first, self._new = deque[Task](), enumerate(runs)
        self._lost, self._retries = Counter[int](), retries

    def __bool__(self) -> bool:
        if not self._first:
            self._first.extend(islice(self._new, 1))
        return bool(self._first)

    def next(self) -> Task | None:
        """Take the next run from the queue, None if there is none."""
        return self._first.popleft() if self else None

    def put_back(self, tasks: Iterable[Task]) -> None:
        """Put runs back, before all that are new."""
        self._first.extend(tasks)

    def lose(self, task: Task, why: str, *, begun: bool = True) -> Failed | None:
        """Put back a run that was lost; if that has happened too often, return its failure instead.

        begun: whether it is known to have begun; otherwise it may only have waited behind the run
            that was the cause, and its loss counts for little
        """
        place, _ = task
        self._lost[place] += WAITED if begun else 1
        if self._lost[place] // WAITED > self._retries:
            return Failed(place, why)
        self.put_back([task])
        return None
