"""Training against a solution: a session of decisions, and how they are chosen.

Decisions are drawn, with their cards, as often as they come up when the solution plays both seats.
The mode `CLOSE` keeps those whose best two actions are less than 2 % of the pot apart. Unless there
are no others, it leaves out those in which the second best is no fault.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial

from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.evaluation.tolerance import HARDLY
from pokerbot.games.actions import Betting
from pokerbot.opponents import marking
from pokerbot.opponents.decisions import decisions_of
from pokerbot.opponents.marking import TRAINED
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.session.drill import Draw, Drill
from pokerbot.play.session.practise import Costs

APART = 0.02
"""A decision is close if its best two actions are less than this part of the pot apart."""
LENGTHS = (10, 20, 50)
"""How many hands a session may have."""
GOAL = 0.8
"""The part of a session's hands that must be right."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What to train: its name in the history, its title, and a sentence about it."""

    name: str
    title: str
    about: str


WHOLE = Mode(
    marking.WHOLE, "Whole hands", "Each hand from the deal to the end; every decision counts."
)
ANY = Mode("any", "Any decision", "Decisions as often as they come up in play.")
CLOSE = Mode(
    "close",
    "Close decisions",
    "Only decisions whose best two actions are less than 2 % of the pot apart; equal ones if there"
    " are no others.",
)
LINE = Mode("line", "One line", "Only decisions after a betting that you choose.")
COST = Mode(
    "cost", "What costs you most", "Decisions come up more often the more you give away there."
)
FIRST = " In each hand the first decision counts."
"""What counts in all modes but `WHOLE`, where hands go on after that, too."""
MODES = (WHOLE, ANY, CLOSE, LINE, COST)


class Trainer:
    """Knows how often each decision against an opponent comes up, and which ones are close."""

    def __init__(self, opponent: Opponent, seed: int = 0) -> None:
        """Train against an opponent.

        seed: the seed of the decisions that are drawn in advance
        """
        self._decisions, self._ahead = decisions_of(opponent), default_rng(seed)

    def lines(self) -> dict[Betting, float]:
        """The bettings at which there is a choice, each with how often it comes up, in that order.

        Those that hardly come up are left out. The first call takes a second for a turn or a flop.
        """
        found: dict[Betting, float] = {}
        for betting, _, often in self._decisions.places():
            found[betting] = found.get(betting, 0.0) + float(often.sum())
        often_enough = {betting: found[betting] for betting in found if found[betting] >= HARDLY}
        return dict(sorted(often_enough.items(), key=lambda item: -item[1]))

    def drill(
        self, mode: Mode, hands: int, line: Betting | None = None, costs: Costs | None = None
    ) -> Drill:
        """The drill of a session.

        Args:
            mode: one of `MODES`.
            hands: the number of hands.
            line: the betting at which they begin, for `LINE`.
            costs: what each decision has cost the person, for `COST`.

        Raises:
            InputError: no decision of that kind comes up.
        """
        draw = None if mode is WHOLE else self._draw(mode, hands, line, costs)
        return Drill(
            name=f"{TRAINED}{mode.name}",
            title=mode.title,
            told=f"{hands} hands. {mode.about}{'' if mode is WHOLE else FIRST} The score is the"
            " part that you keep of the chips between the best and the worst action.",
            spots=(),
            hands=hands,
            goal=round(GOAL * hands),
            row=hands + 1,
            after="Again, or back to the list.",
            draw=draw,
            scored=True,
            whole=mode is WHOLE,
            renewed=partial(self.drill, mode, hands) if mode is CLOSE else None,
        )

    @cached_property
    def any_decision(self) -> Draw:
        """A function that draws decisions as often as they come up."""
        return self._decisions.drawn()

    def _draw(self, mode: Mode, hands: int, line: Betting | None, costs: Costs | None) -> Draw:
        """A function that draws the decisions of a mode: by their costs, or as they come up.

        Raises:
            InputError: there are none.
        """
        if costs is not None and mode is COST:
            anything = self.any_decision
            return lambda rng: costs.draw(rng) or anything(rng)
        if mode is not CLOSE:
            return self._decisions.drawn(line)
        close, ahead = self._decisions.close, self._ahead
        with suppress(InputError):
            return close(lambda gap, least, pot: (gap >= least) & (gap < APART * pot), ahead, hands)
        return close(lambda gap, least, pot: gap < APART * pot, ahead, hands)
