"""A process beside the screen that answers questions one by one, and keeps what it worked out."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Lock
from typing import Any

from pokerbot.errors import InputError
from pokerbot.runs.child_process import ChildProcess
from pokerbot.runs.codec import pack
from pokerbot.runs.executors import Event, Failed, Finished
from pokerbot.runs.run import Run


class Thinker:
    """Carries out runs in one process of its own, started with the first.

    What a run keeps in a cache of its module is there for the next one.
    """

    def __init__(self) -> None:
        self._process: ChildProcess | None = None
        self._told: SimpleQueue[Event | None] = SimpleQueue()
        self._one, self._asked, self._left = Lock(), 0, False

    def ask(self, run: Run) -> Any:
        """What comes of a run; waits for it, and for those that were asked for before.

        Raises:
            InputError: it cannot be done, or the process was ended.
        """
        with self._one:
            if self._left:
                raise InputError("the table was left")
            self._asked += 1
            process = self._running()
            process.send("carry out", self._asked, pack(run))
            while True:
                match self._told.get():
                    case Finished(place, result) if place == self._asked:
                        return result
                    case Failed(place, why) if place == self._asked:
                        raise InputError(why)
                    case None:
                        self._process = None
                        raise InputError(f"the process that thinks {process.ended()}")

    def begin(self) -> None:
        """Have the process there before the first run is asked for."""
        with self._one:
            if not self._left:
                self._running()

    def _running(self) -> ChildProcess:
        if self._process is None:
            self._told = SimpleQueue()
            self._process = ChildProcess(self._told.put, threads=False)
        return self._process

    def leave(self) -> None:
        """End it, whatever it is at."""
        self._left = True
        if self._process is not None:
            self._process.end()
