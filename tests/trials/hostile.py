"""Hostile files: mutants of good strategies, checkpoints and histories, read in this process.

`python -m tests.trials.hostile --count 100000 [--seed N]`. Each is refused with one short line, or
loads and is then all that such a file must be. No other exception, a second and 200 MB at most, the
file as it was.
"""

from __future__ import annotations

import argparse
import json
import math
import resource
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from numpy.random import Generator, default_rng

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate
from pokerbot.games.catalogue import parse_game
from pokerbot.play.history import file as history
from pokerbot.play.history import sessions
from pokerbot.play.history.reading import parse
from pokerbot.runs.training import Training
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy
from tests.play.hands import played
from tests.trials.broken import mutant_text, mutant_zip

SPECS = ("kuhn", "kuhn", "leduc:ranks=2,raises=1", "leduc-nolimit:stack=3", "von-neumann:hands=4")
ALGORITHMS = ("cfr+", "es-mccfr", "gxfp", "xfp", "fp", "pdcfr+")
MOST_SECONDS, MOST_MEMORY = 1.0, 200 << 20
LONGEST_MESSAGE = 600


@dataclass
class Loader:
    """A kind of file: good ones, how to spoil one, and how to read one and know that it is good."""

    name: str
    good: list[bytes]
    spoil: Callable[[Generator, bytes], bytes]
    read: Callable[[Path, int], Iterator[InputError]]
    lost: list[str] = field(default_factory=list)
    refused = loaded = 0
    slowest = 0.0

    def run(self, count: int, seed: int, path: Path) -> None:
        """Read that many mutants."""
        rng = default_rng(seed)
        for number in range(count):
            which = int(rng.integers(len(self.good)))
            mutant = self.spoil(rng, self.good[which])
            path.write_bytes(mutant)
            before, begun = path.stat(), time.process_time()
            try:
                faults = list(self.read(path, which))
                self._check(faults)
            except Exception as error:
                self.lost.append(f"mutant {number}: {type(error).__name__}: {error}"[:300])
            self.slowest = max(self.slowest, time.process_time() - begun)
            if path.read_bytes() != mutant or path.stat().st_mtime_ns != before.st_mtime_ns:
                self.lost.append(f"mutant {number}: the file has changed")
        if self.slowest > MOST_SECONDS:
            self.lost.append(f"{self.slowest:.1f} s for one file")

    def _check(self, faults: list[InputError]) -> None:
        self.refused += bool(faults)
        self.loaded += not faults
        for fault in faults:
            message = str(fault)
            assert message.isprintable(), message
            assert len(message) < LONGEST_MESSAGE, len(message)

    def row(self) -> str:
        """What was tried, how often, what was lost."""
        return (
            f"{self.name:<11} {self.refused + self.loaded:>8,} mutants: {self.refused:,} refused,"
            f" {self.loaded:,} loaded and valid, slowest {self.slowest * 1000:.0f} ms,"
            f" lost: {len(self.lost)}"
        )


def strategies() -> Loader:
    """Strategy files of several games."""

    def read(path: Path, _: int) -> Iterator[InputError]:
        try:
            found = storage.load(path)
        except InputError as error:
            yield error
            return
        assert_valid(found)

    good = []
    for spec in dict.fromkeys(SPECS):
        game = parse_game(spec)
        even = {key: {a: 1 / len(acts) for a in acts} for _, key, acts in game.information_sets()}
        made = Strategy(game, even, {"name": "cfr"}, 7, 3, {"nash_conv": 0.1, "value": -0.2})
        good.append("".join(storage.dump(made)).encode())
    return Loader("strategies", good, mutant_text, read)


def assert_valid(strategy: Strategy) -> None:
    """It is written as it is read, whole, and can be measured."""
    text = "".join(storage.dump(strategy))
    assert storage.parse(text) == strategy
    expected = {key: set(actions) for _, key, actions in strategy.game.information_sets()}
    assert {key: set(chances) for key, chances in strategy.infosets.items()} == expected
    for chances in strategy.infosets.values():
        assert all(type(p) in (int, float) and 0 <= p <= 1.000001 for p in chances.values())
        assert abs(sum(chances.values()) - 1) < 1e-5
    exact = evaluate(strategy)
    assert math.isfinite(exact.nash_conv)
    assert exact.nash_conv >= -1e-9 * max(strategy.game.parameters.values())


def checkpoints(folder: Path) -> Loader:
    """Checkpoints of several algorithms; what loads goes on and comes to a valid strategy."""
    runs = [(spec, a) for spec, a in zip(SPECS, ALGORITHMS, strict=False) if spec != SPECS[3]]
    good, trainings = [], []
    for spec, algorithm in [*runs, ("kuhn", "fp"), ("kuhn", "pdcfr+")]:
        training = Training(parse_game(spec), algorithm, seed=5)
        training.run(iterations=3)
        training.save(folder / "good")
        good.append((folder / "good").read_bytes())
        trainings.append(Training(parse_game(spec), algorithm, seed=5))

    def read(path: Path, which: int) -> Iterator[InputError]:
        training = trainings[which]
        try:
            training.resume(path)
            training.run(iterations=training.solver.iterations + 2)
            strategy = training.solution().strategy
            storage.save(strategy, folder / "out.json", force=True)
        except InputError as error:
            yield error
            return
        assert_valid(strategy)

    return Loader("checkpoints", good, mutant_zip, read)


def histories() -> Loader:
    """Histories of five hands; each line that is read is the hand that it says, or refused."""

    def read(path: Path, _: int) -> Iterator[InputError]:
        for _, found in history.read(path):
            if isinstance(found, InputError):
                yield found
                continue
            assert parse(json.dumps(found.content())) == found
            hand = found.hand
            rules = hand.game.rules
            assert rules.deck.ways(*hand.held, *rules.boards.cards[hand.final_board]) > 0
            assert hand.over
            assert hand.net(0) == -hand.net(1)
            assert abs(hand.net(0)) <= max(hand.betting.chips)
        kept = sum(session.hands for session in sessions.summaries(path))
        found = [len(list(sessions.hands(path, session))) for session in sessions.summaries(path)]
        assert sum(found) == kept

    good = [
        b"".join(json.dumps(h.content()).encode() + b"\n" for h in played(parse_game(spec), 5))
        for spec in SPECS[1:]
    ]
    return Loader("histories", good, mutant_text, read)


def main() -> int:
    """Read the mutants, print a row for each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="mutants of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", default="", help="strategies, checkpoints or histories only")
    given = parser.parse_args()
    warnings.simplefilter("ignore", RuntimeWarning)
    lost = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        loaders = (strategies(), checkpoints(folder), histories())
        for loader in (each for each in loaders if given.kind in ("", each.name)):
            loader.run(given.count, given.seed, folder / "mutant")
            print(loader.row(), flush=True)
            for line in loader.lost[:20]:
                print(f"  {line!r}")
            lost += len(loader.lost)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    print(f"memory at most {memory >> 20} MiB")
    return int(lost > 0 or memory > MOST_MEMORY)


if __name__ == "__main__":
    sys.exit(main())
