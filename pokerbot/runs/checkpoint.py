"""Checkpoint files: a solver's whole state as arrays. They hold no code that could be run."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game
from pokerbot.games.identity import RULES
from pokerbot.io.archive import (
    LARGEST_HEADER,
    Format,
    Members,
    check_overwritten,
    needs_force,
)
from pokerbot.io.files import is_whole, named_in_errors, opened, printable, stamp, whole_file
from pokerbot.runs.backend import TellText, warn
from pokerbot.runs.defaults import unused

KIND = Format("pokerbot-checkpoint", 1, "checkpoint file")
LARGEST = 1e280
"""The limit of numbers in a file: no training makes larger ones, and they could overflow."""

State = Mapping[str, NDArray[Any]]
EVERY = 60.0
"""So many seconds pass between two checkpoints of a run."""


class Checkpoints:
    """The checkpoints of a run, each in place of the one before.

    Where something else has written to the file since, they go to one beside it.

    path: the file; None if none are wanted
    """

    def __init__(
        self, path: Path | None, save: Callable[[Path], object], tell: TellText | None = None
    ) -> None:
        """Begin a run.

        save: writes a checkpoint to a file
        tell: called with a text if another file is used
        """
        self.path, self._save, self._tell = path, save, tell or warn
        self._seen = () if path is None else stamp(path)
        self._saved = time.monotonic()

    def write_if_due(self) -> None:
        """Write one if the last one was long ago; raises InputError if that fails."""
        if time.monotonic() - self._saved >= EVERY:
            self.write()

    def write(self) -> None:
        """Write one; raises InputError if that fails."""
        if self.path is None:
            return
        if stamp(self.path) not in ((), self._seen):
            there, self.path = self.path, unused(self.path)
            names = [printable(str(path)) for path in (there, self.path)]
            told = "has been written to meanwhile; this run's checkpoints go to"
            self._tell(f"{names[0]} {told} {names[1]}")
        self._save(self.path)
        self._seen, self._saved = stamp(self.path), time.monotonic()


def save_checkpoint(
    path: Path, run: Mapping[str, Any], memory: Mapping[str, Any], state: State
) -> None:
    """Write a checkpoint atomically.

    Args:
        path: the file, which is replaced if there is one.
        run: what was asked for (game, algorithm, seed), which must be the same to go on.
        memory: the solver's plain numbers, as JSON has them.
        state: the solver's arrays.

    Raises:
        InputError: it cannot be written.
    """
    members = ((name, array.tobytes()) for name, array in state.items())
    with whole_file(path) as file:
        KIND.write(file, {"run": run, "memory": memory}, members)


def check_checkpoint(path: Path, run: Mapping[str, Any], reached: int, *, force: bool) -> None:
    """Check that checkpoints of a run may be written there.

    Args:
        path: the file.
        run: what is asked for, as `save_checkpoint` has it.
        reached: the iterations done when the run begins, which are those of what it goes on from.
        force: whether to replace whatever is there.

    Raises:
        InputError: it cannot be written; or, without `force`, it would replace something else than
            a checkpoint, one of another run, or one of this run that is further than `reached`.
    """
    header = check_overwritten(path, "checkpoint", _header_of, force=force)
    if header is None:
        return
    if why := _difference(header, run):
        raise needs_force(path, why)
    there = header["memory"].get("iterations")
    if is_whole(there) and there > reached:
        held = f"which holds {there:,} iterations of this run"
        raise needs_force(path, f"{held}; resume goes on from them")


def load_checkpoint(
    path: Path, run: Mapping[str, Any], like: Callable[[Mapping[str, Any]], State]
) -> tuple[dict[str, Any], State]:
    """The memory and arrays of a checkpoint of the same run.

    Args:
        path: the file.
        run: what is asked for now.
        like: maps the memory to arrays with the names, shapes and types that the state must have.

    Raises:
        InputError: it cannot be read, is broken, or is of another run; the message says which.
    """
    with named_in_errors(path), opened(path) as file, KIND.reading(file) as header:
        _check(header)
        if why := _difference(header, run):
            raise InputError(why)
        state = like(header["memory"])
        sizes = {key: like.nbytes for key, like in state.items()}
        if os.fstat(file.fileno()).st_size > 2 * LARGEST_HEADER + sum(sizes.values()):
            raise InputError("larger than a checkpoint of this run")
        found = Members(file, KIND, sizes)
        return header["memory"], {key: _array(key, found.read(key), state[key]) for key in state}


def _header_of(path: Path) -> dict[str, Any]:
    """The header of a file; raises InputError where it cannot be read, or is no checkpoint."""
    with opened(path) as file, KIND.reading(file) as header:
        _check(header)
        return header


def _check(header: Mapping[str, Any]) -> None:
    """Raise InputError if a header has not the parts of a checkpoint's."""
    if not all(isinstance(header.get(part), dict) for part in ("run", "memory")):
        raise InputError("not a whole checkpoint file")


def _difference(header: Mapping[str, Any], run: Mapping[str, Any]) -> str:
    """In which way a checkpoint is of another run than this, in words; empty if it is of this."""
    rules = run.get(RULES)
    for key, value in run.items():
        there = header["run"].get(key)
        same = there == value or (key == "game" and _is_without_later_keys(there, value))
        if not same and key != RULES:
            return _told_apart(key, there, value)
    if header["run"].get(RULES, rules) != rules:  # earlier versions did not write them
        return "made under other rules than its game has now"
    return ""


def _told_apart(key: str, there: Any, value: Any) -> str:
    """How a part of two runs differs: by the first parameter, where the names are the same."""
    if isinstance(there, dict) and isinstance(value, dict):
        apart = (name for name in value if name in there and there[name] != value[name])
        if (name := next(apart, "name")) != "name":
            whose = f"{key}'" if key.endswith("s") else f"{key}'s"
            return _told_apart(f"{whose} {name}", there[name], value[name])
    old, new = (printable(json.dumps(each))[:200] for each in (there, value))
    return f"its {key} is {old}, not {new}"


def _is_without_later_keys(there: Any, game: Mapping[str, Any]) -> bool:
    """Whether it is the game as an earlier version told it: parameters it lacks are the default."""
    if not isinstance(there, dict) or "name" not in there or not there.items() < game.items():
        return False
    given = {key: value for key, value in there.items() if key != "name"}
    try:
        return make_game(there["name"], given).parameters.items() <= game.items()
    except InputError:
        return False


def _array(name: str, content: bytes, like: NDArray[Any]) -> NDArray[Any]:
    """The array with the shape and type of `like`; raises InputError if a number is too large."""
    array: NDArray[Any] = np.frombuffer(content, like.dtype).reshape(like.shape).copy()
    if not (np.abs(array) < LARGEST).all():
        raise InputError(f"its {name} does not fit")
    return array
