"""The table for the whole game of heads-up hold'em, whose bot computes in a process of its own."""

from __future__ import annotations

import math
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
from pokerbot.opponents.sitting import Sitting
from pokerbot.play.hand import Hand
from pokerbot.play.match import MatchTable
from pokerbot.play.table import TRANSLATING
from pokerbot.play.view import words
from pokerbot.play.view.view import look
from pokerbot.runs.playing import Ahead, Answer, DecisionWorth, JamsOrFolds, Judged, Question
from pokerbot.strategy.blueprint import nearest
from pokerbot.tui.table.base import BaseTable

HELP = """\
# Heads-up hold'em

The blinds are 50 and 100. Each hand begins with full stacks, by default 20 big blinds. BTN, the
button, posts the small blind, and acts first before the flop and last after it; BB is the big
blind. With `--match` you play until one of you has all the chips. What counts then is the shorter
stack: at 8 big blinds or less the hand is jam or fold, which the bot plays as in equilibrium, and
at one or less both are all-in as it is dealt; above 8 the bot plays the blueprint with the nearest
stack, and the box says which one. A match that you leave goes on where it was.

- **{table.call}** checks, or calls a bet; **{table.bet}** bets; **{table.raise}** raises;
  **{table.fold}** folds. Amounts are any whole number: **{table.third} {table.half} {table.pot}
  {table.all_in}** begin with a third of the pot, half of it, all of it, all-in; enter takes it
- **{table.next}** or **enter** deals the next hand
- **{whole_game.leave}** folds and deals the next hand at once. If there is nothing to call, it
  checks, and folds to the next bet. It works while the bot thinks, too; pressed again it is undone
- **{table.coach}** switches the coach on or off. From the turn on it says what your action and the
  best one win on average, in chips, by what the bot has solved again; before the turn it is silent
- **{table.die}** throws a die of a hundred sides, for those who mix by hand
- **{table.study}** shows the bot's cards after a fold, or hides them again
- **{table.page}** shows the session, **{table.review}** its hands again
- **{table.lobby}** goes back to the lobby; the session waits there for you

Before and on the flop the bot plays its blueprint, a strategy that treats hands that are about
equally good alike, and knows bets of half the pot, the pot, and all-in. Any other bet of yours
counts as one of the two nearest, drawn by lot (the pseudo-harmonic mapping), and the box says as
which one; the chips on the table stay the real ones.

On the turn and the river it solves the rest of the hand again, with every hand told apart and the
ranges that both may hold by then. On a turn this takes some seconds, and goes on while it is your
turn. A bet of yours that it did not expect is solved with its exact size. Without numba
(`pip install numba`) turns would take too long: the bot then plays its blueprint there,
and solves only rivers. `pokerbot strength heads-up --resolve between` measures how much can be won
on turns and rivers that are solved so; at the table large turns have fewer sizes.

After a called all-in the box says which part of the pot was yours, street by street. *Luck of
all-ins* is what the all-ins paid beyond these parts, and *Won without that* is your result minus
that luck. No other luck is taken out.
"""
AGAIN = "The bot plays what it has solved again."
AGAIN_AFTER = 5.0
"""After so many seconds a question that has failed is asked again."""
ALONE = (
    "Without numba, which is missing or does not work, the bot plays its blueprint on the turn,"
    " and solves only rivers."
)
MAKING = (
    "Machine code is being made, once on this machine. Meanwhile the bot plays its blueprint; from"
    " the turn on it waits for the machine code."
)
UNSOLVED = "The coach is silent on the turn: without numba only rivers are solved."
SILENT = (
    "The coach speaks from the turn on, without numba only on the river: before that nothing is"
    " solved."
)
SHORT = "The coach is silent in jam or fold; a table of that game has one."


class WholeGameScreen(BaseTable):
    """A table whose bot is asked beside the screen, and may take the person's size for another."""

    TITLE = "Heads-up"
    HELP = HELP
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("F", "leave_hand", "Fold, next", id="whole_game.leave", show=False),
    ]

    def __init__(self, sitting: Sitting) -> None:
        """Sit down to a session; the bot takes at least `pace` seconds for an action."""
        assert isinstance(sitting.opponent, BlueprintOpponent)
        self.blueprint = sitting.opponent
        self._thinks_of: str | None = None
        """The key of the information set at which the bot is thinking; None while it is not."""
        self._since = 0.0
        """When it began to think, by `time.monotonic`."""
        self._nearest: tuple[float, Path] | None = None
        """The stack of a match's hand in big blinds, and the blueprint with the nearest stack."""
        self._ahead: Question | None = None
        """What the bot was last asked to think about on the person's time."""
        self._owed: list[Judged] = []
        """The person's decisions that are still to be judged for the coach."""
        self._coached: list[str] = []
        """What the coach has said in this hand."""
        self._looks_back = False
        """Whether decisions and all-ins are being judged."""
        self._leaves = False
        """Whether the person leaves the hand, by checking and folding."""
        self._making = False
        """Whether machine code is being compiled."""
        super().__init__(sitting)

    def on_mount(self) -> None:
        """Count time; the chart is of what is won, since no value of the game is known."""
        self.panel.chart.about = "won"
        self.set_interval(1, self._tick)

    def _tick(self) -> None:
        """Say how long the bot has been thinking, and ask whether code is still being compiled."""
        seconds = int(time.monotonic() - self._since)
        if self._thinks_of is not None and seconds >= 2:
            told = f"{words.turn(self.table.hand, self.table.person)} {seconds} s"
            self.felt.query_one("#status", Static).update(told)
        if self._making and self.table.person_to_act and not self._jams:
            self._ahead = None
            self._think_ahead()

    def show(self) -> None:
        """Draw the table as it is now, and have the bot think, on its turn or ahead."""
        super().show()
        if self.table.bot_to_act:
            self._think_out()
        elif not (self.table.hand.over or self._jams):
            self._think_ahead()
        self._look_back()
        if self._leaves and not self.table.bot_to_act:
            self.call_later(self._go_on_leaving)

    def action_leave_hand(self) -> None:
        """Fold and deal the next hand; if there is nothing to call, check now and fold later.

        While the bot is to act, a second call undoes this.
        """
        self._leaves = not (self._leaves and self.table.bot_to_act)
        if self.table.bot_to_act:
            later = "You check or fold, and go on to the next hand."
            later = later if self._leaves else "You stay in the hand."
            self.notify(later, timeout=3)
        self._go_on_leaving()

    def _go_on_leaving(self) -> None:
        """If the person leaves the hand: check or fold on their turn, deal after their fold."""
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
        """Ask beside the screen how the bot plays the present decision, unless asked already."""
        seen = self.table.hand.observe()
        if self._thinks_of == seen.key:
            return
        self._thinks_of, self._since = seen.key, time.monotonic()
        asked = self._asks(JamsOrFolds if self._jams else Question)
        self.beside(partial(self.thinker.ask, asked), self._take_answered, self._lost)

    def _think_ahead(self) -> None:
        """Have the bot think while it is the person's turn, once at each decision."""
        ahead = self._asks(Ahead)
        if ahead != self._ahead:
            self._ahead = ahead
            self.beside(partial(self.thinker.ask, ahead), self._take_ahead, self.refuse)

    def _take_ahead(self, answer: Answer) -> None:
        """Note whether machine code is being compiled, and say so."""
        if answer.making != self._making:
            self._making = answer.making
            self._show_panel()

    def _plays_by(self) -> tuple[Path, float | None]:
        """The blueprint by which the bot plays the hand, and the stack if it is another one."""
        if not isinstance(self.table, MatchTable):
            return self.blueprint.path, None
        if self._nearest is None or self._nearest[0] != self.table.blinds:
            found = nearest(self.table.blinds, self.blueprint.path)
            self._nearest = self.table.blinds, found
        return self._nearest[1], self.table.blinds

    @property
    def _jams(self) -> bool:
        """Whether the hand is jam or fold."""
        return isinstance(self.table, MatchTable) and self.table.jams

    def _asks(self, kind: type[Question]) -> Question:
        """A question about the present decision, with the cards of the player to act.

        Questions of the kind `Ahead` are without cards: the bot may not know the person's.
        """
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
        """Take the person's action, and have it judged if the coach is on."""
        hand = self.table.hand
        if action is not None and self.app.coach and hand.betting.round >= TURN:
            asked = self._asks(Judged)
            judged = replace(
                asked, actions=(*asked.actions, action.name), draws=(*asked.draws, 0.0)
            )
            assert isinstance(judged, Judged)
            self._owed.append(judged)
        super()._take(action)

    def _look_back(self) -> None:
        """Compute beside the screen what decisions were worth, and how called all-ins stood.

        All-ins are counted one by one, the latest first: a session that goes on may have many.
        """
        owed, known = [*self._owed], self.table.score.all_in_luck
        if new := {number: math.nan for number, *_ in self.table.run_outs if number not in known}:
            known.update(new)
            self._show_panel()
        run_outs = [each for each in self.table.run_outs if math.isnan(known[each[0]])][-1:]
        if self._looks_back or not (owed or run_outs):
            return
        self._looks_back = True

        def work() -> tuple[list[tuple[Judged, DecisionWorth]], list[RunOut]]:
            stood = [_run_out(*each) for each in run_outs]
            return [(each, self.thinker.ask(each)) for each in owed], stood

        self.felt.beside(work, self._take_back, self._lose_back)

    def _take_back(self, found: tuple[list[tuple[Judged, DecisionWorth]], list[RunOut]]) -> None:
        """Show what was found, and go on with what came up meanwhile."""
        worth, stood = found
        self._looks_back = False
        for judged, each in worth:
            if judged not in self._owed:
                continue  # its hand is over, and the next one is dealt
            self._owed.remove(judged)
            street = street_name(len(names_in(judged.board)))
            known = words.coached(street, each.chips, each.taken) if each.chips else UNSOLVED
            self._coached.append(known)
        for number, luck, told in stood:
            self.table.score.all_in_luck[number] = luck
            if number == self.table.number:
                self.table.remarks = (*self.table.remarks, told)
        self._show_panel()
        self._look_back()

    def _lose_back(self, error: InputError) -> None:
        """Say why the decisions could not be judged."""
        self._looks_back = False
        self._owed.clear()
        self.refuse(error)

    def _take_answered(self, answer: Answer) -> None:
        """Note the bot's answer, and let it act once `pace` seconds have passed."""
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
        """Say why the bot cannot act, and ask again a little later."""
        self.refuse(InputError(f"{error}; asked again in {AGAIN_AFTER:.0f} seconds"))
        self.set_timer(AGAIN_AFTER, self._ask_again)

    def _ask_again(self) -> None:
        self._thinks_of = None
        if self.table.bot_to_act:
            self._think_out()

    def _show_panel(self) -> None:
        self.view = look(self.table)
        if self.app.coach:
            later = self.table.hand.betting.round >= TURN
            said = self._coached if later else [SHORT if self._jams else SILENT]
            self.view = replace(self.view, story=(*self.view.story, *said))
        if self._making:
            self.view = replace(self.view, story=(MAKING, *self.view.story))
        if isinstance(self.table, MatchTable):
            stands, story = (self.table.told(self._plays_by()[0].stem),), self.view.story
            told = (*story, *stands) if self.table.hand.over else (*stands, *story)
            self.view = replace(self.view, story=told)
        self.panel.show(self.view)

    def action_next_hand(self) -> None:
        """Deal the next hand."""
        self._coached.clear()
        self._owed.clear()
        super().action_next_hand()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action is possible now."""
        if action == "leave_hand":
            return not (self.has_class("-page") or self.table.hand.over)
        return super().check_action(action, parameters)

    def _title(self) -> Content:
        stack = self.table.game.parameters["stack"]
        if isinstance(self.table, MatchTable):
            return self.titled(f"hold'em, a match from {stack} big blinds, blinds 50 and 100")
        return self.titled(f"hold'em, {stack} big blinds, blinds 50 and 100")

    def strength(self) -> str:
        """As `BaseTable`."""
        return self.blueprint.name


RunOut = tuple[int, float, str]
"""Of a called all-in: the hand's number, its luck in chips, and the person's shares in words."""


def _run_out(number: int, hand: Hand, person: int) -> RunOut:
    """How a called all-in stood, street by street.

    Its luck is the person's result minus what the equities at the all-in were worth.
    """
    rules, shares = hand.game.rules, []
    mine, other = (rules.hands[seat].name(hand.held[seat]) for seat in (person, 1 - person))
    for street in range(hand.betting.round, rules.boards.streets - 1):
        board = rules.boards.lying(rules.boards.at(hand.final_board, street))
        shares.append(equity(mine, other, board).equity)
    expected = (2 * shares[0] - 1) * min(hand.betting.chips)
    return number, hand.net(person) - expected, words.run_out(hand.betting.round, shares)
