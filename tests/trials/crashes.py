"""Crashes, power cuts and failing disks at every call of every save.

`python -m tests.trials.crashes`: the process is killed at each call, a write torn in two besides;
each call fails with each fault of a disk; the power is cut between any two. The old or the new file
must load, a history lose at most the hand that was being added, a fault be one line and leave
nothing behind, and what was reported as saved be on the disk.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.play.hand import replayed
from pokerbot.play.history import file as history
from pokerbot.play.history import journal
from pokerbot.runs.training import Training
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy
from tests.play.hands import played
from tests.trials.calls import FAULTS, Disk, failing_at, killed_at, watched

KUHN = parse_game("kuhn")
HANDS = list(played(KUHN, 3))
LONGER = next(hand for hand in played(parse_game("leduc"), 99) if len(hand.hand.steps) > 2)


@dataclass(frozen=True)
class Save:
    """A way to save: `write` puts the old content (0) or the new one (1) into a file.

    read: what a file holds, None where there is none; raises InputError where it is not whole.
    """

    name: str
    write: Callable[[Path, int], object]
    read: Callable[[Path], Any]
    fresh: bool = False

    def prepared(self, folder: Path) -> tuple[Path, Any, Any]:
        """The file with its old content, and what it holds before and after the save."""
        content, old, new = before_and_after(self)
        if content is not None:
            (folder / "file").write_bytes(content)
        return folder / "file", old, new


@cache
def before_and_after(save: Save) -> tuple[bytes | None, Any, Any]:
    """The old content as bytes, None where there is no file, and what is read before and after."""
    with tempfile.TemporaryDirectory() as folder:
        path, missing = Path(folder, "file"), Path(folder, "missing")
        save.write(path, 0)
        content, old = path.read_bytes(), save.read(path)
        save.write(path, 1)
        new = save.read(path)
        return (None, save.read(missing), new) if save.fresh else (content, old, new)


def write_strategy(path: Path, which: int) -> None:
    """A uniform strategy, of so many iterations."""
    even = {key: dict.fromkeys(acts, 1 / len(acts)) for _, key, acts in KUHN.information_sets()}
    storage.save(Strategy(KUHN, even, iterations=which), path)


def read_strategy(path: Path) -> int | None:
    """Which of the strategies is there."""
    return storage.load(path).iterations if path.exists() else None


def write_checkpoint(path: Path, which: int) -> None:
    """A run of two or three iterations."""
    training = Training(KUHN, "cfr+")
    training.run(iterations=2 + which)
    training.save(path)


def read_checkpoint(path: Path) -> int | None:
    """How many iterations the run had that is there."""
    if not path.exists():
        return None
    training = Training(KUHN, "cfr+")
    training.resume(path)
    return training.solver.iterations


def write_hand(path: Path, which: int) -> None:
    """One more hand."""
    history.append(path, HANDS[which])


def read_hands(path: Path) -> list[Any]:
    """The hands that are there; a torn line is the hand that was lost, or its part."""
    found = [hand for _, hand in history.read(path)]
    hands = [hand for hand in found if not isinstance(hand, InputError)]
    if len(found) > len(hands) + 1:
        raise InputError(f"{len(found) - len(hands)} lines are torn")
    return hands


def write_hand_in_play(path: Path, which: int) -> None:
    """A hand with one action or with two."""
    middle = replace(LONGER, hand=replayed(LONGER.hand, 1 + which), started=LONGER.time)
    journal.write(path, journal.HandInPlay(middle, 42, hinted=True))


def read_hand_in_play(path: Path) -> journal.HandInPlay | None:
    """The hand that is there."""
    return journal.read(path) if path.exists() else None


SAVES = [
    Save("strategy", write_strategy, read_strategy),
    Save("new strategy", write_strategy, read_strategy, fresh=True),
    Save("checkpoint", write_checkpoint, read_checkpoint),
    Save("new checkpoint", write_checkpoint, read_checkpoint, fresh=True),
    Save("history", write_hand, read_hands),
    Save("hand in play", write_hand_in_play, read_hand_in_play),
    Save("new hand in play", write_hand_in_play, read_hand_in_play, fresh=True),
]
Lost = Iterator[str | None]
"""For each try None, or what was lost."""


def kills(save: Save) -> Lost:
    """Kill the process at every call, and at every write when half of it is done."""
    for torn in (False, True):
        for number in count(1):
            with tempfile.TemporaryDirectory() as folder:
                path, old, new = save.prepared(Path(folder))
                if not killed_at(number, torn=torn, work=lambda path=path: save.write(path, 1)):
                    break
                kind = "torn write" if torn else "call"
                yield _neither(save, path, old, new, f"killed at {kind} {number}")
                save.write(path, 1)
                ending = new[-1:] if isinstance(new, list) else new
                there = save.read(path)
                yield None if there == new or there[-1:] == ending else "it cannot be saved again"


def faults(save: Save) -> Lost:
    """Have every call fail in every way."""
    for fault in FAULTS:
        for number in count(1):
            with tempfile.TemporaryDirectory() as folder:
                path, old, new = save.prepared(Path(folder))
                what = f"{os.strerror(fault)} at call {number}"
                said = None
                with failing_at(number, fault) as calls:
                    try:
                        save.write(path, 1)
                    except InputError as error:
                        said = str(error)
                if len(calls) < number:
                    break
                yield _neither(save, path, old, new, f"{what}, {calls[number - 1]}")
                if said is None and save.read(path) != new:
                    yield f"{what}, {calls[number - 1]}: not reported"
                if said is not None and not said.isprintable():
                    yield f"{what}: more than a line"
                left = [name for name in os.listdir(folder) if name != "file"]
                cannot = calls[number - 1] == "unlink"
                yield f"{what}, {calls[number - 1]}: {left} left" if left and not cannot else None


def power_cuts(save: Save) -> Lost:
    """Cut the power between any two calls, and after the last."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as after:
        path, old, new = save.prepared(Path(folder))
        disk = Disk(Path(folder))
        states: list[dict[str, bytes]] = []

        def hook(name: str, arguments: tuple[Any, ...]) -> None:
            states.extend(disk.states())
            disk.note(name, arguments)

        with watched(hook):
            save.write(path, 1)
        for place, state in enumerate([*states, *disk.states()]):
            for name in os.listdir(after):
                os.unlink(os.path.join(after, name))
            for name, content in state.items():
                Path(after, name).write_bytes(content)
            expected = old if place < len(states) else new
            yield _neither(save, Path(after, "file"), expected, new, f"power cut {place}")


def _neither(save: Save, path: Path, old: Any, new: Any, what: str) -> str | None:
    """What is wrong unless the file holds the old or the new."""
    try:
        there = save.read(path)
    except InputError as error:
        return f"{what}: {error}"
    return None if there in (old, new) else f"{what}: {there!r:.80}"


def main() -> int:
    """Try all of it, print a row for each way to fail and save."""
    lost = 0
    for way in (kills, faults, power_cuts):
        for save in SAVES:
            tried = list(way(save))
            wrong = [fault for fault in tried if fault]
            print(f"{way.__name__:<11} {save.name:<15} {len(tried):>5} tried, lost: {len(wrong)}")
            for line in wrong[:10]:
                print(f"  {line}")
            lost += len(wrong)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
