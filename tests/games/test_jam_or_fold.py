"""Jam or fold beside published values, a program of its own, and the deal of real cards."""

from itertools import product

import numpy as np
import pytest

from pokerbot import evaluate, solve
from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES, meetings, outcomes
from pokerbot.games.betting import walk
from pokerbot.games.catalogue import parse_game
from pokerbot.games.dealer import Dealer
from pokerbot.games.jam_or_fold import one_deal
from pokerbot.games.ranges import COMBINATIONS, DECK
from pokerbot.games.rules import BestFive
from pokerbot.games.tally import Tally
from pokerbot.opponents.cast import member
from pokerbot.strategy.storage import load, save

VALUES = {5: 0.056200670, 10: -0.045370753, 15: -0.127226999}
"""Of exact linear programs over whole counts of all-ins, for the small blind."""
ALL, SCALE = 1326, 2**16
"""All hands; a unit in which payoffs are far above what HiGHS calls equal."""
SHARES = {5: (0.7148, 0.6207), 10: (0.5828, 0.3738), 15: (0.4565, 0.2855)}
"""How much of all hands is jammed, and called with; this can differ among equilibria."""


def program(stack, ante=0, seat=0, least=0, most=1):
    """The game's value by a program of its own, where a seat jams or calls so often with all.

    That seat's x, and v of the other's classes, whose two answers bound it: Σ v at its best.
    """
    optimize = pytest.importorskip("scipy.optimize")
    win, _, lose = outcomes() / 1_712_304
    dealt, size = meetings().sum(), len(CLASSES)
    pairs = meetings() / dealt
    folds, steals, called = -(0.5 + ante) * pairs, (1 + ante) * pairs, stack * (win - lose) / dealt
    if seat == 0:  # v ≤ what the small blind's x makes of a fold, and of a call
        given, sides = folds.sum(axis=0), [(steals - folds).T, (called - folds).T]
        rows, bound = [np.hstack([-side, np.eye(size)]) for side in sides], [given, given]
    else:  # v ≥ what a fold is worth, and a jam where the big blind's x calls
        rows = [np.hstack([0 * pairs, -np.eye(size)]), np.hstack([called - steals, -np.eye(size)])]
        bound = [-folds.sum(axis=1), -steals.sum(axis=1)]
    found = optimize.linprog(
        c=np.r_[np.zeros(size), np.full(size, 2 * seat - 1)] * SCALE,
        A_ub=np.vstack(rows) * SCALE,
        b_ub=np.concatenate(bound) * SCALE,
        bounds=[(least, most)] * size + [(None, None)] * size,
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return (2 * seat - 1) * found.fun / SCALE


@pytest.mark.parametrize("stack", VALUES)
def test_the_published_values_come_out(stack):
    pytest.importorskip("scipy")
    found = solve(f"jam-or-fold:stack={stack}", "lp")
    assert found.value == pytest.approx(VALUES[stack], abs=1e-9)
    assert abs(found.nash_conv) < 1e-12
    played = [
        sum(
            len(hands) * found.strategy.infosets[f"{name}:{line}"][action]
            for name, hands in zip(CLASSES, COMBINATIONS.values(), strict=True)
        )
        / ALL
        for line, action in (("", "jam"), ("j", "call"))
    ]
    assert played == pytest.approx(SHARES[stack], abs=0.005)


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize(("algorithm", "iterations"), [("ipm", None), ("pcfr+", 2000)])
def test_other_algorithms_come_to_the_same(algorithm, iterations):
    found = solve("jam-or-fold", algorithm, iterations=iterations, backend="numpy")
    assert found.value == pytest.approx(VALUES[10], abs=1e-6 if iterations else 1e-9)


@pytest.mark.parametrize(("stack", "ante"), [(1.1, 0), (2.5, 0), (7.3, 0.1), (100, 1)])
def test_any_stack_and_ante_have_a_programs_value(stack, ante):
    pytest.importorskip("scipy")
    found = solve(f"jam-or-fold:stack={stack},ante={ante}", "lp")
    assert found.value == pytest.approx(program(stack, ante), abs=1e-9 * stack)


@pytest.mark.parametrize(
    ("name", "least", "most"), [("otto", 0.6, 1), ("hugo", 0, 0.65), ("ines", 0, 1)]
)
def test_the_cast_plays_its_best_with_its_leak(name, least, most):
    """In each seat, against a free opponent."""
    strategy = member(name).strategy()
    often = np.array([strategy.infosets[f"{hand}:"]["jam"] for hand in CLASSES])
    calls = np.array([strategy.infosets[f"{hand}:j"]["call"] for hand in CLASSES])
    for each in (often, calls):
        assert each.min() >= least - 1e-9
        assert each.max() <= most + 1e-9
    won = evaluate(strategy).best_response_values
    first, second = (program(10, 0, seat, least, most) for seat in (0, 1))
    assert won == pytest.approx((second, -first), abs=1e-6)


def test_its_betting():
    rules = parse_game("jam-or-fold:stack=7.3,ante=0.1").rules
    ends = {node.history: node for node in walk(rules) if node.over}
    assert {line: node.chips for line, node in ends.items()} == {
        "f": (0.6, 1.1),
        "jf": (7.3, 1.1),
        "jc": (7.3, 7.3),
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("stack=1", "more than 1, the big blind and the ante"),
        ("stack=2,ante=1", "more than 2, the big blind and the ante"),
        ("stack=100.5", "from 0.001 to 100"),
        ("ante=-0.5", "from 0 to 100"),
    ],
)
def test_what_leaves_nothing_to_jam_with_is_refused(given, said):
    with pytest.raises(InputError, match=said):
        parse_game(f"jam-or-fold:{given}")


def test_pairs_are_dealt_by_what_each_leaves():
    """AA meets AA in 6 of 1,624,350 deals, in 36 if the other's hand did not matter."""
    rules = parse_game("jam-or-fold").rules
    dealt = Dealer(rules).draw(400_000, np.random.default_rng(5))
    tally = Tally(0.0)
    met = (dealt.hands[0] < 26) & (dealt.hands[1] < 26)  # two hands with an ace but A2s, A2o, …
    chance = meetings()[:26, :26].sum() / meetings().sum()
    tally.add_sums(len(met), float(met.sum()), float(met.sum()))
    assert tally.stderr is not None
    assert abs(tally.mean - chance) < 5 * tally.stderr
    wins = np.bincount(dealt.board - 1) / len(dealt.board)
    wanted = outcomes().sum(axis=(1, 2)) / outcomes().sum()
    assert wins == pytest.approx(wanted, abs=0.005)


def test_the_cards_at_the_table_come_to_what_was_dealt():
    showdown = BestFive()
    classes = list(COMBINATIONS.values())
    for own, other, sign in [*product((0, 1, 99, 168), (0, 2, 150), (1, -1)), (0, 1, 0)]:
        cards = one_deal(own, other, sign)
        mine, theirs, lying = cards
        assert len({*mine, *theirs, *lying}) == 9
        assert mine == classes[own][0]
        assert tuple(sorted(theirs, reverse=True)) in classes[other]
        one, two = showdown.strengths(DECK, [mine, theirs], lying)
        assert np.sign(one - two) == sign
        assert one_deal(own, other, sign) == cards
        held, board = (own, other), 2 - sign
        told = parse_game("jam-or-fold").rules.holdings(held, board, 0)
        assert told == showdown.both(DECK, (mine, theirs), lying)
        swapped = parse_game("jam-or-fold").rules.holdings(held[::-1], 2 + sign, 1)
        assert swapped == told[::-1]


def test_a_file_is_read_back(tmp_path):
    path = tmp_path / "jam.json"
    found = solve("jam-or-fold:stack=2.5", "cfr+", iterations=50, backend="numpy")
    save(found, path)
    assert evaluate(load(path)).nash_conv == pytest.approx(found.nash_conv)
