"""When training stops, when it is measured, and how many iterations it does at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.parameters import is_number
from pokerbot.io.files import is_whole

AT_ONCE = 0.01
"""Machine code runs for about this many seconds before it looks whether to stop."""
LOOKS_A_DECADE = 16


def check_limits(iterations: int | None, target: float | None, seconds: float | None) -> None:
    """Raise InputError for a limit out of range."""
    if iterations is not None and not (is_whole(iterations) and iterations):
        raise InputError(
            f"must be a whole number from 1 up, not {iterations}", parameter="iterations"
        )
    for name, value in (("target", target), ("seconds", seconds)):
        if value is not None and not (is_number(value) and value > 0):
            raise InputError(f"must be a number above 0, not {value!r:.40}", parameter=name)


def check_end(
    described: Mapping[str, Any], iterations: int | None, *others: object, endless: bool
) -> int | None:
    """The limit of iterations: the horizon, where the algorithm has one, at the latest.

    Args:
        described: the algorithm, by its name.
        iterations: the limit that is given.
        others: what else ends the run.
        endless: whether nothing else would.

    Raises:
        InputError: it is beyond the horizon, or nothing ends what goes on for ever.
    """
    horizon, name = described.get("horizon"), described["name"]
    if horizon is not None:
        if iterations is not None and iterations > horizon:
            raise InputError(
                f"must be at most {horizon:,}, the horizon of this {name}", parameter="iterations"
            )
        return int(horizon) if iterations is None else iterations
    if endless and all(each is None for each in (iterations, *others)):
        raise InputError(f"{name} would never end: give iterations, target, seconds or stopped")
    return iterations


def in_chips(game: Game, target: float | None, per_cent: float | None) -> float | None:
    """The exploitability to stop at, whether it is given in chips or in per cent of the pot.

    Raises:
        InputError: it is given in both, or the part is none.
    """
    if per_cent is None:
        return target
    if target is not None:
        raise InputError("and a target in chips are two: give one", parameter="target_pot")
    if not (is_number(per_cent) and per_cent > 0):
        raise InputError(f"must be a number above 0, not {per_cent}", parameter="target_pot")
    return game.rules.pot * per_cent / 100


def is_due(iteration: int) -> bool:
    """Whether to look at the target now: at first always, later after a tenth as many at most.

    Looking takes as long as an iteration or two.
    """
    magnitude = int(10 ** (len(str(iteration)) - 1))
    return iteration % max(1, iteration // magnitude * magnitude // 10) == 0


def is_look(iteration: int) -> bool:
    """Whether an iteration is one of those that are evenly spaced on a logarithmic scale."""
    place = LOOKS_A_DECADE * math.log10(iteration)
    return any(
        iteration == round(10 ** (near / LOOKS_A_DECADE)) for near in (int(place), int(place) + 1)
    )


class Pace:
    """How many iterations are done at once, up to the next limit or look.

    each: the seconds that each of the last iterations took; most: how many to do at once at most
    """

    def __init__(
        self,
        iterations: int | None,
        seconds: float | None,
        looks: Callable[[int], bool] | None,
    ) -> None:
        self.iterations, self.seconds, self.looks = iterations, seconds, looks
        self.each, self.most = 0.0, 1

    def over(self, done: int, spent: float) -> bool:
        """Whether the limit is reached, of iterations or of seconds spent in them."""
        return (self.iterations is not None and done >= self.iterations) or (
            self.seconds is not None and spent >= self.seconds
        )

    def ahead(self, done: int, spent: float) -> tuple[int, bool]:
        """How many iterations to do now, and whether to look after them."""
        most = self.most
        if self.iterations is not None:
            most = min(most, self.iterations - done)
        if self.seconds is not None and self.each:
            most = min(most, max(1, int((self.seconds - spent) / self.each)))
        for count in range(1, most + 1) if self.looks else ():
            if self.looks is not None and self.looks(done + count):
                return count, True
        return most, False

    def took(self, each: float, *, compiled: bool) -> None:
        """Note the seconds of an iteration; machine code then at most doubles how many it does."""
        self.each = each
        if compiled:
            self.most = max(1, min(2 * self.most, int(AT_ONCE / max(each, 1e-9))))
