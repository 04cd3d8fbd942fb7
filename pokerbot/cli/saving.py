"""Where `pokerbot solve` saves a strategy, and what it says of that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbot.cli.output import per_hand
from pokerbot.errors import InputError
from pokerbot.io.files import printable, resolved
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from pokerbot.runs.destinations import Destination
    from pokerbot.runs.heads_up import TrainedBlueprint
    from pokerbot.runs.results import Solution
    from pokerbot.runs.training import Training

LEFT_OUT = (
    "This is told with the rivers that the file leaves out; solved again, they may lose more."
)


@contextmanager
def kept_at_a_fault(keep: Callable[[], Solution | TrainedBlueprint | None]) -> Iterator[None]:
    """Save what there is if an error ends the training: a full disk, too little memory.

    keep: saves it, and returns it with the file's name; None where there is nothing yet

    Raises:
        InputError: there was such an error; the message says where it is saved.
    """
    try:
        yield
    except (InputError, MemoryError) as error:
        if (kept := keep()) is None:
            raise
        name = printable(str(kept.output))
        why = error if isinstance(error, InputError) else "it takes more memory than there is"
        raise InputError(f"{why}; what there was by then is saved to {name}") from None


def keep(training: Training, found: list[Destination], without: str | None) -> Solution | None:
    """Save the strategy trained so far; None if there was no iteration yet.

    It goes to the first place where it replaces nothing better, else to the last place. The places
    were read beforehand, so that no error in reading them can lose the work; if another process has
    written to one since, they are looked at anew.
    """
    from pokerbot.evaluation.exact import RESPONSES, evaluate
    from pokerbot.runs.destinations import destinations
    from pokerbot.strategy.packed_profile import PackedProfile
    from pokerbot.strategy.storage import save

    if not training.solver.iterations:
        return None
    if any(place.changed for place in found):
        game, wanted = training.game, found[0].path
        found[:] = destinations(game, training.described, wanted, force=False, late=True)
    solution = training.solution(path=found[-1].path, final=True)
    strategy = solution.strategy
    if without is not None:
        assert isinstance(strategy.infosets, PackedProfile)
        results = {**strategy.results}
        if RESPONSES not in results:
            results[RESPONSES] = [*evaluate(strategy).best_response_values]
        infosets = strategy.infosets.without_last(training.threads)
        strategy = dataclasses.replace(strategy, infosets=infosets, results=results)
    free = (place.path for place in found if not place.better(solution))
    path = next(free, found[-1].path)
    save(strategy, path, force=True)
    return dataclasses.replace(solution, output=str(path))


def better(place: Destination, solution: Solution) -> str:
    """The message about a less exploitable strategy that was there already."""
    assert place.there is not None
    assert place.exploitability is not None
    how = f"{number_of(place.there.iterations, 'iteration')} of {printable(place.there.algorithm)}"
    within = " within its locks" if place.game.locks else ""
    there = f"{how}, exploitability {per_hand(place.exploitability)}{within}"
    if solution.output == str(place.path):
        return f"It replaced a better one: {there}."
    return f"{printable(str(place.path))} is better and stays: {there}; --force replaces it."


def check_without(training: Training, path: Path) -> None:
    """Raise InputError where a strategy cannot be saved without its rivers."""
    from pokerbot.io.compiler import compiles
    from pokerbot.sequence.cut import cut_last_street
    from pokerbot.strategy.storage import is_packed

    cut = cut_last_street(training.trained) if is_packed(path) and compiles() else None
    if cut is None or training.game.locks or training.options.restrictions:
        raise InputError(
            "needs a turn or a flop without locks, floors and --epsilon on which hands end before"
            " the river, a file that ends in .spot, and numba",
            parameter="without",
        )


def check_files(
    training: Training, path: Path, kept: Path | None, *, force: bool
) -> list[Destination]:
    """The places to which the strategy may be saved, checked before any work is done.

    Raises:
        InputError: the file or the checkpoint may not be written.
    """
    from pokerbot.runs.destinations import destinations
    from pokerbot.runs.resuming import check_kept

    found = destinations(training.game, training.described, path, force=force)
    if kept is not None:
        check_kept(training, kept, force=force)
        if resolved(kept) == resolved(path):
            raise InputError("the strategy and the checkpoint cannot be the same file")
    return found
