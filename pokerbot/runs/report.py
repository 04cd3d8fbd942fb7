"""Reports on a spot over many boards: EV, equity and the first player's strategy on each of them.

The boards are those of a spot with each card that may come next; no chips are bet before the card,
so that pot and stack are the spot's. If the spot names no board, they are flops.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pokerbot.games.cards import RANKS, SUITS
from pokerbot.games.catalogue import OfGame
from pokerbot.games.game import Game
from pokerbot.games.holdem import SEATS
from pokerbot.io.files import write_whole
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.runs.boards import BoardRun, Pair, ReportBoards, Sample, Solved, boards_named
from pokerbot.runs.limits import Limits
from pokerbot.runs.run_folder import RunFolder, csv_lines
from pokerbot.solvers.algorithm import Algorithm

NAMED = 25
"""Up to this many flops have their names in a picture."""

TABLE, WHOLE = "boards.csv", "report.json"
"""The names of the file with a line for each board, and of that with all that `--json` prints."""


@dataclass(frozen=True)
class NextCard:
    """A board: by a card that may come next, or as a flop.

    cards: the cards that differ from it only by suits, or the flop
    weight: the probability that one of them comes
    ev, equity: those of both players, out of position first
    frequencies: how often each of the report's actions is taken
    exploitability_pot: the exploitability of the solution, in per cent of the pot
    iterations: how many it was solved for
    """

    cards: tuple[str, ...]
    weight: float
    ev: Pair
    equity: Pair
    frequencies: tuple[float, ...]
    exploitability_pot: float
    iterations: int


@dataclass(frozen=True)
class Report:
    """The report on a spot, as `pokerbot report` prints it; EV is in chips.

    spot: the spot's name
    board: its board, empty if the boards are flops
    algorithm: what solved it
    player: who acts first on each board
    actions: the first player's legal actions
    ev, equity, frequencies: means over all boards, weighted by their probabilities
    cards: the boards
    missing: how many cards or flops were not solved, and are left out
    flops: how far the flops represent all flops, None if the boards are not flops
    """

    spot: str
    board: str
    algorithm: str
    player: str
    actions: tuple[str, ...]
    ev: Pair
    equity: Pair
    frequencies: tuple[float, ...]
    cards: tuple[NextCard, ...]
    missing: int = 0
    flops: Sample | None = None

    def rows(self) -> Iterator[dict[str, Any]]:
        """A row for each board: its weight, EV, equity, and how often each action is taken."""
        for each in self.cards:
            yield {
                "cards": " ".join(each.cards),
                "weight": each.weight,
                **{f"ev_{seat}": ev for seat, ev in zip(SEATS, each.ev, strict=True)},
                f"equity_{SEATS[0]}": each.equity[0],
                **dict(zip(self.actions, each.frequencies, strict=True)),
                "exploitability_pot": each.exploitability_pot,
                "iterations": each.iterations,
            }

    def figure(self) -> Figure:
        """EV, equity and how often the first player bets: by the next card's rank, or by flop."""
        drawn: dict[str, Callable[[NextCard], float]] = {
            f"EV of {self.player}": lambda each: each.ev[0],
            f"equity of {self.player}": lambda each: each.equity[0],
            f"how often {self.player} bets": lambda each: 1 - each.frequencies[0],
        }
        if self.flops:
            panels = [self._by_flop(label, y) for label, y in drawn.items()]
            return Figure(f"{self.spot} by the flop", panels, columns=1)
        panels = [
            Panel("the next card", label, list(self._by_suit(y)), names=[*RANKS])
            for label, y in drawn.items()
        ]
        return Figure(f"{self.spot} by the next card", panels, columns=1)

    def _by_flop(self, label: str, y: Callable[[NextCard], float]) -> Panel:
        """A panel with a value for each flop, in the order of EV; few flops have their names."""
        order = sorted(self.cards, key=lambda each: each.ev[0])
        places = [float(place) for place in range(len(order))]
        names = [" ".join(each.cards) for each in order] if len(order) <= NAMED else []
        series = [Series(self.spot, places, [y(each) for each in order])]
        return Panel("flops by EV", label, series, names=names)

    def _by_suit(self, y: Callable[[NextCard], float]) -> Iterator[Series]:
        """For each suit, a series with a value for each card, by rank."""
        for suit in SUITS:
            points = sorted(
                (RANKS.index(card[0]), y(each))
                for each in self.cards
                for card in each.cards
                if card[1] == suit
            )
            if points:
                ranks, values = zip(*points, strict=True)
                yield Series(suit, [float(rank) for rank in ranks], list(values))


class SolvedBoards(RunFolder[BoardRun]):
    """A `RunFolder` of boards, whose lines hold the boards' results."""

    WORD = "solved"
    KIND = Solved
    WRITES = (TABLE, WHOLE)

    def keep(self, report: Report) -> None:
        """Write the report's files, but those that are there and say the same already.

        Raises:
            InputError: that fails.
        """
        self.sync()
        text = json.dumps(asdict(report), allow_nan=False)
        files = {TABLE: b"".join(csv_lines(report.rows())), WHOLE: text.encode() + b"\n"}
        for name, content in files.items():
            path = self.folder / name
            with self.writing():
                there = path.is_file() and path.read_bytes() == content
            if not there:
                write_whole(path, [content])


def report_of(boards: ReportBoards, algorithm: str, solved: Mapping[int, Solved]) -> Report:
    """The report on the boards that are solved.

    solved: the solutions by the places of their boards, at least one
    """
    total = sum(boards.weights[place] for place in solved)
    found = tuple(
        NextCard(
            boards.cards[place], boards.weights[place] / total, each.ev, each.equity,
            each.frequencies, each.exploitability_pot, each.iterations,
        )
        for place, each in sorted(solved.items())
    )  # fmt: skip
    some = next(iter(solved.values()))
    equity = _pair(_mean(found, [each.equity for each in found]))
    missing = (cards for place, cards in enumerate(boards.cards) if place not in solved)
    return Report(
        spot=boards.game.spec,
        board="" if boards.flops else str(boards.game.parameters["board"]),
        algorithm=algorithm,
        player=some.player,
        actions=some.actions,
        ev=_pair(_mean(found, [each.ev for each in found])),
        equity=equity,
        frequencies=_mean(found, [each.frequencies for each in found]),
        cards=found,
        missing=sum(map(len, missing)),
        flops=boards.flops.sample(sorted(solved), equity[0]) if boards.flops else None,
    )


def report(
    game: Game | OfGame | str,
    algorithm: Algorithm | str = "dcfr",
    *,
    flops: int | str | None = None,
    iterations: int | None = None,
    target: float | None = None,
    backend: str = "auto",
) -> Report:
    """Solve a spot on every card that may come next, or on flops, one after the other.

    Args:
        game: a spot of a flop or a turn, or its file; for flops a file that names no board.
        algorithm: the algorithm.
        flops: how many flops represent all: 25, 49, 95, 184 or `all`; 25 by default.
        iterations: stop each after this many.
        target: stop each at this exploitability, in chips; 0.1 % of the pot if neither is given.
        backend: as in `Training`.

    Raises:
        InputError: it is not such a spot, or something is out of range.
    """
    boards = boards_named(game, None if flops is None else str(flops))
    runs = boards.runs(algorithm, Limits(iterations, target), backend)
    solved = (run.carry_out(lambda _: None, lambda: False) for run in runs)
    return report_of(boards, runs[0].label, dict(enumerate(solved)))


def _mean(found: Sequence[NextCard], values: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """The weighted mean over the boards, column by column."""
    weighted = zip((each.weight for each in found), values, strict=True)
    rows = [[weight * value for value in row] for weight, row in weighted]
    return tuple(map(sum, zip(*rows, strict=True)))


def _pair(values: Sequence[float]) -> Pair:
    first, second = values
    return first, second
