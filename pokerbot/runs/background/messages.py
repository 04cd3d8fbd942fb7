"""The events that the worker tells the app, as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pokerbot.runs.results import Progress
from pokerbot.runs.values import plain, valued


@dataclass(frozen=True)
class Begun:
    """The game is compiled and the first iteration is under way."""


@dataclass(frozen=True)
class Told:
    """Something that a person who waits should know."""

    text: str


@dataclass(frozen=True)
class Measured:
    """How far it has come, and the average strategy at some information sets."""

    progress: Progress
    frequencies: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Resting:
    """It waits for an order: it was paused, or reached a limit."""

    finished: bool


@dataclass(frozen=True)
class StrategySaved:
    """The strategy was saved after so many iterations."""

    path: str
    iterations: int


@dataclass(frozen=True)
class Refused:
    """The strategy could not be saved; nothing else has changed."""

    reason: str


@dataclass(frozen=True)
class Ended:
    """The process ended without having been told to."""

    reason: str


Event = Begun | Told | Measured | Resting | StrategySaved | Refused | Ended
KINDS: dict[str, type[Event]] = {
    kind.__name__: kind for kind in (Begun, Told, Measured, Resting, StrategySaved, Refused, Ended)
}


def encode(event: Event) -> str:
    """An event as a line."""
    return json.dumps({"event": type(event).__name__, **plain(event)}, allow_nan=False)


def decode(line: bytes) -> Event:
    """The event in a line."""
    said = json.loads(line)
    event: Event = valued(KINDS[said.pop("event")], said)
    return event
