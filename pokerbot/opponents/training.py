"""Training against a solution: a session of so many decisions, and which ones they are.

A decision comes as often as it does where the solution plays both seats, both its cards and its
place; `CLOSE` keeps those whose best two actions are less than 2 % of the pot apart, and so much
that the second is a fault, where the solution is good enough to tell.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.evaluation.tolerance import HARDLY
from pokerbot.games.actions import Betting
from pokerbot.opponents.decisions import decisions_of
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.progress import TRAINED
from pokerbot.play.session.drill import Draw, Drill

APART = 0.02
"""Of the pot: a decision whose best two actions are less apart is close."""
LENGTHS = (10, 20, 50)
"""How many decisions a session may have."""
GOAL = 0.8
"""The part of them that is to be right."""


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

    def __init__(self, opponent: Opponent, seed: int = 0) -> None:
        """Train against an opponent; `seed` is of what is drawn ahead."""
        self._decisions, self._ahead = decisions_of(opponent), default_rng(seed)

    def lines(self) -> dict[Betting, float]:
        """The bettings at which someone acts, with how often they come up; none that hardly do.

        The first call takes a second or so for a turn or a flop.
        """
        found: dict[Betting, float] = {}
        for betting, _, often in self._decisions.places():
            found[betting] = found.get(betting, 0.0) + float(often.sum())
        often_enough = {betting: found[betting] for betting in found if found[betting] >= HARDLY}
        return dict(sorted(often_enough.items(), key=lambda item: -item[1]))

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
        draw = None if mode is WHOLE else first or self._draw(mode, hands, line)
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

    @cached_property
    def any_decision(self) -> Draw:
        """What draws a decision as often as it comes up."""
        return self._decisions.drawn()

    def _draw(self, mode: Mode, hands: int, line: Betting | None) -> Draw:
        """What draws a decision of a mode in proportion to how often it comes up.

        Raises:
            InputError: there is none.
        """
        if mode is not CLOSE:
            return self._decisions.drawn(line)
        close, ahead = self._decisions.close, self._ahead
        with suppress(InputError):
            return close(lambda gap, least, pot: (gap >= least) & (gap < APART * pot), ahead, hands)
        return close(lambda gap, least, pot: gap < APART * pot, ahead, hands)
