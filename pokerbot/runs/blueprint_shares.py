"""The shares of a blueprint's iterations as runs, so that any executor can carry them out."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pokerbot.errors import Abandoned, InputError
from pokerbot.games.heads_up import rules_of
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.executors import Event, Executor, Failed, Finished
from pokerbot.runs.run import Run, Stopped, Watch
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.tree import Sizes, tree_of
from pokerbot.sequence.heads_up.walk import Play, unplayed
from pokerbot.solvers.heads_up import SHARES, BoardLearner, Learn, deal


@dataclass(frozen=True, eq=False)
class ShareRun(Run):
    """Computes what the boards of a share of an iteration add to the regrets and to the average.

    For each of the two, the result is the places of the cells that are not 0, and their numbers.

    stack: in big blinds
    sizes: the numbers of buckets
    seed, iteration, share: which share it is
    play: the current strategy's probabilities, packed
    jams: the values of all-ins before the flop, as `Jams.values`
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
        """The iteration and the share."""
        return f"iteration {self.iteration:,}, share {self.share + 1} of {SHARES}"

    @property
    def needs(self) -> tuple[str, ...]:
        """The compiler."""
        return ("numba",)

    def carry_out(self, watch: Watch, stopped: Stopped) -> list[tuple[Index, Array]]:
        """As `Run`; a thread's arrays are reused for its next shares."""
        learner = _learner(self.stack, self.sizes)
        play = unplayed(learner.nodes, self.sizes.counts)._replace(cells=_unpacked(self.play))
        into = np.zeros((2, len(play.cells)))
        boards = deal(self.seed, self.iteration)[self.share]
        learner.learn(boards, play, self.jams, into)
        return [(np.flatnonzero(each).astype(np.int32), each[each != 0]) for each in into]


def _learner(stack: float, sizes: Sizes) -> BoardLearner:
    """This thread's learner."""
    if getattr(_kept, "of", None) != (stack, sizes):
        _kept.learner = BoardLearner(tree_of(rules_of(stack)), sizes, {})
        _kept.of = stack, sizes
    learner: BoardLearner = _kept.learner
    return learner


_kept = threading.local()
_unpacked = lru_cache(1)(unpack)


def by_executor(stack: float, sizes: Sizes, executor: Executor, stopped: Stopped) -> Learn:
    """What carries out the shares of iterations by an executor.

    It raises Abandoned if it was stopped before all shares were done, InputError if a share fails.
    """

    def learn(seed: int, iteration: int, play: Play, jams: Array, into: Array) -> None:
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
            ShareRun(stack, sizes, seed, iteration, share, cells, jams) for share in range(SHARES)
        ]
        executor.carry_out(runs, tell, stopped)
        if len(done) < SHARES:
            raise Abandoned

    return learn
