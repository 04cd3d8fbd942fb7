"""Starts a solver in a process in the background, gives it orders, and receives its events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pokerbot.runs.background.solving import Ended, Refused, SolverEvent, StrategySaved
from pokerbot.runs.child_process import ChildProcess
from pokerbot.runs.codec import pack
from pokerbot.runs.limits import Limits
from pokerbot.runs.run import SolveRun


class Background:
    """A solver in a process of its own, which ends when this process ends."""

    def __init__(self, run: SolveRun, tell: Callable[[SolverEvent], object]) -> None:
        """Start the solver; `tell` is called with every event, in another thread."""
        self._tell, self._saving, self._left = tell, False, False
        self.process = ChildProcess(self._hear)
        self.process.send("solve", pack(run.elsewhere))

    def pause(self) -> None:
        """Pause after this iteration."""
        self.process.send("pause")

    def go_on(self, limits: Limits) -> None:
        """Continue, with these limits."""
        self.process.send("go on", *vars(limits).values())

    def save(self, path: Path, *, force: bool) -> None:
        """Save the strategy, as `storage.save`; the event is then StrategySaved or Refused."""
        self._saving = True
        self.process.send("save", str(path), force)

    def leave(self) -> None:
        """End the process at once, or, if it is saving a file, as soon as that is written."""
        self._left = True
        if self._saving:
            self.process.finish()
        else:
            self.process.end()

    def _hear(self, event: SolverEvent | None) -> None:
        if event is None:
            if not self._left:
                self._tell(Ended(f"the solver {self.process.ended()}"))
            return
        if isinstance(event, StrategySaved | Refused | Ended):
            self._saving = False
        if isinstance(event, Ended):
            self._left = True
        self._tell(event)
