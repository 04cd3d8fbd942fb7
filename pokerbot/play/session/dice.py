"""Mixing by hand: a roll of a die of 100 sides picks an action by the strategy's probabilities.

The actions take the die's sides in the order in which the table shows them, each in proportion to
its probability: where check has 0.62 and bet 0.38, the sides 0 to 61 mean check.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from pokerbot.games.betting import Action
from pokerbot.play.hand import Hand
from pokerbot.play.history.record import SIDES
from pokerbot.strategy.strategy import Infosets

ORDER = ("check", "call", "bet", "raise", "jam", "fold")
"""The kinds of action as the table shows them: the careful ones first."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of the die at a decision.

    die: the side that came up
    action: what the strategy does on that side
    followed: whether the person did it
    mixed: whether other sides ask for another action
    """

    die: int
    action: str
    followed: bool
    mixed: bool


def as_shown(actions: Iterable[Action]) -> list[Action]:
    """Sort actions as the table shows them."""
    return sorted(actions, key=lambda action: (ORDER.index(action.kind), action.chips))


def names_as_shown(names: Iterable[str]) -> list[str]:
    """Sort the names of actions as the table shows them, those of a kind as they come."""
    return sorted(names, key=lambda name: ORDER.index(name.partition(" ")[0]))


def action_for(actions: Sequence[Action], chances: Mapping[str, float], die: int) -> Action:
    """The action that a side of the die stands for."""
    sums = list(accumulate(chances[action.name] for action in actions))
    return actions[bisect(sums, (die + 0.5) / SIDES * sums[-1])]


def rolls(
    hand: Hand, person: int, rolled: Sequence[int | None], infosets: Infosets, given: int = 0
) -> tuple[Roll | None, ...]:
    """The roll at each of the person's decisions, None where the die was not thrown.

    Those among the `given` first steps, which came with the deal, are none.
    """
    found: list[Roll | None] = []
    for place, (seen, taken) in enumerate(hand.decisions(person, given)):
        die = rolled[place] if place < len(rolled) else None
        if die is None:
            found.append(None)
            continue
        actions, chances = as_shown(seen.actions), infosets[seen.key]
        wanted = action_for(actions, chances, die)
        ends = {action_for(actions, chances, side) for side in (0, SIDES - 1)}
        found.append(Roll(die, wanted.name, wanted == taken, len(ends) > 1))
    return tuple(found)
