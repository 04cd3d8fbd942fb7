"""Jam-or-fold charts, as players use them: up to which stack each hand jams, or calls a jam."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby
from math import isclose

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.all_in import CLASSES, meetings
from pokerbot.games.catalogue import make_game
from pokerbot.games.jam_or_fold import MOST_BLINDS
from pokerbot.games.parameters import int_if_whole, is_number
from pokerbot.games.ranges import SQUARE
from pokerbot.plots.figure import Figure, Square
from pokerbot.runs.solving import solve
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.strategy.arrays import to_arrays

JAM_OR_FOLD = "jam-or-fold"
FIRST, STEPS, USUAL = 11, 10, 25
"""Stacks begin at `FIRST` tenths of a big blind, with `STEPS` stacks for each big blind.

`USUAL` is the default for the last stack, in big blinds.
"""
NEAR = 0.001
"""Losses below this, in big blinds, make no difference at a table."""
TARGET = 5e-7
"""The exploitability to solve to if there is no linear program."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A range of stacks at which a hand is played less than half the time, below its highest stack.

    start, end: the first and the last of these stacks, in big blinds
    near: whether to play the hand would lose less than a thousandth of a big blind at each of them
    """

    start: float
    end: float
    near: bool


@dataclass(frozen=True, slots=True)
class StackLimit:
    """The stacks at which a class of hands is played at least half the time.

    up_to: the highest such stack in big blinds, None if there is none
    more: whether that is the last stack of the chart
    gaps: the lower stacks at which it is not played
    """

    up_to: float | None
    more: bool
    gaps: tuple[Gap, ...]

    def __str__(self) -> str:
        return "–" if self.up_to is None else f"{self.up_to:g}{'+' if self.more else ''}"


@dataclass(frozen=True, slots=True)
class Chart:
    """The chart of both players, as `pokerbot chart` reports it; stacks are in big blinds.

    game: the game's name
    to: the last stack
    step: the distance between two stacks
    algorithm: what solved the game
    nash_conv: the largest NashConv over all stacks
    jam, call: for each class of hands, up to where the small blind jams, and the big blind calls
    """

    game: str
    to: float
    step: float
    algorithm: str
    nash_conv: float
    jam: Mapping[str, StackLimit]
    call: Mapping[str, StackLimit]

    def _cell(self, name: str, limit: StackLimit) -> tuple[str, float]:
        return f"{name}\n{limit}", (limit.up_to or 0) / self.to

    def figure(self) -> Figure:
        """Both players' charts as squares of hands."""
        squares = []
        for title, side in {"jam up to": self.jam, "call up to": self.call}.items():
            rows = [[self._cell(name, side[name]) for name in row] for row in SQUARE]
            squares.append(Square(title, rows))
        return Figure("Jam or fold heads-up: up to so many big blinds", squares)


def chart(
    game: str = JAM_OR_FOLD,
    to: float = USUAL,
    watch: Callable[[float], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Chart:
    """Solve jam or fold at every stack, in steps of a tenth of a big blind, and make a chart.

    Args:
        game: `jam-or-fold`, the only game with a chart.
        to: the last stack, in big blinds.
        watch: called now and then with the share of the stacks that is done.
        stopped: asked after each stack; once it says so, the chart ends with that stack.

    Raises:
        InputError: another game, or an impossible stack.
    """
    if game != JAM_OR_FOLD:
        raise InputError(f"only {JAM_OR_FOLD} has a chart, not {game!r:.60}")
    last = round(to * STEPS) if is_number(to) and to <= MOST_BLINDS else 0
    if not FIRST <= last <= MOST_BLINDS * STEPS or not isclose(last, to * STEPS):
        least = FIRST / STEPS
        raise InputError(
            f"must be tenths from {least} to {MOST_BLINDS}, not {to!r}", parameter="to"
        )
    algorithm = "lp" if find_spec("scipy") else "pdcfr+"
    stacks = [each / STEPS for each in range(FIRST, last + 1)]
    often, lost, worst = [], [], 0.0
    for place, stack in enumerate(stacks):
        if watch is not None:
            watch(place / len(stacks))
        played, less, off = _at(stack, algorithm)
        often.append(played)
        lost.append(less)
        worst = max(worst, off)
        if stopped():
            break
    stacks = stacks[: len(often)]
    jam, call = (
        {
            name: _limit(stacks, np.array(often)[:, seat, hand], np.array(lost)[:, seat, hand])
            for hand, name in enumerate(CLASSES)
        }
        for seat in (0, 1)
    )
    return Chart(game, stacks[-1], 1 / STEPS, algorithm, worst, jam, call)


def _at(stack: float, algorithm: str) -> tuple[Array, Array, float]:
    """Solve jam or fold at a stack.

    Returns:
        [2, classes] how often each class is played, and what playing it loses against folding, in
        big blinds; and NashConv.
    """
    game = make_game(JAM_OR_FOLD, {"stack": int_if_whole(stack)})
    found = solve(game, algorithm, target=None if algorithm == "lp" else TARGET)
    if found.interrupted:
        raise KeyboardInterrupt
    form, dealt = compile_game(game), meetings().sum(axis=1) / meetings().sum()
    profile = to_arrays(form, found.strategy.infosets)
    plans, often, lost = realization_plans(form, profile), [], []
    for seat, operators in enumerate(bind(form)):
        q, _ = operators.best_response(operators.gradient(plans[1 - seat]))
        fold, play = q[1:]
        often.append(profile[seat][2])
        lost.append((fold - play) / dealt)
    return np.array(often), np.array(lost), found.nash_conv


def _limit(stacks: list[float], often: Array, lost: Array) -> StackLimit:
    """The limit of a class of hands.

    often, lost: [stacks] how often it is played, and what playing it loses against folding
    """
    played = (often >= 1 / 2 - 1e-9).tolist()
    if True not in played:
        return StackLimit(None, False, ())
    top = max(at for at, plays in enumerate(played) if plays)
    return StackLimit(stacks[top], top == len(stacks) - 1, tuple(_gaps(stacks, played[:top], lost)))


def _gaps(stacks: list[float], played: list[bool], lost: Array) -> Iterator[Gap]:
    for plays, places in groupby(range(len(played)), played.__getitem__):
        if not plays:
            at = [*places]
            yield Gap(stacks[at[0]], stacks[at[-1]], bool(max(lost[at]) < NEAR))
