"""The day's plan: the puzzle, what is due, a rematch with echo, whom to beat next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pokerbot.io.files import printable
from pokerbot.opponents.finding import choose
from pokerbot.opponents.progress import Learned
from pokerbot.opponents.today import Today, today_of
from pokerbot.play.history.record import HandRecord
from pokerbot.play.session.drill import drill_at
from pokerbot.play.session.practise import Cost
from pokerbot.play.view.amounts import loss_places
from pokerbot.tui.practise.items import Item, ItemsScreen

HELP = """\
# Today

A plan for the day; play opens with it once a day.

- **{tutor.begin}** begins the highlighted line; **{tutor.leave}** goes on to the lobby
- **The puzzle** is one decision, the same for everyone, and so is **the river** of hold'em. Only
  the first answer counts
- **What you missed** in a drill comes back after one day, then after three, then after seven
- **What costs you most** drills the decision that costs you most against your last opponent
- **The rematch** is with echo, once you have met it: it begins with what it knows about you
- **The next** is the first of the cast with a habit whom you have not beaten yet

Days in a row are days on which you played at least one hand, by your local date.
"""


class TodayScreen(ItemsScreen):
    """Lists what there is to do today."""

    TITLE = "Today"
    HELP = HELP
    about = "a plan for the day"
    heading = "What to do"

    def on_screen_resume(self) -> None:
        """Find out in a thread beside the screen what there is to do."""
        self.begin_day()
        if not self.listing.items:
            self.show([*self.puzzles(Learned())], "Looking at your hands …")
        self.look(partial(today_of, self.history, self.app.reviewer, self.day), self._take)

    def _take(self, found: Today) -> None:
        told = "Play a hand today to begin a row of days."
        if found.days:
            told = f"Days in a row on which you played: {found.days:,}."
        self.show([*self._items(found)], found.learned.wrong or told)

    def _items(self, found: Today) -> Iterator[Item]:
        yield from self.puzzles(found.learned)
        yield from self.due(found.learned)
        if found.costly is not None:
            yield self._costly(*found.costly)
        if found.rematch is not None and found.rematch.game is not None:
            about = f"{found.rematch.game.spec.capitalize()}. It begins with what it knows of you."
            yield Item("Rematch: echo", about, "", partial(self.app.meet, found.rematch))
        if one := found.next:
            go = partial(self.app.meet, choose(one.name))
            yield Item(f"Next: {one.name}", f"{one.game.capitalize()}. {one.temper}", "", go)

    def _costly(self, played: HandRecord, cost: Cost) -> Item:
        """The line of a drill of the most expensive decision against the opponent of a hand."""
        drill = drill_at(cost.seen)
        name = printable(Path(played.opponent).stem)
        to = loss_places(cost.now, cost.seen.game.rules.decimals)
        about = f"{cost.now:.{to}f} chips a decision against {name}. {drill.told}"
        return Item("What costs you most", about, "", self.drill_against(played, drill))
