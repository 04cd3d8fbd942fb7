"""One who adapts, at the table: thinks about the person's hands beside it, and changes its play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from pokerbot.opponents.adapting import EVERY, LAST, Adaptation, HabitReport, adapt, shown
from pokerbot.play.table import Table
from pokerbot.play.view.amounts import number_of
from pokerbot.runs.background.answering import respond
from pokerbot.tui.bound import key_of

if TYPE_CHECKING:
    from pokerbot.tui.table.screen import TableScreen

NOTHING_YET = f"""\
# What I believe

Nothing yet: I play soundly until I have thought about your hands in this game, those without a
hint, for which I need {EVERY}. I think again every {EVERY} hands, about your last {LAST}, and tell
what I believe, what I expect to win by it, and what I risk.
"""


class Adapting:
    """What it thinks of, and what it plays from the next hand on.

    coming: the answer that it will play by, once what was played before is judged
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.coming: Adaptation | None = None
        self._asked: int | None = None
        self._thinking = False

    def begin(self, known: Adaptation | None) -> None:
        """Begin with what it knows from other sessions."""
        answers = self.screen.app.tables.answers
        if known is not None and self.screen.table not in answers:
            answers[self.screen.table] = known
            self._say(f"I begin with what I know of you. {known.says}")

    def think(self) -> None:
        """Answer the hands so far, every so many, beside the screen; not what is practised."""
        screen, asked = self.screen, self._asked
        played = screen.table.mode == Table.mode and screen.opponent.adapts
        if not played or not screen.ready or (not screen.table.hand.over and asked):
            return
        hands = screen.table.session.hands()
        if self.coming is None and (asked is None or hands >= asked + EVERY):
            self._asked = hands
            screen.beside(self._answer, self._take, lambda _: self._think_of())

    def _answer(self) -> Adaptation | None:
        """What it plays from the next hand on, and why; None where there is nothing new."""
        screen = self.screen
        adaptation = adapt(
            shown(screen.app.history, screen.opponent.strategy.game),
            screen.judged.reference,
            screen.app.tables.answers.get(screen.table),
            lambda model, risk: respond(model, risk, lambda: screen.wanted),
            lambda report: screen.call_later(self._think_of, report),
        )
        if adaptation is not None:
            _ = adaptation.opponent.judges
        return adaptation

    def _take(self, answered: Adaptation | None) -> None:
        self._think_of()
        self.coming = answered

    def _think_of(self, asked: HabitReport | None = None) -> None:
        """Say that it is at work on an answer, or no more."""
        self._thinking = asked is not None
        self._tell()

    def change(self) -> None:
        """Play by the answer, once all that was played before is judged."""
        screen, coming = self.screen, self.coming
        if coming is not None and screen.judge():
            screen.app.tables.change(screen.table, coming)
            screen.opponent = coming.opponent
            self._tell()
            self._say(coming.says)
            self.coming = None

    @property
    def beliefs(self) -> str:
        """The page on what it believes, wins and risks."""
        last = self.coming or self.screen.app.tables.answers.get(self.screen.table)
        return last.page if last else NOTHING_YET

    @property
    def told(self) -> str:
        """What it is at, and from how many hands it knows what it believes."""
        if self._thinking:
            return "thinking about your habits …"
        last = self.screen.app.tables.answers.get(self.screen.table)
        known = f" from {number_of(last.report.latest, 'hand')}" if last else ""
        return f"{key_of(self.screen.app, 'table.beliefs')}  what it believes{known}"

    def _tell(self) -> None:
        self.screen.query_one("#strength", Static).update(self.screen.strength())

    def _say(self, told: str) -> None:
        """Have it say something, and where there is more of it."""
        more = f"{key_of(self.screen.app, 'table.beliefs')} tells more."
        self.screen.notify(f"{told} {more}", title=self.screen.opponent.name, timeout=8)
