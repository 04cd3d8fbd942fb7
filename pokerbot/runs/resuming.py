"""Saving a training as a checkpoint, and going on from one, or from a strategy."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.catalogue import not_the
from pokerbot.games.identity import rules_in_files
from pokerbot.io.files import is_whole, printable
from pokerbot.runs import backend as backends
from pokerbot.runs.checkpoint import State, check_checkpoint, load_checkpoint, save_checkpoint
from pokerbot.sequence.operators import BACKENDS
from pokerbot.solvers.selfplay import SelfPlay, is_resumable
from pokerbot.solvers.warm import warm_start
from pokerbot.strategy.arrays import to_arrays

if TYPE_CHECKING:
    from pokerbot.runs.training import Training
    from pokerbot.strategy.strategy import Strategy

MOST_ITERATIONS, MOST_NODES = 10**12, 1 << 256
"""The limits of the counts in a checkpoint; powers of the iterations are then far from overflow."""
UNTOLD: Any = {"over": "ignore", "invalid": "ignore", "divide": "ignore"}
"""Arguments of `np.errstate`: no warnings, since numbers that are not finite are refused."""


def check_resumable(training: Training) -> None:
    """Raise InputError if a checkpoint of the training would not be complete, or would be empty."""
    name = training.described["name"]
    if not is_resumable(training.solver):
        raise InputError(
            f"no checkpoint of {name}: its source of gradients does not say what it remembers;"
            " give it state() and restore(state), or stateless = True if that is nothing"
        )
    if not training.solver.state():
        raise InputError(f"{name} solves the game in one step: no checkpoint")


def check_kept(training: Training, path: Path, *, force: bool) -> None:
    """Check that checkpoints of the training may be written to a file, as `check_checkpoint`.

    Raises:
        InputError: there can be none, or they may not be written there.
    """
    check_resumable(training)
    check_checkpoint(path, _identity(training), training.solver.iterations, force=force)


def save(training: Training, path: Path) -> None:
    """Write a checkpoint; raises InputError if that is not possible."""
    check_resumable(training)
    solver = training.solver
    memory = {
        "iterations": solver.iterations,
        "nodes_touched": solver.nodes_touched,
        "value_sum": solver.value_sum,
        "seconds": training.seconds,
        "random": training.rng.bit_generator.state,
        "backend": training.backend,
        "numpy_until": training.numpy_until,
        "precision": training.precision,
        "merged": training.merged is not None,
    }
    save_checkpoint(path, _identity(training), memory, solver.state())


def resume(training: Training, path: Path) -> None:
    """Make a training that has not begun go on from a checkpoint; raises as `Training.resume`."""
    check_resumable(training)

    def like(memory: Mapping[str, Any]) -> State:
        """The training's state; if the checkpoint's form is not merged, it is built so, too."""
        if training.merged and memory.get("merged") is not True:
            training.build(None)
        return training.solver.state()

    memory, state = load_checkpoint(path, _identity(training), like)
    solver = training.solver
    iterations, nodes = memory.get("iterations", -1), memory.get("nodes_touched", -1)
    value_sum, seconds = memory.get("value_sum"), memory.get("seconds")
    try:
        if not is_whole(iterations, MOST_ITERATIONS) or not is_whole(nodes, MOST_NODES):
            raise InputError("its counts are not what a solver remembers")
        if not _is_sum(value_sum) or not _is_sum(seconds) or seconds < 0:
            raise InputError("its sums are not what a solver remembers")
        if not memory["random"]["state"]["inc"] & 1:
            raise InputError("its random number generator is not one")
        backend, numpy_until = _backend(training, memory)
        precision = training.asked_precision or memory.get("precision") or "double"
        backends.check(training.asked, 1, precision)
        training.rng.bit_generator.state = memory["random"]
        with np.errstate(**UNTOLD):
            solver.restore(state)
        if backends.is_own(backend):
            backends.rebind(solver, training.described["name"], backend)
            training.backend = backend
    except InputError as error:
        raise InputError(f"{printable(str(path))}: {error}") from None
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(f"{printable(str(path))}: not a whole checkpoint file") from None
    training.numpy_until, training.precision = numpy_until, precision
    solver.iterations, solver.nodes_touched = iterations, nodes
    solver.value_sum, training.seconds = value_sum, seconds


def begin(training: Training, start: Strategy) -> int:
    """Make a training begin from a strategy; return how many iterations that counts as.

    Raises:
        InputError: the algorithm or an option does not go with it, or it is of another game.
    """
    name, solver = training.algorithm.name, training.solver
    if not isinstance(solver, SelfPlay) or any(map(any, training.floors)):
        told = f"has no effect on {name}, or where play is restricted"
        raise InputError(told, parameter="start")
    if training.algorithm.default("horizon") is not None:
        told = f"does not go with {name}, whose schedule needs a whole run"
        raise InputError(told, parameter="start")
    if training.options.init:
        raise InputError("has no effect where training has a start", parameter="init")
    if training.iterate == "last":
        told = "does not go with a start: the average begins with it, not what is played last"
        raise InputError(told, parameter="iterate")
    if start.game != training.game:
        raise InputError(f"plays {not_the(training.game, start.game)}", parameter="start")
    training.game.check_zero_sum("start")
    return warm_start(training.form, solver, to_arrays(training.form, start.infosets))


def _backend(training: Training, memory: Mapping[str, Any]) -> tuple[str, int | None]:
    """The backend that goes on, and the iteration after which machine code does."""
    if training.asked != "auto":
        return training.backend, training.numpy_until
    backend, until = memory.get("backend", "numpy"), memory.get("numpy_until")
    if backend not in BACKENDS or not (until is None or is_whole(until)):
        raise InputError("its backend is not one")
    if backend == "compiled":
        backends.check("compiled")
        return backend, 0
    return backend, until


def _identity(training: Training) -> dict[str, Any]:
    """What must be the same in a checkpoint and in the run that goes on from it."""
    game = {"name": training.game.name, **training.game.parameters}
    described = {key: value for key, value in training.described.items() if key != "iterate"}
    rules = rules_in_files(training.game)
    return {"game": game, **rules, "algorithm": described, "seed": training.seed}


def _is_sum(value: object) -> TypeGuard[float]:
    return isinstance(value, float) and math.isfinite(value)
