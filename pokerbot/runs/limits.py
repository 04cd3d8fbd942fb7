"""When training stops, when it is measured, and how many iterations it does in one step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.parameters import check_positive, is_count
from pokerbot.io.files import is_whole

AT_ONCE = 0.01
"""Machine code runs for about this many seconds before it checks whether to stop."""
LOOKS_A_DECADE, DECADES = 16, 13
LOOKS = frozenset(round(10 ** (at / LOOKS_A_DECADE)) for at in range(LOOKS_A_DECADE * DECADES + 1))
"""The iterations after which curves are measured: evenly spaced on a logarithmic scale."""


@dataclass(frozen=True)
class Limits:
    """What ends a run: the first of these that it reaches. Without any of them it is false.

    iterations: how many there are, with those done before the run
    target: the exploitability, in chips per hand
    seconds: the time spent in iterations

    Raises:
        InputError: one is out of range.
    """

    iterations: int | None = None
    target: float | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is not None:
            check_iterations(self.iterations)
        for name, value in (("target", self.target), ("seconds", self.seconds)):
            if value is not None:
                check_positive(value, name)

    def __bool__(self) -> bool:
        return any(vars(self).values())

    def check_reached(self, reached: int) -> None:
        """Raise InputError if a run is to end after fewer iterations than its checkpoint has."""
        if self.iterations is not None and self.iterations < reached:
            raise InputError(
                f"must be at least {reached:,}, which the checkpoint has", parameter="iterations"
            )

    def within(self, described: Mapping[str, Any]) -> Limits:
        """These limits, with an algorithm's horizon as that of iterations if it has one.

        described: the algorithm's name and parameters, as in `Algorithm.describe`

        Raises:
            InputError: the limit of iterations is beyond the horizon.
        """
        horizon = described.get("horizon")
        if horizon is None:
            return self
        if self.iterations is not None and self.iterations > horizon:
            raise InputError(
                f"must be at most {horizon:,}, the horizon of this {described['name']}",
                parameter="iterations",
            )
        return replace(self, iterations=self.iterations or int(horizon))


def check_iterations(iterations: int) -> None:
    """Raise InputError if it is not a whole number from 1 up, below 2**63."""
    if not (is_whole(iterations) and iterations):
        allowed = "below 2**63" if is_count(iterations, 1) else "a whole number from 1 up"
        raise InputError(f"must be {allowed}, not {iterations!r:.40}", parameter="iterations")


def in_chips(game: Game, target: float | None, per_cent: float | None) -> float | None:
    """The exploitability to stop at in chips, which may be given in per cent of the pot instead.

    Raises:
        InputError: both are given, or the percentage is not a number above 0.
    """
    if per_cent is None:
        return target
    if target is not None:
        raise InputError("and a target in chips: give only one", parameter="target_pot")
    check_positive(per_cent, "target_pot")
    return game.rules.pot * per_cent / 100


def is_due(iteration: int) -> bool:
    """Whether to measure after this iteration if there is a target.

    At first after each, from iteration 20 on after every tenth of the largest round number that has
    been reached: a measurement takes as long as an iteration or two.
    """
    magnitude = int(10 ** (len(str(iteration)) - 1))
    rounded = iteration // magnitude * magnitude  # 300 for 347
    return iteration % max(1, rounded // 10) == 0


def is_look(iteration: int) -> bool:
    """Whether to measure after this iteration for a curve."""
    return iteration in LOOKS


class Pace:
    """Decides how many iterations to do in one step, up to the next limit or measurement.

    limits: those of the run
    looks: whether to measure after an iteration, None if nothing is measured
    each: the seconds that each iteration of the last step took
    most: the largest number of iterations for a step
    """

    def __init__(self, limits: Limits, looks: Callable[[int], bool] | None = None) -> None:
        self.iterations, self.seconds, self.looks = limits.iterations, limits.seconds, looks
        self.each, self.most = 0.0, 1

    def over(self, done: int, spent: float) -> bool:
        """Whether a limit is reached: of iterations, or of the seconds spent in them."""
        return (self.iterations is not None and done >= self.iterations) or (
            self.seconds is not None and spent >= self.seconds
        )

    def ahead(self, done: int, spent: float) -> tuple[int, bool]:
        """How many iterations to do now, and whether to measure after them."""
        most = self.most
        if self.iterations is not None:
            most = min(most, self.iterations - done)
        if self.seconds is not None and self.each:
            most = int(min(most, max(1, (self.seconds - spent) / self.each)))
        if self.looks is not None:
            for count in range(1, most + 1):
                if self.looks(done + count):
                    return count, True
        return most, False

    def took(self, each: float, *, compiled: bool) -> None:
        """Note the seconds of an iteration; compiled steps grow, to at most twice the last size."""
        self.each = each
        if compiled:
            self.most = max(1, min(2 * self.most, int(AT_ONCE / max(each, 1e-9))))
