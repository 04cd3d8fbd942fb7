"""Thousands of hands with random keys, clicks and resizes over the whole app.

`python -m tests.trials.soak [--hands 10000] [--seed 1]`: any exception ends it. Memory must be flat
after the first thousand hands; the figures are printed: what the process has, and what is in use
once the caches are empty and the allocator has given back what lies idle (glibc), with how many
blocks of Python's that is. It begins with every screen several times over, at the largest size, so
that everything is loaded by then.
"""

import argparse
import ctypes
import gc
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from functools import _lru_cache_wrapper
from itertools import product
from pathlib import Path

import numpy as np
from textual.errors import NoWidget

from pokerbot.tui.app import PokerApp
from pokerbot.tui.lobby.screen import LobbyScreen
from pokerbot.tui.popups.ask import AskScreen
from pokerbot.tui.table.screen import TableScreen
from tests.tui.driving import drive, press, until

LETTERS = "abcdefghijklmnoprstuvwxyz"  # all but the one that leaves
NAVIGATION = [
    *("up", "down", "left", "right", "tab", "enter", "space", "question_mark", "colon", "slash"),
    *("pageup", "pagedown", "home", "end", "backspace", "plus", "minus", "0", "7"),
]
ASTRAY, BACK, RESIZE, CLICK = 0.04, 0.35, 0.004, 0.02
EVERY = 1000
DOORS = [
    *("enter k c space", "question_mark", "colon", "g d", "g c", "p enter c c space", "n enter s"),
    *("w space r", "w c", "v enter right", "v l", "v c", "n enter f x"),
]
"""Keys that lead from the lobby to every screen."""
ROUNDS = 8
LARGEST = (150, 50)


class Soak:
    """One person with no plan, at one app.

    visited: key presses on each screen; memory: MiB in use after each so many hands.
    """

    def __init__(self, seed: int, folder: Path) -> None:
        self.app = PokerApp(seed, None, pace=0, history=folder / "history.jsonl")
        self.rng = np.random.default_rng(seed)
        self.visited: Counter[str] = Counter()
        self.memory: list[float] = []

    def hands(self) -> int:
        """How many were played to their end."""
        return sum(table.session.hands() for table in self.app.tables.by_opponent.values())

    async def tour(self, pilot, rounds: int) -> None:
        """See every screen so many times, from the lobby and back, another opponent each time."""
        await pilot.resize_terminal(*LARGEST)
        for visit, door in product(range(rounds), DOORS):
            self.app.action_lobby()
            await until(pilot, lambda: isinstance(self.app.screen, LobbyScreen))
            rows = self.app.screen.rows
            await until(pilot, lambda: rows.row_count)  # noqa: B023
            rows.move_cursor(row=visit % rows.row_count)
            for key in door.split():
                await press(pilot, key)
                await pilot.pause(0.1)
                self.visited[type(self.app.screen).__name__] += 1
            if self.app.screen.is_modal:
                await press(pilot, "escape")
                await pilot.pause()
        self.app.action_lobby()

    async def step(self, pilot) -> None:
        """Press a key, click somewhere or change the size."""
        rng, screen = self.rng, self.app.screen
        self.visited[type(screen).__name__] += 1
        if rng.random() < RESIZE:
            await pilot.resize_terminal(*map(int, rng.integers((20, 8), LARGEST)))
        if rng.random() < CLICK and not isinstance(screen, AskScreen):
            width, height = self.app.size  # the lines of keys at the foot hold the way out
            place = int(rng.integers(width)), int(rng.integers(height - 4))
            await pilot.pause()
            with suppress(NoWidget):  # a screen that has just come
                await pilot.click(offset=place)
        await press(pilot, self.key())

    def key(self) -> str:
        """At a table mostly one that plays on, elsewhere any, and often the way back."""
        rng, screen = self.rng, self.app.screen
        if isinstance(screen, AskScreen):
            return "n"  # yes might leave
        if isinstance(screen, TableScreen) and rng.random() > ASTRAY:
            keys = [choice.kind[0] for choice in screen.view.choices] or ["space"]
            return keys[rng.integers(len(keys))]
        if isinstance(screen, LobbyScreen):
            if rng.random() < BACK:
                return "enter" if screen.listed else "escape"  # a filter that nothing passes
        elif rng.random() < BACK:
            return "escape"
        keys = [*LETTERS, *NAVIGATION]
        return keys[rng.integers(len(keys))]

    async def run(self, pilot, hands: int) -> None:
        """Play so many hands, looking at the memory on the way."""
        begun = time.perf_counter()
        await self.tour(pilot, ROUNDS)
        while self.hands() < hands:
            await self.step(pilot)
            assert self.app.is_running
            if self.hands() >= EVERY * (len(self.memory) + 1):
                await pilot.pause()
                seconds, had = time.perf_counter() - begun, resident()
                self.memory.append(used())
                line = f"{self.hands():>7,} hands {seconds:7.0f} s {had:7.1f} MiB"
                blocks = f"{sys.getallocatedblocks():,} blocks"
                print(f"{line}, {self.memory[-1]:.1f} in use, {blocks}", flush=True)


def resident() -> float:
    """MiB of this process that lie in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def used() -> float:
    """MiB that are left when caches are emptied, and what lies idle is given back if it can be."""
    for each in gc.get_objects():
        if isinstance(each, _lru_cache_wrapper):
            each.cache_clear()
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)
    return resident()


def main() -> None:
    """Run it in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        soak = Soak(asked.seed, Path(folder))
        drive(soak.app, lambda pilot: soak.run(pilot, asked.hands))
    for name, count in soak.visited.most_common():
        print(f"{count:>8,} keys at {name}")
    if len(soak.memory) > 1:
        print(f"memory after {EVERY:,} hands {soak.memory[0]:.1f} MiB, then", end=" ")
        print(f"{min(soak.memory[1:]):.1f} to {max(soak.memory[1:]):.1f} MiB")


if __name__ == "__main__":
    main()
