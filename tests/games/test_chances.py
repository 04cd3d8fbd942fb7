"""Probabilities of ends, added up for every pair of pure strategies."""

from itertools import product
from math import prod
from random import Random

import pytest

from pokerbot.errors import InputError
from pokerbot.games.chances import ROUNDING
from pokerbot.games.ends import gather


def tree(rng, depth):
    """The ends of a random game: what is seen is one's own past, and a bit of the other's."""

    def below(depth, chance, paths, seen):
        kind = rng.choice(("end", "chance", "0", "1", "0", "1")) if depth else "end"
        if kind == "end":
            yield rng.choice((-1.0, 2.0)), chance, *paths
        elif kind == "chance":
            shares = [rng.randint(1, 4) for _ in range(rng.randint(2, 3))]
            for share in shares:
                yield from below(depth - 1, chance * share / sum(shares), paths, seen)
        else:
            seat = int(kind)
            told = seen[seat] % 2 if rng.random() < 0.5 else 0
            key = f"{seat}{told}{paths[seat]}"
            for action in "xyz"[: 2 + len(key) % 2]:
                after = list(paths)
                after[seat] = (*paths[seat], (key, action))
                number = list(seen)
                number[1 - seat] += action == "x"
                yield from below(depth - 1, chance, tuple(after), number)

    return [*below(depth, 1.0, ((), ()), [0, 0])]


def totals(ends):
    """What the probabilities come to for every pair of pure strategies, None where too many."""
    actions = [{}, {}]
    for _, _, *paths in ends:
        for seat, path in enumerate(paths):
            for key, action in path:
                actions[seat].setdefault(key, {})[action] = True
    if prod(len(a) for side in actions for a in side.values()) > 3000:
        return None
    plans = [
        [dict(zip(side, taken, strict=True)) for taken in product(*side.values())]
        for side in actions
    ]
    return [
        sum(
            chance
            for _, chance, *paths in ends
            if all(
                plan[key] == action
                for plan, path in zip(pair, paths, strict=True)
                for key, action in path
            )
        )
        for pair in product(*plans)
    ]


def fits(ends):
    try:
        gather(ends)
    except InputError as error:
        return "any play" not in str(error) or "\n" in str(error)
    return True


@pytest.mark.slow
def test_what_adds_up_for_all_pure_strategies_is_taken_and_nothing_else():
    """Random games whole, with an end forgotten, doubled, or of another probability."""
    rng, found = Random(1), {True: 0, False: 0}
    while min(found.values()) < 20:
        ends = tree(rng, 4)
        at = rng.randrange(len(ends))
        payoff, chance, *paths = ends[at]
        changed = rng.choice(([], [ends[at]], [ends[at]] * 2, [(payoff, chance * 0.9, *paths)]))
        ends[at : at + 1] = changed
        rng.shuffle(ends)
        summed = totals(ends)
        if ends and summed:
            whole = all(abs(total - 1) <= ROUNDING for total in summed)
            assert fits(ends) == whole, ends
            found[whole] += 1


def test_who_moves_first_may_be_drawn_and_untold():
    """No order of the two decisions fits, and yet all adds up.

    Each comes first with probability 1/2; the other one follows after one of its actions alone.
    """
    one, two = ((("one", a),) for a in "ab"), ((("two", a),) for a in "xy")
    (a, b), (x, y) = one, two
    ends = [(a, x), (a, y), (b, ()), ((), y), (a, x), (b, x)]
    ends = [(0.0, 0.5, *paths) for paths in ends]
    assert fits(ends)
    assert {round(total, 9) for total in totals(ends)} == {1}
    assert not fits(ends[:-1])


def test_the_message_names_both_decisions_and_what_follows_them():
    ends = [(1, 1, (("turn", i),), (("guess", j),)) for i in "ht" for j in "ht"]
    with pytest.raises(InputError) as refused:
        gather(ends[:3])
    assert "at 'turn' and 'guess' they come to" in str(refused.value)
    assert "0 for 't' and 't'" in str(refused.value)
    assert "1 for 'h' and 't'" in str(refused.value)
