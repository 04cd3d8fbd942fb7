"""Training against a solution: a session of so many decisions, and which ones they are.

A decision comes as often as it does where the solution plays both seats, both its cards and its
place; `CLOSE` keeps those whose best two actions are less than 2 % of the pot apart, and so much
that the second is a fault, where the solution is good enough to tell.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.tolerance import HARDLY
from pokerbot.games.actions import Betting
from pokerbot.games.spot import Spot
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.progress import TRAINED
from pokerbot.play.hand import Observation
from pokerbot.play.session.drill import Drill
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.reach import infoset_reach
from pokerbot.strategy.arrays import to_arrays

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

APART = 0.02
"""Of the pot: a decision whose best two actions are less apart is close."""
LENGTHS = (10, 20, 50)
"""How many decisions a session may have."""
GOAL = 0.8
"""The part of them that is to be right."""
Draw = Callable[["Generator"], Observation]
Close = Callable[["NDArray[np.float64]", "NDArray[np.float64]", float], "NDArray[np.bool_]"]
"""[hands] whether a decision is close, by how far its best two actions are apart, what is a fault,
and the pot."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What is trained: its name in the history, its title, and what it is about."""

    name: str
    title: str
    about: str


WHOLE = Mode("whole", "Whole hands", "Each hand from the deal to the end; every decision counts.")
ANY = Mode("any", "Any decision", "One decision a hand, as often as it comes up in play.")
CLOSE = Mode(
    "close",
    "Close decisions",
    "Only those whose best actions are less than 2 % of the pot apart, and not alike.",
)
LINE = Mode("line", "One line", "Only decisions after a betting that you choose.")
COST = Mode("cost", "What costs you most", "Decisions drawn by what yours there give away.")
MODES = (WHOLE, ANY, CLOSE, LINE, COST)


class Trainer:
    """Knows how often each decision against an opponent comes up, and which ones are close."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent, self.game = opponent, opponent.strategy.game
        self._form = compile_game(self.game)

    def lines(self) -> dict[Betting, float]:
        """The bettings at which someone acts, with how often they come up; none that hardly do.

        The first call takes a second or so for a turn.
        """
        found: dict[Betting, float] = {}
        for tree, reach in zip(self._form.trees, self._reach, strict=True):
            totals = reach[1:].sum(axis=1).tolist()
            for (betting, _, _), often in zip(tree.decisions(), totals, strict=True):
                found[betting] = found.get(betting, 0.0) + often
        often = {betting: found[betting] for betting in found if found[betting] >= HARDLY}
        return dict(sorted(often.items(), key=lambda item: -item[1]))

    def drill(
        self, mode: Mode, hands: int, line: Betting | None = None, first: Draw | None = None
    ) -> Drill:
        """A session of so many hands.

        Args:
            mode: one of `MODES`.
            hands: how many there are.
            line: where they begin, for `LINE`.
            first: what draws a decision, for `COST`.

        Raises:
            InputError: no decision of that kind comes up.
        """
        draw = None if mode is WHOLE else first or self._draw(mode, line)
        return Drill(
            name=f"{TRAINED}{mode.name}",
            title=mode.title,
            told=f"{hands} hands. {mode.about} The score is the part that you keep of what is at"
            " stake between the best and the worst action.",
            spots=(),
            hands=hands,
            goal=round(GOAL * hands),
            row=hands + 1,
            after="Again, or back to the list.",
            draw=draw,
            scored=True,
            whole=mode is WHOLE,
        )

    def any_decision(self) -> Draw:
        """What draws a decision as often as it comes up."""
        return self._draw(ANY, None)

    @cached_property
    def _reach(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """For each player [decisions, hands]; decision 0 is the deal."""
        return infoset_reach(self._form, to_arrays(self._form, self.opponent.strategy.infosets))

    def _draw(self, mode: Mode, line: Betting | None) -> Draw:
        """What draws a decision of a mode in proportion to how often it comes up.

        Raises:
            InputError: there is none.
        """
        if mode is CLOSE:
            with suppress(InputError):
                return self._drawn(lambda gap, least, pot: (gap >= least) & (gap < APART * pot))
            return self._drawn(lambda gap, least, pot: gap < APART * pot)
        return self._drawn(None, line)

    def _drawn(self, close: Close | None, line: Betting | None = None) -> Draw:
        """What draws a decision after a line, or where its best two actions are so far apart.

        Raises:
            InputError: there is none.
        """
        places: list[tuple[Betting, int]] = []
        rows: list[NDArray[np.float64]] = []
        for seat, (tree, reach) in enumerate(zip(self._form.trees, self._reach, strict=True)):
            judge = self.opponent.whole_judges[seat]
            for at, (betting, board, actions) in enumerate(tree.decisions(), 1):
                if line is not None and betting != line:
                    continue
                kept = reach[at]
                if close is not None:
                    second, best = np.sort(judge.values.chips[actions], axis=0)[-2:]
                    there = close(best - second, judge.least, sum(betting.chips))
                    kept = np.where(there, kept, 0)
                if kept.any():
                    places.append((betting, board))
                    rows.append(kept)
        if not places:
            raise InputError("no decision of that kind comes up")
        sums, begins = np.cumsum(np.concatenate(rows)), np.cumsum([0, *map(len, rows)])

        def draw(rng: Generator) -> Observation:
            drawn = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
            cell = min(drawn, len(sums) - 1)
            at = int(np.searchsorted(begins, cell, side="right")) - 1
            return Observation(self.game, Spot(*places[at], cell - int(begins[at])))

        return draw
