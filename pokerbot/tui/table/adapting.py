"""At the table, an opponent that adapts: it studies the person's hands and changes its play."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from pokerbot.opponents.adapting import (
    EVERY,
    LAST,
    Adaptation,
    HabitReport,
    adapt,
    answer,
    further,
)
from pokerbot.opponents.habits import shown
from pokerbot.play.history.file import hands
from pokerbot.play.table import Table
from pokerbot.play.view.amounts import number_of
from pokerbot.runs.background.answering import ResponseRun
from pokerbot.runs.responses import Response
from pokerbot.tui.bound import key_of

if TYPE_CHECKING:
    from pokerbot.tui.table.screen import TableScreen

NOTHING_YET = f"""\
# What I believe

Nothing yet. I play soundly until you have played {EVERY} hands of this game without a hint. After
every {EVERY} hands I study your last {LAST}, and tell you what I believe about your play, what I
expect to win by answering it, and what I risk.
"""


class Adapting:
    """What the opponent at a table is computing, and what it plays from the next hand on.

    coming: its next answer, which it plays by once the hands before are judged; None for none
    """

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.coming: Adaptation | None = None
        self._due: int | None = None
        """How many of the session's hands are over when it thinks next; None to do so at once."""
        self._thinking = False

    def begin(self, known: Adaptation | None) -> None:
        """Begin with what the opponent knows from other sessions, if anything."""
        sitting = self.screen.sitting
        if known is not None and sitting.answer is None:
            sitting.answer = replace(known, opponent=self.screen.judged)  # who plays by it already
            self._say(f"I begin with what I know of you. {known.says}")

    def think(self) -> None:
        """Once there are `EVERY` further hands, compute an answer beside the screen.

        Not in drills, and not of hands with a hint.
        """
        screen = self.screen
        played = screen.table.mode == Table.mode and screen.opponent.adapts
        if not played or not screen.ready or (not screen.table.hand.over and self._due):
            return
        over = screen.table.score.hands()
        if self.coming is None and (self._due is None or over >= self._due):
            self._due = over + EVERY
            screen.beside(self._answer, partial(self._take, over), lambda _: self._think_of())

    def _answer(self) -> tuple[Adaptation | None, int]:
        """What the opponent plays from the next hand on, and why; None if nothing changes.

        Beside it, how many further hands without a hint there are to be until it thinks again.
        """
        screen, last = self.screen, self.screen.sitting.answer
        found = shown(hands(screen.app.history), screen.opponent.strategy.game)
        adaptation = adapt(found, screen.judged.reference, last, self._respond)
        if adaptation is not None:
            _ = adaptation.opponent.judges
        return adaptation, further(len(found), adaptation or last)

    def _respond(self, report: HabitReport) -> Adaptation:
        """The answer to habits, computed in the table's process; meanwhile the title says so."""
        self.screen.call_later(self._think_of, report)
        found: Response = self.screen.thinker.ask(ResponseRun(report.model, report.risk))
        return answer(report, found.strategy)

    def _take(self, over: int, answered: tuple[Adaptation | None, int]) -> None:
        self._think_of()
        self.coming, more = answered
        self._due = over + more
        self.think()  # of hands that were played meanwhile

    def _think_of(self, asked: HabitReport | None = None) -> None:
        """Note whether an answer is being computed, and to which habits; and say so."""
        self._thinking = asked is not None
        self.screen.show_strength()

    def change(self) -> None:
        """Have the opponent play by its new answer, if all hands played before are judged."""
        screen, coming = self.screen, self.coming
        if coming is not None and screen.judge():
            screen.sitting.change(coming)
            screen.show_strength()
            self._say(coming.says)
            self.coming = None

    @property
    def beliefs(self) -> str:
        """The page on what the opponent believes, wins and risks."""
        last = self.coming or self.screen.sitting.answer
        return last.page if last else NOTHING_YET

    @property
    def told(self) -> str:
        """The line in the title: what the opponent is doing, or on how many hands its belief rests.

        That line names the key that shows what it believes.
        """
        if self._thinking:
            return "thinking about your habits …"
        last = self.screen.sitting.answer
        known = f" from {number_of(last.report.latest, 'hand')}" if last else ""
        return f"{key_of(self.screen.app, 'table.beliefs')}  what it believes{known}"

    def _say(self, told: str) -> None:
        """Show what the opponent says, and the key that shows more."""
        more = f"{key_of(self.screen.app, 'table.beliefs')} tells more."
        self.screen.notify(f"{told} {more}", title=self.screen.opponent.name, timeout=8)
