"""A spot on many boards: what it is worth to both there, and what the first one does.

The boards are a spot's with every card that may come next, before which both players have checked,
or there was no bet that was not called: pot and stack are the spot's. Or they are flops, of a spot
that names no board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.cards import RANKS, SUITS
from pokerbot.games.catalogue import HOLDEM, OfGame, game_of, make_game
from pokerbot.games.flops import ALL, COUNTS, mean_ahead, some_of
from pokerbot.games.flops import flops as find_flops
from pokerbot.games.game import Game
from pokerbot.games.holdem import SEATS, on_next_card
from pokerbot.games.ranges import Range
from pokerbot.games.spot_file import REQUIRED, read_spot
from pokerbot.games.suits import next_cards
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.runs.defaults import default_limits
from pokerbot.runs.limits import check_limits
from pokerbot.runs.outlook import expected
from pokerbot.runs.results import SpotSolution
from pokerbot.runs.run import Stopped, TrainingRun, Watch
from pokerbot.sequence.showdown import total_weight
from pokerbot.solvers.algorithm import Algorithm

Pair = tuple[float, float]
NAMED = 25
"""So many flops have their names in a picture."""
WITHOUT_BOARD = [key for key in REQUIRED if key != "board"]
FLOPS = COUNTS[0]
"""How many stand for all where nobody says."""


@dataclass(frozen=True)
class Solved:
    """What came of a spot: the shares of both players, and what the first to act does."""

    iterations: int
    exploitability_pot: float
    ev: Pair
    equity: Pair
    player: str
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]


@dataclass(frozen=True)
class BoardRun(TrainingRun):
    """A training for what the first decision of a spot shows."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Solved:
        """As `Run`: what was stopped before its limits is abandoned."""
        found = self.solution(stopped)
        assert isinstance(found, SpotSolution)
        first = found.at()
        return Solved(
            found.iterations, found.exploitability_pot, found.ev, found.equity, first.player,
            first.actions, first.frequencies or (),
        )  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """How far some flops stand for all.

    count, every: how many they are, and how many there are that differ by more than suits
    ahead: how often the hand of who is out of position is the better one on them, and on all
    """

    count: int
    every: int
    ahead: Pair


@dataclass(frozen=True)
class NextCard:
    """Cards that may come next and are alike but for their suits; or a flop.

    weight: how likely one of them comes; ev, equity: of both players, out of position first
    frequencies: of the actions, as in the report
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
    """What `pokerbot report` tells of a spot; chips of its pot.

    player: who acts first on each card; actions: what there is to do then
    ev, equity, frequencies: the means over all cards, each as often as it comes
    missing: how many of the cards were not solved, and do not count
    flops: how far they stand for all, where they are flops
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

    def figure(self) -> Figure:
        """EV, equity and how often the first one bets, by the rank of the next card, or by flop."""
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
        """What the flops come to, those with the least EV first; named where there is room."""
        order = sorted(self.cards, key=lambda each: each.ev[0])
        places = [float(place) for place in range(len(order))]
        names = [" ".join(each.cards) for each in order] if len(order) <= NAMED else []
        series = [Series(self.spot, places, [y(each) for each in order])]
        return Panel("flops by EV", label, series, names=names)

    def _by_suit(self, y: Callable[[NextCard], float]) -> Iterator[Series]:
        """For each suit what its cards come to, the lower ranks first."""
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


@dataclass(frozen=True)
class Boards:
    """The spots that a report is of: of each the cards that lead there, and the weight of them.

    game: what they are of, one of them where they are flops; flops: how far these stand for all
    """

    game: Game
    cards: tuple[tuple[str, ...], ...]
    games: tuple[Game, ...]
    weights: tuple[float, ...]
    flops: Sample | None = None

    def outlook(self, iterations: int | None, target: float | None) -> str:
        """How many there are, and about what memory and time the one with the most hands takes.

        Raises:
            InputError: that does not fit in memory.
        """
        limits = default_limits(self.game) if (iterations, target) == (None, None) else {}
        given: dict[str, Any] = {"iterations": iterations, "target": target, **limits}
        largest = max(self.games, key=lambda each: sum(each.hands))
        return f"{len(self.games):,} boards, each of at most {expected(largest, **given)}"

    def runs(
        self,
        algorithm: Algorithm | str,
        iterations: int | None = None,
        target: float | None = None,
        backend: str = "auto",
    ) -> list[BoardRun]:
        """A run for each, to the usual limits where there are none.

        Raises:
            InputError: a limit is none, or the algorithm takes no such spot.
        """
        check_limits(iterations, target, None)
        limits: dict[str, Any] = {"iterations": iterations, "target": target}
        if (iterations, target) == (None, None):
            limits = default_limits(self.game)
        found = [BoardRun(each, algorithm, backend=backend, **limits) for each in self.games]
        found[0].training()
        return found

    def report(self, algorithm: str, solved: Mapping[int, Solved]) -> Report:
        """The report on those that are solved, by their places; at least one is."""
        total = sum(self.weights[place] for place in solved)
        found = tuple(
            NextCard(
                self.cards[place], self.weights[place] / total, each.ev, each.equity,
                each.frequencies, each.exploitability_pot, each.iterations,
            )
            for place, each in sorted(solved.items())
        )  # fmt: skip
        some = next(iter(solved.values()))
        missing = (cards for place, cards in enumerate(self.cards) if place not in solved)
        return Report(
            spot=self.game.spec,
            board="" if self.flops else str(self.game.parameters["board"]),
            algorithm=algorithm,
            player=some.player,
            actions=some.actions,
            ev=_pair(_mean(found, [each.ev for each in found])),
            equity=_pair(_mean(found, [each.equity for each in found])),
            frequencies=_mean(found, [each.frequencies for each in found]),
            cards=found,
            missing=sum(map(len, missing)),
            flops=self.flops,
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
        algorithm: how.
        flops: how many stand for all: 25, 49, 95, 184 or `all`; 25 if that is not given.
        iterations: stop each after so many.
        target: stop each at this exploitability, in chips; at 0.1 % of the pot if neither is given.
        backend: as `Training` takes it.

    Raises:
        InputError: it is no such spot, or something is out of range.
    """
    boards = boards_named(game, None if flops is None else str(flops))
    runs = boards.runs(algorithm, iterations, target, backend)
    solved = (run.carry_out(lambda _: None, lambda: False) for run in runs)
    return boards.report(runs[0].label, dict(enumerate(solved)))


def boards_named(game: Game | OfGame | str, flops: str | None = None) -> Boards:
    """The spots of a report: those of a file that names no board are flops.

    Args:
        game: as `report`.
        flops: how many, one of `COUNTS`.

    Raises:
        InputError: as `boards_of` and `flops_of`, or flops are asked for where there is a board.
    """
    if isinstance(game, str) and game.endswith(".toml"):
        told = read_spot(game, WITHOUT_BOARD)
        if "board" not in told:
            return flops_of(told, Path(game).stem, FLOPS if flops is None else flops)
    if flops is not None:
        raise InputError("has no effect on a spot that has a board", parameter="flops")
    return boards_of(game_of(game))


def flops_of(told: Mapping[str, object], name: str, count: str) -> Boards:
    """A spot on flops that stand for all.

    Args:
        told: the spot by the keys of its file, without a board.
        name: what it is called.
        count: how many flops, one of `COUNTS`.

    Raises:
        InputError: the spot is none, or has locks; no flop leaves both players a hand.
    """
    if count not in COUNTS:
        raise InputError(f"must be one of {', '.join(COUNTS)}, not {count:.20}", parameter="flops")
    first, second = (Range(str(told[f"{seat}.range"])) for seat in SEATS)
    every = find_flops(first, second)
    if not every:
        raise InputError("no flop leaves both players a hand")
    some = every if count == ALL else some_of(every, int(count))
    games = tuple(make_game(HOLDEM.name, {**told, "board": each.name}, name) for each in some)
    games[0].check_unlocked("report")
    return Boards(
        games[0],
        tuple((each.name,) for each in some),
        games,
        tuple(each.weight for each in some),
        Sample(len(some), len(every), (mean_ahead(some), mean_ahead(every))),
    )


def boards_of(game: Game) -> Boards:
    """A spot on every card that may come next, with one card for all that are alike.

    Raises:
        InputError: it is no spot, no card comes, none leaves both players a hand, or it has locks.
    """
    if not game.is_spot:
        raise InputError(f"report takes a spot of hold'em, not {game.spec:.60}")
    game.check_unlocked("report")
    if len(game.rules.public) == 5:
        raise InputError(f"report takes a flop or a turn: no card comes after {game.spec:.60}")
    cards, games, weights = [], [], []
    for alike in next_cards(game.rules):
        names = tuple(map(game.rules.deck.label, alike))
        try:
            found = make_game(HOLDEM.name, on_next_card(game.parameters, names[0]))
        except InputError:  # one of the players has no hand left
            continue
        cards.append(names)
        games.append(found)
        weights.append(len(names) * total_weight(found.rules))
    if not games:
        raise InputError("no card leaves both players a hand")
    return Boards(game, tuple(cards), tuple(games), tuple(weights))


def _mean(found: Sequence[NextCard], values: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """Of each column the mean over the cards by their weights."""
    weighted = zip((each.weight for each in found), values, strict=True)
    rows = [[weight * value for value in row] for weight, row in weighted]
    return tuple(map(sum, zip(*rows, strict=True)))


def _pair(values: Sequence[float]) -> Pair:
    first, second = values
    return first, second
