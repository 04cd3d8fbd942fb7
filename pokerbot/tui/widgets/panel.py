"""Beside the felt: the session's score, and the betting of this hand in words."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Static

from pokerbot.play.view import View


class Panel(Vertical):
    """The score above, the story of the hand below."""

    def compose(self) -> ComposeResult:
        """Two framed boxes."""
        with Vertical(id="session") as session:
            session.border_title = "Session, in chips"
            with Horizontal(id="score"):
                yield Static(id="names", markup=False)
                yield Static(id="numbers", markup=False)
            yield Static(id="verdict", markup=False)
        with VerticalScroll(id="story", can_focus=False):
            yield Static(id="betting", markup=False)

    def show(self, view: View) -> None:
        """Draw a view of the table."""
        self.query_one("#names", Static).update("\n".join(name for name, _ in view.score))
        self.query_one("#numbers", Static).update("\n".join(text for _, text in view.score))
        self.query_one("#verdict", Static).update(view.verdict)
        story = self.query_one("#story", VerticalScroll)
        story.border_title = f"Hand {view.number}"
        self.query_one("#betting", Static).update("\n".join(view.betting) or "The antes are in.")
        story.scroll_end(animate=False)
