"""What games are worth, from three sides; and best responses by trying every pure strategy.

    python -m tests.trials.values [--only leduc] [--strategies 1000]

The book's linear program (tests/reference: a slow tree of physical cards, HiGHS) beside lp and
beside the default CFR solver: lp's value within NEAR and its NashConv below it, the solver's value
within its own NashConv, the book's value between its bounds. NEAR and TARGET are for stakes of a
few chips. Kuhn's best responses: the best of all 64 pure strategies of a player, to 1e-12.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from itertools import product

import numpy as np

from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.defaults import DEFAULTS
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays
from tests.reference.program import game_value
from tests.reference.recursion import information_sets, random_strategy, traverse
from tests.reference.rules import Kuhn, by_the_book
from tests.reference.solving import pure_strategies

NEAR = 1e-9
TARGET = 1e-4
STAKES = [(1, 2), (2, 1), (0.5, 1.5), (3, 10)]


def kuhn() -> list[str]:
    """3 to 20 cards; other stakes."""
    stakes = product((3, 4, 7, 12), STAKES)
    return [f"kuhn:cards={cards}" for cards in range(3, 21)] + [
        f"kuhn:cards={cards},ante={ante},bet={bet}" for cards, (ante, bet) in stakes
    ]


def leduc() -> list[str]:
    """2 to 5 ranks, 1 to 3 suits, 1 to 3 bets a round; other stakes."""
    decks = [(r, s) for r, s in product(range(2, 6), range(1, 4)) if r * s >= 3]
    stakes = product((2, 3, 4), [(1, 1, 1), (2, 3, 5), (0.5, 2, 1)])
    return [
        f"leduc:ranks={ranks},suits={suits},raises={raises}"
        for (ranks, suits), raises in product(decks, (1, 2, 3))
    ] + [f"leduc:ranks={r},ante={a},bet1={b},bet2={c}" for r, (a, b, c) in stakes]


def leduc_nolimit() -> list[str]:
    """Short stacks."""
    return [
        f"leduc-nolimit:ranks={ranks},stack={stack}"
        for ranks, stack in ((2, 2), (2, 4), (2, 6), (3, 2), (3, 3), (3, 4), (3, 5))
    ]


def von_neumann() -> list[str]:
    """2 to 200 hands, several stakes, with and without a raise."""
    hands = (2, 3, 5, 10, 20, 50, 100, 200)
    one = [f"von-neumann:hands={n},bet={bet}" for n in hands for bet in (0.5, 1, 3)]
    two = [f"von-neumann-raise:hands={n},bet={b},raise={r}" for n in hands for b, r in STAKES[:3]]
    return one + two + [f"von-neumann-raise:hands={n},pot=3" for n in hands]


RANGES = {
    part.__name__.replace("_", "-"): part for part in (kuhn, leduc, leduc_nolimit, von_neumann)
}


@dataclass(frozen=True)
class Compared:
    """A game's value by the book, how far lp and the CFR solver are from it, and what that means.

    lp: |difference|; lp_nash_conv, cfr_nash_conv: as each claims of itself; cfr: |difference|.
    """

    spec: str
    value: float
    lp: float
    lp_nash_conv: float
    cfr: float
    cfr_nash_conv: float
    between: bool

    @property
    def agrees(self) -> bool:
        return (
            self.lp <= NEAR
            and abs(self.lp_nash_conv) <= NEAR
            and self.cfr <= self.cfr_nash_conv + NEAR
            and self.cfr_nash_conv <= 2 * TARGET
            and self.between
        )


def compare(spec: str) -> Compared:
    """Solve one game three times."""
    game = parse_game(spec)
    value = game_value(by_the_book(game))
    exact = Training(game, "lp")
    exact.run(iterations=1)
    cfr = Training(game, DEFAULTS[game.name][0])
    cfr.run(target=TARGET, iterations=100_000)
    found, near = exact.solution(), cfr.solution()
    low, high = near.value_bounds
    return Compared(
        spec,
        value,
        abs(found.value - value),
        found.nash_conv,
        abs(near.value - value),
        near.nash_conv,
        low - NEAR <= value <= high + NEAR,
    )


def brute_force(seed: int) -> float:
    """How far our best responses on Kuhn are from the best of all pure strategies.

    Every second random strategy has actions of probability 0.
    """
    book = Kuhn()
    form, sets = compile_game(parse_game("kuhn")), information_sets(book)
    strategy = random_strategy(book, np.random.default_rng(seed), pure=seed % 2 == 1)
    found = evaluate_profile(form, to_arrays(form, strategy))
    best = [
        max(
            (1 - 2 * player) * traverse(book, strategy | pure).value
            for pure in pure_strategies(sets, player)
        )
        for player in (0, 1)
    ]
    off = [abs(a - b) for a, b in zip(found.best_response_values, best, strict=True)]
    return max(*off, abs(found.value - traverse(book, strategy).value))


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="only the games whose name contains this")
    parser.add_argument("--strategies", type=int, default=1000, help="random ones, on Kuhn")
    given = parser.parse_args()
    wrong = 0
    for name, specs in RANGES.items():
        if given.only not in name:
            continue
        begun = time.process_time()
        found = [compare(spec) for spec in specs()]
        for game in found:
            if not game.agrees:
                print(game)
        wrong += sum(not game.agrees for game in found)
        print(
            f"{name}: {len(found)} games, {sum(game.agrees for game in found)} agree,"
            f" lp off by {max(game.lp for game in found):.1e} at most,"
            f" NashConv {max(abs(game.lp_nash_conv) for game in found):.1e} at most,"
            f" CFR off by {max(game.cfr for game in found):.1e} at most,"
            f" {time.process_time() - begun:.0f} s",
            flush=True,
        )
    off = [brute_force(seed) for seed in range(given.strategies)]
    if off:
        print(f"best responses on kuhn: {len(off):,} strategies, off by {max(off):.1e} at most")
        wrong += sum(distance > 1e-12 for distance in off)
    print("all agree" if not wrong else f"{wrong} DISAGREE")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
