"""The boards of a report, which are a spot's next cards or flops, and the run for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.games.catalogue import HOLDEM, OfGame, game_of, make_game
from pokerbot.games.equity import equity, seconds_needed
from pokerbot.games.flops import ALL, CHOSEN, COUNTS, Flop, mean, some_of
from pokerbot.games.flops import flops as find_flops
from pokerbot.games.game import Game
from pokerbot.games.holdem import SEATS, on_next_card
from pokerbot.games.parameters import is_count, is_number
from pokerbot.games.ranges import Range
from pokerbot.games.spot_file import REQUIRED, read_spot
from pokerbot.games.suits import next_cards
from pokerbot.io.compiler import has_compiler
from pokerbot.runs.backend import MACHINE_CODE
from pokerbot.runs.defaults import usual_limits
from pokerbot.runs.limits import Limits
from pokerbot.runs.outlook import expected_of_all
from pokerbot.runs.results import SpotSolution
from pokerbot.runs.run import Stopped, TrainingRun, Watch
from pokerbot.sequence.compile import games_forgotten
from pokerbot.sequence.showdown import total_weight
from pokerbot.solvers.algorithm import Algorithm
from pokerbot.strategy.checking import TOLERANCE

Pair = tuple[float, float]
WITHOUT_BOARD = [key for key in REQUIRED if key != "board"]
FLOPS = COUNTS[0]
"""The default number of flops."""
EQUITY = f"equity {SEATS[0]}"
"""The name of the equity over all flops, which is known from the table of all-ins."""
QUICK = 10.0
"""The most seconds to spend on that equity, which takes long for ranges not of whole classes."""


@dataclass(frozen=True)
class Solved:
    """The result for a spot.

    iterations: how many it was solved for
    exploitability_pot: in per cent of the pot
    ev, equity: those of both players, out of position first
    player: who acts first
    actions, frequencies: the first player's legal actions, and how often each is taken

    Raises:
        InputError: a part of it is missing or no such number, as in a file that was changed.
    """

    iterations: int
    exploitability_pot: float
    ev: Pair
    equity: Pair
    player: str
    actions: tuple[str, ...]
    frequencies: tuple[float, ...]

    def __post_init__(self) -> None:
        shares = (*self.equity, *self.frequencies)
        sound = (
            is_count(self.iterations)
            and (len(self.ev), len(self.equity)) == (2, 2)
            and len(self.frequencies) in (0, len(self.actions))
            and all(map(is_number, (self.exploitability_pot, *self.ev, *shares)))
            and all(-TOLERANCE <= each <= 1 + TOLERANCE for each in shares)
            and all(isinstance(each, str) for each in (self.player, *self.actions))
        )
        if not sound:
            raise InputError("this is not the result for a spot")


@dataclass(frozen=True)
class BoardRun(TrainingRun):
    """A training of a spot for its EV and equity, and its first decision."""

    @property
    def needs(self) -> tuple[str, ...]:
        """numba, if it is installed here: without it, workers would come to other results."""
        return ("numba",) if self.backend in MACHINE_CODE and has_compiler() else ()

    def carry_out(self, watch: Watch, stopped: Stopped) -> Solved:
        """As `Run`; a run that is stopped before its limits is abandoned."""
        with games_forgotten():
            return self._solved(stopped)

    def _solved(self, stopped: Stopped) -> Solved:
        found = self.solution(stopped)
        assert isinstance(found, SpotSolution)
        first = found.at()
        return Solved(
            found.iterations, found.exploitability_pot, found.ev, found.equity, first.player,
            first.actions, first.frequencies or (),
        )  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """How a sample of flops was chosen, and how well it represents all flops.

    count: how many flops are in the sample
    every: how many flops there are, counting those that differ only by suits once
    chosen: in words, how they were chosen
    alike: by name, quantities that are known for all flops: their means over the sample and over
        all flops, as shares
    """

    count: int
    every: int
    chosen: str
    alike: Mapping[str, tuple[float | None, float | None]]


@dataclass(frozen=True)
class Flops:
    """The flops of a report.

    some, every: those to be solved, and all that there are
    chosen: in words, how those to be solved were chosen
    equity: that of the first seat over all flops, None where it would take long to find out
    """

    some: Sequence[Flop]
    every: Sequence[Flop]
    chosen: str
    equity: float | None

    def sample(self, places: Iterable[int], equity: float) -> Sample:
        """The sample of the flops that are solved.

        places: theirs in `some`
        equity: that of the first seat over them
        """
        solved = [self.some[place] for place in places]
        of: dict[str, Callable[[Flop], float]] = {
            f"{SEATS[0]} ahead": lambda each: each.ahead,
            "one suit": lambda each: each.kind[0] == 1,
            "two suits": lambda each: each.kind[0] == 2,
            "a pair": lambda each: each.kind[1] == 2,
        }
        means = {name: (mean(solved, each), mean(self.every, each)) for name, each in of.items()}
        alike = {EQUITY: (equity, self.equity), **means}
        return Sample(len(solved), len(self.every), self.chosen, alike)


@dataclass(frozen=True)
class ReportBoards:
    """The spots of a report.

    game: the spot that the report is about; for flops one of them
    cards: for each spot, the cards that lead to it and to those alike; or the flop
    games: the spots
    weights: how likely each of them comes, not normalized
    flops: the flops, None if they are next cards
    """

    game: Game
    cards: tuple[tuple[str, ...], ...]
    games: tuple[Game, ...]
    weights: tuple[float, ...]
    flops: Flops | None = None

    def outlook(
        self, limits: Limits, at_once: int | None = 1, places: Iterable[int] | None = None
    ) -> str:
        """The estimate of `expected_of_all`, up to the limits or the default ones.

        places: of the boards to be solved; None for all
        """
        games = self.games if places is None else [self.games[place] for place in places]
        return expected_of_all(games, at_once, limits or usual_limits(self.game))

    def runs(
        self, algorithm: Algorithm | str, limits: Limits | None = None, backend: str = "auto"
    ) -> list[BoardRun]:
        """A run for each spot, up to the limits or the default ones.

        Raises:
            InputError: the algorithm does not take these spots.
        """
        until = vars(limits or usual_limits(self.game))
        found = [BoardRun(each, algorithm, **until, backend=backend) for each in self.games]
        found[0].training()
        return found


def boards_named(game: Game | OfGame | str, flops: str | None = None) -> ReportBoards:
    """The spots of a report; for a file that names no board they are flops.

    Args:
        game: as in `report`.
        flops: how many, one of `COUNTS`.

    Raises:
        InputError: as for `boards_of` and `flops_of`; or flops are asked for, but there is a board.
    """
    if isinstance(game, str) and game.endswith(".toml"):
        told = read_spot(game, WITHOUT_BOARD)
        if "board" not in told:
            return flops_of(told, Path(game).stem, FLOPS if flops is None else flops)
    if flops is not None:
        raise InputError("has no effect on a spot that has a board", parameter="flops")
    return boards_of(game_of(game))


def flops_of(told: Mapping[str, object], name: str, count: str) -> ReportBoards:
    """The spots of a report on a sample of flops.

    Args:
        told: the content of the spot's file, which has no board.
        name: the spot's name.
        count: how many flops, one of `COUNTS`.

    Raises:
        InputError: it is not a spot, it has locks, or no flop leaves both players a hand.
    """
    if count not in COUNTS:
        raise InputError(f"must be one of {', '.join(COUNTS)}, not {count:.20}", parameter="flops")
    ranges = [str(told[f"{seat}.range"]) for seat in SEATS]
    every = find_flops(*map(Range, ranges))
    if not every:
        raise InputError("no flop leaves both players a hand")
    some = every if count == ALL else some_of(every, int(count))
    games = tuple(make_game(HOLDEM.name, {**told, "board": each.name}, name) for each in some)
    games[0].check_unlocked("report")
    whole = None if seconds_needed(*ranges) > QUICK else equity(*ranges).equity
    return ReportBoards(
        games[0],
        tuple((each.name,) for each in some),
        games,
        tuple(each.weight for each in some),
        Flops(some, every, CHOSEN if count != ALL else "", whole),
    )


def boards_of(game: Game) -> ReportBoards:
    """The spots of a report on every card that may come next.

    Cards that differ only by suits have one spot together.

    Raises:
        InputError: it is not a spot of a flop or a turn, it has locks, or no card leaves both
            players a hand.
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
    return ReportBoards(game, tuple(cards), tuple(games), tuple(weights))
