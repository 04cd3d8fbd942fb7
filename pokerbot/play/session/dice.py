"""Mixing by hand: a roll of a die of 100 sides picks an action by sound play's probabilities.

The actions take the die's sides in the order in which the table shows them, each in proportion to
its probability: where check has 0.62 and bet 0.38, the sides 0 to 61 mean check.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate

from pokerbot.games.actions import kind_of
from pokerbot.play.history.record import SIDES

ORDER = ("check", "call", "bet", "raise", "jam", "fold")
"""The kinds of action as the table shows them: the careful ones first."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the die at a decision.

    die: the side that came up
    action: what sound play does on that side
    followed: whether the person did it
    mixed: whether other sides ask for another action
    """

    die: int
    action: str
    followed: bool
    mixed: bool


def names_as_shown(names: Iterable[str]) -> list[str]:
    """Sort the names of actions as the table shows them; those of one kind keep their order."""
    return sorted(names, key=lambda name: ORDER.index(kind_of(name)))


def action_for(chances: Mapping[str, float], die: int) -> str:
    """The action that a side of the die stands for.

    chances: the probability of each action, by its name
    """
    names = names_as_shown(chances)
    sums = list(accumulate(chances[name] for name in names))
    return names[bisect(sums, (die + 0.5) / SIDES * sums[-1])]


def read_roll(die: int | None, sound: Mapping[str, float], taken: str) -> Roll | None:
    """The roll of the die at a decision; None where it was not thrown, or sound play says nothing.

    sound: how often sound play takes each action there, empty where it never comes there
    """
    if die is None or not sound:
        return None
    wanted = action_for(sound, die)
    ends = {action_for(sound, side) for side in (0, SIDES - 1)}
    return Roll(die, wanted, wanted == taken, len(ends) > 1)
