"""Matches: sampled hands, with what the same two strategies are worth exactly beside it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import Bot, seat_bots
from pokerbot.evaluation.breakdown import seat_worth
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.evaluation.playout import Playout
from pokerbot.games.betting import Action
from pokerbot.games.catalogue import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.deals import Deals, draw_deals
from pokerbot.strategy.strategy import Strategy

AT_ONCE = 1 << 16
MOST_HANDS = 10**10
Z95 = 1.959963984540054
ROUNDING = 1e-9


Keep = Callable[[Game, int, Deals, list[list[Action]]], None]


@dataclass(frozen=True)
class Match:
    """What `pokerbot match` reports; A's chips per hand over both seats.

    stderr and the intervals are None for a single sample; luck_adjusted_mean is what A's seats
    are worth against B less A's mistakes, on the same hands: the mean without luck;
    exact_ev_by_seat is for A in the first and in the second seat; mbb_per_hand is in thousandths
    of an ante.
    """

    game: str
    a: str
    b: str
    hands: int
    duplicate: bool
    mean: float
    stderr: float | None
    ci95: tuple[float, float] | None
    luck_adjusted_mean: float
    luck_adjusted_stderr: float | None
    luck_adjusted_ci95: tuple[float, float] | None
    mbb_per_hand: float
    exact_ev: float
    exact_ev_by_seat: tuple[float, float]
    seconds: float

    @property
    def significant(self) -> bool:
        """Whether the mean lies further from 0 than chance explains, at 95 %."""
        if self.ci95 is None or abs(self.mean) < ROUNDING:
            return False
        return not self.ci95[0] <= 0 <= self.ci95[1]


@dataclass(frozen=True)
class Tournament:
    """What `pokerbot tournament` reports: the match of each pair, and who won the most.

    standings: (name, mean over all opponents of the chips per hand), the best first.
    """

    game: str
    hands: int
    matches: tuple[Match, ...]
    standings: tuple[tuple[str, float], ...]


@dataclass
class _Tally:
    """A mean and its error, from sums of how far samples lie from where they are expected."""

    centre: float
    samples: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: Array) -> None:
        """Take up samples."""
        off = values - self.centre
        self.samples += len(off)
        self.total += float(off.sum())
        self.squares += float(np.square(off).sum())

    @property
    def mean(self) -> float:
        """The mean of all samples."""
        return self.centre + self.total / self.samples

    @property
    def stderr(self) -> float | None:
        """The standard error of the mean."""
        if self.samples < 2:
            return None
        variance = (self.squares - self.total**2 / self.samples) / (self.samples - 1)
        return math.sqrt(max(variance, 0.0) / self.samples)

    @property
    def ci95(self) -> tuple[float, float] | None:
        """The normal 95 % interval of the mean."""
        if self.stderr is None:
            return None
        return self.mean - Z95 * self.stderr, self.mean + Z95 * self.stderr


def match(
    a: str | Strategy,
    b: str | Strategy,
    *,
    hands: int = 100_000,
    seed: int = 0,
    game: str | None = None,
    duplicate: bool = True,
    keep: Keep | None = None,
) -> Match:
    """Let two strategies, files or built-in bots play.

    Args:
        a: a strategy, the name of a strategy file, or a built-in bot.
        b: the same.
        hands: how many to play; with `duplicate` every deal is played twice with seats swapped,
            without it the seats alternate.
        seed: of every random draw.
        game: the game, where neither is a file.
        duplicate: whether luck of the deal is taken out so.
        keep: told of every hand: the game, A's seat, the deals and the actions in each.

    Raises:
        InputError: no such file or bot, different games, or a number of hands that cannot be.
    """
    _check(hands, seed, duplicate=duplicate)
    played, (one, other) = seat_bots([a, b], game)
    playout = Playout(played)
    return _play(played, playout, one, other, hands, seed, duplicate=duplicate, keep=keep)


def tournament(
    players: Sequence[str | Strategy],
    *,
    hands: int = 100_000,
    seed: int = 0,
    game: str | None = None,
) -> Tournament:
    """Let all pairs play, each a duplicate match; raises as `match`."""
    _check(hands, seed, duplicate=True)
    if len(players) < 2:
        raise InputError("a tournament takes at least two players")
    played, bots = seat_bots(players, game)
    playout = Playout(played)
    matches = [
        _play(played, playout, one, other, hands, seed, duplicate=True)
        for one, other in combinations(bots, 2)
    ]
    won = {bot.name: 0.0 for bot in bots}
    if len(won) < len(bots):
        raise InputError("a player can take part only once")
    for result in matches:
        won[result.a] += result.mean / (len(bots) - 1)
        won[result.b] -= result.mean / (len(bots) - 1)
    standings = sorted(won.items(), key=lambda entry: -entry[1])
    return Tournament(played.spec, hands, tuple(matches), tuple(standings))


def _check(hands: int, seed: int, *, duplicate: bool) -> None:
    """Raise InputError for hands or a seed that cannot be."""
    if not 1 <= hands <= MOST_HANDS:
        raise InputError(
            f"must be a whole number from 1 to {MOST_HANDS}, not {hands}", parameter="hands"
        )
    if duplicate and hands % 2:
        raise InputError(
            f"must be an even number to be dealt twice each, not {hands}", parameter="hands"
        )
    if seed < 0:
        raise InputError(f"must be a whole number from 0 up, not {seed}", parameter="seed")


def _play(
    game: Game,
    playout: Playout,
    one: Bot,
    other: Bot,
    hands: int,
    seed: int,
    *,
    duplicate: bool,
    keep: Keep | None = None,
) -> Match:
    """Play a match in blocks of a fixed size, drawn from one generator."""
    form, begun = playout.form, time.perf_counter()
    first = one.profile[0], other.profile[1]
    second = other.profile[0], one.profile[1]
    exact = values_by_seat(form, one.profile, other.profile)
    exact_ev = (exact[0] + exact[1]) / 2
    seats = [seat_worth(form, seat, other.profile[1 - seat]) for seat in (0, 1)]
    raw, adjusted = _Tally(exact_ev), _Tally(exact_ev)
    rng = np.random.default_rng(seed)
    left = hands // 2 if duplicate else hands
    while left:
        deals = draw_deals(playout.rules, min(left, AT_ONCE), rng)
        left -= len(deals.board)
        dealt = (deals, deals) if duplicate else (deals.every_other(0), deals.every_other(1))
        ahead = playout.play(first, dealt[0], rng, (seats[0].losses, None))
        behind = playout.play(second, dealt[1], rng, (None, seats[1].losses))
        pairs = (
            (ahead.chips, -behind.chips),
            (seats[0].value - ahead.lost, seats[1].value - behind.lost),
        )
        for seat, outcome in enumerate((ahead, behind)):
            if keep is not None:
                lines = [playout.actions(end) for end in outcome.ends.tolist()]
                keep(game, seat, dealt[seat], lines)
        for tally, (in_first, in_second) in zip((raw, adjusted), pairs, strict=True):
            both = (in_first + in_second) / 2 if duplicate else np.r_[in_first, in_second]
            tally.add(both)
    return Match(
        game=game.spec,
        a=one.name,
        b=other.name,
        hands=hands,
        duplicate=duplicate,
        mean=raw.mean,
        stderr=raw.stderr,
        ci95=raw.ci95,
        luck_adjusted_mean=adjusted.mean,
        luck_adjusted_stderr=adjusted.stderr,
        luck_adjusted_ci95=adjusted.ci95,
        mbb_per_hand=1000 * raw.mean / playout.rules.ante,
        exact_ev=exact_ev,
        exact_ev_by_seat=exact,
        seconds=time.perf_counter() - begun,
    )
