"""What comes of runs, gathered for a test to look at."""

from __future__ import annotations

from typing import Any

from pokerbot.runs.executors import Event, Failed, Finished, Tell


class Gathered:
    """The events as they come; one is told by calling it, and then told to others."""

    def __init__(self, *tell: Tell) -> None:
        self._tell = tell
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Keep an event, and tell of it."""
        self.events.append(event)
        for tell in self._tell:
            tell(event)

    @property
    def results(self) -> list[Any]:
        """Those there are, in the order of the runs."""
        found = {each.place: each.result for each in self.events if isinstance(each, Finished)}
        return [found[place] for place in sorted(found)]

    @property
    def failures(self) -> dict[int, str]:
        """Why runs failed, by their places."""
        return {each.place: each.reason for each in self.events if isinstance(each, Failed)}

    @property
    def ended(self) -> list[int]:
        """The places of the runs that have finished or failed, in the order in which they did."""
        return [each.place for each in self.events if isinstance(each, Finished | Failed)]
