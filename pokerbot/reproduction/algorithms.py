"""Every algorithm on ten games: what it takes each to reach an exploitability of 1e-2 … 1e-8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from pokerbot.games.game import Game
from pokerbot.plots.figure import Figure, Panel
from pokerbot.reproduction.study import StudyReport
from pokerbot.runs.comparison import Comparison, all_for, curve_runs
from pokerbot.runs.curves import Curve, CurveRun
from pokerbot.runs.defaults import defaults
from pokerbot.runs.limits import Limits
from pokerbot.runs.results import Progress
from pokerbot.solvers.algorithm import Algorithm, Program
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.linear import has_few_sequences
from pokerbot.strategy.library import game_named

IN_POTS = " (in pots)"
"""Stands behind the name of a game whose exploitability is counted in pots."""
LEVELS = tuple(float(f"1e-{power}") for power in range(2, 9))
UNITS = "seconds", "iterations", "nodes_touched"
NOISE = 2.0
"""Two single runs count as even if their exploitabilities differ by no more than this factor."""
UNTOLD = "not compared"
"""Two runs of which one was not measured yet where the other ended."""
OF_DEFAULTS = 1e-3
"""The exploitability by which default algorithms are chosen."""
MOST_OF_PROGRAMS = 2_000
"""Programs take part in games of up to this many sequences for a player, as they cannot be stopped
in the middle of a step.
"""


class Claim(NamedTuple):
    """A paper's claim that one algorithm is ahead of another after the same amount of a unit."""

    paper: str
    ahead: str
    behind: str
    unit: str = "iterations"


CLAIMS = (
    Claim("Tammelin 2014", "cfr+", "cfr"),
    Claim("Brown & Sandholm 2019", "lcfr", "cfr"),
    Claim("Brown & Sandholm 2019", "dcfr", "cfr+"),
    Claim("Farina et al. 2021", "pcfr+", "cfr+"),
    Claim("Xu et al. 2024", "dcfr+", "dcfr"),
    Claim("Xu et al. 2024", "pdcfr+", "pcfr+"),
    Claim("Meng et al. 2025", "sapcfr+", "pcfr+"),
    Claim("Meng et al. 2025", "apcfr+", "pcfr+"),
    Claim("Zhang et al. 2024", "hs-dcfr", "dcfr"),
    Claim("Zhang et al. 2024", "hs-pcfr+", "pcfr+"),
    Claim("Schulze 2023", "gxfp", "xfp"),
    Claim("Lanctot et al. 2009", "es-mccfr", "cfr", "nodes_touched"),
    Claim("Schmid et al. 2019", "vr-mccfr", "os-mccfr", "nodes_touched"),
    Claim("McAleer et al. 2023", "escher", "os-mccfr", "nodes_touched"),
)


@dataclass(frozen=True)
class Survey:
    """Every algorithm on some games; each run ends after its time, or at the lowest level.

    games: the games' names, as `game_named` takes them
    seconds: the time in iterations of each run
    horizon: the number of iterations of algorithms that must know it
    """

    name: str
    summary: str
    games: tuple[str, ...]
    seconds: float
    horizon: int = 1000
    draws: ClassVar[bool] = True

    def runs(self, part: float, backend: str, tell: Callable[[str], object]) -> list[CurveRun]:
        """All runs, game by game.

        part: the share of `seconds` that each of them gets; tell: as in `curve_runs`
        """
        made: list[CurveRun] = []
        for game in map(game_named, self.games):
            for algorithm in taking_part(game, self.horizon):
                goes_by_number = algorithm.default("horizon") is not None
                limits = Limits(
                    iterations=self.horizon if goes_by_number else None,
                    target=LEVELS[-1] * chip(game),
                    seconds=self.seconds * part,
                )
                made += curve_runs(game, [algorithm.name], 1, limits, tell=tell, backend=backend)
        return made

    def report(self, runs: Sequence[CurveRun], curves: Sequence[Curve]) -> StudyReport:
        """The report on the runs, with a curve for each."""
        of_game: dict[Game, list[Curve]] = {}
        for run, curve in zip(runs, curves, strict=True):
            of_game.setdefault(run.played, []).append(in_units_of(chip(run.played), curve))
        found = {game: Comparison(named(game), tuple(each)) for game, each in of_game.items()}
        every = tuple(found.values())
        remarks = [of_default(game, each) for game, each in found.items()]
        remarks += [judged(claim, every) for claim in CLAIMS]
        remarks += [left_out(each) for each in every]
        data = {each.game: {"costs": costs(each), "curves": tidy(each)} for each in every}
        return StudyReport(remarks, data, figure(every), every)


def taking_part(game: Game, horizon: int) -> list[Algorithm]:
    """The algorithms that take a game; in larger games only those that can be stopped."""
    few = has_few_sequences(game, MOST_OF_PROGRAMS)
    return [each for each in all_for(game, horizon) if few or not isinstance(each, Program)]


def left_out(found: Comparison) -> str:
    """In words, the algorithms that were not run on a game."""
    names = ", ".join(name for name in ALGORITHMS if not found.of(name))
    if not names:
        return f"{found.game}: all were run"
    why = f"not for this game here, or programs of over {MOST_OF_PROGRAMS:,} sequences a player"
    return f"{found.game}: not run: {names} ({why})"


def chip(game: Game) -> float:
    """The unit of exploitability in chips: 1, or at a spot its pot."""
    return game.rules.pot if game.is_spot else 1.0


def named(game: Game) -> str:
    """The game's name, with the unit if that is not chips."""
    return f"{game.spec}{IN_POTS}" if game.is_spot else game.spec


def in_units_of(chips: float, curve: Curve) -> Curve:
    """A curve with its exploitability and value in units of `chips` chips."""

    def counted(point: Progress) -> Progress:
        found = point.exploitability / chips, point.value / chips
        return replace(point, exploitability=found[0], value=found[1])

    return replace(curve, points=tuple(map(counted, curve.points)))


def costs(found: Comparison) -> dict[str, dict[str, list[float | None]]]:
    """For each unit and label, what it took to reach each level; None if it did not."""
    return {
        unit: {
            label: [found.cost(label, level, unit) for level in LEVELS] for label in found.labels
        }
        for unit in UNITS
    }


def tidy(found: Comparison) -> list[dict[str, Any]]:
    """The curves as data: of each its fields, and a list for each measured quantity."""
    names = *UNITS, "exploitability"
    return [
        {name: value for name, value in vars(curve).items() if name != "points"}
        | {name: [getattr(point, name) for point in curve.points] for name in names}
        for curve in found.curves
    ]


def figure(found: Sequence[Comparison]) -> Figure:
    """A figure with a row of panels for each game, one for each axis of comparison."""
    names = list(dict.fromkeys(axis.name for each in found for axis in each.axes()))
    panels = []
    for each in found:
        drawn = {panel.x_label: panel for panel in each.panels()}
        in_pots = each.game.endswith(IN_POTS)
        for name in names:
            panel = drawn.get(name, Panel(name, "", [], logarithmic=True))
            label = f"exploitability ({'pots' if in_pots else 'chips per hand'})"
            panels.append(replace(panel, y_label=label, title=each.game))
    return Figure("every algorithm by game", panels, columns=len(names))


def of_default(game: Game, found: Comparison) -> str:
    """In words, how the game's default algorithm compares with the fastest one."""
    name = defaults(game.name)[0]
    taken = {
        label: cost
        for label in found.labels
        if (cost := found.cost(label, OF_DEFAULTS, "seconds")) is not None
    }
    if not taken:
        return f"{found.game}: none comes down to {OF_DEFAULTS:g} in time"
    first = min(taken, key=lambda label: taken[label])
    own = f"{taken[name]:.2g} s" if name in taken else "more than it had"
    return (
        f"{found.game}: to {OF_DEFAULTS:g} {name}, the default, takes {own};"
        f" the first is {first}, with {taken[first]:.2g} s"
    )


def judged(claim: Claim, found: Sequence[Comparison]) -> str:
    """In words, on which games a claim holds, and on which it does not."""
    places: dict[str, list[str]] = {"ahead": [], "even": [], "behind": [], UNTOLD: []}
    for each in found:
        pair = each.of(claim.ahead), each.of(claim.behind)
        if all(pair):
            factor = lead(pair[0][0], pair[1][0], claim.unit)
            places[_standing(factor)].append(each.game)
    said = "; ".join(f"{word} on {', '.join(games)}" for word, games in places.items() if games)
    unit = claim.unit.replace("_", " ")
    return f"{claim.paper}, {claim.ahead} before {claim.behind} by {unit}: {said or UNTOLD}"


def _standing(factor: float | None) -> str:
    """A lead in words."""
    if factor is None:
        return UNTOLD
    return "ahead" if factor > NOISE else "behind" if factor < 1 / NOISE else "even"


def lead(one: Curve, other: Curve, unit: str) -> float | None:
    """The exploitability of `other` divided by that of `one`, where the first of both ended.

    None if one of them was not measured yet where the other ended.
    """
    shared = min(getattr(curve.points[-1], unit) for curve in (one, other))
    left, right = (
        [point.exploitability for point in curve.points if getattr(point, unit) <= shared]
        for curve in (one, other)
    )
    if not (left and right):
        return None
    return max(right[-1], LEVELS[-1]) / max(left[-1], LEVELS[-1])


SURVEY = Survey(
    "algorithms",
    "every algorithm on ten games by iterations, nodes and seconds; half an hour with --jobs 2",
    (
        *("kuhn", "kuhn:cards=13", "leduc", "leduc:ranks=13", "leduc-nolimit:stack=5"),
        *("leduc-nolimit", "von-neumann-raise", "liars-dice", "3bet-ip-monotone-river"),
        "3bet-ip-monotone-turn",
    ),
    seconds=8.0,
)
