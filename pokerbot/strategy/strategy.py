"""A behaviour strategy for both players: information-set key → action → probability."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pokerbot.games.catalogue import Game

Infosets = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Strategy:
    """How both seats of a game are played, and where it comes from.

    algorithm: its name and options, `{"name": …}`; iterations: how long it was trained;
    results: what its maker measured, `nash_conv` and `value` in chips per hand.
    """

    game: Game
    infosets: Infosets
    algorithm: Mapping[str, Any] = field(default_factory=dict)
    iterations: int = 0
    seed: int | None = None
    results: Mapping[str, Any] = field(default_factory=dict)

    @property
    def maker(self) -> str:
        """The name of the algorithm, `unknown` where none is given."""
        return str(self.algorithm.get("name", "unknown"))
