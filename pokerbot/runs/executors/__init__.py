"""What carries runs out: here, in processes, on a cluster. The runs are the same values."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from pokerbot.errors import InputError
from pokerbot.runs.codec import unpack
from pokerbot.runs.results import Progress
from pokerbot.runs.run import Abandoned, Run, Stopped


@dataclass(frozen=True)
class Begun:
    """A run is under way; `place` is its number among all, from 0, `worker` who has it."""

    place: int
    worker: str


@dataclass(frozen=True)
class Reached:
    """A measurement on the way."""

    place: int
    progress: Progress


@dataclass(frozen=True)
class Finished:
    """What came of a run; each run is finished or failed once."""

    place: int
    result: Any


@dataclass(frozen=True)
class Failed:
    """A run that cannot be done, and why."""

    place: int
    reason: str


REACHED_EVERY = 0.25
"""Seconds between two measurements that another process tells; short runs have thousands."""

Event = Begun | Reached | Finished | Failed
Tell = Callable[[Event], object]


class Executor(Protocol):
    """Carries runs out, in any order and several at once, and tells what becomes of them."""

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """Carry out all runs, and tell the events of each, from this thread.

        When `stopped` says so it abandons what is under way and returns. Whatever it started has
        ended when it returns or raises.

        Raises:
            InputError: nothing carries runs out, or nothing does any longer.
        """


class InProcess:
    """One after the other, in this process."""

    def carry_out(self, runs: Iterable[Run], tell: Tell, stopped: Stopped) -> None:
        """As `Executor`; a run that is stopped counts as finished where it has a result."""
        for place, run in enumerate(runs):
            if stopped():
                return
            tell(Begun(place, ""))
            with suppress(Abandoned):
                tell(attempt(place, run, tell, stopped))


def attempt(place: int, run: Run, tell: Tell, stopped: Stopped) -> Finished | Failed:
    """Carry out a run, and tell of its measurements; raises Abandoned as it does."""
    try:
        return Finished(place, run.carry_out(lambda seen: tell(Reached(place, seen)), stopped))
    except InputError as error:
        return Failed(place, str(error))
    except MemoryError:
        return Failed(place, "it takes more memory than there is")


def answer(
    place: int, line: str, tell: Tell, stopped: Stopped = lambda: False, *, ours: bool = True
) -> Finished | Failed | None:
    """In another process than that which is told: carry out a run; a fault fails it alone.

    Args:
        place: its number among all.
        line: the run, a line of `pack`.
        tell: told of a measurement now and then.
        stopped: asked whether to end; where that leaves nothing there is no answer.
        ours: as `unpack` takes it.
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
"""A run and its place."""
WAITED = 10
"""So many losses of a run of which nobody heard that it had begun count as one."""


class Tasks:
    """The runs with their places, those to be done again first; false when none is left.

    retries: how often a run is done again that was lost while it was under way.
    """

    def __init__(self, runs: Iterable[Run], retries: int) -> None:
        self._first, self._new = deque[Task](), enumerate(runs)
        self._lost, self._retries = Counter[int](), retries

    def __bool__(self) -> bool:
        if not self._first:
            self._first.extend(islice(self._new, 1))
        return bool(self._first)

    def next(self) -> Task | None:
        """The next one, None where none is left."""
        return self._first.popleft() if self else None

    def again(self, tasks: Iterable[Task]) -> None:
        """Put these before all others."""
        self._first.extend(tasks)

    def lose(self, task: Task, why: str, *, begun: bool = True) -> Failed | None:
        """Put back a run that was lost; its failure where that was too often.

        begun: whether it is known to have been under way; else it may have waited behind the one
            that was, and it counts for little
        """
        place, _ = task
        self._lost[place] += WAITED if begun else 1
        if self._lost[place] // WAITED > self._retries:
            return Failed(place, why)
        self.again([task])
        return None
