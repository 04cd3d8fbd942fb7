"""Whether the probabilities of a game's ends add up to 1, whatever both players do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

from pokerbot.errors import InputError
from pokerbot.games.sequences import InformationSet

ROUNDING = 1e-9
"""By how much a sum of probabilities may miss what it must be."""
Side = tuple[InformationSet, ...]
Line = dict[int, float]
"""From player 2's last sequences to chance's probability, where player 1 has done something."""


def check_chances(sides: tuple[Side, Side], chances: Mapping[tuple[int, int], float]) -> None:
    """Check that chance's probabilities add up to 1 for every pair of plans.

    The sum is linear in each plan. It is the same for all plans of player 1 if, from their last
    decisions up, what follows each action of a decision adds up to the same for every plan of
    player 2; the shortest line then stands for the decision.

    chances: from both players' last sequences to chance's probability.

    Raises:
        InputError: they add up to something else under some play; the message names where.
    """
    first, second = sides
    lines: dict[int, Line] = {}
    for (mine, theirs), chance in chances.items():
        lines.setdefault(mine, {})[theirs] = chance
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

    They do if, from player 2's last decisions up, they differ by the same after each action of a
    decision, and by nothing in the end.

    place: that of the information set in `side`, by sequence.
    key, here: where player 1 decides between these actions, to be named with what follows them.
    """
    apart = {
        theirs: chance
        for theirs in one.keys() | other.keys()
        if (chance := one.get(theirs, 0.0) - other.get(theirs, 0.0))
    }
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
    """What the probabilities come to after each of player 1's actions and of player 2's."""
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
    """Both names, or the one that there is, after a word; nothing where there is none."""
    return after + " and ".join(f"{name!r:.40}" for name in names if name) if any(names) else ""


def _total(line: Line, answer: int, side: Side) -> float:
    """The sum from a sequence of player 2 on, who then takes each first action."""
    played = {answer}
    for infoset in side:
        if infoset.before in played:
            played.add(infoset.first)
    return sum(line.get(theirs, 0.0) for theirs in played)
