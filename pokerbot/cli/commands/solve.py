"""`pokerbot solve`: train, show how it goes, save what came of it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import algorithms, games
from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import progress
from pokerbot.cli.output import (
    backend_option,
    color_option,
    json_option,
    per_hand,
    precision_option,
    print_result,
    say,
    seed_option,
    threads_option,
)
from pokerbot.cli.spot_help import write_keys
from pokerbot.errors import InputError
from pokerbot.games.holdem import SEATS
from pokerbot.io.files import printable, resolved
from pokerbot.play.view.amounts import chips, number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.cli.monitor import Show
    from pokerbot.runs.destinations import Destination
    from pokerbot.runs.progress import Forecast
    from pokerbot.runs.results import Progress, Solution
    from pokerbot.runs.training import Training


FILES = """A name that ends in .json is a text that people read and write, in .gz the same packed,
in .spot arrays in 16 bits, which is the default for turns and flops of hold'em: each probability is
rounded by less than 1/65535, so that those of a decision still add up to 1, and all that is
reported is of the rounded ones. Locked play is not rounded."""


class SolveCommand(click.Command):
    """Its help names the games, the algorithms and the defaults from the catalogues."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What there is to choose from, and what is chosen if nothing is said."""
        from pokerbot.games.catalogue import FAMILIES
        from pokerbot.games.tree_catalogue import TREES
        from pokerbot.runs.defaults import defaults
        from pokerbot.solvers.catalogue import ALGORITHMS

        with formatter.section("Games"):
            formatter.write_text(", ".join([*FAMILIES, *TREES]))
        with formatter.section("Algorithms"):
            formatter.write_text(", ".join(ALGORITHMS))
        with formatter.section(
            "Defaults (of those for any size the first to reach exploitability 1e-3)"
        ):
            names = [*FAMILIES, *TREES]
            formatter.write_dl([(game, "-a {} -n {}".format(*defaults(game))) for game in names])
        with formatter.section("Files"):
            formatter.write_text(FILES)
        write_keys(formatter)


@click.command("solve", cls=SolveCommand)
@click.argument("game", shell_complete=games)
@click.option("-a", "--algorithm", help="How; see below.", shell_complete=algorithms)
@click.option("-n", "--iterations", type=int, help="Stop after so many, resumed ones included.")
@click.option("--target", type=float, help="Stop at this exploitability, in chips per hand.")
@click.option("--target-pot", type=float, help="The same in per cent of the pot at the start.")
@click.option("--time", "seconds", type=float, help="Stop after so many seconds of iterations.")
@seed_option
@click.option("-o", "--output", help="The file [strategies/GAME-ALGORITHM.json]; see below.")
@click.option("--updates", help="alternating (default) or simultaneous.")
@click.option("--averaging", type=float, help="Iteration t weighs t**GAMMA.", metavar="GAMMA")
@click.option("--epsilon", type=float, help="Every action has at least this probability.")
@click.option(
    "--floor",
    metavar="[HANDS:]KIND=P,...",
    help="Actions of a kind, with such hands, get at least P together.",
)
@click.option("--floor-seat", help="Whose: both (default), first or second.")
@click.option("--init", help="Start from uniform (default), perturbed or random strategies.")
@click.option("--batch", type=int, help="Sampled deals an iteration.")
@click.option("--temperature", type=float, help="Of the quantal response equilibrium: mmd alone.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="A number of its rule.")
@click.option("--iterate", help="Save the average (default) or the last strategy.")
@click.option(
    "--without",
    type=click.Choice(["rivers"]),
    help="Of a flop save no rivers: show and the grid solve them again.",
)
@click.option("--checkpoint", help="Keep all there is to go on from in this file.")
@click.option("--resume", help="Go on from this checkpoint.")
@backend_option
@threads_option
@precision_option
@click.option("--force", is_flag=True, help="Overwrite whatever the file holds.")
@json_option
@color_option
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

    Stops at the first of -n, --target and --time; at the game's default number of iterations
    where none is given, a spot at 0.1 % of its pot. Ctrl-C stops and saves.

    Where a spot is raked, no equilibrium is promised: exploitability is half of what both players
    could gain on their own EV, and need not come down to 0.
    """
    from pokerbot.runs.backend import usual_threads
    from pokerbot.runs.defaults import default_path, defaults, limits_or_usual
    from pokerbot.runs.limits import check_limits, in_chips
    from pokerbot.runs.outlook import outlook
    from pokerbot.runs.progress import Forecast
    from pokerbot.runs.training import Training
    from pokerbot.solvers.catalogue import find_algorithm
    from pokerbot.solvers.options import Options
    from pokerbot.strategy.library import game_named

    played = game_named(game)
    target = in_chips(played, target, target_pot)
    check_limits(iterations, target, seconds)
    chosen = find_algorithm(defaults(played.name)[0] if algorithm is None else algorithm)
    iterations, target = limits_or_usual(played, iterations, target, seconds)
    asked = Options(set=_numbers(settings, "--set"), floor=_floor(floor), **options)
    asked = chosen.within(asked, iterations)
    path = default_path(played, chosen.name, asked.restrictions) if output is None else Path(output)
    kept = None if checkpoint is None else Path(checkpoint)
    training = Training(
        played,
        chosen,
        seed=seed,
        options=asked,
        backend=backend,
        threads=usual_threads(backend) if threads is None else threads,
        precision=precision,
    )
    if without is not None:
        _check_without(training, path)
    found = _check_files(training, path, kept, force=force)
    if resume is not None:
        training.resume(Path(resume))
        reached = training.solver.iterations
        if iterations is not None and iterations < reached:
            raise InputError(
                f"must be at least {reached:,}, which the checkpoint has", parameter="iterations"
            )
    if played.is_spot:
        click.echo(outlook(training, iterations, target, seconds), err=True)
    with interruptible() as interrupted:
        with progress() as show, _kept_at_a_fault(training, found, without):
            training.run(
                iterations=iterations,
                target=target,
                seconds=seconds,
                watch=show and _watch(show, Forecast(iterations, target, seconds)),
                stopped=lambda: bool(interrupted),
                checkpoint=kept,
                tell=say,
            )
        solution = _keep(training, found, without)
    with telling(interrupted):
        if solution is None:
            click.echo("Stopped before the first iteration; nothing was saved.", err=True)
            return
        print_result(solution, as_json, lambda out: _show(out, solution, training.epsilon))
        for place in found:
            if place.better(solution):
                click.echo(_better(place, solution), err=True)
        if interrupted:
            done = number_of(solution.iterations, "iteration")
            click.echo(f"Stopped after {done} and saved.", err=True)


def _watch(show: Show, forecast: Forecast) -> Callable[[Progress], None]:
    """What shows each measurement, and what it lets expect."""

    def watch(reached: Progress) -> None:
        line = forecast.line(reached)
        show(line, forecast.part)

    return watch


@contextmanager
def _kept_at_a_fault(
    training: Training, found: Sequence[Destination], without: str | None
) -> Iterator[None]:
    """Save what there is where a fault ends the training: a full disk, memory that ran out.

    Raises:
        InputError: the fault, and what is saved.
    """
    try:
        yield
    except (InputError, MemoryError) as error:
        solution = _keep(training, found, without)
        if solution is None:
            raise
        name = printable(str(solution.output))
        why = error if isinstance(error, InputError) else "it takes more memory than there is"
        raise InputError(f"{why}; what there was by then is saved to {name}") from None


def _keep(training: Training, found: Sequence[Destination], without: str | None) -> Solution | None:
    """Save the strategy that there is; None where there is none.

    It goes to the first place where nothing better is lost, to the last one at all events.

    Nothing is read here, and nothing compared, that could fail and take the work with it.
    """
    from pokerbot.strategy.parts import PackedProfile
    from pokerbot.strategy.storage import save

    if not training.solver.iterations:
        return None
    solution = training.solution(path=found[-1].path, final=True)
    strategy = solution.strategy
    if without is not None:
        assert isinstance(strategy.infosets, PackedProfile)
        infosets = strategy.infosets.without_last(training.threads)
        strategy = dataclasses.replace(strategy, infosets=infosets)
    free = (place.path for place in found if not place.better(solution))
    path = next(free, found[-1].path)
    save(strategy, path, force=True)
    return dataclasses.replace(solution, output=str(path))


def _better(place: Destination, solution: Solution) -> str:
    """What to say of a strategy that was there, and is less exploitable."""
    assert place.there is not None
    how = f"{number_of(place.there.iterations, 'iteration')} of {printable(place.there.algorithm)}"
    better = f"{how}, exploitability {per_hand(place.there.exploitability)}"
    if solution.output == str(place.path):
        return f"It replaced a better one: {better}."
    return f"{printable(str(place.path))} is better and stays: {better}; --force replaces it."


def _check_without(training: Training, path: Path) -> None:
    """Raise InputError where a strategy cannot be saved without its rivers."""
    from pokerbot.io.compiler import compiles
    from pokerbot.sequence.cut import cut_last_street
    from pokerbot.strategy.storage import is_packed

    cut = cut_last_street(training.trained) if is_packed(path) and compiles() else None
    if cut is None or training.game.locks or training.options.restrictions:
        raise InputError(
            "takes a turn or a flop without locks, floors and --epsilon where hands end before the"
            " river, a file that ends in .spot, and numba",
            parameter="without",
        )


def _check_files(
    training: Training, path: Path, kept: Path | None, *, force: bool
) -> list[Destination]:
    """Where the strategy may go.

    Raises:
        InputError: before any work, unless both files may be written.
    """
    from pokerbot.runs.checkpoint import check_checkpoint
    from pokerbot.runs.destinations import destinations
    from pokerbot.runs.resuming import check_resumable

    found = destinations(training.game, training.described, path, force=force)
    if kept is not None:
        check_resumable(training)
        check_checkpoint(kept, force=force)
        if resolved(kept) == resolved(path):
            raise InputError("the strategy and the checkpoint cannot be one file")
    return found


def _floor(text: str | None) -> dict[str, float] | None:
    """The probabilities that --floor names, by kind of action."""
    return None if text is None else _numbers(text.split(","), "--floor")


def _numbers(given: Sequence[str], option: str) -> dict[str, float] | None:
    """What an option's key=number pairs say."""
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


def _show(out: Console, solution: Solution, epsilon: float) -> None:
    """The result for a person."""
    rate = solution.iterations / solution.seconds if solution.seconds else 0.0
    spec = solution.strategy.game.spec
    out.print(
        f"{spec} by {solution.algorithm}: {number_of(solution.iterations, 'iteration')}"
        f" in {solution.seconds:.2f} s ({rate:,.0f} a second)"
    )
    where = f" where every action has at least {epsilon}" if epsilon else ""
    part = _part_of_pot(solution)
    out.print(f"exploitability  {per_hand(solution.exploitability)}{part}{where}")
    if solution.strategy.algorithm.get("floor"):
        within = per_hand(solution.exploitability_within)
        out.print(f"within          {within} at most, of what the floors leave free")
    elif solution.strategy.game.locks:
        within = per_hand(solution.exploitability_within)
        out.print(f"within          {within} where locked hands play what they are given")
    out.print(f"NashConv        {per_hand(solution.nash_conv)}{where}")
    for line in _worth(solution, epsilon):
        out.print(line)
    out.print(f"saved to        {printable(str(solution.output))}")


def _part_of_pot(solution: Solution) -> str:
    """What a spot's exploitability is beside its pot."""
    from pokerbot.runs.results import SpotSolution

    if not isinstance(solution, SpotSolution):
        return ""
    pot = solution.strategy.game.rules.pot
    return f", {solution.exploitability_pot:.3g} % of the pot of {chips(pot)}"


def _worth(solution: Solution, epsilon: float) -> Iterator[str]:
    """What the game is worth, to player 1; of a spot, each player's share of its pot."""
    from pokerbot.runs.results import SpotSolution

    if isinstance(solution, SpotSolution):
        for seat, ev, equity in zip(SEATS, solution.ev, solution.equity, strict=True):
            yield f"EV {seat:<13}{ev:.4f} chips of the pot, equity {100 * equity:.2f} %"
        if solution.ev_bounds is None:
            raked = solution.strategy.game.rules.pot - sum(solution.ev)
            yield f"rake            {raked:.4f} chips a hand; with it no equilibrium is promised"
        elif not epsilon:
            low, high = solution.ev_bounds
            yield f"the game's own  between {low:.4f} and {high:.4f} for oop"
        return
    yield f"value           {solution.value:+z.6f} chips per hand for player 1"
    if solution.value_bounds and not epsilon:
        low, high = solution.value_bounds
        yield f"the game's own  between {low:+z.6f} and {high:+z.6f}"
