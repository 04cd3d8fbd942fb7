"""A table for the whole game of heads-up hold'em: the bot thinks in a process of its own."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.games.equity import equity
from pokerbot.opponents.opponents import BlueprintOpponent
from pokerbot.play.hand import Hand
from pokerbot.play.table import TRANSLATING, Table
from pokerbot.play.view import words
from pokerbot.play.view.view import look
from pokerbot.runs.playing import Ahead, Answer, Question
from pokerbot.tui.table.screen import TableScreen

HELP = """\
# Heads-up hold'em

Blinds of 50 and 100, stacks that are whole again each hand, by default 20 big blinds. BTN, the
button, posts the small blind, acts first before the flop and last after it; BB is the big blind.

- **{table.call}** check, or call a bet; **{table.bet}** bet; **{table.raise}** raise;
  **{table.fold}** fold. Sizes are any whole number: **{table.third} {table.half} {table.pot}
  {table.all_in}** begin with a third of the pot, half of it, all of it, all-in; enter does it
- **{table.next}** deals the next hand
- **{table.coach}** the coach, who is silent here as long as nothing is known of what an action is
  worth, and says so
- **{table.die}** throws a die of a hundred sides, for those who mix by hand
- **{table.study}** shows the bot's cards after a fold; again hides them
- **{table.page}** the session; **{table.review}** its hands again
- **{table.lobby}** back to the lobby; the session waits there for you

Before the flop and on it the bot plays its blueprint: a strategy for hands that are about as good,
with bets of half the pot, all of it, and all-in. Of your bets there it knows those three. Any other
counts as one of the two nearest, drawn by lot (the pseudo-harmonic mapping), and the box says as
which; the chips stay the real ones.

On the turn and the river it solves the rest of the hand again, every hand told apart, with what
both may hold by then: for some seconds on a turn, also while it is your turn. A bet of yours that
it has not thought of is solved with its exact size. How much can be won from it
`pokerbot strength heads-up --resolve between` measures.

After an all-in the box says how often each hand wins, street by street.
"""
AGAIN = "From the turn on the bot plays what it has solved again."
SILENT = (
    "The coach is silent: before the turn nobody has worked out what your actions are worth, and"
    " from there on it is not told yet."
)


class WholeGameScreen(TableScreen):
    """Asks the bot beside the screen, and tells what it made of strange sizes."""

    TITLE = "Heads-up"
    HELP = HELP

    def __init__(
        self, opponent: BlueprintOpponent, table: Table, pace: float, coach: bool = False
    ) -> None:
        """Sit down; the bot takes `pace` seconds for an action at least."""
        self.blueprint = opponent
        self._thinks_of: str | None = None
        self._since = 0.0
        self._ahead: Question | None = None
        super().__init__(opponent, table, pace, coach=coach)
        self.thinker = self.again.thinker

    def _have_judges(self) -> None:
        """There are none, and no value to compare a result with."""
        self.panel.chart.about = "won"
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Tell how long the bot thinks, where that is long."""
        seconds = int(time.monotonic() - self._since)
        if self._thinks_of is not None and seconds >= 2:
            told = f"{words.turn(self.table.hand, self.table.person)} {seconds} s"
            self.felt.query_one("#status", Static).update(told)

    def show(self) -> None:
        """Draw the table as it is now, and have the bot think where it is to act."""
        self._show_panel()
        self.felt.show(self.view, min(self.pace, 0.35))
        self.actions.show(self.view)
        self.refresh_bindings()
        if self.table.bot_to_act:
            self._think_out()
        elif not self.table.hand.over:
            self._think_ahead()
        elif self.table.hand.run_out:
            self._tell_equities()

    def _think_out(self) -> None:
        """Ask beside the screen how the bot plays this."""
        seen = self.table.hand.observe()
        if self._thinks_of == seen.key:
            return
        self._thinks_of, self._since = seen.key, time.monotonic()
        self.beside(
            partial(self.thinker.ask, self._asks(Question)), self._take_answered, self._lost
        )

    def _think_ahead(self) -> None:
        """Have the bot think on the person's time, once at each decision."""
        ahead = self._asks(Ahead)
        if ahead != self._ahead:
            self._ahead = ahead
            self.beside(partial(self.thinker.ask, ahead), lambda _: None, self._lost)

    def _asks(self, kind: type[Question]) -> Question:
        """What the bot is asked about the decision at hand; its own cards where that is its own."""
        table, rules = self.table, self.table.game.rules
        seen, bot = table.hand.observe(), 1 - table.person
        steps = table.hand.steps
        hand = rules.hands[bot].name(seen.hand) if table.bot_to_act else ""
        return kind(
            str(self.blueprint.path),
            tuple(step.action.name for step in steps),
            rules.boards.whole(seen.board),
            hand,
            tuple(table.draws(TRANSLATING).random(len(steps)).tolist()),
            bot,
        )

    def _take_answered(self, answer: Answer) -> None:
        """Have it act once its time is up."""
        assert self._thinks_of is not None
        self.blueprint.chances[self._thinks_of] = answer.chances
        hand, person = self.table.hand, self.table.person
        self.table.remarks = tuple(
            words.counted(hand, person, each.step, each.counts_as) for each in answer.counted
        )
        if answer.again:
            self.table.remarks += (AGAIN,)
        left = self._since + self.pace - time.monotonic()
        if left > 0:
            self.set_timer(left, self._bot_acts)
        else:
            self._bot_acts()

    def _bot_acts(self) -> None:
        self._thinks_of = None
        super()._bot_acts()

    def _lost(self, error: InputError) -> None:
        """Tell why the bot cannot act."""
        self._thinks_of = None
        self.notify(str(error), severity="error", markup=False, timeout=20)

    def _tell_equities(self) -> None:
        """Say how often the person's hand would have won, street by street, where all were in."""
        self.beside(partial(_run_out, self.table.hand, self.table.person), self._take_equities)

    def _take_equities(self, told: str) -> None:
        if told not in self.table.remarks:
            self.table.remarks = (*self.table.remarks, told)
            self._show_panel()

    def _show_panel(self) -> None:
        self.view = look(self.table)
        if self.coach:
            self.view = replace(self.view, story=(*self.view.story, SILENT))
        self.panel.show(self.view, None, None)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self.table.next_hand()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action in ("hint", "go", "solve", "beliefs"):
            return False
        return super().check_action(action, parameters)

    def _title(self) -> Content:
        stack = self.table.game.parameters["stack"]
        return self.titled(f"hold'em, {stack} big blinds, blinds 50 and 100")

    def _strength(self) -> str:
        return self.blueprint.name


def _run_out(hand: Hand, person: int) -> str:
    """How a called all-in stood in each street."""
    rules, shares = hand.game.rules, []
    mine, other = (rules.hands[seat].name(hand.held[seat]) for seat in (person, 1 - person))
    for street in range(hand.betting.round, rules.boards.streets - 1):
        board = rules.boards.lying(rules.boards.at(hand.final_board, street))
        shares.append(equity(mine, other, board).equity)
    return words.run_out(hand.betting.round, shares)
