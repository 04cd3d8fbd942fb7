"""What comes of runs, gathered for a test to look at."""

from __future__ import annotations

from typing import Any

from pokerbot.runs.executors import Event, Failed, Finished, Tell


class Gathered:
    """The results as they come, by the place of their runs; an event is told by calling it."""

    def __init__(self, *tell: Tell) -> None:
        self._tell = tell
        self._results: dict[int, Any] = {}
        self.failures: dict[int, str] = {}

    def __call__(self, event: Event) -> None:
        """Keep what has come of a run, and tell of it."""
        if isinstance(event, Finished):
            self._results[event.place] = event.result
        elif isinstance(event, Failed):
            self.failures[event.place] = event.reason
        for tell in self._tell:
            tell(event)

    @property
    def results(self) -> list[Any]:
        """Those there are, in the order of the runs."""
        return [self._results[place] for place in sorted(self._results)]
