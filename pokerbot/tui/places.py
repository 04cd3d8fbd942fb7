"""The places of the app: one entry for each screen that has keys with names."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Place:
    """A screen, whose module is imported when it is first opened.

    file: its module, below this package
    screen: its class in that module
    key: the key that opens it from the lobby, if there is one
    title: what the lobby and the palette call it
    action: the action of the lobby or the app that opens it
    about: what the palette says about it, if it needs no opponent
    """

    file: str
    screen: str
    key: str = ""
    title: str = ""
    action: str = ""
    about: str = ""

    @property
    def module(self) -> ModuleType:
        """The module, in which its bindings are declared."""
        return import_module(f"pokerbot.tui.{self.file}")

    def open(self, *given: Any) -> Any:
        """A new screen, made from these arguments."""
        return getattr(self.module, self.screen)(*given)


PLACES = {
    "app": Place("app", "PokerApp"),
    "lobby": Place(
        "lobby.screen", "LobbyScreen", "", "Lobby", "app.lobby", "The strategies at hand"
    ),
    "table": Place("table.screen", "TableScreen"),
    "challenge": Place("table.challenge", "ChallengeScreen"),
    "whole_game": Place("table.whole_game", "WholeGameScreen"),
    "amount": Place("table.amount", "AmountScreen"),
    "spots": Place("practise.spots", "SpotsScreen", "p", "Practise", "go('spots')"),
    "practise": Place("practise.screen", "PractiseScreen"),
    "watch": Place("watch.screen", "WatchScreen", "w", "Watch", "go('watch')"),
    "browser": Place("grid.screen", "BrowserScreen", "g", "Grid", "go('browser')"),
    "ranges": Place("ranges.screen", "RangesScreen"),
    "paint": Place("ranges.paint", "PaintRangeScreen"),
    "lock": Place("ranges.lock", "PaintLockScreen"),
    "report": Place("ranges.report", "ReportScreen"),
    "review": Place(
        "review.screen", "ReviewScreen", "v", "Review", "app.review", "The last session again"
    ),
    "tutor": Place(
        "practise.tutor",
        "TutorScreen",
        "t",
        "Tutor",
        "app.visit('tutor')",
        "The rules, lessons, and a puzzle a day",
    ),
    "today": Place(
        "practise.today",
        "TodayScreen",
        "y",
        "Today",
        "app.visit('today')",
        "The puzzle, what is due, whom to play",
    ),
    "career": Place(
        "career.screen", "CareerScreen", "m", "Career", "app.visit('career')", "All your hands"
    ),
    "replay": Place("review.replay", "ReplayScreen"),
    "leaks": Place("review.leaks", "LeaksScreen"),
    "solve": Place(
        "solver.form",
        "SolveScreen",
        "e",
        "Solve",
        "app.switch_mode('solve')",
        "Find a strategy for a game",
    ),
    "solving": Place("solver.screen", "SolvingScreen"),
}
"""The places by the word with which the names of their keys begin, in the lobby's order."""
