"""Turns and rivers that are solved again beside the table: a solution has no answer there."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.evaluation.rest import street_of, widened
from pokerbot.games.actions import Action
from pokerbot.opponents.rests import Root, Solved, solve_rest, to_solve
from pokerbot.play.hand import Hand, replayed
from pokerbot.runs.background.answering import solve_again
from pokerbot.runs.background.thinking import Thinker

if TYPE_CHECKING:
    from textual.timer import Timer

    from pokerbot.tui.table.screen import TableScreen

LONG = 2
"""From so many seconds on it is said how many."""


class SolvedAgain:
    """What has been solved again of the hand on a table."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen, self.thinker = screen, Thinker()
        self._root: Root | None = None
        self._as_it_is: Hand | None = None
        self._before: Hand | None = None
        self._since = 0.0
        self._clock: Timer | None = None

    @property
    def solved(self) -> list[Solved]:
        """What there is of it; the history takes it from there."""
        return self.screen.app.tables.solved.setdefault(self.screen.table, [])

    @property
    def told(self) -> str:
        """What it is at, and for how long, where that is long."""
        hand, seconds = self.screen.table.hand, int(time.monotonic() - self._since)
        told = f"Solving this {street_of(hand.game, hand.betting)} again …"
        return f"{told} {seconds} s" if seconds >= LONG else told

    def judged(self, hand: Hand) -> Hand:
        """A hand as far as it can be judged now: what is solved again tells the rest."""
        if self._root is None or hand is not self.screen.table.hand:
            return hand
        return replayed(hand, len(self._root[0].steps))

    @property
    def solving(self) -> bool:
        """Whether the table waits for it."""
        return self._root is not None

    def look(self) -> None:
        """Have the street solved where it has no trained answer.

        One of the cast, and who adapts, would lose what tells them from sound play by it.
        """
        screen, hand = self.screen, self.screen.table.hand
        if screen.opponent.called:
            return
        if self.solving or not screen.ready or hand.over or hand is self._as_it_is:
            return
        self._root = to_solve(screen.judged, self.solved, hand)
        if self._root is None:
            return
        self._since = time.monotonic()
        self._clock = screen.set_interval(1, screen.show_status)
        solver = partial(solve_again, thinker=self.thinker)
        work = partial(solve_rest, screen.judged, [*self.solved], self._root, solver)
        screen.felt.beside(work, self._play_on, self._leave_it)

    def allow(self, action: Action) -> None:
        """Let the person take an action that may be no size of the tree.

        Raises:
            InputError: it does not fit.
        """
        hand = self.screen.table.hand
        self._before = hand
        if action not in hand.observe().actions:
            self.screen.table.widen(widened(hand.game, hand.betting, action))

    def _play_on(self, solved: Solved) -> None:
        """Go on with the hand by what was solved."""
        self._end()
        self.solved.append(solved)
        self.screen.table.play_on(solved.rest)
        self.screen.show()

    def _end(self) -> None:
        """It is over."""
        self._root = None
        if self._clock is not None:
            self._clock.stop()

    def _leave_it(self, error: InputError) -> None:
        """Go on as before; a bet that the bot has no answer to is taken back."""
        assert self._root is not None
        root, size = self._root
        self._end()
        told = "not solved again, no grades from here on"
        if size is not None:
            self.screen.table.take_back(self._before or root)
            told = f"{size.name} is taken back, not solved again"
        self._as_it_is = self.screen.table.hand
        self.screen.refuse(InputError(f"{told}: {error}"))
        self.screen.show()
