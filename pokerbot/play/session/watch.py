"""Two strategies play each other, hand after hand; the seats are swapped each hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pokerbot.games.betting import raked
from pokerbot.games.tally import Tally, students_t
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand, deal
from pokerbot.play.view.amounts import count, fixed, less_rake, number_of, signed
from pokerbot.play.view.view import Scene, scene
from pokerbot.play.view.words import ENOUGH_HANDS, beating
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from numpy.random import Generator

NAMES = ("A", "B")
MOST = 512
"""Fewer points than this are kept of how the mean settles."""


class Watch:
    """Strategies A and B at a table, and what A has won so far.

    hand: the hand on the table
    seat: A's seat in it; 0 acts first
    hands: how many hands are over
    settling: the course of A's mean result per hand
    """

    def __init__(
        self,
        a: Strategy,
        b: Strategy,
        exact: tuple[float, float],
        worth: Callable[[Hand, int], float],
        rng: Generator,
        enough: Callable[[int], bool],
    ) -> None:
        """Deal the first hand, in which A acts first.

        Args:
            a: what A plays.
            b: what B plays, in the same game.
            exact: A's expected chips per hand in seat 0 and in seat 1.
            worth: (a hand that is over, A's seat in it) → the chips that A won without luck.
            rng: the generator of the cards and both players' dice.
            enough: whether so many hands allow an interval without luck.
        """
        self._cards, *dice = rng.spawn(3)
        self._bots = tuple(map(Bot, (a.infosets, b.infosets), dice))
        self._strategies, self.exact, self._worth = (a, b), exact, worth
        self._enough = enough
        self._won, self._adjusted = SeatTallies(), SeatTallies()
        self.settling = Settling(math.fsum(exact) / 2)
        self.seat = 0
        self.hand = deal(a.game, self._cards)

    @property
    def hands(self) -> int:
        """How many are over."""
        return self._won.count

    def step(self) -> None:
        """Have the player to act take an action, or deal the next hand if this one is over."""
        if self.hand.over:
            self.seat = 1 - self.seat
            self.hand = deal(self.hand.game, self._cards)
            return
        self.hand = self.hand.after(self._bots[self._to_act].choose(self.hand.observe()))
        if self.hand.over:
            self._won.add(self.seat, self.hand.net(self.seat))
            self._adjusted.add(self.seat, self._worth(self.hand, self.seat))
            if self.settling.due(self.hands):
                self.settling.add(self._won.mean)

    def play_hand(self) -> None:
        """Step until a hand is over: this one, or the next if this one already is."""
        self.step()
        while not self.hand.over:
            self.step()

    @property
    def _to_act(self) -> int:
        """Whose turn it is: 0 for A, 1 for B."""
        return int(self.hand.betting.player != self.seat)

    @property
    def choice(self) -> tuple[str, Mapping[str, float]] | None:
        """Who is to act, and their probability of each action; None where the hand is over."""
        if self.hand.over:
            return None
        infosets = self._strategies[self._to_act].infosets
        return NAMES[self._to_act], infosets[self.hand.observe().key]

    @property
    def mean(self) -> tuple[float, float] | None:
        """A's chips per hand, and the half-width of the 95 % interval."""
        return self._won.mean

    @property
    def without_luck(self) -> tuple[float, float] | None:
        """The same without luck."""
        return self._adjusted.mean

    @property
    def tells_without_luck(self) -> bool:
        """Whether there are enough hands for an interval without luck."""
        return self._enough(self.hands)

    @property
    def expected(self) -> float:
        """A's exact expected chips per hand, over the seats played so far."""
        return self._won.weigh(self.exact)


class Settling:
    """The course of the mean result per hand and its margin, at evenly spaced hands.

    At each point both seats were played equally often. Once there are `MOST` points every second
    one is dropped, and the distance between them doubles.

    exact: what the mean comes to in the long run
    apart: how many hands lie between two points, and before the first
    points: (mean, margin), None while a seat had fewer than two hands
    """

    def __init__(self, exact: float) -> None:
        self.exact, self.apart = exact, 2
        self.points: list[tuple[float, float] | None] = []

    @property
    def hands(self) -> int:
        """After how many hands the last point was."""
        return self.apart * len(self.points)

    def due(self, hands: int) -> bool:
        """Whether the next point is to be added after this many hands."""
        return hands == self.hands + self.apart

    def add(self, point: tuple[float, float] | None) -> None:
        """Add the next point."""
        self.points.append(point)
        if len(self.points) == MOST:
            self.points, self.apart = self.points[1::2], 2 * self.apart

    def sample(self, count: int) -> list[tuple[float, float] | None]:
        """`count` points evenly over the hands, at least 2; each holds until the next one."""
        places = (len(self.points) * place // (count - 1) - 1 for place in range(count))
        return [None if place < 0 else self.points[place] for place in places]


class SeatTallies:
    """Chips won per hand, with the variance within each seat alone (stratified sampling)."""

    def __init__(self) -> None:
        self._seats = Tally(), Tally()

    def add(self, seat: int, chips: float) -> None:
        """Count one more hand."""
        self._seats[seat].add(chips)

    @property
    def count(self) -> int:
        """How many hands there are."""
        return sum(tally.count for tally in self._seats)

    @property
    def mean(self) -> tuple[float, float] | None:
        """The mean and the half-width of its 95 % interval by Student's t.

        None with fewer than two hands in either seat.
        """
        fewest = min(tally.count for tally in self._seats)
        if fewest < 2:
            return None
        total = math.fsum(tally.sum for tally in self._seats)
        spread = math.hypot(*(tally.count * (tally.stderr or 0) for tally in self._seats))
        return total / self.count, students_t(fewest - 1) * spread / self.count

    def weigh(self, exact: tuple[float, float]) -> float:
        """The mean of the two seats' exact values, weighted by how often each was played."""
        counts = [tally.count or not self.count for tally in self._seats]
        return math.fsum(n * each for n, each in zip(counts, exact, strict=True)) / sum(counts)


def look(watch: Watch, named: tuple[str, str] = NAMES) -> Scene:
    """The hand as seen from A's side, with both players' cards face up.

    named: what A and B are called
    """
    hand = watch.hand
    status = _outcome(hand, watch.seat) if hand.over else _turn(watch)
    seen = scene(hand, watch.seat, status, NAMES)
    you, bot = replace(seen.you, name=named[0]), replace(seen.bot, name=named[1])
    return replace(seen, you=you, bot=bot)


def _turn(watch: Watch) -> str:
    assert watch.choice is not None
    name, betting = watch.choice[0], watch.hand.betting
    return f"{name} to act" + (f", {count(betting.to_call)} to call." if betting.to_call else ".")


def _outcome(hand: Hand, seat: int) -> str:
    """Why the hand is over, and who wins how much, in two lines."""
    names = NAMES if seat == 0 else NAMES[::-1]
    if hand.winner is None:
        return "Both hold the same.\nThe pot is split."
    winner, loser = names[hand.winner], names[1 - hand.winner]
    if hand.betting.folded is None:
        held = hand.holdings(seat)
        why = f"{winner}'s {beating(held[hand.winner])} {loser}'s {held[1 - hand.winner]}."
    else:
        why = f"{names[hand.betting.folded]} folds."
    return f"{why}\n{_gain(hand, winner)}"


def _gain(hand: Hand, winner: str) -> str:
    """How much the winner wins; at a spot that is less than the pot by half of what lay there."""
    rules = hand.game.rules
    assert hand.winner is not None
    won = hand.net(hand.winner)
    if not rules.starting_share:
        return f"{winner} wins {count(won)}."
    pot = less_rake(hand.pot, raked(rules, hand.betting))
    return f"{winner} wins the pot of {pot}: {signed(won)}."


def statistics(watch: Watch) -> tuple[tuple[str, str], ...]:
    """The figures as (name, amount), in A's chips per hand."""
    to = watch.hand.game.rules.decimals
    return (
        ("Hands", f"{watch.hands:,}"),
        *_estimate("A has won", watch.mean, watch.hands >= ENOUGH_HANDS, to),
        *_estimate("Without luck", watch.without_luck, watch.tells_without_luck, to),
        ("Exactly", fixed(watch.expected, to + 2)),
        ("  acting first", fixed(watch.exact[0], to + 2)),
        ("  acting second", fixed(watch.exact[1], to + 2)),
    )


def _estimate(
    what: str, found: tuple[float, float] | None, enough: bool, to: int
) -> tuple[tuple[str, str], ...]:
    """A mean, with its interval if there are enough hands for one.

    to: how many decimals matter
    """
    if found is None or not enough:
        return (what, "–" if found is None else fixed(found[0], to)), ("  95 %", "–")
    mean, margin = found
    needed = 1 - math.floor(math.log10(margin)) if margin else 0
    places = min(max(needed, to + 2), to + 4)
    low, middle, high = (fixed(each, places) for each in (mean - margin, mean, mean + margin))
    return (what, middle), ("  95 %", f"{low} to {high}")


def brief(watch: Watch) -> str:
    """The score in a line."""
    to = watch.hand.game.rules.decimals
    won = "–" if watch.mean is None else fixed(watch.mean[0], to)
    if watch.mean is not None and watch.hands >= ENOUGH_HANDS:
        won += f"±{watch.mean[1]:.{to}f}"
    return f"A {won}, exact {fixed(watch.expected, to)}, {number_of(watch.hands, 'hand')}"


def verdict(watch: Watch) -> str:
    """Whether the result so far fits the exact expectation."""
    if watch.mean is None or watch.hands < ENOUGH_HANDS:
        return f"Under {ENOUGH_HANDS} hands tell little."
    mean, margin = watch.mean
    if abs(mean - watch.expected) <= margin:
        return "What A has won fits the exact value."
    return "What A has won does not fit: one time in 20 luck does that."
