"""`pokerbot compare`: algorithms side by side on one game."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import algorithms, games
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.monitor import reporting
from pokerbot.cli.output import (
    backend_option,
    draw_to,
    ending,
    plot_option,
    precision_option,
    print_result,
    result_options,
    say,
    threads_option,
)
from pokerbot.errors import installs

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.games.game import Game
    from pokerbot.runs.comparison import Axis, Comparison
    from pokerbot.runs.curves import CurveRun
    from pokerbot.runs.executors import Executor
    from pokerbot.solvers.algorithm import Algorithm

MOST_LEVELS = 6
COLOURS = ("cyan", "magenta", "yellow", "green", "red", "blue", "bright_cyan", "bright_magenta")


@click.command("compare")
@click.argument("game", shell_complete=games)
@click.option(
    "-a",
    "--algorithm",
    "algorithms",
    metavar="NAME[:KEY=VALUE,...]",
    multiple=True,
    help="An algorithm to run; may be repeated.",
    shell_complete=algorithms,
)
@click.option("-n", "--iterations", type=int, help="Stop each run after this many iterations.")
@click.option("--target", type=float, help="Stop each run at this exploitability.")
@click.option("--time", "seconds", type=float, help="Stop each run after this many seconds [2].")
@click.option(
    "--seeds",
    type=click.IntRange(1, 1000),
    default=3,
    show_default=True,
    help="How many runs, each with a seed of its own, of each algorithm that samples.",
)
@click.option(
    "--perturb",
    is_flag=True,
    help="Run the other algorithms as often, from starts that differ in the twelfth digit.",
)
@plot_option("the curves")
@execution_options()
@backend_option
@threads_option
@precision_option
@result_options
def command(
    game: str,
    algorithms: tuple[str, ...],
    iterations: int | None,
    target: float | None,
    seconds: float | None,
    seeds: int,
    perturb: bool,
    plot: Path | None,
    backend: str,
    threads: int | None,
    precision: str | None,
    as_json: bool,
    **where: Any,
) -> None:
    """Run algorithms on GAME and compare how fast their exploitability falls.

    Without -a, all algorithms run. dcfr:alpha=1,beta=-2 is dcfr with parameters of your own;
    mine:rule is the algorithm or rule of that name in mine.py. Algorithms that sample run once for
    each seed.
    """
    from pokerbot.runs.backend import best
    from pokerbot.runs.comparison import Comparison, curve_runs
    from pokerbot.runs.limits import Limits
    from pokerbot.strategy.library import game_named

    limits = Limits(iterations, target, seconds)
    played = game_named(game)
    runs = curve_runs(
        played,
        algorithms or _all_for(played, iterations),
        seeds,
        limits,
        tell=say,
        perturb=perturb,
        backend=best(say) if backend == "auto" else backend,
        threads=1 if threads is None else threads,
        precision=precision,
    )
    carrying = executor(**where)
    announcing = _announcing_compilation(runs, carrying)
    with announcing, reporting(runs, carrying) as (curves, interrupted):
        found = Comparison(played.spec, tuple(curves.values()), runs[0].measured)
        if interrupted:
            shown = f"{len(found.curves):,} of {len(runs):,} runs are shown, as far as they came"
            say(f"Stopped; {shown}.")
        print_result(found, as_json, lambda out: _show(out, found))
        draw_to(plot, found.figure)


def _announcing_compilation(
    runs: Sequence[CurveRun], place: Executor
) -> AbstractContextManager[object]:
    """A context in which this process says when it compiles; other processes do so silently."""
    from pokerbot.runs.executors import InProcess

    if isinstance(place, InProcess) and any(run.backend == "compiled" for run in runs):
        from pokerbot.io.machine_code import compiling

        return compiling(say)
    return nullcontext()


def _all_for(game: Game, iterations: int | None) -> tuple[str, ...]:
    """Every algorithm that takes this game, with what is installed; says why others do not run."""
    from pokerbot.runs.comparison import all_for
    from pokerbot.solvers.catalogue import ALGORITHMS

    chosen = tuple(each.name for each in all_for(game, iterations))
    for name, each in ALGORITHMS.items():
        if name not in chosen:
            say(f"without {name}: {_why_not(each, game)}")
    return chosen


def _why_not(algorithm: Algorithm, game: Game) -> str:
    """Why an algorithm does not run on this game."""
    if not algorithm.fits(game):
        return "it does not take this game"
    if not algorithm.takes(game):
        return f"it needs {algorithm.library}: {installs(algorithm.library)}"
    return "it needs -n"


def _show(out: Console, found: Comparison) -> None:
    """Print where each run ended, what it took to reach each power of ten, and the curves."""
    width = max(map(len, found.labels)) + 2
    out.print(f"{found.game}: {found.measured} in chips per hand at the end of each run")
    mixed = len({curve.backend for curve in found.curves}) > 1
    for label in found.labels:
        by = f"  by {found.of(label)[0].backend}" if mixed else ""
        out.print(ending(label, width, [curve.points[-1] for curve in found.of(label)]) + by)
    levels = found.levels()
    levels = levels[1:] if len(levels) > 2 else levels
    apart = max(math.ceil(len(levels) / MOST_LEVELS), 1)
    levels = levels[::-apart][::-1]  # the finest is among them
    for axis in found.axes() if levels else ():
        show_costs(out, found, axis, levels)
    for axis in found.axes():
        if axis.unit == "seconds":
            _chart(out, found, axis)


def show_costs(out: Console, found: Comparison, axis: Axis, levels: Sequence[float]) -> None:
    """Print a table of what each algorithm took to come down to each level of exploitability.

    levels: in chips per hand
    """
    width = max(map(len, found.labels)) + 2
    out.print(f"\n{axis.name} to come down to (* the fewest)", style="bold")
    out.print(f"  {'':<{width}}" + "".join(f"{level:>11.0e} " for level in levels))
    costs = {
        label: [found.cost(label, level, axis.unit) for level in levels] for label in axis.labels
    }
    columns = zip(*costs.values(), strict=True)
    best = [min((c for c in column if c is not None), default=None) for column in columns]
    for label, row in costs.items():
        cells = (_cell(cost, first) for cost, first in zip(row, best, strict=True))
        out.print(f"  {label:<{width}}{''.join(cells)}")


def _chart(out: Console, found: Comparison, axis: Axis) -> None:
    """Print the curves over an axis, medians where there are several seeds."""
    from rich.text import Text

    from pokerbot.plots.text import log_chart, marks

    series = [found.series(label, axis.unit) for label in axis.labels]
    curves = {each.label: [*zip(each.x, each.y, strict=True)] for each in series}
    ascii_only = out.options.ascii_only
    inks = dict(zip(marks(len(curves), ascii_only=ascii_only), cycle(COLOURS)))
    lines = log_chart(curves, "s", ascii_only=ascii_only)
    if lines:
        out.print(f"\n{found.measured} over {axis.name}", style="bold")
    for line in lines:
        drawn = Text(line)
        for mark, colour in inks.items():
            drawn.highlight_regex(re.escape(mark), colour)
        out.print(drawn)


def _cell(cost: float | None, best: float | None) -> str:
    """A cost in eleven columns, and a star if it is the least."""
    if cost is None:
        return f"{'–':>11} "
    number = f"{cost:,.0f}" if cost >= 999.5 or cost == int(cost) else f"{cost:.3g}"
    number = number if len(number) <= 10 else f"{cost:.2e}"
    return f"{number:>11}{'*' if cost == best else ' '}"
