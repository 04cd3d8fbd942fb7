"""`pokerbot solve`: train a strategy, show the progress, and save the result."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import algorithms, files, games
from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import progress
from pokerbot.cli.output import (
    backend_option,
    force_option,
    per_hand,
    precision_option,
    print_result,
    result_options,
    say,
    seed_option,
    threads_option,
)
from pokerbot.cli.saving import (
    LEFT_OUT,
    better,
    check_files,
    check_without,
    keep,
    kept_at_a_fault,
)
from pokerbot.cli.spot_help import write_keys
from pokerbot.errors import InputError
from pokerbot.games.holdem import SEATS
from pokerbot.io.files import printable
from pokerbot.play.view.amounts import chips, number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.cli.monitor import Show
    from pokerbot.runs.progress import Forecast
    from pokerbot.runs.results import Progress, Solution


FILES = """The ending of the file's name chooses its format: .json is text that people can read and
write; .gz is the same, compressed; .spot holds arrays of 16-bit numbers, and is the default for
turns and flops of hold'em. There each probability is rounded by less than 1/65535, such that those
of a decision still add up to 1, and all figures reported are those of the rounded strategy. Locked
play is not rounded."""


class SolveCommand(click.Command):
    """Its help names the games, the algorithms and the defaults from the catalogues."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what there is to choose from, and the defaults."""
        from pokerbot.games.catalogue import FAMILIES
        from pokerbot.games.tree_catalogue import TREES
        from pokerbot.runs.defaults import defaults
        from pokerbot.solvers.catalogue import ALGORITHMS

        with formatter.section("Games"):
            formatter.write_text(", ".join([*FAMILIES, *TREES]))
        with formatter.section("Algorithms"):
            formatter.write_text(", ".join(ALGORITHMS))
        with formatter.section(
            "Defaults (of the algorithms for any size, the first to reach exploitability 1e-3)"
        ):
            names = [*FAMILIES, *TREES]
            formatter.write_dl([(game, "-a {} -n {}".format(*defaults(game))) for game in names])
        with formatter.section("Files"):
            formatter.write_text(FILES)
        write_keys(formatter)


@click.command("solve", cls=SolveCommand)
@click.argument("game", shell_complete=games)
@click.option("-a", "--algorithm", help="The algorithm; see below.", shell_complete=algorithms)
@click.option(
    "-n",
    "--iterations",
    type=int,
    help="Stop after this many iterations, those of --resume included.",
)
@click.option("--target", type=float, help="Stop at this exploitability, in chips per hand.")
@click.option("--target-pot", type=float, help="The same in per cent of the pot at the start.")
@click.option("--time", "seconds", type=float, help="Stop after this many seconds of iterations.")
@seed_option
@click.option(
    "-o",
    "--output",
    shell_complete=files,
    help="The file [strategies/GAME-ALGORITHM.json]; see below.",
)
@click.option("--updates", help="Update the players alternating (default) or simultaneous.")
@click.option(
    "--averaging",
    type=float,
    help="Weigh iteration t by t**GAMMA in the average strategy.",
    metavar="GAMMA",
)
@click.option("--epsilon", type=float, help="Give every action at least this probability.")
@click.option(
    "--floor",
    metavar="[HANDS:]KIND=P,...",
    help="Give all actions of this kind together at least probability P, with HANDS or any hands.",
)
@click.option("--floor-seat", help="Who keeps to --floor: both (default), first or second.")
@click.option("--init", help="Start from uniform (default), perturbed or random strategies.")
@click.option("--batch", type=int, help="How many deals an algorithm samples per iteration.")
@click.option(
    "--temperature",
    type=float,
    help="The temperature of the quantal response equilibrium (mmd only).",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="Set a parameter of the algorithm; may be repeated.",
)
@click.option("--iterate", help="Save the average (default) or the last strategy.")
@click.option(
    "--without",
    type=click.Choice(["rivers"]),
    help="Leave the rivers out of the file; show and the grid solve them again when needed.",
)
@click.option(
    "--checkpoint",
    shell_complete=files,
    help="Save to this file, now and then and at the end, what --resume needs.",
)
@click.option("--resume", shell_complete=files, help="Go on from this checkpoint.")
@backend_option
@threads_option
@precision_option
@force_option
@result_options
def command(
    game: str,
    algorithm: str | None,
    iterations: int | None,
    target: float | None,
    target_pot: float | None,
    seconds: float | None,
    seed: int,
    output: str | None,
    settings: tuple[str, ...],
    floor: str | None,
    without: str | None,
    checkpoint: str | None,
    resume: str | None,
    backend: str,
    threads: int | None,
    precision: str | None,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Train a strategy for GAME (NAME, NAME:key=value,... or SPOT.toml, see below) and save it.

    Training stops at the first of -n, --target and --time. If none is given, it stops after the
    game's default number of iterations, and for a spot at an exploitability of 0.1 % of its pot.
    Ctrl-C stops and saves.

    For a spot with a rake no equilibrium is promised: exploitability is half of what both players
    together could gain by best responses, and need not come down to 0.
    """
    from pokerbot.runs.defaults import default_path, defaults, usual_limits
    from pokerbot.runs.limits import Limits, in_chips
    from pokerbot.runs.outlook import outlook
    from pokerbot.runs.own import algorithm_named
    from pokerbot.runs.progress import Forecast, measured_in
    from pokerbot.runs.training import Training
    from pokerbot.solvers.catalogue import ALGORITHMS
    from pokerbot.solvers.options import Options
    from pokerbot.strategy.library import game_named

    played = game_named(game)
    limits = Limits(iterations, in_chips(played, target, target_pot), seconds)
    chosen = algorithm_named(defaults(played.name)[0] if algorithm is None else algorithm)
    limits = limits or usual_limits(played)
    floors = None if floor is None else _numbers(floor.split(","), "--floor")
    asked = Options(set=_numbers(settings, "--set"), floor=floors, **options)
    asked = chosen.within(asked, limits.iterations)
    forecast = Forecast(limits, measured_in(played, asked.floor))
    path = default_path(played, chosen.name, asked.restrictions) if output is None else Path(output)
    kept = None if checkpoint is None else Path(checkpoint)
    training = Training(
        played,
        chosen,
        seed=seed,
        options=asked,
        backend=backend,
        threads=threads,
        precision=precision,
    )
    if without is not None:
        check_without(training, path)
    if resume is not None:
        training.resume(Path(resume))
        limits.check_reached(training.solver.iterations)
    found = check_files(training, path, kept, force=force)
    if played.is_spot:
        say(outlook(training, limits))
    with interruptible() as interrupted:
        with progress() as show, kept_at_a_fault(lambda: keep(training, found, without)):
            training.run(
                **vars(limits),
                watch=show and _watch(show, forecast),
                stopped=interrupted,
                checkpoint=kept,
                tell=say,
            )
        solution = keep(training, found, without)
    with telling(interrupted):
        if solution is None:
            say("Stopped before the first iteration; nothing was saved.")
            return
        print_result(solution, as_json, lambda out: _show(out, solution))
        if without is not None:
            say(LEFT_OUT)
        for place in found:
            if place.better(solution):
                say(better(place, solution))
        if interrupted:
            done = number_of(solution.iterations, "iteration")
            say(f"Stopped after {done} and saved.")
        if limits.target is not None and solution.exploitability_within > limits.target:
            measured = measured_in(played, asked.floor)
            exact = chosen.name != "lp" and ALGORITHMS["lp"].fits(played)
            hint = "; -a lp is exact, and takes games of this size" if exact else ""
            say(f"The {measured} is still above the target of {per_hand(limits.target)}{hint}.")


def _watch(show: Show, forecast: Forecast) -> Callable[[Progress], None]:
    """A function that shows each measurement with a forecast."""

    def watch(reached: Progress) -> None:
        line = forecast.line(reached)
        show(line, forecast.part)

    return watch


def _numbers(given: Sequence[str], option: str) -> dict[str, float] | None:
    """The numbers that an option gives as key=number, by key; None if it gives none."""
    numbers: dict[str, float] = {}
    for text in given:
        key, _, value = text.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise InputError(f"{option} takes key=number, not {text!r:.60}")
        if numbers.setdefault(key, number) != number:
            raise InputError(f"{option} is given two numbers for {key!r:.60}")
    return numbers or None


def _show(out: Console, solution: Solution) -> None:
    """Print the result for a person."""
    from pokerbot.runs.progress import each_second

    rate = solution.iterations / solution.seconds if solution.seconds else 0.0
    spec = solution.strategy.game.spec
    out.print(
        f"{spec} by {solution.algorithm}: {number_of(solution.iterations, 'iteration')}"
        f" in {solution.seconds:.2f} s ({each_second(rate)} a second)"
    )
    locks, part = solution.strategy.game.locks, _part_of_pot(solution)
    epsilon = solution.epsilon
    where = f" where every action has at least {epsilon}" if epsilon and not locks else ""
    out.print(f"exploitability  {per_hand(solution.exploitability)}{part}{where}")
    if solution.strategy.algorithm.get("floor"):
        within = per_hand(solution.exploitability_within)
        out.print(f"within          {within} at most, of what the floors leave free")
    elif locks:
        within = per_hand(solution.exploitability_within)
        rest = f", and every other action has at least {epsilon}" if epsilon else ""
        out.print(f"within          {within} if locked hands play as they are locked{rest}")
    out.print(f"NashConv        {per_hand(solution.nash_conv)}{where}")
    if solution.regularized_gap is not None:
        gap = per_hand(max(solution.regularized_gap, 0.0))
        out.print(f"gap             {gap} to the quantal response equilibrium, where it is 0")
    for line in _worth(solution):
        out.print(line)
    out.print(f"saved to        {printable(str(solution.output))}")


def _part_of_pot(solution: Solution) -> str:
    """A spot's exploitability as a part of its pot, in words."""
    from pokerbot.runs.results import SpotSolution

    if not isinstance(solution, SpotSolution):
        return ""
    pot = solution.strategy.game.rules.pot
    return f", {solution.exploitability_pot:.3g} % of the pot of {chips(pot)}"


def _worth(solution: Solution) -> Iterator[str]:
    """The lines on the value of the game to player 1, or of a spot on both players' EV."""
    from pokerbot.runs.results import SpotSolution

    if isinstance(solution, SpotSolution):
        for seat, ev, equity in zip(SEATS, solution.ev, solution.equity, strict=True):
            yield f"EV {seat:<13}{ev:z.4f} chips of the pot, equity {100 * equity:.2f} %"
        if solution.ev_bounds is None:
            raked = solution.strategy.game.rules.pot - sum(solution.ev)
            yield f"rake            {raked:.4f} chips a hand; with it no equilibrium is promised"
        elif not solution.epsilon:
            low, high = solution.ev_bounds
            whose = "with the locks" if solution.strategy.game.locks else "the game's own"
            yield f"{whose}  between {low:.4f} and {high:.4f} for oop"
        return
    yield f"value           {solution.value:+z.6f} chips per hand for player 1"
    if solution.value_bounds and not solution.epsilon:
        low, high = solution.value_bounds
        yield f"the game's own  between {low:+z.6f} and {high:+z.6f}"
