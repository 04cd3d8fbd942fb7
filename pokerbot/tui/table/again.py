"""What is computed beside the table while a hand is played.

Turns and rivers are solved again where a solution has no trained answer. The decisions of a flop's
hand are judged, street by street, which takes too long to do at once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.evaluation.rest import street_of, widened
from pokerbot.games.actions import Action
from pokerbot.opponents.rests import Rests, Root, SolvedRest
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.hand import Hand, replayed
from pokerbot.play.rest import as_known
from pokerbot.runs.background.answering import LONGEST, solve_again
from pokerbot.strategy.packed_profile import stored_by_street

if TYPE_CHECKING:
    from textual.timer import Timer

    from pokerbot.tui.table.screen import TableScreen

LONG = 2
"""After this many seconds of solving, the status says how long it has taken."""
BESIDES = 3
"""How many seconds are needed besides those of solving itself."""
NOT_SOLVED = "This river is not solved yet; leave the table, and come back to it."


@dataclass(frozen=True)
class Solving:
    """A street that is being solved.

    root: where it begins
    since: when that was asked for, by `time.monotonic`
    clock: has the screen show how long it takes
    """

    root: Root
    since: float
    clock: Timer


class SolvedAgain:
    """Solves streets of the hand on a table again, and judges decisions that take a while."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self._solving: Solving | None = None
        self._as_it_is: Hand | None = None
        """A hand that could not be solved again, and goes on as before."""
        self._weighed: Hand | None = None
        """The hand, as far as it was when its decisions were last weighed."""
        self._weighing: Hand | None = None
        """The hand whose decisions were last asked to be weighed."""
        self._before: Hand | None = None
        """The hand before the person's last action, to take that back to."""

    @property
    def solved(self) -> list[SolvedRest]:
        """The streets solved again in this hand."""
        return self.screen.sitting.solved

    @property
    def rests(self) -> Rests:
        """The opponent with these, who plays the hand and judges it."""
        return Rests(self.screen.judged, [*self.solved])

    def rests_of(self, hand: Hand) -> Rests:
        """The opponent with what was solved again in the table's hand, or in an earlier one."""
        if hand is self.screen.table.hand:
            return self.rests
        earlier = self.screen.sitting.earlier
        return Rests(self.screen.judged, [each for its, each in earlier if its is hand])

    def prepare(self) -> None:
        """Read what was solved again in a session that was left.

        If not all decisions can be judged at once, start the process that solves, too.
        """
        if not self._at_once:
            self.screen.thinker.begin()
        self.screen.sitting.read_solved(Reviewer(self.screen.judged))

    def go_on(self) -> None:
        """Have the bot play a hand that was left by what was solved again in it."""
        if self.solved and self.screen.table.rest is None:
            self.screen.table.play_rest(self.solved[-1])

    def leave_hand(self) -> None:
        """Keep what was solved again in the hand that is over for as long as it is not judged."""
        earlier = self.screen.sitting.earlier
        if self.solved or earlier:
            earlier.extend((self.screen.table.hand, each) for each in self.solved)
            if self.screen.judge():
                earlier.clear()
            self.solved.clear()

    @property
    def told(self) -> str:
        """The status line while a street is solved, with the seconds if there are many."""
        hand = self.screen.table.hand
        if hand is self._as_it_is:
            return NOT_SOLVED
        told = f"Solving this {street_of(hand.game, hand.betting)} again …"
        seconds = int(time.monotonic() - self._solving.since) if self._solving else 0
        if seconds < LONG:
            return told
        needed = LONGEST[len(hand.game.rules.rounds) - hand.betting.round] + BESIDES
        usual = f"of about {needed:.0f}" if seconds <= needed else "(longer the first time)"
        return f"{told} {seconds} s {usual}"

    def judged(self, hand: Hand) -> Hand:
        """A hand up to the step to which it can be judged now."""
        if hand is not self.screen.table.hand:
            return hand
        if self._solving is not None:
            root, _ = self._solving.root
            hand = replayed(hand, len(root.steps))
        if not self._at_once and hand is not self._weighed:
            return replayed(hand, self._steps_weighed(hand))
        return hand

    def _steps_weighed(self, hand: Hand) -> int:
        """How many of a hand's steps have been weighed."""
        known = self._weighed
        if known is None or (known.held, known.final_board) != (hand.held, hand.final_board):
            return 0
        steps = min(len(known.steps), len(hand.steps))
        return steps if known.steps[:steps] == hand.steps[:steps] else 0

    @property
    def _at_once(self) -> bool:
        """Whether every decision of this strategy can be judged in a moment."""
        return stored_by_street(self.screen.opponent.strategy.infosets) is None

    @property
    def can_judge(self) -> bool:
        """Whether the hand on the table can be judged in a moment."""
        return self._at_once or self._weighed is self.screen.table.hand

    @property
    def solving(self) -> bool:
        """Whether the table waits for a street to be solved, or for one that could not be."""
        if self._solving is not None or self._at_once:
            return self._solving is not None
        return self.rests.lacks_river(self.screen.table.hand)

    @property
    def bot_waits(self) -> bool:
        """Whether the bot waits for a street to be solved, or for the judges, who tell if it is."""
        screen = self.screen
        may_solve = screen.table.game.is_spot and not screen.opponent.has_habit
        return self.solving or (may_solve and not screen.ready)

    def look(self) -> None:
        """Have the present street solved again if the strategy has no trained answer there.

        Not for opponents with a habit: solved again, they would play soundly.
        """
        screen, hand = self.screen, self.screen.table.hand
        if screen.opponent.has_habit:
            return
        if self._solving is not None or not screen.ready or hand is self._as_it_is:
            return
        root = None if hand.over else self.rests.to_solve(hand)
        if root is None:
            self._weigh(hand)
            return
        clock = screen.set_interval(1, screen.show_status)
        self._solving = Solving(root, time.monotonic(), clock)
        solver = partial(solve_again, thinker=screen.thinker)
        work = partial(self.rests.solve, root, solver)
        screen.felt.beside(work, self._play_on, self._leave_it)

    def _weigh(self, hand: Hand) -> None:
        """Have decisions worked out of this hand, and of earlier ones that are not judged yet.

        The judges keep them, so that later questions are answered at once.
        """
        if self.can_judge or hand is self._weighing:
            return
        screen, self._weighing = self.screen, hand
        table = screen.table
        there = [*table.unjudged, (hand, table.person)]
        asked = [(self.rests_of(each), each, person) for each, person in there]
        advises = self.rests if table.person_to_act else None

        def work() -> None:
            for rests, each, person in asked:
                rests.breakdown(each, person)
            if advises:
                advises.advise(hand)

        screen.felt.beside(work, partial(self._take_weighed, hand), screen.refuse)

    def _take_weighed(self, hand: Hand, _: object) -> None:
        """Show the grades that are known now."""
        self._weighed = hand
        self.screen.judge_hands()

    def allow(self, action: Action) -> None:
        """Prepare the table for an action of the person, whose size may not be in the tree.

        Raises:
            InputError: there is no room for such a size.
        """
        hand = self.screen.table.hand
        self._before = hand
        if action not in hand.observe().actions:
            self.screen.table.add_sizes(widened(hand.game, hand.betting, action))

    def _play_on(self, solved: SolvedRest) -> None:
        """Go on with the hand by the new solution, and say that it has values of its own."""
        (hand, size), table = self._end(), self.screen.table
        self.solved.append(solved)
        told = f"The {street_of(hand.game, hand.betting)} is solved again"
        if size:
            told += f" with {size.name}, which changes what every action wins"
        table.remarks = (*table.remarks, f"{told}.")
        table.play_rest(solved)
        self.screen.show()

    def _end(self) -> Root:
        """Note that nothing is being solved any more; returns where the street begins that was."""
        assert self._solving is not None
        ended, self._solving = self._solving, None
        ended.clock.stop()
        return ended.root

    def _leave_it(self, error: InputError) -> None:
        """Go on without a new solution; a bet to which the bot has no answer is taken back."""
        root, size = self._end()
        told = "not solved again, no grades from here on"
        if size is not None:
            known = as_known(self.screen.table.game, root)  # without the size
            without = known if known.steps == root.steps else root
            self.screen.table.take_back(self._before or without)
            told = f"{size.name} is taken back, not solved again"
        self._as_it_is = self.screen.table.hand
        self.screen.refuse(InputError(f"{told}: {error}"))
        self.screen.show()
