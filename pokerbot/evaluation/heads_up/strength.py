"""How strong a blueprint is: estimates, their standard errors, and the direction of their bias."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from pokerbot.errors import Abandoned
from pokerbot.evaluation.heads_up.baselines import Contest, play_of, rows, rules
from pokerbot.evaluation.heads_up.responses import Responses, pairs_of_hands
from pokerbot.games.parameters import check_positive
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.board import NEVER
from pokerbot.sequence.heads_up.buckets import Bucketing, canonical, random_board
from pokerbot.strategy.blueprint import Blueprint

FEWEST = 4
"""Fewer boards have no standard error: that of two or three is often far too small."""
FAIR = "sampled, errs to neither side"
LESS, MORE = "sampled, errs downward", "sampled, errs upward"
UNMEASURED = "not measured"
SAMPLES = {"river": 200, "turn_river": 40, "postflop": 4, "baselines": 200}
"""How many boards are drawn for each part: of five, four, three and five cards."""
SHARES = {"river": 0.1, "turn_river": 0.25, "postflop": 0.5, "baselines": 0.15}
"""The share of the time that each part gets, if a time is given."""
TURNS = 49
"""How many cards may come after a flop."""
MBB = 1000.0

Watch = Callable[[str], object]
Stop = Callable[[], bool]
Found = TypeVar("Found")


@dataclass(frozen=True)
class Estimate:
    """A mean over samples, in thousandths of a big blind per hand.

    mbb: the mean, None if it was not measured
    stderr: its standard error, None if it has none
    label: in words, how it was measured and to which side it errs
    samples: how many samples there were
    """

    mbb: float | None
    stderr: float | None
    label: str
    samples: int


UNKNOWN = Estimate(None, None, UNMEASURED, 0)


@dataclass(frozen=True)
class Strength:
    """What `pokerbot strength` reports; means over both seats, if not said otherwise.

    stack: in big blinds
    iterations: how many the blueprint was trained for
    seed: of the boards
    value: what the small blind wins if both players follow the blueprint
    gains: what a best response that sees the real cards wins, if it may change only the river, a
        turn and its rivers, everything after the flop, or everything: at least, and at most
    baselines: what the blueprint wins from each simple player
    resolved: by `river` and `turn_river`, what a best response gains there if these are solved
        again, under the method's name; and, as `blueprint`, the same on these boards without that
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
    """Measures a blueprint on random boards.

    Each part draws boards until there are enough, or its share of the time is over, or it is
    stopped. The boards of a part depend on the seed alone, not on what else is measured.
    """

    def __init__(
        self,
        blueprint: Blueprint,
        seconds: float | None,
        seed: int,
        watch: Watch,
        stopped: Stop = lambda: False,
    ) -> None:
        self.blueprint, self.seconds, self.seed, self.watch = blueprint, seconds, seed, watch
        self.bucketing = Bucketing(blueprint.sizes)
        self.play = blueprint.play
        self.responses = Responses(blueprint.tree, self.bucketing, self.play, stopped)

    def prepare(self) -> None:
        """Evaluate a board in each way, so that no part's time goes into making machine code."""
        self.watch("getting ready")
        lying = canonical(np.arange(5))
        self.worth(lying, NEVER)
        self._wins(lying)

    def measured(self, part: str, cards: int, worth: Callable[[Index], Found]) -> list[Found]:
        """What `worth` finds on each board of a part, as far as it comes before it is stopped."""
        found: list[Found] = []
        with suppress(Abandoned):
            for lying in self.dealt(part, cards):
                self.responses.check()
                found.append(worth(lying))
        return found

    def dealt(self, part: str, cards: int) -> Iterator[Index]:
        """The random boards of a part, with `cards` cards each; there are at least two."""
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
            yield random_board(cards, rng)

    def worth(self, lying: Index, best: int) -> Array:
        """[2] what the players win on a board with best responses from the street `best` on."""
        pairs = pairs_of_hands(len(lying))
        found: Array = self.responses.values(lying, best)[0].sum(axis=1) / pairs
        return found

    def gains(self) -> dict[str, Estimate]:
        """What best responses gain, by the streets that they may change.

        Both players' best responses together win the sum of their gains, as without them both win
        0 together.
        """
        rivers = self.measured("river", 5, lambda lying: self.worth(lying, 3).mean())
        begun = time.perf_counter()
        turns = self.measured("turn_river", 4, lambda lying: self.worth(lying, 2).mean())
        each = (time.perf_counter() - begun) / max(len(turns), 1)
        found = {"river": sampled(rivers), "turn_river": sampled(turns)}
        late = self.seconds is not None and 2 * TURNS * each > self.seconds * SHARES["postflop"]
        flops = [] if late else self.measured("postflop", 3, self.responses.after_flop)
        if len(flops) < 2:
            return {**found, **dict.fromkeys(("postflop", "all", "all_at_most"), UNKNOWN)}
        return {**found, **self._whole(flops)}

    def _whole(self, flops: Sequence[Array]) -> dict[str, Estimate]:
        """What best responses gain after the flop, and in the whole game.

        Of the whole game there are two estimates. If the actions before the flop are chosen by the
        same flops on which they are evaluated, the estimate errs upward. If they are chosen by all
        other flops, the estimate for a flop is unbiased for those actions, which win less than the
        best ones: it errs downward. Neither has a standard error: the flops' estimates share flops.
        """
        game = self.responses.game
        others = [[*flops[:place], *flops[place + 1 :]] for place in range(len(flops))]
        after = [game([flop], NEVER).mean() for flop in flops]
        least = [game([flop], 0, rest).mean() for flop, rest in zip(flops, others, strict=True)]
        most = MBB * float(game(flops, 0).mean())
        return {
            "postflop": sampled(after),
            "all": Estimate(MBB * float(np.mean(least)), None, LESS, len(flops)),
            "all_at_most": Estimate(most, None, MORE, len(flops)),
        }

    def value(self) -> Estimate:
        """What the small blind wins if both players follow the blueprint."""
        return sampled(self.measured("river", 5, lambda lying: self.worth(lying, NEVER)[0]))

    def baselines(self) -> dict[str, Estimate]:
        """What the blueprint wins from each simple player."""
        won = self.measured("baselines", 5, self._wins)
        return {
            name: sampled([each[place] for each in won])
            for place, name in enumerate(self._contests)
        }

    @cached_property
    def _contests(self) -> dict[str, Contest]:
        """The blueprint against each simple player."""
        tree, simple = self.blueprint.tree, rules(self.blueprint.stack)
        return {
            name: Contest(tree, self.play, play_of(tree, rule)) for name, rule in simple.items()
        }

    def _wins(self, lying: Index) -> list[float]:
        """What the blueprint wins from each simple player on a board of five cards."""
        own, theirs = self.bucketing.of(lying), rows(lying)
        return [each.wins(lying, own, theirs) for each in self._contests.values()]


def strength(
    blueprint: Blueprint,
    *,
    seconds: float | None = None,
    seed: int = 0,
    watch: Watch = lambda _: None,
    stopped: Stop = lambda: False,
) -> Strength:
    """Measure a blueprint.

    If it is stopped, what has two boards by then is estimated by those, and the rest not measured.

    Args:
        blueprint: the blueprint.
        seconds: about how long it may take once it is ready; None for a fixed number of samples,
            with which the results are always the same.
        seed: of the boards.
        watch: called with a text about what is being measured.
        stopped: asked whether to end.

    Raises:
        InputError: `seconds` is not a number above 0.
    """
    if seconds is not None:
        check_positive(seconds, "seconds")
    begun = time.perf_counter()
    measuring = Measuring(blueprint, seconds, seed, watch, stopped)
    measuring.prepare()
    return Strength(
        stack=blueprint.stack,
        iterations=blueprint.iterations,
        seed=seed,
        value=measuring.value(),
        gains=measuring.gains(),
        baselines=measuring.baselines(),
        seconds=time.perf_counter() - begun,
    )


def estimate(samples: Sequence[float]) -> Estimate:
    """The unbiased mean of samples in big blinds, and its error; not measured by fewer than two."""
    if len(samples) < 2:
        return UNKNOWN
    spread = float(np.std(samples, ddof=1)) / len(samples) ** 0.5
    return Estimate(MBB * float(np.mean(samples)), MBB * spread, FAIR, len(samples))


def sampled(samples: Sequence[float]) -> Estimate:
    """As `estimate`, without an error where there are fewer than `FEWEST` samples."""
    found = estimate(samples)
    return found if len(samples) >= FEWEST else replace(found, stderr=None)
