"""Whether the probabilities of a game's ends add up to 1, whatever both players do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from pokerbot.errors import InputError
from pokerbot.games.sequences import InformationSet

ROUNDING = 1e-9
"""The largest rounding error that a sum of probabilities may have."""
Side = tuple[InformationSet, ...]
Line = dict[int, float]
"""Chance's probability by player 2's last sequence, for one last sequence of player 1."""


def check_chances(sides: tuple[Side, Side], chances: Mapping[tuple[int, int], float]) -> None:
    """Check that chance's probabilities add up to 1 for every pair of realization plans.

    The sum is linear in each plan. So player 1's decisions are gone through from the last one up:
    the lines after all actions of a decision must add up to the same for every plan of player 2.
    The shortest of them then stands for the whole decision, one level higher.

    chances: chance's probability by both players' last sequences.

    Raises:
        InputError: they add up to something else under some play; the message says where.
    """
    first, second = sides
    lines: dict[int, Line] = {}
    for (mine, theirs), chance in chances.items():
        lines.setdefault(mine, {})[theirs] = chance
    # From each sequence of player 2 to the place of its information set.
    place = [-1, *(place for place, infoset in enumerate(second) for _ in infoset.actions)]
    for infoset in reversed(first):
        after = {
            action: lines.pop(infoset.first + at, {}) for at, action in enumerate(infoset.actions)
        }
        least = min(after, key=lambda action: len(after[action]))
        for action, line in after.items():
            here = {least: after[least], action: line}
            _compare(after[least], line, second, place, infoset.key, here)
        before = lines.setdefault(infoset.before, {})
        for theirs, chance in after[least].items():
            before[theirs] = before.get(theirs, 0.0) + chance
    _compare({0: 1.0}, lines[0], second, place, "", {"": lines[0]})


def _compare(
    one: Line, other: Line, side: Side, place: Sequence[int], key: str, here: Mapping[str, Line]
) -> None:
    """Check that both lines add up to the same for every plan of player 2.

    Player 2's decisions are gone through from the last one up: the difference between the lines
    must be the same after all actions of a decision, and 0 at the root.

    place: for each sequence of player 2, the place of its information set in `side`.
    key, here: player 1's information set, and the line after each compared action, for the message.
    """
    apart = {
        theirs: chance
        for theirs in one.keys() | other.keys()
        if (chance := one.get(theirs, 0.0) - other.get(theirs, 0.0))
    }
    # A heap of the information sets that are still to be looked at, the last one first.
    met = {-place[theirs] for theirs in apart if theirs}
    ahead = list(met)
    heapify(ahead)
    while ahead:
        infoset = side[-heappop(ahead)]
        steps = range(infoset.first, infoset.first + len(infoset.actions))
        sums = [apart.pop(theirs, 0.0) for theirs in steps]
        least, most = min(sums), max(sums)
        if most - least > ROUNDING:
            taken = sorted((sums.index(least), sums.index(most)))
            answers = {infoset.actions[at]: infoset.first + at for at in taken}
            raise _refusal((key, infoset.key), here, answers, side)
        if least:
            apart[infoset.before] = apart.get(infoset.before, 0.0) + least
            above = -place[infoset.before]
            if infoset.before and above not in met:
                met.add(above)
                heappush(ahead, above)
    if abs(apart.get(0, 0.0)) > ROUNDING:
        raise _refusal((key, ""), here, {"": 0}, side)


def _refusal(
    keys: tuple[str, str], here: Mapping[str, Line], answers: Mapping[str, int], side: Side
) -> InputError:
    """The error that says what the probabilities add up to after each action of both players."""
    told = [
        f"{_total(line, answer, side):.10g}{_joined((mine, theirs), ' for ')}"
        for mine, line in here.items()
        for theirs, answer in answers.items()
    ]
    return InputError(
        f"probabilities must add up to 1 under any play:{_joined(keys, ' at ')} they come to"
        f" {', '.join(told)}"
    )


def _joined(names: tuple[str, str], after: str) -> str:
    """The names that are not empty, with a word before them; nothing where both are empty."""
    return after + " and ".join(f"{name!r:.40}" for name in names if name) if any(names) else ""


def _total(line: Line, answer: int, side: Side) -> float:
    """A line's sum after a sequence of player 2, who then always takes the first action."""
    played = {answer}
    for infoset in side:
        if infoset.before in played:
            played.add(infoset.first)
    return sum(line.get(theirs, 0.0) for theirs in played)
