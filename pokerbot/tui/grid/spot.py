"""The panel beside the grid: one information set in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from pokerbot.evaluation.grid import Cell, Grid, Situation
from pokerbot.games.actions import LETTERS
from pokerbot.games.betting import as_told, legal_actions
from pokerbot.games.spot import Spot
from pokerbot.opponents.reasons import why
from pokerbot.play.view import words
from pokerbot.play.view.amounts import fixed, number_of
from pokerbot.tui.widgets.bars import filled

NAME, OFTEN, CHIPS, BAR = 8, 7, 9, 12
LEGEND = " ".join(f"{letter} {kind}" for kind, letter in LETTERS.items() if kind != "jam")
"""The meaning of the letters that the grid uses where words have no room.

Games in which one jams have classes of hands, and are shown as ranges.
"""
LEAST = 0.001
"""Frequencies below so many percent of all hands are shown as below that."""
MANY = 5
"""With more actions than this, they are sorted by frequency."""


class SpotPanel(VerticalScroll):
    """Shows an information set: in words, how often it comes up, and figures for each action."""

    DEFAULT_CLASSES = "box aside"

    def compose(self) -> ComposeResult:
        """The words, and the figures below them."""
        self.border_subtitle = LEGEND
        yield Static(id="situation", markup=False)
        yield Static(id="figures", markup=False)

    def say(self, why: str) -> None:
        """Show why there is no information set to show."""
        self.border_title = ""
        self.query_one("#situation", Static).update("")
        self.query_one("#figures", Static).update(why)

    def show(self, grid: Grid, other: Grid | None, situation: Situation, hand: int | None) -> None:
        """Show the information set of a hand in a situation, beside the other strategy's if any.

        hand: None where the player is never dealt it
        """
        if hand is None:
            self.say(f"Player {situation.betting.player + 1} is never dealt it.")
            return
        cell = grid.cell(situation, hand)
        if cell is None:
            self.say("The deck has no such card left.")
            return
        self.border_title = words.spot(grid.game.rules, cell.infoset)
        self.query_one("#situation", Static).update(_about(grid, situation, hand))
        beside = other.cell(situation, hand) if other else None
        named = {
            action.name: as_told(situation.betting, action).name
            for action in legal_actions(grid.game.rules, situation.betting)
        }
        lines = _figures(cell, beside, named)
        if cell.chips is not None and (reason := why(grid.best(situation, hand))):
            lines += [Content(), Content.styled(reason, "$foreground 75%")]
        seen = other.strategy.algorithm.get("seen") if other else None
        if isinstance(seen, Counter):  # a model of the person; from a file this would be a dict
            times = number_of(seen[cell.infoset], "time")
            lines.append(Content(f"You (B) came here {times}; what that leaves open is as in A."))
        self.query_one("#figures", Static).update(Content("\n").join(lines))
        self.scroll_home(animate=False)


def _about(grid: Grid, situation: Situation, hand: int) -> str:
    """The information set in words."""
    spot = Spot(situation.betting, situation.board, hand)
    return words.situation(f"Player {spot.player + 1} holds", grid.game.rules, spot)


def _figures(cell: Cell, other: Cell | None, named: Mapping[str, str]) -> list[Content]:
    """The lines with how often a hand comes here, and with the figures of each action.

    named: what people are told of each action, by its name
    """
    cells = [cell] if other is None else [cell, other]
    places, width, whose = (4, CHIPS, "") if other is None else (3, CHIPS - 1, " A, B")
    heading = " " * NAME + f"often{whose}".rjust(OFTEN * len(cells))
    heading += f"chips{whose}".rjust(width * len(cells))
    lines = [Content(_share(cells))]
    lines.append(Content.styled(heading, "$foreground 75%"))
    actions = list(cell.frequencies)
    if len(actions) > MANY:
        actions.sort(key=lambda action: -cell.frequencies[action])
    for action in actions:
        figures = [f"{each.frequencies[action]:.1%}".rjust(OFTEN) for each in cells]
        for each in cells:
            won = "–" if each.chips is None else fixed(each.chips[action], places)
            figures.append(won.rjust(width))
        best = cell.chips is not None and cell.chips[action] == cell.value
        bar = " " + filled(cell.frequencies[action], BAR) if other is None else ""
        line = named[action].ljust(NAME) + "".join(figures) + bar
        lines.append(Content.styled(line, "bold" if best else ""))
    if any(each.chips is None for each in cells):
        lines.append(Content("– means that the other seat never plays this way."))
    return lines


def _share(cells: list[Cell]) -> str:
    """How often a hand comes here, in words, for one strategy or for A and B."""
    if not any(cell.reach for cell in cells):
        return "Never reached" if len(cells) == 1 else "Never reached by either"
    shares = [
        f"under {LEAST:g} %" if 0 < 100 * cell.reach < LEAST else f"{100 * cell.reach:.4g} %"
        for cell in cells
    ]
    if len(shares) > 1:
        shares = [f"{name} {share}" for name, share in zip("AB", shares, strict=True)]
    return f"{', '.join(shares)} of hands"
