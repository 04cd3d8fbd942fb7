"""Beside the felt: the session's score, and the betting of this hand in words."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from pokerbot.evaluation.split import Judged
from pokerbot.play.view import View
from pokerbot.tui.widgets.coach import Coach


class Score(Widget):
    """What on the left, how much on the right, line by line."""

    lines: reactive[tuple[tuple[str, str], ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for each line."""
        return len(self.lines)

    def render(self) -> Content:
        """The lines, as wide as there is room."""
        return Content("\n").join(
            Content.assemble((what, "$foreground 60%"), much.rjust(self.size.width - len(what)))
            for what, much in self.lines
        )


class Panel(Vertical):
    """The score above, the story of the hand below."""

    def compose(self) -> ComposeResult:
        """Two framed boxes."""
        with Vertical(id="session") as session:
            session.border_title = "Session, in chips"
            yield Score()
            yield Static(id="verdict", markup=False)
        with VerticalScroll(id="story", can_focus=False):
            yield Static(id="betting", markup=False)
            yield Coach()

    def show(self, view: View, decisions: Sequence[Judged] | None) -> None:
        """Draw a view of the table, and what the coach says to these decisions, if anything."""
        self.query_one(Score).lines = view.score
        self.query_one("#verdict", Static).update(view.verdict)
        story = self.query_one("#story", VerticalScroll)
        story.border_title = f"Hand {view.number}"
        self.query_one("#betting", Static).update("\n".join(view.betting) or "The antes are in.")
        self.query_one(Coach).show(decisions)
        story.scroll_end(animate=False)
