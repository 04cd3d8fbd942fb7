"""Matches between two strategies: sampled hands, and beside them the exact expected value."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.action_values import Pairing
from pokerbot.evaluation.bots import Contender, seat_bots
from pokerbot.evaluation.coverage import refusals
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.evaluation.playout import Playout
from pokerbot.games.actions import Action
from pokerbot.games.catalogue import OfGame
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.games.tally import Tally, students_p
from pokerbot.io.files import is_whole
from pokerbot.io.html import fields as html_fields
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form
from pokerbot.strategy.storage import Playable

AT_ONCE = 1 << 16
REHEARSED = 1 << 15
"""So many deals tell how skewed the results of deals are that are played twice."""
USUAL_HANDS, MOST_HANDS = 100_000, 10**10
ROUNDING = 1e-9


Pair = tuple[float, float]
Keep = Callable[[Game, int, Deals, list[list[Action]]], None]
Watch = Callable[[float], None]


@dataclass(frozen=True)
class Match:
    """The result of a match, as `pokerbot match` reports it: A's chips per hand over both seats.

    hands: how many were played; 0 in a game given by a list of terminals, which deals nothing
    duplicate: whether each deal was played twice, with the seats swapped
    mean: A's mean; in a game given by a list of terminals, the exact expected value
    stderr: the mean's standard error, None without at least two samples
    ci95: the 95 % interval by Student's t; None if there are too few hands, if rare hands count for
        too much, or if all samples are the same and differ from the exact value
    luck_adjusted_mean: the mean without luck: the value of A's seats against B, less A's mistakes
    doubt: why an interval is missing; None if none is
    mbb_per_hand: the mean in thousandths of `unit`, None if there is no unit
    exact_ev: the exact expected value over both seats
    exact_ev_by_seat: the same with A in the first seat, and with A in the second
    unit: what `mbb_per_hand` are thousandths of
    raked: whether there is a rake, so that what A loses is not what B wins
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
    doubt: str | None
    mbb_per_hand: float | None
    exact_ev: float
    exact_ev_by_seat: tuple[float, float]
    seconds: float
    unit: str = field(repr=False)
    raked: bool = field(default=False, repr=False)

    def _repr_html_(self) -> str:
        """For notebooks: what `pokerbot match` reports."""
        return html_fields(f"{self.a} against {self.b}: {self.game}", vars(self))

    @property
    def significant(self) -> bool:
        """Whether the 95 % interval of the mean excludes 0."""
        if self.ci95 is None or abs(self.mean) < ROUNDING:
            return False
        return not self.ci95[0] <= 0 <= self.ci95[1]

    @property
    def chance(self) -> float:
        """The p-value of the mean being 0, by Student's t; 1 if there is no interval."""
        if self.ci95 is None or self.stderr is None or abs(self.mean) < ROUNDING:
            return 1.0
        if self.stderr < ROUNDING:
            return 0.0
        samples = self.hands // 2 if self.duplicate else self.hands
        return students_p(self.mean / self.stderr, samples - 1)


def match(
    a: Playable,
    b: Playable,
    *,
    hands: int | None = None,
    seed: int = 0,
    game: Game | OfGame | str | None = None,
    duplicate: bool = True,
    keep: Keep | None = None,
    watch: Watch | None = None,
) -> Match:
    """Let two strategies, files or built-in bots play against each other.

    In a game given by a list of terminals nothing can be dealt; the result is then the exact
    expected value, and no hands are played.

    Args:
        a: a strategy, the name of a strategy file, or a built-in bot.
        b: the other one.
        hands: how many to play, 100,000 by default.
        seed: for all random draws.
        game: the game, needed if neither is a file.
        duplicate: whether every deal is played twice with the seats swapped, which takes out much
            of the luck; otherwise the seats alternate.
        keep: called for every block of hands with the game, A's seat, the deals, and the actions of
            each hand.
        watch: called now and then with the share of the hands that has been played.

    Raises:
        InputError: no such file or bot, different games, or an impossible number of hands.
    """
    terms = _Terms(hands, seed, duplicate, keep, watch)
    played, (one, other) = seat_bots([a, b], game)
    return _play(compile_game(played), terms.playout(played), one, other, terms)


def check_hands(hands: int | None, seed: int) -> None:
    """Raise InputError if the number of hands of a duplicate match, or the seed, is impossible."""
    _Terms(hands, seed)


@dataclass(frozen=True)
class _Terms:
    """How many hands are played, and how they are dealt; the fields are arguments of `match`."""

    hands: int | None
    seed: int
    duplicate: bool = True
    keep: Keep | None = None
    watch: Watch | None = None

    def __post_init__(self) -> None:
        """Raise InputError if the number of hands, or the seed, is impossible."""
        if not (is_whole(self.count, MOST_HANDS + 1) and self.count):
            raise InputError(
                f"must be a whole number from 1 to {MOST_HANDS}, not {self.hands}",
                parameter="hands",
            )
        if self.duplicate and self.count % 2:
            raise InputError(
                f"must be an even number to be dealt twice each, not {self.hands}",
                parameter="hands",
            )
        if not is_whole(self.seed):
            raise InputError(f"must be a whole number from 0 up, not {self.seed}", parameter="seed")

    @property
    def count(self) -> int:
        """The number of hands, or the default."""
        return USUAL_HANDS if self.hands is None else self.hands

    def playout(self, game: Game) -> Playout | None:
        """What plays hands of a game; None if the game cannot deal any.

        Raises:
            InputError: it cannot, but an argument asks for hands.
        """
        if game.has_cards:
            return _playout(game)
        given = {
            "hands": self.hands is not None,
            "duplicate": not self.duplicate,
            "keep": self.keep is not None,
        }
        asked = [name for name, is_given in given.items() if is_given]
        if asked:
            why = "it is known by its ends, and deals nothing"
            raise InputError(f"has no effect on {game.spec:.60}: {why}", parameter=asked[0])
        return None

    def blocks(self, rules: Rules, rng: np.random.Generator) -> Iterator[tuple[Deals, Deals]]:
        """In blocks of at most `AT_ONCE`, the deals with A in the first seat and in the second."""
        left = count = self.count // 2 if self.duplicate else self.count
        while left:
            if self.watch is not None:
                self.watch(1 - left / count)
            deals = rules.dealer.draw(min(left, AT_ONCE), rng)
            left -= len(deals.board)
            yield (deals, deals) if self.duplicate else (deals.every_other(0), deals.every_other(1))

    def expected(self, exact: Pair) -> float:
        """A's exact expected value over the hands that are played, from that in each seat."""
        second = 0.5 if self.duplicate else self.count // 2 / self.count
        return exact[0] * (1 - second) + exact[1] * second

    def note(self, tally: Tally, in_first: Array, in_second: Array, exact: Pair) -> None:
        """Count A's chips [deals].

        With `duplicate`, the mean of both seats is a single sample. Otherwise each hand is one, but
        how far the seats' exact values lie apart does not add to the variance, since it is settled
        who sits where (stratified sampling).
        """
        if self.duplicate:
            off = (in_first + in_second) / 2 - tally.centre
        else:
            off = np.r_[in_first - exact[0], in_second - exact[1]]
        tally.add_sums(len(off), float(off.sum()), float(np.square(off).sum()))


def _play(
    form: Form, playout: Playout | None, one: Contender, other: Contender, terms: _Terms
) -> Match:
    """Play a match; without a playout only the exact value is computed."""
    begun = time.perf_counter()
    exact = values_by_seat(form, one.profile, other.profile)
    exact_ev = (exact[0] + exact[1]) / 2
    expected = terms.expected(exact)
    raw, adjusted = Tally(expected), Tally(expected)
    why: list[str | None] = [None, None]
    if playout is not None:
        pairing = Pairing(form, one.profile, other.profile)
        _sample(playout, pairing, terms, exact, raw, adjusted)
        twice = terms.duplicate and not _are_alike(raw)
        rehearse = partial(_rehearse, playout, pairing) if twice else None
        why = refusals(pairing, terms.count, rehearse)
    intervals = [
        None if reason else _interval(each)
        for each, reason in zip((raw, adjusted), why, strict=True)
    ]
    reasons = list(dict.fromkeys(filter(None, why)))
    if playout is not None and None in intervals and not reasons:
        reasons = ["where all hands come to the same, they allow no interval"]
    return Match(
        game=form.game.spec,
        a=one.name,
        b=other.name,
        hands=int(terms.count) if playout else 0,
        duplicate=terms.duplicate,
        mean=raw.mean,
        stderr=raw.stderr,
        ci95=intervals[0],
        luck_adjusted_mean=adjusted.mean,
        luck_adjusted_stderr=adjusted.stderr,
        luck_adjusted_ci95=intervals[1],
        doubt="; ".join(reasons) or None,
        mbb_per_hand=1000 * raw.mean / _unit(playout.rules)[0] if playout else None,
        exact_ev=exact_ev,
        exact_ev_by_seat=exact,
        seconds=time.perf_counter() - begun,
        unit=_unit(playout.rules)[1] if playout else "",
        raked=not form.game.zero_sum,
    )


def _unit(rules: Rules) -> tuple[float, str]:
    """The unit in whose thousandths results are reported: its chips, and its name."""
    blind = max(rules.blinds)
    if blind:
        return blind, "a big blind"
    if not rules.ante:
        return 1, "a chip"
    return rules.ante, "half the pot" if rules.starting_share else "an ante"


_playout = lru_cache(1)(Playout)
"""Kept for one game, since the matches of a tournament are all of the same game."""


def _interval(tally: Tally) -> tuple[float, float] | None:
    """The 95 % interval; None if all samples are the same, and not the exact value."""
    off = abs(tally.mean - tally.centre) > ROUNDING
    return None if off and _are_alike(tally) else tally.ci95


def _are_alike(tally: Tally) -> bool:
    """Whether all samples are the same."""
    return tally.stderr is not None and tally.stderr < ROUNDING


def _rehearse(playout: Playout, pairing: Pairing) -> Array:
    """A's chips from random deals, each played twice: the same ones, whatever the match's seed."""
    rng = np.random.default_rng([REHEARSED])
    deals = playout.rules.dealer.draw(REHEARSED, rng)
    ahead, behind = (playout.play(profile, deals, rng).chips for profile in pairing.profiles)
    chips: Array = (ahead[0] + behind[1]) / 2
    return chips


def _sample(
    playout: Playout, pairing: Pairing, terms: _Terms, exact: Pair, raw: Tally, adjusted: Tally
) -> None:
    """Play the hands, and count what A wins: in `raw` as it is, in `adjusted` without luck."""
    profiles, (first, second) = pairing.profiles, pairing.worths
    rng = np.random.default_rng(terms.seed)
    for dealt in terms.blocks(playout.rules, rng):
        ahead = playout.play(profiles[0], dealt[0], rng, (first.losses, None))
        behind = playout.play(profiles[1], dealt[1], rng, (None, second.losses))
        terms.note(raw, ahead.chips[0], behind.chips[1], exact)
        terms.note(adjusted, first.value - ahead.lost, second.value - behind.lost, exact)
        if terms.keep is None:
            continue
        for seat, outcome in enumerate((ahead, behind)):
            lines = [playout.actions(end) for end in outcome.ends.tolist()]
            terms.keep(playout.form.game, seat, dealt[seat], lines)
