"""`pokerbot train`: train a blueprint for hold'em from the blinds."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.completion import files
from pokerbot.cli.execution import execution_options, executor
from pokerbot.cli.interrupts import interruptible, telling
from pokerbot.cli.monitor import progress, time_left
from pokerbot.cli.output import force_option, print_result, result_options, say, seed_option
from pokerbot.cli.saving import kept_at_a_fault
from pokerbot.errors import InputError
from pokerbot.io.files import FOLDER, check_writable, printable, resolved
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.cli.monitor import Show
    from pokerbot.runs.executors import Executor
    from pokerbot.runs.heads_up import BlueprintTraining, TrainedBlueprint
    from pokerbot.runs.limits import Limits

USUAL_SECONDS = 600.0


@click.command("train")
@click.argument("game", metavar="heads-up", type=click.Choice(["heads-up"]))
@click.option(
    "--stack", type=float, default=20, show_default=True, help="The stacks, in big blinds."
)
@click.option(
    "-n",
    "--iterations",
    type=int,
    help="Stop after this many iterations, those of --checkpoint included.",
)
@click.option("--time", "seconds", type=float, help="Stop after this many seconds [600].")
@seed_option
@execution_options(jobs="all cores", what="How many threads")
@click.option(
    "--checkpoint",
    metavar="FILE",
    shell_complete=files,
    help="Go on from this file if it exists, and keep in it what is needed to go on.",
)
@click.option(
    "-o", "--output", shell_complete=files, help=f"The file [{FOLDER}/heads-up-STACK.blueprint]."
)
@force_option
@result_options
def command(
    game: str,
    stack: float,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    jobs: int | None,
    checkpoint: str | None,
    output: str | None,
    force: bool,
    as_json: bool,
    **where: Any,
) -> None:
    """Train a blueprint for no-limit hold'em from the blinds, heads-up, and save it.

    Bets and raises are half the pot, the pot, or all-in. Hands that are about equally good on a
    board are played alike. The same -n and seed give the same file, whatever --jobs and --on are.
    pokerbot strength measures how good the file is.
    """
    from pokerbot.io.machine import cores
    from pokerbot.runs.heads_up import BlueprintTraining
    from pokerbot.runs.limits import Limits
    from pokerbot.strategy import blueprint

    carrying = executor(jobs=jobs, **where)
    elsewhere = None if where["on"] == "here" else carrying
    default = f"{FOLDER}/{game}-{stack:g}{blueprint.ENDING}"
    path = Path(default if output is None else output)
    kept = None if checkpoint is None else Path(checkpoint)
    limits = Limits(iterations, seconds=seconds)
    if kept is not None and resolved(kept) == resolved(path):
        raise InputError("the blueprint and the checkpoint cannot be the same file")
    _iterations_there(path, stack, force=force)
    training = BlueprintTraining(stack, seed=seed, workers=jobs or cores())
    if kept is not None:
        if kept.exists() and not force:
            training.resume(kept)
            limits.check_reached(training.solver.iterations)
            done = number_of(training.solver.iterations, "iteration")
            say(f"Going on after {done}.")
        check_writable(kept, force=force)
    limits = limits or Limits(seconds=USUAL_SECONDS)
    saved = kept_at_a_fault(lambda: _save(training, path, force=force)[0])
    with interruptible() as interrupted:
        with progress() as show, _connection(elsewhere), saved:
            training.run(
                iterations=limits.iterations,
                seconds=limits.seconds,
                watch=show and _watch(show, training.solver.iterations, limits),
                stopped=interrupted,
                checkpoint=kept,
                executor=elsewhere,
                tell=say,
            )
        made, why = _save(training, path, force=force)
    with telling(interrupted):
        if made is None:
            say("Stopped before the first iteration; nothing was saved.")
            return
        print_result(made, as_json, lambda out: _show(out, made))
        if why:
            say(f"{printable(str(path))} {why} and stays; --force replaces it.")
        if interrupted:
            done = number_of(made.iterations, "iteration")
            say(f"Stopped after {done} and saved.")


def _iterations_there(path: Path, stack: float, *, force: bool) -> int:
    """The iterations of the blueprint that would be overwritten, 0 if there is none or `force`.

    Raises:
        InputError: it cannot be written, or holds something else than a blueprint for this stack.
    """
    from pokerbot.io.archive import check_overwritten, needs_force
    from pokerbot.strategy import blueprint

    there = check_overwritten(path, "blueprint", blueprint.load, force=force)
    if there is None:
        return 0
    if there.stack != stack:
        raise needs_force(path, f"which holds a blueprint for {there.stack:g} big blinds")
    return there.iterations


def _save(
    training: BlueprintTraining, path: Path, *, force: bool
) -> tuple[TrainedBlueprint | None, str]:
    """Save the blueprint, unless there is none yet; beside the file if that one stays.

    Returns:
        The blueprint, and why the file stays, as `_why_it_stays`.
    """
    from pokerbot.runs.defaults import unused

    if not training.solver.iterations:
        return None, ""
    why = "" if force else _why_it_stays(path, training)
    return training.save(unused(path) if why else path), why


def _why_it_stays(path: Path, training: BlueprintTraining) -> str:
    """Why what the file holds by now, at the end, is not replaced; empty if it may be."""
    try:
        there = _iterations_there(path, training.stack, force=False)
    except InputError:
        return "holds something else by now"
    return f"has {there:,} iterations" if there > training.solver.iterations else ""


def _connection(executor: Executor | None) -> AbstractContextManager[None]:
    """A context in which the connection to a cluster is kept from one iteration to the next."""
    from pokerbot.runs.executors.cluster import Cluster

    return executor.connected() if isinstance(executor, Cluster) else nullcontext()


def _watch(show: Show, first: int, limits: Limits) -> Callable[[int, float], None]:
    """A function that shows the progress, given the iterations done and the seconds spent.

    first: the iterations that were done before this training, by a checkpoint
    """
    begun, iterations, seconds = time.monotonic(), limits.iterations, limits.seconds

    def watch(done: int, spent: float) -> None:
        part = spent / seconds if seconds else 0.0
        if iterations:
            part = max(part, (done - first) / (iterations - first))
        show(f"{done:,} iterations{time_left(begun, part)}", part)

    return watch


def _show(out: Console, made: TrainedBlueprint) -> None:
    """Print the result for a person."""
    from pokerbot.strategy.blueprint import ENDING

    out.print(
        f"heads-up, {made.stack:g} big blinds: {number_of(made.iterations, 'iteration')} of"
        f" {made.boards // made.iterations} boards in {made.seconds:.0f} s"
    )
    out.print(f"saved to  {printable(made.output)}, {max(1, round(made.bytes / 1000)):,} kB")
    out.print("not measured yet; pokerbot strength measures it", style="dim")
    if Path(made.output).suffix != ENDING:
        out.print(f"play and match know a blueprint by the ending {ENDING}: rename it to play it")
