"""The events that a solver in the background tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pokerbot.runs.results import Progress


@dataclass(frozen=True)
class GameCompiled:
    """The game is compiled, and the first iteration is under way."""


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


Event = GameCompiled | Told | Measured | Resting | StrategySaved | Refused | Ended
