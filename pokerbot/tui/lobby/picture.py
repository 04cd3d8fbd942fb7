"""The picture of the chosen opponent: how it plays, and how the person does against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual import getters
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.evaluation.tendencies import Tendency, tendencies
from pokerbot.io.files import printable, stamp
from pokerbot.opponents.career import Career, Chapter
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.view.amounts import count, number_of, with_margin
from pokerbot.tui.lobby.rows import cut
from pokerbot.tui.screen import Beside
from pokerbot.tui.widgets.bars import drawn
from pokerbot.tui.widgets.chart import ResultChart

if TYPE_CHECKING:
    from pokerbot.tui.app import PokerApp

REST = 0.15
"""Seconds that the cursor must stay on a line before its opponent's play is worked out."""
SOUND = "sound play"
NO_SOUNDER = "No sounder strategy of this game is at hand to compare its play with."
HIDDEN = "Find out its habit: once you have beaten it ★, it is shown here."
NO_HANDS, JUDGING = "No hands yet.", "Judging your hands …"
LONGEST = 12
"""The most characters of a name."""
WHERE = {False: "With no bet to call", True: "With a bet to call"}
DEGREES = ((0.3, "far more"), (0.1, "more"), (0.02, "a little more"))
"""The words for a difference between two shares, each from this difference on."""

Played = tuple[Tendency, ...]


def called(opponent: Opponent) -> str:
    """An opponent's name, as far as there is room."""
    return cut(printable(opponent.name), LONGEST)


class Manner(Beside, Widget):
    """How often an opponent takes each kind of action, compared with sound play."""

    opponent: Opponent | None = None
    hidden: reactive[bool] = reactive(default=False)
    played: reactive[Played] = reactive(())
    refused: reactive[str] = reactive("")
    """Why it cannot be told how the opponent plays."""

    def __init__(self) -> None:
        super().__init__(id="manner", classes="box")
        self._known: dict[str, Played] = {}

    def show(self, opponent: Opponent | None) -> None:
        """Draw how an opponent plays; if that is not known yet, it is worked out after `REST`."""
        self.opponent = opponent
        self.border_title = Content(f"How {called(opponent)} plays" if opponent else "")
        self.border_subtitle = "of 100 such decisions" if opponent else ""
        self.refused = ""
        self.played = self._known.get(opponent.sha256, ()) if opponent else ()
        if opponent is not None and not self.played:
            self.set_timer(REST, partial(self._rested, opponent))

    def _rested(self, opponent: Opponent) -> None:
        if opponent is self.opponent:
            self.beside(
                partial(compared, opponent),
                partial(self._take, opponent),
                partial(self._refuse, opponent),
            )

    def _take(self, opponent: Opponent, played: Played) -> None:
        if all(each.sound for each in played):  # else a sounder strategy may come any time
            self._known[opponent.sha256] = played
        if opponent is self.opponent:
            self.played = played

    def _refuse(self, opponent: Opponent, error: InputError) -> None:
        if opponent is self.opponent:
            self.border_subtitle, self.refused = "", printable(str(error))

    def render(self) -> Content:
        """The words, and below them two bars for each situation; neither if the habit is hidden.

        Where there is no room for both, the bars are drawn alone.
        """
        if self.opponent is None or not self.played:
            return Content(self.refused)
        if self.hidden:
            return Content(HIDDEN)
        words = Content(in_words(self.played, adapts=self.opponent.adapts))
        room = self.size.height - 3 * len(self.played)
        room -= words.get_height({}, max(self.size.width, 1))
        lines = [words] if room >= 0 else []
        gap = "\n" if room >= len(self.played) else ""
        name = called(self.opponent)
        side = max(len(name), len(SOUND)) + 3
        for each in self.played:
            lines.append(Content.styled(gap + WHERE[each.faced], "bold"))
            for who, shares in ((name, each.often), (SOUND, each.sound)):
                if shares:
                    bar = drawn(shares, max(self.size.width - side, 1), self)
                    lines.append(Content.assemble(f"  {who}".ljust(side), bar))
        return Content("\n").join(lines)


def in_words(played: Played, *, adapts: bool) -> str:
    """How an opponent's play differs from sound play, without numbers."""
    if not all(each.sound for each in played):
        return NO_SOUNDER
    found = list(_said(played))
    differs = f"{' and '.join(found)} than sound play"
    if adapts and not found:
        return "It answers your habits, and plays soundly until it knows them."
    if adapts:
        return f"It now {differs}; it answers your habits."
    return f"It {differs}." if found else "It plays soundly: there is no habit to find."


def _said(played: Played) -> Iterator[str]:
    for each in played:
        kind, more = each.most
        degree = next((words for least, words in DEGREES if more >= least), None)
        if degree is not None:
            yield f"{kind}s {degree}"


def compared(opponent: Opponent) -> Played:
    """How often an opponent takes each kind of action, beside sound play if there is any at hand.

    A strategy that is not sound and the best at hand, such as one with locks, is not compared.

    Raises:
        InputError: it is kept without its rivers, or does not fit in memory.
    """
    sound = replace(opponent).sound  # looked for anew
    alone = not opponent.is_sound and sound is opponent.strategy
    return tendencies(opponent.strategy, None if alone else sound)


class OwnResults(Beside, Vertical):
    """The person's own hands against an opponent: their result, and a chart of it."""

    if TYPE_CHECKING:
        app = getters.app(PokerApp)

    chart = getters.query_one(ResultChart)

    def __init__(self, history: Path) -> None:
        super().__init__(id="results", classes="box")
        self.history = history
        self.opponent: Opponent | None = None
        self.career: Career | None = None
        self._nothing = NO_HANDS
        self._told: tuple[int, ...] = ()

    def compose(self) -> ComposeResult:
        """The words, and below them the chart."""
        yield Static(id="came", markup=False)
        yield ResultChart()

    def look(self) -> None:
        """Judge the hands in a thread beside the screen, if the history has changed."""
        if (now := stamp(self.history)) and now != self._told:
            self._told = now
            self._say_of_none(JUDGING)
            self.beside(
                self._count,
                self._take,
                lambda error: self._say_of_none(printable(str(error))),
            )

    def _count(self) -> Career:
        return self.app.career_count.look(self.history, lambda: self.wanted)

    def _take(self, found: Career) -> None:
        self.career = found
        self._say_of_none(NO_HANDS)

    def _say_of_none(self, words: str) -> None:
        """Say this of an opponent against whom there are no hands, as far as is known."""
        self._nothing = words
        self.show(self.opponent)

    def show(self, opponent: Opponent | None) -> None:
        """Show the hands against an opponent."""
        self.opponent = opponent
        self.border_title = Content(f"You against {called(opponent)}" if opponent else "")
        chapter = self.career.against(opponent) if self.career and opponent else None
        self.query_one("#came", Static).update(came(chapter) if chapter else self._nothing)
        self.chart.display = chapter is not None
        self.chart.result_curve = chapter.score.result_curve if chapter else ResultCurve((), None)


def came(chapter: Chapter) -> str:
    """The result of the hands in words, with luck and without."""
    score, sure = chapter.score, chapter.score.without_luck
    told = f"In {number_of(chapter.hands, 'hand')} you "
    if won := chapter.result:
        told += f"{'won' if won > 0 else 'lost'} {count(abs(won), score.decimals)}"
    else:
        told += "are even"
    told += " compared with the game's value" if score.starting_share else ""
    if sure is None:
        return f"{told}."
    return f"{told}; luck taken out, {with_margin(*sure, score.decimals - 2)}."


class Picture(Horizontal):
    """How an opponent plays and the person's results, side by side.

    Nothing is worked out while this is out of sight.
    """

    manner = getters.query_one(Manner)
    results = getters.query_one(OwnResults)

    def __init__(self, history: Path) -> None:
        super().__init__(id="picture")
        self._history = history
        self.opponent: Opponent | None = None
        self.hidden = False

    def compose(self) -> ComposeResult:
        """How the opponent plays on the left, the person's own hands on the right."""
        yield Manner()
        yield OwnResults(self._history)

    def on_show(self) -> None:
        """Draw the opponent that was chosen while this was out of sight."""
        self.look()
        self._draw()

    def look(self) -> None:
        """Look at the history again, which may be longer by now."""
        if self.display:
            self.results.look()

    def show(self, opponent: Opponent | None, *, hidden: bool) -> None:
        """Draw an opponent, None for nobody; `hidden` is whether its habit is not to be shown."""
        if (opponent, hidden) != (self.opponent, self.hidden):
            self.opponent, self.hidden = opponent, hidden
            self._draw()

    def _draw(self) -> None:
        if self.display:
            self.manner.hidden = self.hidden
            self.manner.show(self.opponent)
            self.results.show(self.opponent)
