"""A table for the whole game of heads-up hold'em: the bot thinks in a process of its own."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.cards import names_in
from pokerbot.games.equity import equity
from pokerbot.games.heads_up import TURN
from pokerbot.games.holdem import street_name
from pokerbot.opponents.opponents import BlueprintOpponent
from pokerbot.play.hand import Hand
from pokerbot.play.match import MatchTable
from pokerbot.play.table import TRANSLATING, Table
from pokerbot.play.view import words
from pokerbot.play.view.view import look
from pokerbot.runs.playing import Ahead, Answer, JamsOrFolds, Judged, Question, Worth
from pokerbot.strategy.blueprint import nearest
from pokerbot.tui.table.screen import TableScreen

HELP = """\
# Heads-up hold'em

Blinds of 50 and 100, stacks that are whole again each hand, by default 20 big blinds. BTN, the
button, posts the small blind, acts first before the flop and last after it; BB is the big blind.
With `--match` stacks are played down until one of you has all the chips. What the shorter stack
covers counts: from 8 big blinds down the hand is jam or fold, which the bot plays as its
equilibrium does; above that it plays by the blueprint whose stack is the nearest, and the box says
which. A match that you leave goes on where it was.

- **{table.call}** check, or call a bet; **{table.bet}** bet; **{table.raise}** raise;
  **{table.fold}** fold. Sizes are any whole number: **{table.third} {table.half} {table.pot}
  {table.all_in}** begin with a third of the pot, half of it, all of it, all-in; enter does it
- **{table.next}** deals the next hand
- **{whole_game.leave}** folds and deals the next hand at once; where there is nothing to call it
  checks, and folds to the next bet, also while the bot thinks; again takes that back
- **{table.coach}** the coach, who says from the turn on what your action wins on average in chips,
  and what the best does, by what the bot has solved again; before the turn it is silent
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
it has not thought of is solved with its exact size. Without numba (`pip install 'pokerbot[fast]'`)
turns would take too long: there it plays its blueprint, and solves rivers alone. How much can be
won from it `pokerbot strength heads-up --resolve between` measures.

After a called all-in the box says what part of the pot was yours, street by street. *Luck of
all-ins* is what they paid more than that, and *Won without that* is your result less it. No other
luck is taken out.
"""
AGAIN = "The bot plays what it has solved again."
ALONE = (
    "Without numba, which is not there or does not work, the bot plays its blueprint on the turn,"
    " and solves rivers alone."
)
MAKING = (
    "Machine code is being made, once on this machine. Meanwhile the bot plays its blueprint; from"
    " the turn on it waits for it."
)
UNSOLVED = "The coach is silent on the turn: without numba only rivers are solved."
SILENT = (
    "The coach is silent before the turn: up to there nothing is solved that says what your actions"
    " are worth."
)


class WholeGameScreen(TableScreen):
    """Asks the bot beside the screen, and tells what it made of strange sizes."""

    TITLE = "Heads-up"
    HELP = HELP
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("F", "leave_hand", "Fold, next", id="whole_game.leave", show=False),
    ]

    def __init__(
        self, opponent: BlueprintOpponent, table: Table, pace: float, coach: bool = False
    ) -> None:
        """Sit down; the bot takes `pace` seconds for an action at least."""
        self.blueprint = opponent
        self._thinks_of: str | None = None
        self._since = 0.0
        self._nearest: tuple[float, Path] | None = None
        self._ahead: Question | None = None
        self._owed: list[Judged] = []
        self._coached: list[str] = []
        self._looks_back = self._leaves = self._making = False
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
        if self._making and self.table.person_to_act and not self._jams:
            self._ahead = None
            self._think_ahead()

    def show(self) -> None:
        """Draw the table as it is now, and have the bot think where it is to act."""
        self._show_panel()
        self.felt.show(self.view, min(self.pace, 0.35))
        self.actions.show(self.view)
        self.refresh_bindings()
        if self.table.bot_to_act:
            self._think_out()
        elif not (self.table.hand.over or self._jams):
            self._think_ahead()
        self._look_back()
        if self._leaves and not self.table.bot_to_act:
            self.call_later(self._go_on_leaving)

    def action_leave_hand(self) -> None:
        """Fold and deal the next hand; check, where there is nothing to call, and fold later."""
        self._leaves = not (self._leaves and self.table.bot_to_act)
        if self.table.bot_to_act:
            later = "Check or fold, and on to the next hand." if self._leaves else "You stay."
            self.notify(later, timeout=3)
        self._go_on_leaving()

    def _go_on_leaving(self) -> None:
        """What the person has asked for who leaves the hand, where it is their turn or over."""
        hand = self.table.hand
        if not self._leaves or self.table.bot_to_act:
            return
        if hand.over:
            self._leaves = False
            if hand.betting.folded is not None:
                self.action_next_hand()
        else:
            kinds = {action.kind: action for action in hand.observe().actions}
            self._take(kinds.get("fold") or kinds["check"])

    def _think_out(self) -> None:
        """Ask beside the screen how the bot plays this."""
        seen = self.table.hand.observe()
        if self._thinks_of == seen.key:
            return
        self._thinks_of, self._since = seen.key, time.monotonic()
        asked = self._asks(JamsOrFolds if self._jams else Question)
        self.beside(partial(self.thinker.ask, asked), self._take_answered, self._lost)

    def _think_ahead(self) -> None:
        """Have the bot think on the person's time, once at each decision."""
        ahead = self._asks(Ahead)
        if ahead != self._ahead:
            self._ahead = ahead
            self.beside(partial(self.thinker.ask, ahead), self._take_ahead, self._lost)

    def _take_ahead(self, answer: Answer) -> None:
        """Tell whether machine code is being made."""
        if answer.making != self._making:
            self._making = answer.making
            self._show_panel()

    def _plays_by(self) -> tuple[Path, float | None]:
        """By which blueprint the bot plays the hand, and with which stack if not that one's."""
        if not isinstance(self.table, MatchTable):
            return self.blueprint.path, None
        if self._nearest is None or self._nearest[0] != self.table.blinds:
            found = nearest(self.table.blinds) or self.blueprint.path
            self._nearest = self.table.blinds, found
        return self._nearest[1], self.table.blinds

    @property
    def _jams(self) -> bool:
        """Whether the hand is jam or fold."""
        return isinstance(self.table, MatchTable) and self.table.jams

    def _asks(self, kind: type[Question]) -> Question:
        """What the bot is asked about the decision at hand; its own cards where that is its own."""
        table, rules = self.table, self.table.game.rules
        path, stack = self._plays_by()
        seen, bot = table.hand.observe(), 1 - table.person
        steps = table.hand.steps
        hand = "" if kind is Ahead else rules.hands[seen.spot.player].name(seen.hand)
        return kind(
            str(path),
            tuple(step.action.name for step in steps),
            rules.boards.whole(seen.board),
            hand,
            tuple(table.draws(TRANSLATING).random(len(steps)).tolist()),
            bot,
            stack,
        )

    def _take(self, action: Action | None) -> None:
        """Take the person's action, and have the coach say what it was worth."""
        hand = self.table.hand
        if action is not None and self.coach and hand.betting.round >= TURN:
            asked = self._asks(Judged)
            judged = replace(
                asked, actions=(*asked.actions, action.name), draws=(*asked.draws, 0.0)
            )
            assert isinstance(judged, Judged)
            self._owed.append(judged)
        super()._take(action)

    def _look_back(self) -> None:
        """Have it worked out what decisions were worth, and how called all-ins stood."""
        owed, known = [*self._owed], self.table.session.all_in_luck
        run_outs = [each for each in self.table.run_outs if each[0] not in known]
        if self._looks_back or not (owed or run_outs):
            return
        self._looks_back = True

        def work() -> tuple[list[tuple[Judged, Worth]], list[RunOut]]:
            stood = [_run_out(*each) for each in run_outs]
            return [(each, self.thinker.ask(each)) for each in owed], stood

        self.felt.beside(work, self._take_back, self._lose_back)

    def _take_back(self, found: tuple[list[tuple[Judged, Worth]], list[RunOut]]) -> None:
        """Tell it, and go on with what came up meanwhile."""
        worth, stood = found
        self._looks_back = False
        for judged, each in worth:
            self._owed.remove(judged)
            street = street_name(len(names_in(judged.board)))
            known = words.coached(street, each.chips, each.taken) if each.chips else UNSOLVED
            self._coached.append(known)
        for number, luck, told in stood:
            self.table.session.all_in_luck[number] = luck
            if number == self.table.number:
                self.table.remarks = (*self.table.remarks, told)
        self._show_panel()
        self._look_back()

    def _lose_back(self, error: InputError) -> None:
        """Say why nothing is known."""
        self._looks_back = False
        self._owed.clear()
        self._lost(error)

    def _take_answered(self, answer: Answer) -> None:
        """Have it act once its time is up."""
        assert self._thinks_of is not None
        self.blueprint.chances[self._thinks_of] = answer.chances
        self._making = answer.making
        hand, person = self.table.hand, self.table.person
        self.table.remarks = tuple(
            words.counted(hand, person, each.step, each.counts_as) for each in answer.counted
        )
        if answer.again or answer.alone:
            self.table.remarks += (AGAIN if answer.again else ALONE,)
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
        self.refuse(error)

    def _show_panel(self) -> None:
        self.view = look(self.table)
        if self.coach:
            later = self.table.hand.betting.round >= TURN
            said = self._coached if later else [SILENT]
            self.view = replace(self.view, story=(*self.view.story, *said))
        if self._making:
            self.view = replace(self.view, story=(MAKING, *self.view.story))
        if isinstance(self.table, MatchTable):
            stands = self.table.told(self._plays_by()[0].stem)
            self.view = replace(self.view, story=(stands, *self.view.story))
        self.panel.show(self.view, None, None)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self._coached.clear()
        self._owed.clear()
        self.table.next_hand()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action in ("hint", "go", "solve", "beliefs"):
            return False
        if action == "leave_hand":
            return not (self.has_class("-page") or self.table.hand.over)
        return super().check_action(action, parameters)

    def _title(self) -> Content:
        stack = self.table.game.parameters["stack"]
        if isinstance(self.table, MatchTable):
            return self.titled(f"hold'em, a match from {stack} big blinds, blinds 50 and 100")
        return self.titled(f"hold'em, {stack} big blinds, blinds 50 and 100")

    def strength(self) -> str:
        """As `TableScreen`."""
        return self.blueprint.name


RunOut = tuple[int, float, str]
"""The number of a hand, by how much its result was luck, and how it stood in each street."""


def _run_out(number: int, hand: Hand, person: int) -> RunOut:
    """How a called all-in stood."""
    rules, shares = hand.game.rules, []
    mine, other = (rules.hands[seat].name(hand.held[seat]) for seat in (person, 1 - person))
    for street in range(hand.betting.round, rules.boards.streets - 1):
        board = rules.boards.lying(rules.boards.at(hand.final_board, street))
        shares.append(equity(mine, other, board).equity)
    expected = (2 * shares[0] - 1) * min(hand.betting.chips)
    return number, hand.net(person) - expected, words.run_out(hand.betting.round, shares)
