"""How strong a blueprint is: figures with their errors, and what they say and do not say."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import comb

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.baselines import Contest, play_of, rows, rules
from pokerbot.evaluation.heads_up.responses import Responses
from pokerbot.games.parameters import is_number
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.board import NEVER
from pokerbot.sequence.heads_up.buckets import Bucketing, canonical
from pokerbot.sequence.heads_up.walk import Play
from pokerbot.strategy.blueprint import Blueprint

FAIR = "sampled, ±, errs to neither side"
LESS, MORE = "sampled, ±, errs downward", "sampled, errs upward"
UNMEASURED = "not measured"
SAMPLES = {"river": 200, "turn_river": 40, "postflop": 4, "baselines": 200}
"""How many boards, turns, flops, and boards again."""
SHARES = {"river": 0.1, "turn_river": 0.25, "postflop": 0.5, "baselines": 0.15}
"""The parts of the time that each of them gets, where that is given."""
TURNS = 49
"""The cards that may come after a flop."""
MBB = 1000.0

Watch = Callable[[str], object]


@dataclass(frozen=True)
class Estimate:
    """A mean over samples, in thousandths of a big blind a hand; None where it is not known."""

    mbb: float | None
    stderr: float | None
    label: str
    samples: int


@dataclass(frozen=True)
class Strength:
    """What `pokerbot strength` reports, for the mean of both seats.

    value: what the small blind wins when both follow the blueprint
    gains: what a best response with real cards wins that may change the river alone, a turn and its
        rivers, all after the flop, or everything: that at least, and at most
    baselines: what the blueprint wins from simple players
    resolved: what a best response gains on the river alone, and on turn and river, where these are
        solved again, by how; beside each the same of the blueprint alone, on the same boards
    """

    stack: float
    iterations: int
    seed: int
    value: Estimate
    gains: dict[str, Estimate]
    baselines: dict[str, Estimate]
    seconds: float
    resolved: dict[str, dict[str, Estimate]] = field(default_factory=dict)


class Measuring:
    """Draws boards for each figure, until there are enough or its time is up.

    A figure's boards are the same whatever else is measured.
    """

    def __init__(self, blueprint: Blueprint, seconds: float | None, seed: int, watch: Watch):
        self.blueprint, self.seconds, self.seed, self.watch = blueprint, seconds, seed, watch
        self.bucketing = Bucketing(blueprint.sizes)
        self.play = Play(blueprint.offset, blueprint.cells)
        self.responses = Responses(blueprint.tree, self.bucketing, self.play)

    def dealt(self, part: str, cards: int) -> Iterator[Index]:
        """Boards of so many cards; two at least."""
        begun, place = time.perf_counter(), [*SAMPLES].index(part)
        for number in range(1 << 30):
            spent = time.perf_counter() - begun
            if self.seconds is None:
                over = number >= SAMPLES[part]
            else:
                over = spent > self.seconds * SHARES[part]
            if over and number > 1:
                return
            self.watch(f"{part.replace('_', ' and ')}: board {number + 1}")
            rng = np.random.default_rng([self.seed, place, number])
            yield canonical(rng.choice(52, cards, replace=False))

    def worth(self, lying: Index, best: int) -> Array:
        """[2] what both win on a board with best responses from a street on."""
        left = 52 - len(lying)
        pairs = comb(left, 2) * comb(left - 2, 2)
        found: Array = self.responses.values(lying, best)[0].sum(axis=1) / pairs
        return found

    def gains(self) -> dict[str, Estimate]:
        """What best responses gain: what both win with them, since what both win without is 0."""
        rivers = [self.worth(lying, 3).mean() for lying in self.dealt("river", 5)]
        begun = time.perf_counter()
        turns = [self.worth(lying, 2).mean() for lying in self.dealt("turn_river", 4)]
        each = (time.perf_counter() - begun) / len(turns)
        found = {"river": estimate(rivers, FAIR), "turn_river": estimate(turns, FAIR)}
        if self.seconds is not None and 2 * TURNS * each > self.seconds * SHARES["postflop"]:
            unknown = Estimate(None, None, UNMEASURED, 0)
            return {**found, "postflop": unknown, "all": unknown, "all_at_most": unknown}
        return {**found, **self._whole()}

    def _whole(self) -> dict[str, Estimate]:
        """What best responses gain after the flop, and in the whole game.

        What is chosen before the flop for the sake of these very flops wins too much; chosen for
        the sake of the others, what it wins on one is fair, and less than the best would win.
        """
        game = self.responses.game
        flops = [self.responses.after_flop(flop, 1) for flop in self.dealt("postflop", 3)]
        others = [flops[:place] + flops[place + 1 :] for place in range(len(flops))]
        after = [game([flop], NEVER).mean() for flop in flops]
        least = [game([flop], 0, rest).mean() for flop, rest in zip(flops, others, strict=True)]
        most = MBB * float(game(flops, 0).mean())
        return {
            "postflop": estimate(after, FAIR),
            "all": estimate(least, LESS),
            "all_at_most": Estimate(most, None, MORE, len(flops)),
        }

    def value(self) -> Estimate:
        """What the small blind wins."""
        return estimate([self.worth(lying, NEVER)[0] for lying in self.dealt("river", 5)], FAIR)

    def baselines(self) -> dict[str, Estimate]:
        """What the blueprint wins from each of the simple players."""
        tree, names = self.blueprint.tree, rules(self.blueprint.stack)
        contests = [Contest(tree, self.play, play_of(tree, rule)) for rule in names.values()]
        won = []
        for lying in self.dealt("baselines", 5):
            own, theirs = self.bucketing.of(lying).astype(np.intp), rows(self.bucketing, lying)
            won.append([each.wins(lying, own, theirs, self.bucketing) for each in contests])
        return {
            name: estimate(each, FAIR)
            for name, each in zip(names, zip(*won, strict=True), strict=True)
        }


def strength(
    blueprint: Blueprint,
    *,
    seconds: float | None = None,
    seed: int = 0,
    watch: Watch = lambda _: None,
) -> Strength:
    """Measure a blueprint.

    Args:
        blueprint: it.
        seconds: about how long; without that a fixed number of samples, the same figures always.
        seed: of the boards.
        watch: told what is under way.

    Raises:
        InputError: the seconds are no number above 0.
    """
    if seconds is not None and not (is_number(seconds) and seconds > 0):
        raise InputError(f"must be a number above 0, not {seconds!r:.40}", parameter="seconds")
    begun = time.perf_counter()
    measuring = Measuring(blueprint, seconds, seed, watch)
    return Strength(
        stack=blueprint.stack,
        iterations=blueprint.iterations,
        seed=seed,
        value=measuring.value(),
        gains=measuring.gains(),
        baselines=measuring.baselines(),
        seconds=time.perf_counter() - begun,
    )


def estimate(samples: Sequence[float], label: str) -> Estimate:
    """The mean of samples in big blinds, with its standard error; of two at least."""
    spread = float(np.std(samples, ddof=1)) / len(samples) ** 0.5
    return Estimate(MBB * float(np.mean(samples)), MBB * spread, label, len(samples))
