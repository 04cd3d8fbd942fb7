"""A spot on every card that may come next: what it is worth to both, and what the first one does.

Both players have checked, or there was no bet that was not called: pot and stack are the spot's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.cards import RANKS, SUITS
from pokerbot.games.catalogue import HOLDEM, OfGame, game_of, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import on_next_card
from pokerbot.games.suits import next_cards
from pokerbot.plots.figure import Figure, Panel, Series
from pokerbot.runs.defaults import default_limits
from pokerbot.runs.limits import check_limits
from pokerbot.runs.results import SpotSolution
from pokerbot.runs.run import Stopped, TrainingRun, Watch
from pokerbot.sequence.showdown import total_weight
from pokerbot.solvers.algorithm import Algorithm

Pair = tuple[float, float]


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
class NextCard:
    """Cards that may come next and are alike but for their suits.

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

    def figure(self) -> Figure:
        """EV, equity and how often the first one bets, by the rank of the next card."""
        drawn: dict[str, Callable[[NextCard], float]] = {
            f"EV of {self.player}": lambda each: each.ev[0],
            f"equity of {self.player}": lambda each: each.equity[0],
            f"how often {self.player} bets": lambda each: 1 - each.frequencies[0],
        }
        panels = [
            Panel("the next card", label, list(self._by_suit(y)), names=[*RANKS])
            for label, y in drawn.items()
        ]
        return Figure(f"{self.spot} by the next card", panels, columns=1)

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
    """The spots that a report is of: of each the cards that lead there, and the weight of them."""

    game: Game
    cards: tuple[tuple[str, ...], ...]
    games: tuple[Game, ...]
    weights: tuple[float, ...]

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
            board=str(self.game.parameters["board"]),
            algorithm=algorithm,
            player=some.player,
            actions=some.actions,
            ev=_pair(_mean(found, [each.ev for each in found])),
            equity=_pair(_mean(found, [each.equity for each in found])),
            frequencies=_mean(found, [each.frequencies for each in found]),
            cards=found,
            missing=sum(map(len, missing)),
        )


def report(
    game: Game | OfGame | str,
    algorithm: Algorithm | str = "dcfr",
    *,
    iterations: int | None = None,
    target: float | None = None,
    backend: str = "auto",
) -> Report:
    """Solve a spot on every card that may come next, one after the other.

    Args:
        game: a spot of a flop or a turn, or its file.
        algorithm: how.
        iterations: stop each after so many.
        target: stop each at this exploitability, in chips; at 0.1 % of the pot if neither is given.
        backend: as `Training` takes it.

    Raises:
        InputError: it is no such spot, or something is out of range.
    """
    boards = boards_of(game_of(game))
    runs = boards.runs(algorithm, iterations, target, backend)
    solved = (run.carry_out(lambda _: None, lambda: False) for run in runs)
    return boards.report(runs[0].label, dict(enumerate(solved)))


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
