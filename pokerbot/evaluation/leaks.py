"""Leaks: where a player's frequencies differ from a strategy's, and what that could cost."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from pokerbot.evaluation.exact import evaluate
from pokerbot.games.game import Game
from pokerbot.games.ranges import class_of
from pokerbot.games.tally import Z95
from pokerbot.strategy.strategy import Strategy

Counts = Mapping[str, Counter[str]]
"""How often each action was taken, by information set."""

BOT, SOUND = "bot", "sound"
"""What a player's frequencies are compared with: the opponent's own, or those of sound play."""

CONFIDENCE = 0.95
HABIT = 5
"""With fewer decisions than this at an information set, nothing there counts as a habit."""

FEW = 30
"""With fewer decisions than this at an information set, there is a caution: mostly chance."""


@dataclass(frozen=True)
class Leak:
    """How often a player takes an action at an information set, or at several counted together.

    infoset: the information set, as `counted_under` names it
    times: how often the player decided there
    observed: the share of these decisions in which the player took the action
    low, high: the 95 % confidence interval of `observed`
    frequency: how often the strategy takes the action; None beside sound play where that is not
        known, as a lock gives the strategy's play there
    beyond_chance: whether the difference is too large for chance, by the function `beyond_chance`
    """

    infoset: str
    action: str
    times: int
    observed: float
    low: float
    high: float
    frequency: float | None
    beyond_chance: bool


@dataclass(frozen=True)
class Leaks:
    """A player's decisions, compared with a strategy.

    decisions: how many were counted
    rows: by information set and action, in the order of the strategy
    offered: the chips per hand that the best responses of (player 1, player 2) win more against the
        observed frequencies than against the strategy; where nothing was observed, or `frequency`
        is None, the player is taken to play the strategy
    caution: in words, how far the frequencies can be trusted
    beside: what the strategy is: `BOT` or `SOUND`
    """

    decisions: int
    rows: tuple[Leak, ...]
    offered: tuple[float, float]
    caution: str
    beside: str = BOT


def counted_under(game: Game, key: str) -> str:
    """The name under which decisions at an information set are counted.

    At spots of hold'em all hands of a class are counted together, such as `AKo:kb120`; in other
    games each information set is counted alone, under its key.
    """
    hand, colon, line = key.partition(":")
    return f"{class_of(hand)}{colon}{line}" if game.is_spot else key


def counted(decisions: Iterable[tuple[str, str]]) -> Counts:
    """Count (information set, action) decisions."""
    counts: Counts = defaultdict(Counter)
    for key, action in decisions:
        counts[key][action] += 1
    return counts


def find_leaks(strategy: Strategy, beside: str, decisions: Iterable[tuple[str, str]]) -> Leaks:
    """Compare (information set, action) decisions with what a strategy does there.

    Args:
        strategy: the opponent's strategy, or a sound one.
        beside: which of the two it is: `BOT` or `SOUND`.
        decisions: the player's decisions.
    """
    done, infosets = counted(decisions), strategy.infosets
    keys: dict[str, list[str]] = {}
    for key in infosets:
        if key in done and len(infosets[key]) > 1:
            keys.setdefault(counted_under(strategy.game, key), []).append(key)
    counts = {name: sum((done[key] for key in there), Counter()) for name, there in keys.items()}
    habits = (name for name, count in counts.items() if count.total() >= HABIT)
    tests = sum(len(infosets[keys[name][0]]) for name in habits)
    locked = strategy.game.locked if beside == SOUND else frozenset()
    rows, observed = [], dict(infosets)
    for name, there in keys.items():
        actions, known = infosets[there[0]], locked.isdisjoint(there)
        mean = {
            action: _mean(strategy, action, there, done) if known else None for action in actions
        }
        found = [_leak(name, action, counts[name], mean[action], tests) for action in actions]
        for key in there if known else ():
            observed[key] = {row.action: row.observed for row in found}
        rows += found
    own = evaluate(strategy).best_response_values
    against = evaluate(replace(strategy, infosets=observed)).best_response_values
    return Leaks(
        decisions=sum(count.total() for count in counts.values()),
        rows=tuple(rows),
        offered=(against[0] - own[0], against[1] - own[1]),
        caution=_caution(counts, some=strategy.game.has_classes) + _unknown(rows),
        beside=beside,
    )


def _mean(strategy: Strategy, action: str, keys: list[str], done: Counts) -> float:
    """How often a strategy takes an action at some information sets, weighted by `done`."""
    first, *others = (strategy.infosets[key][action] for key in keys)
    if not others:
        return first
    return float(np.average([first, *others], weights=[done[key].total() for key in keys]))


def _leak(key: str, action: str, counts: Counter[str], frequency: float | None, tests: int) -> Leak:
    """The row of an action; `tests` is how many rows are tested against chance together."""
    taken, times = counts[action], counts.total()
    low, high = wilson(taken, times)
    return Leak(
        infoset=key,
        action=action,
        times=times,
        observed=taken / times,
        low=low,
        high=high,
        frequency=frequency,
        beyond_chance=frequency is not None
        and times >= HABIT
        and beyond_chance(taken, times, frequency, tests),
    )


def _caution(counts: Counts, *, some: bool) -> str:
    """How far the frequencies can be trusted.

    some: whether there are too many hands for all of them to come up
    """
    if not counts:
        return "no decision was seen that could be compared"
    fewest = min(count.total() for count in counts.values())
    unseen = "; what is offered leaves out hands that never came up" if some else ""
    if fewest >= FEW:
        return f"each information set was seen often enough to say something{unseen}"
    times = "once" if fewest == 1 else f"{fewest} times"
    return (
        f"some information sets were seen only {times}: frequencies of so few"
        f" decisions are mostly chance, and so is what they seem to offer{unseen}"
    )


def _unknown(rows: Iterable[Leak]) -> str:
    """What a caution adds where sound play is not known at some decisions; else empty."""
    if all(row.frequency is not None for row in rows):
        return ""
    return (
        "; where a lock gives the play, sound play is not known (–) and nothing counts as offered"
    )


def beyond_chance(taken: int, times: int, frequency: float, tests: int) -> bool:
    """Whether an action was taken too often or too rarely to be chance at that frequency.

    A two-sided exact binomial test with Bonferroni's correction for the number of tests: of 20
    players who play the strategy itself, at least 19 on average are not accused at all.
    """
    often = at_least(taken, {frequency: times})
    rare = min(often, at_least(times - taken, {1 - frequency: times}))
    return 2 * rare * tests < 1 - CONFIDENCE


def at_least(successes: int, trials: Mapping[float, int]) -> float:
    """The probability of at least this many successes in independent trials.

    Args:
        successes: how many.
        trials: how many trials there are, by their probability of success, which rounding may have
            made a little more than 1.
    """
    spread = np.ones(1)
    for given, times in trials.items():
        p = min(max(given, 0.0), 1.0)
        logs = np.r_[0.0, np.log(np.arange(1, times + 1)).cumsum()]  # log 0!, log 1!, log 2!, …
        many = np.arange(times + 1)
        alike = (many == times * p).astype(float)
        if 0 < p < 1:
            odds = many * math.log(p) + (times - many) * math.log1p(-p)
            alike = np.exp(logs[-1] - logs - logs[::-1] + odds)
        spread = np.convolve(spread, alike)
    return math.fsum(spread[successes:])


def wilson(successes: int, times: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's (1927) score interval of a frequency.

    z: its half width in standard errors; by default the interval is that of 95 %
    """
    share, spread = successes / times, z * z / times
    centre = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / times + spread / times / 4) / (1 + spread)
    return max(centre - half, 0.0), min(centre + half, 1.0)
