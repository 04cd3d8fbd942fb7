"""The tutor: the rules in a minute, lessons, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.game import Game
from pokerbot.opponents import short_stacks
from pokerbot.opponents.cast import FIRSTS
from pokerbot.opponents.lessons import FIRST, LESSONS, Lesson
from pokerbot.opponents.opponents import Opponent, made
from pokerbot.opponents.progress import Learned, progress
from pokerbot.play.session.drill import Drill, against_the_clock
from pokerbot.play.view.amounts import chips
from pokerbot.play.view.holdem import TOLD as HOLDEM
from pokerbot.play.view.rules import rules_in_words
from pokerbot.runs.solving import solve
from pokerbot.tui.popups.help import HelpScreen
from pokerbot.tui.practise.items import Item, ItemsScreen
from pokerbot.tui.practise.screen import Following

HELP = """\
# The tutor

- **{tutor.begin}** begins the highlighted line; **{tutor.leave}** goes back
- **The rules** of a game take a minute to read
- **Lessons** are ten hands each, dealt so that the point of the lesson comes up. They are against
  one of the cast; the last lessons are on a river of hold'em, against its solution. The first
  decision of each hand counts: eight that give nothing away reach the goal, and so do five in a
  row. **Best** is the most decisions that you got right
- **What you missed** in a drill comes back after one day. If it is right then, it comes back after
  three more days, and then after seven; if it is wrong, the next day
- **Jam or fold** is ten close decisions with a short stack, which is drawn; what each action wins
  is told in big blinds
- **A minute** of a game is against the clock: a right decision counts 1, a wrong one takes 1 away
- **The puzzle** is one decision, another one each day, the same for everyone, and so is **the
  river** of hold'em. Only the first answer counts
"""

HOLDEM_ABOUT = "the rules of Texas hold'em, and which hand beats which, in two minutes"
GAMES = ("kuhn", "leduc", "leduc-nolimit:stack=8")


class TutorScreen(ItemsScreen):
    """Lists what there is to learn, and how much of it is done."""

    TITLE = "Tutor"
    HELP = HELP
    about = "rules, lessons, puzzles"
    heading = "What to learn"

    def __init__(self, history: Path) -> None:
        """List what there is to learn, and what is done according to a history."""
        super().__init__(history)
        self.progress: Learned | None = None

    def on_screen_resume(self) -> None:
        """List everything, and find out in a thread beside the screen what is done by now."""
        self.begin_day()
        self._list()
        self.look(partial(progress, self.history, self.app.reviewer), self._take)

    def _take(self, found: Learned) -> None:
        """Show what is done; after a lesson that has just reached its goal go to the next line."""
        before, self.progress = self.progress, found
        lesson = self._lesson
        self._list()
        if before and lesson and found.reached(lesson) and not before.reached(lesson):
            self.listing.action_cursor_down()

    @property
    def _lesson(self) -> Drill | None:
        """The lesson under the cursor, None on other lines."""
        item = self.listing.item
        return item.lesson if item else None

    def _list(self) -> None:
        known = self.progress or Learned()
        days = known.streak(self.day)
        row_of = f" Days in a row with the puzzle solved: {days:,}." if days else ""
        have = "has reached its" if known.lessons == 1 else "have reached their"
        done = f"{known.lessons} of {len(LESSONS)} lessons {have} goal.{row_of}"
        self.show([*self._items(known)], known.wrong or done)

    def _items(self, known: Learned) -> list[Item]:
        """All lines: what is due, the rules, the puzzles, the lessons, and the other drills."""
        games = map(parse_game, GAMES)
        rules = [
            Item(f"Rules: {game.name}", FAMILIES[game.name].summary, "", partial(self._tell, game))
            for game in games
        ]
        rules.append(Item("Rules: hold'em", HOLDEM_ABOUT, "", partial(self._show, HOLDEM)))
        lessons = []
        for each in LESSONS:
            drill = each.drill
            go = self.to_drill(each.against, drill, then=self._after(each))
            item = Item(drill.title, drill.told, _best(drill, known), go, drill)
            lessons.append(item)
        jams = self._short_stacks(known)
        others = [*lessons, jams, *self._clock(known)]
        return [*self.due(known), *rules, *self.puzzles(known), *others]

    def _short_stacks(self, known: Learned) -> Item:
        """The line of jam or fold: the stack is drawn, and its game solved, when it begins."""
        about = "Ten close decisions with a short stack: all-in or fold before the flop."
        best = known.best.get(short_stacks.NAME)
        how = "" if best is None else f"{best} of {short_stacks.HANDS}"
        rng = self.app.visits

        def solved() -> Opponent:
            game = short_stacks.drawn(rng)
            opponent = made(solve(game).strategy, game.slug)
            _ = opponent.judges
            return opponent

        def go(opponent: Opponent) -> None:
            self.app.practise(opponent, short_stacks.drill_of(opponent, rng))

        return Item("Jam or fold", about, how, partial(self.begin_with, solved, go))

    def _clock(self, known: Learned) -> Iterator[Item]:
        """The lines of drills against the clock: one in each game of the cast."""
        for one in FIRSTS:
            drill = against_the_clock(one.game)
            about = f"Against {one.name.capitalize()}. {drill.told}"
            yield Item(drill.title, about, _best(drill, known), self.to_drill(one.name, drill))

    def _after(self, lesson: Lesson) -> Following:
        """What follows a lesson's goal: the next lesson, or after the last, the cast's first."""
        following = lesson.next
        if following is None:
            return FIRST, self._sit_down
        drill = following.drill
        return following.against, lambda opponent: self.app.practise(
            opponent, drill, then=self._after(following)
        )

    def _sit_down(self, opponent: Opponent) -> None:
        """Go to the table with an opponent."""
        self.app.action_lobby()
        self.app.sit_down(opponent)

    def _tell(self, game: Game) -> None:
        """Show the rules of a game."""
        parts = (f"**{heading}.** {sentences}" for heading, sentences in rules_in_words(game.rules))
        deck = game.rules.deck
        order = " < ".join(deck.label(rank) for rank in range(deck.ranks))
        text = "\n\n".join([f"# {game.name}", f"`{order}`", *parts])
        self._show(text)

    def _show(self, text: str) -> None:
        """Show a page of rules, and then go to the next line."""
        self.app.push_screen(HelpScreen(text, "Rules"), lambda _: self.listing.action_cursor_down())


def _best(drill: Drill, known: Learned) -> str:
    best = known.best.get(drill.name)
    if drill.seconds:
        return "" if best is None else chips(best)
    if best is None:
        return ""
    if not known.reached(drill):
        return f"{best} of {drill.hands}"
    return f"{best} of {drill.hands} ✓" if best >= drill.goal else f"{drill.row} in a row ✓"
