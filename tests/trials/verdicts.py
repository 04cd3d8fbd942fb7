"""How often a street solved again at the table is judged otherwise by a better solution of it.

    python -m tests.trials.verdicts SOLUTION [--targets 0.0003,0.0001] [--boards 12]

The first street of a turn or river is solved again as after a line that hardly happens, to both
parts of the pot, and every action of every hand judged by both solutions: on the turn, and on one
river of so many. It fails where of the actions that have a verdict over MOST have another one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pokerbot import load, solve
from pokerbot.evaluation.rest import rest_of, without_trembles
from pokerbot.evaluation.whole_judge import WholeJudge, judges
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, start
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.runs.background.answering import TREMBLE
from pokerbot.sequence.showdown import alive
from pokerbot.strategy.strategy import Strategy

MOST = 0.02


@dataclass(frozen=True)
class Verdicts:
    """Of a decision: how many actions were judged, have a verdict, and have another one."""

    line: str
    actions: int
    graded: int
    other: int

    @property
    def untold(self) -> float:
        """The share of actions without a verdict."""
        return 1 - self.graded / max(self.actions, 1)

    @property
    def wrong(self) -> float:
        """Of those with one the share that has another."""
        return self.other / max(self.graded, 1)


def summed(found: Sequence[Verdicts]) -> Verdicts:
    """All together."""
    counts = ((each.actions, each.graded, each.other) for each in found)
    return Verdicts("all", *(sum(each) for each in zip(*counts, strict=True)))


def solved(game: Game, target: float) -> Strategy:
    """A street solved again to a part of its pot."""
    found = solve(game, target=target * game.rules.pot, epsilon=TREMBLE)
    return without_trembles(found.strategy)


def compared(rough: Strategy, fine: Strategy, boards: int = 1) -> Iterator[Verdicts]:
    """Every decision on the first street, and on one board of so many of the next ones."""
    for one, other in zip(judges(rough), judges(fine), strict=True):
        rules = one.strategy.game.rules
        for betting, board, _ in one.tree.decisions():
            first = rules.boards.first[rules.boards.street(board)]
            if (board - first) % boards == 0:
                taken = ", ".join(each.name for each in actions_to(rules, betting))
                yield _at(one, other, betting, board, f"{rules.boards.name(board)} {taken}")


def _at(one: WholeJudge, other: WholeJudge, betting: Betting, board: int, line: str) -> Verdicts:
    actions = graded = differ = 0
    for hand in np.flatnonzero(alive(one.strategy.game.rules, one.seat)[board]).tolist():
        spot = Spot(betting, board, hand)
        if one.comes(spot):
            rough, fine = one.weigh(spot), other.weigh(spot)
            actions += len(rough.sure)
            graded += int(rough.sure.sum())
            differ += int(((rough.passes != fine.passes) & rough.sure).sum())
    return Verdicts(line, actions, graded, differ)


def main() -> int:
    """Print each decision of the first street, and all of the next one together."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("solution")
    asked.add_argument("--targets", default="0.0003,0.0001")
    asked.add_argument("--boards", type=int, default=12)
    told = asked.parse_args()
    strategy = load(told.solution)
    game = rest_of(strategy, start(strategy.game.rules), 0)
    rough, fine = (solved(game, float(target)) for target in told.targets.split(","))
    found = [*compared(rough, fine, told.boards)]
    for each in sorted(found, key=lambda each: each.wrong, reverse=True)[:20]:
        print(f"{each.line:<60} no verdict {each.untold:6.1%}, another {each.wrong:6.2%}")
    together = summed(found)
    print(f"{together.actions:,} actions: no verdict {together.untold:.1%}, another", end=" ")
    print(f"{together.wrong:.2%}")
    return int(together.wrong > MOST)


if __name__ == "__main__":
    sys.exit(main())
