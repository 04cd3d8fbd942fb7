"""The shares of a blueprint's iterations as runs, for whatever carries runs out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.heads_up import rules_of
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import Event, Executor, Failed, Finished
from pokerbot.runs.run import Abandoned, Run, Stopped, Watch
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import Sizes, cells_of, tree_of
from pokerbot.sequence.heads_up.walk import Play
from pokerbot.solvers.heads_up import SHARES, BoardLearner, deal


@dataclass(frozen=True, eq=False)
class ShareRun(Run):
    """What the boards of a share of an iteration teach of regrets and of the average.

    Of each come the places among the cells at which there is anything, and the numbers there.

    play: the probabilities of the `cells_of`, packed; jams: as `Jams.values`
    """

    stack: float
    sizes: Sizes
    seed: int
    iteration: int
    share: int
    play: str
    jams: Array

    @property
    def name(self) -> str:
        """Iteration and share."""
        return f"iteration {self.iteration:,}, share {self.share + 1} of {SHARES}"

    @property
    def needs(self) -> tuple[str, ...]:
        """The compiler."""
        return ("numba",)

    def carry_out(self, watch: Watch, stopped: Stopped) -> list[tuple[Index, Array]]:
        """As `Run`; the room of a thread serves its next shares, too."""
        learner, offset = _learner(self.stack, self.sizes)
        play = Play(offset, _unpacked(self.play))
        into = np.zeros((2, len(play.cells)))
        boards = deal(self.seed, self.iteration)[self.share]
        learner.learn(boards, play, self.jams, into)
        return [(np.flatnonzero(each).astype(np.int32), each[each != 0]) for each in into]


def _learner(stack: float, sizes: Sizes) -> tuple[BoardLearner, Index]:
    """What learns in this thread, and where each decision's cells begin."""
    if getattr(_kept, "of", None) != (stack, sizes):
        tree = tree_of(rules_of(stack))
        _kept.learner = BoardLearner(tree, sizes, {}), cells_of(tree.nodes, sizes.counts)[0]
        _kept.of = stack, sizes
    learner, offset = _kept.learner
    return learner, offset


_kept = threading.local()
_unpacked = lru_cache(1)(unpack)


class Shares:
    """As `solvers.heads_up.Learn`, by an executor.

    stopped: asked whether to end
    """

    def __init__(
        self, stack: float, sizes: Sizes, executor: Executor, stopped: Callable[[], bool]
    ) -> None:
        self._stack, self._sizes = stack, sizes
        self._executor, self._stopped = executor, stopped

    def __call__(self, seed: int, iteration: int, play: Play, jams: Array, into: Array) -> None:
        """Put what each share teaches into [shares, 2, cells].

        Raises:
            Abandoned: it was stopped before all were there.
            InputError: a share cannot be done.
        """
        done = set[int]()

        def tell(event: Event) -> None:
            match event:
                case Finished(place, learned):
                    into[place] = 0
                    for each, (places, numbers) in zip(into[place], learned, strict=True):
                        each[places] = numbers
                    done.add(place)
                case Failed(place, reason):
                    raise InputError(f"{runs[place].name}: {reason}")

        cells = pack(play.cells)
        runs = [
            ShareRun(self._stack, self._sizes, seed, iteration, share, cells, jams)
            for share in range(SHARES)
        ]
        self._executor.carry_out(runs, tell, self._stopped)
        if len(done) < SHARES:
            raise Abandoned
