"""The practice table: each hand begins at a spot, and each decision is graded at once."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.evaluation.breakdown import Decision
from pokerbot.games.actions import Action
from pokerbot.io.files import printable
from pokerbot.opponents.marking import count, counted
from pokerbot.opponents.opponents import Opponent, drill_opponent
from pokerbot.opponents.puzzles import NAME, answered, note_answer
from pokerbot.opponents.reviews import MISSED
from pokerbot.opponents.sitting import Sitting
from pokerbot.play.hand import Hand, Observation
from pokerbot.play.session.dice import names_as_shown
from pokerbot.play.session.drill import Drill
from pokerbot.play.session.practise import Practice
from pokerbot.play.session.score import Verdict
from pokerbot.play.view import words
from pokerbot.play.view.amounts import number_of, percent
from pokerbot.strategy.strategy import Infosets
from pokerbot.tui.popups.boxes import TellScreen
from pokerbot.tui.table.screen import TableScreen
from pokerbot.tui.widgets.actions import Actions
from pokerbot.tui.widgets.felt import Felt
from pokerbot.tui.widgets.keys import Keys
from pokerbot.tui.widgets.verdict import decision_lines

HELP = """\
# Practise

Each hand begins at a decision of yours, which the box describes, and is played on from there.

- **{table.call}** checks or calls a bet, **{table.bet}** bets, **{table.raise}** raises,
  **{table.fold}** folds
- **{table.next}** or **enter** deals the next spot
- **{table.study}** shows the bot's card after a fold, or hides it
- **{table.grid}** shows how the bot plays, as a grid, once the hand is over; at a hold'em spot it
  shows both ranges at your last decision
- **{table.die}** throws the die, which helps you to mix
- **{practise.again}** repeats the drill once it is over; after a lesson's goal, goes on to the next
- **{practise.back}** goes back to where you came from; a list there tells the new costs

After each decision you see its grade, and for every action what it wins on average in chips, how
much less that is than the best, and how often sound play takes it.

A lesson, a puzzle and a leak are drills: a number of hands with a goal, which five right hands in a
row reach as well. A hand is right if its first decision gives away less than 0.01 antes, in a game
with blinds 0.01 big blinds, at a spot of hold'em 0.2 % of the pot; more where the solution is too
inexact to tell. A decision that is sound but wins that much less than another would from this
opponent reads **missed**, and is not right; one without a grade is neither right nor wrong. Where
the die decides, a hand is right if you do what the die says. In the drill of a leak similar
decisions come in between: with the next weaker and the next stronger hand, and with the same hand
after other betting.
"""

Following = tuple[str, Callable[[Opponent], object]]
"""(the member of the cast to play next, the function that then begins with it)."""

KEPT = ("next_hand", "take", "sized", "study", "die", "go", "again", "go_on")
"""The actions of tables that work at this one."""

FINDING = "Sitting down …"
"""What is said while the decisions of a drill that is begun again are found."""


class PractiseScreen(TableScreen):
    """A table without a score; beside the felt it shows the spot and the grades instead."""

    TITLE = "Practise"
    HELP = HELP
    OWN_SIZES: ClassVar = False
    CSS_PATH: ClassVar = ["../table/screen.tcss", "screen.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next_hand", show=False),
        Binding("enter", "again", "Again", key_display="enter", id="practise.again"),
        Binding("enter", "go_on", "Next", key_display="enter", id="practise.go_on"),
        Binding("escape", "app.pop_screen", "Back", id="practise.back"),
        Binding("v", "review", show=False),  # replaces the app's, which works at other tables
    ]

    def __init__(self, sitting: Sitting, then: Following | None = None) -> None:
        """Sit down to a session of practice.

        then: what follows once the drill has reached its goal, if anything
        """
        super().__init__(sitting)
        assert isinstance(sitting.table, Practice)
        self.practice = sitting.table
        self.then = then
        self._told = self._finding = False
        self._until: float | None = None

    @property
    def pace(self) -> float:
        """As `BaseTable`; none against the clock."""
        return 0 if self.practice.drill.seconds else super().pace

    def compose(self) -> ComposeResult:
        """Title, the felt beside the spot and the grades, buttons, keys."""
        with Horizontal(id="title"):
            yield Static(self._title(), markup=False)
        with Horizontal(id="main"):
            yield Felt()
            with Vertical(id="drill"):
                with Vertical(id="spot", classes="box aside"):
                    yield Static(id="about-spot", markup=False)
                with VerticalScroll(id="graded", classes="box aside", can_focus=False):
                    yield Static(id="grades", markup=False)
        yield Actions()
        yield Keys(2)

    def on_mount(self) -> None:
        """Begin; first tell what the drill is about."""
        drill = self.practice.drill
        if drill.name:
            self.app.push_screen(TellScreen(drill.title, drill.told), self._start_clock)

    def _start_clock(self, _: object) -> None:
        """Start the clock of a drill that has a time limit."""
        if seconds := self.practice.drill.seconds:
            self._until = time.monotonic() + seconds
            self._clock = self.set_interval(0.5, self._tick)
            self._tell_spot()

    def _tick(self) -> None:
        """Show how many seconds are left; once there are none, this hand is the last one."""
        if self._seconds_left is not None and self._seconds_left <= 0:
            self._clock.stop()
            self.practice.stopped = True
            self.show()
        self._tell_spot()

    @property
    def _seconds_left(self) -> int | None:
        """How many seconds are left, None where there is no clock."""
        return None if self._until is None else max(math.ceil(self._until - time.monotonic()), 0)

    def _title(self) -> Content:
        title = self.practice.drill.title
        what = f"{title}, " if title else ""
        return self.titled(f"{what}against {printable(self.opponent.name)}")

    def _show_panel(self) -> None:
        self.judge()
        self._look()
        self.set_class(self.practice.ended, "-ended")
        box = self.query_one("#spot")
        seen, drill = self.practice.spot, self.practice.drill
        where = "" if drill.whole else f": {words.spot(seen.game.rules, seen.key)}"
        box.border_title = f"Hand {self.view.number:,}{where}"
        self._tell_spot()
        graded = self.query_one("#graded", VerticalScroll)
        first = drill.scored and not drill.whole
        how = "Decisions: the first counts" if first else "Your decisions, the last first"
        graded.border_title = how
        own = reversed(self._own(self.table.hand))
        told = (replace(each, grade=MISSED) if drill.name and each.excuse else each for each in own)
        lines = [line for each in told for line in decision_lines(each)]
        self.query_one("#grades", Static).update(Content("\n").join(lines))
        graded.scroll_home(animate=False)
        if drill.hands > 1 and self.practice.ended and not self._told:
            self._told = True
            self.app.push_screen(TellScreen(drill.title, self.practice.summary))

    def _tell_spot(self) -> None:
        self.query_one("#about-spot", Static).update("\n".join(self._about()))

    def _about(self) -> Iterator[str]:
        """The lines about the spot: the betting so far, and how the drill stands or the cost."""
        spot, drill = self.practice.spot, self.practice.drill
        betting = words.so_far(spot.game.rules, spot.betting.history)
        if not drill.whole:
            yield f"The betting: {betting}." if spot.betting.history else "You act first."
        if drill.name:
            if drill.mix:
                name = printable(self.opponent.name).capitalize()
                yield f"In your place {name} plays: {_mix(spot, self.opponent.strategy.infosets)}."
                if self.practice.hand.over:
                    roll = self.practice.first_roll
                    yield (
                        f"Die {roll.die} said {roll.action}."
                        if roll
                        else "You threw no die, so the hand is not right."
                    )
            yield FINDING if self._finding else self.practice.summary
            if self._seconds_left is not None:
                yield f"{number_of(self._seconds_left, 'second')} left."
            return
        cost = self.practice.costs.at(spot)
        if cost is None:
            yield "No decision of yours was judged here yet."
            return
        was = f"Gave away {cost.was:.3f} a time in play" if cost.times else "Not met in play yet"
        yield f"{was}, now {cost.now:.3f}."

    def _own(self, hand: Hand) -> tuple[Decision, ...]:
        """The decisions that were the person's own."""
        dealt = sum(step.player == self.table.person for step in hand.steps[: self.table.given])
        return self._breakdown(hand, self.table.person).decisions[dealt:]

    def _take(self, action: Action | None) -> None:
        """Take an action; the first answer to a puzzle is kept at once."""
        hand, puzzle = self.table.hand, self._new_puzzle()
        super()._take(action)
        if action and puzzle:
            seen = hand.observe().spot
            judged = self.judged.judges[seen.player].judge(seen, action)
            try:
                for _, answer in counted(puzzle, [judged]):
                    note_answer(self.app.history, puzzle, right=bool(answer.faultless))
            except InputError as error:
                self.refuse(error)

    def _new_puzzle(self) -> str:
        """The name of the puzzle that the next action answers first; empty if it answers none."""
        drill = self.practice.drill
        if len(self.table.hand.steps) > self.table.given:
            return ""
        first = drill.name.startswith(NAME) and not answered(self.app.history, drill.name)
        return drill.name if first else ""

    def _judge(self, hand: Hand, person: int) -> Verdict:
        """Grade a hand that is over, and count what it gave away."""
        judged = self._own(hand)
        count(self.practice, judged)
        losses = tuple(each.loss for each in judged)
        return Verdict(0.0, losses, tuple(each.faultless for each in judged))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        ended = self.practice.ended
        goes_on = ended and self.practice.reached and self.then is not None
        over = self.practice.hand.over
        again = ended and not goes_on and not self._finding
        now = {"next_hand": not ended, "go": over, "again": again, "go_on": goes_on}
        if not now.get(action, True):
            return False
        return action in KEPT and super().check_action(action, parameters)

    def action_again(self) -> None:
        """Begin the same drill with other cards, which may take a while to find."""
        drill = self.practice.drill
        if drill.renewed is None:
            self._begin_again(drill)
            return
        self._finding = True
        self._tell_spot()
        self.refresh_bindings()
        self.beside(drill.renewed, self._take_found, self._take_none)

    def _take_found(self, drill: Drill) -> None:
        """Begin a drill that was found, unless the person has gone elsewhere meanwhile."""
        if self.in_sight:
            self._begin_again(drill)
        else:
            self._end_finding()

    def _take_none(self, error: InputError) -> None:
        self._end_finding()
        self.refuse(error)

    def _end_finding(self) -> None:
        self._finding = False
        self._tell_spot()
        self.refresh_bindings()

    def _begin_again(self, drill: Drill) -> None:
        self._close()
        self.app.practise(self.judged, drill, costs=self.practice.costs, then=self.then)

    def _close(self) -> None:
        """Close this screen, and pop-ups above it, such as help."""
        while self.app.screen is not self:
            self.app.pop_screen()
        self.app.pop_screen()

    def action_go_on(self) -> None:
        """Go on to what follows the drill, unless the person has gone elsewhere meanwhile."""
        assert self.then is not None
        who, follow = self.then

        def go(opponent: Opponent) -> None:
            self._close()
            follow(opponent)

        self.beside(partial(drill_opponent, who), self.while_here(go), self.refuse)


def _mix(spot: Observation, infosets: Infosets) -> str:
    """How often the bot takes each action, in the order in which the die is read."""
    often = infosets[spot.key]
    names = names_as_shown(each.name for each in spot.actions)
    return ", ".join(f"{name} {percent(often[name])}" for name in names)
