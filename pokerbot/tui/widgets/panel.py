"""The panel beside the felt: the session's chart and figures, and the hand in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import getters
from textual.app import ComposeResult
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from pokerbot.evaluation.breakdown import Decision
from pokerbot.play.session.statistics import Statistic
from pokerbot.play.view.amounts import number_of
from pokerbot.play.view.view import View
from pokerbot.tui.bound import key_of
from pokerbot.tui.widgets.chart import ResultChart
from pokerbot.tui.widgets.coach import Coach

if TYPE_CHECKING:
    from pokerbot.tui.app import PokerApp


class Statistics(Widget):
    """Figures, a line each: the name on the left, the amount on the right.

    If there is no room for all lines, those of the highest priority are shown.
    """

    lines: reactive[tuple[Statistic, ...]] = reactive((), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines; the style sheet may allow fewer."""
        return len(self.lines)

    def shown(self) -> list[Statistic]:
        """The lines for which there is room, in their order."""
        kept = sorted(self.lines, key=lambda line: line.priority)[: self.size.height]
        return [line for line in self.lines if line in kept]

    def render(self) -> Content:
        """Draw the lines, as wide as there is room."""
        return Content("\n").join(_spread(line, self.size.width) for line in self.shown())


def _spread(line: Statistic, width: int) -> Content:
    """A line with the name on the left, cut if need be, and the amount on the right."""
    room = max(width - len(line.amount) - 1, 0)
    return Content.assemble((line.name[:room].ljust(room), "$foreground 75%"), " ", line.amount)


class Story(VerticalScroll, can_focus=False):
    """The hand in words and what the coach says, scrolled to what is new.

    Before anyone has acted nothing is, unless the coach speaks: it then stands at its beginning.
    """

    if TYPE_CHECKING:
        app = getters.app(PokerApp)

    def __init__(self) -> None:
        super().__init__(id="story", classes="box aside")
        self._begins = False
        self.coach = Coach()  # not looked up: the last scroll may come after its removal

    def compose(self) -> ComposeResult:
        """The betting, and below it what the coach says."""
        yield Static(id="betting", markup=False)
        yield self.coach

    def show(
        self,
        view: View,
        decisions: Sequence[Decision] | None = None,
        advice: Decision | None = None,
    ) -> None:
        """Tell the hand of a view, and what the coach says.

        Args:
            view: the table.
            decisions: the decisions judged so far; None where the coach tells them elsewhere, or
                is switched off.
            advice: the present decision, if a hint was asked for.
        """
        assisted = " with a hint" if view.assisted else ""
        self.border_title = f"Hand {view.number:,}{assisted}"
        lines = [*view.story]
        new = not view.session.hands and not self.screen.has_class("-tiny")
        if new and not self.app.coach:
            lines.append(f"{key_of(self.app, 'table.coach')}  has a coach say how you do, and why.")
            if any(choice.between for choice in view.choices):
                lines.append(f"{key_of(self.app, 'table.bet')}  takes any other amount, too.")
        self.query_one("#betting", Static).update("\n".join(lines))
        self.coach.show(decisions, advice, view)
        self._begins = view.begins and not self.coach.display
        self.call_after_refresh(self._scroll)

    def watch_virtual_size(self) -> None:
        """Scroll once more where the new lines are laid out only after a refresh."""
        self.call_next(self._scroll)

    def _scroll(self) -> None:
        """Scroll to the end, but no further than the first line about the newest decision.

        Where the hand begins, scroll to the first line.
        """
        end, top = 0 if self._begins else self.max_scroll_y, self.coach.virtual_region.y
        if self.coach.display:
            end = min(end, top + self.coach.newest)
        self.scroll_to(y=end, animate=False)


class Panel(Container):
    """The session above, in brief, or in full on a page of its own; the hand in words below."""

    chart = getters.query_one(ResultChart)
    full = getters.query_one("#full", Statistics)
    brief = getters.query_one("#brief", Statistics)
    story = getters.query_one(Story)

    def compose(self) -> ComposeResult:
        """A framed box for the session, and one for the hand."""
        with Container(id="session", classes="box aside"):
            yield ResultChart()
            with Container(id="numbers"):
                yield Statistics(id="full")
                yield Statistics(id="brief")
                yield Static(id="verdict", markup=False)
        yield Story()

    def show(
        self,
        view: View,
        decisions: Sequence[Decision] | None = None,
        advice: Decision | None = None,
    ) -> None:
        """Draw the panel; arguments as for `Story.show`."""
        session = self.query_one("#session")
        stands = view.session
        session.border_title = f"{number_of(stands.hands, 'hand')}, in chips"
        self.chart.result_curve = stands.result_curve
        self.full.lines, self.brief.lines = stands.statistics, stands.brief
        self.query_one("#verdict", Static).update(stands.verdict)
        self.story.show(view, decisions, advice)
