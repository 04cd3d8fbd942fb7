"""How long the grid takes from a change of decision to the screen that is painted, on the clock.

    pip install -e '.[test]' && python -m tests.benchmarks.screens [--json]

Of a turn that is solved first. A frame of Textual's, up to 16 ms, is part of each figure.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from pokerbot.opponents.opponents import read
from pokerbot.runs.solving import solve
from pokerbot.strategy.storage import save
from pokerbot.tui.ranges.screen import RangesScreen
from tests.benchmarks.holdem import SPOTS_THERE
from tests.benchmarks.measuring import Report, main, spread
from tests.tui.driving import drive, make_app

BOUND = 0.06
"""Seconds at 80 × 24."""


def repaint(report: Report) -> None:
    """A bet, a raise and back, at two sizes."""
    report.note("A change of decision painted, on the clock")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "turn.spot"
        save(solve(str(SPOTS_THERE / "srp-dry-turn.toml"), target=0.5).strategy, path)
        for size, most in (((80, 24), BOUND), ((120, 40), None)):
            took = _changes(path, size)
            name = f"srp-dry-turn at {size[0]} × {size[1]}"
            report.add(name, spread(took), "", max(took), at_most=most, unit=" s")


def _changes(path: Path, size: tuple[int, int]) -> list[float]:
    """The seconds of each change."""
    screen, took = RangesScreen(read(path)), list[float]()

    async def change(pilot: Pilot[None], action: Callable[[], None]) -> None:
        begun, painted = time.perf_counter(), asyncio.Event()
        action()
        while screen.shown_at is not screen.path[-1]:
            await asyncio.sleep(0.0005)
        screen.call_after_refresh(painted.set)
        await painted.wait()
        took.append(time.perf_counter() - begun)
        await pilot.pause(0.3)

    async def scenario(pilot: Pilot[None]) -> None:
        pilot.app.push_screen(screen)
        while screen.shown is None:
            await pilot.pause(0.01)
        await pilot.pause(1)
        check, raises = (partial(screen.action_take, each) for each in ("check,call", "raise,jam"))
        for _ in range(3):
            for action in (check, partial(screen.action_sized, 0), raises):
                await change(pilot, action)
            while len(screen.path) > 1:
                await change(pilot, screen.action_back)

    drive(make_app(), scenario, size)
    return took


if __name__ == "__main__":
    sys.exit(main(__doc__, [repaint]))
