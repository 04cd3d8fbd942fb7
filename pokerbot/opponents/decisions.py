"""Which decisions come up when a solution plays both seats, and how often."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import cycle
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.betting import (
    actions_to,
    along,
    legal_actions,
    start,
    successor,
)
from pokerbot.games.rules import Rules
from pokerbot.games.spot import Spot
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.hand import Observation
from pokerbot.play.session.drill import Draw, Drill, drill_at
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.meeting import dealt_on_each
from pokerbot.sequence.reach import infoset_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.packed_profile import lacks_rivers, stored_by_street
from pokerbot.strategy.posterior import drawn, posterior

if TYPE_CHECKING:
    from numpy.random import Generator
    from numpy.typing import NDArray

    from pokerbot.strategy.packed_profile import PackedProfile

Close = Callable[["NDArray[np.float64]", "NDArray[np.float64]", float], "NDArray[np.bool_]"]
"""(gap between the best two actions [hands], least fault [hands], pot) → which are close [hands].

All in chips.
"""
TRIES = 500
"""How many decisions are drawn in search of close ones."""


class PublicDecision(NamedTuple):
    """A public decision: the betting and the board.

    often: how often each hand of the player to act comes there [hands], unnormalized
    """

    betting: Betting
    board: int
    often: Array


class Decisions(ABC):
    """The decisions that come up when an opponent's strategy plays both seats."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent, self.game = opponent, opponent.strategy.game

    def places(self) -> Iterator[PublicDecision]:
        """The public decisions at which there is a choice."""
        rules, known = self.game.rules, dict[Betting, bool]()
        for each in self._public():
            if each.betting not in known:
                known[each.betting] = len(legal_actions(rules, each.betting)) > 1
            if known[each.betting]:
                yield each

    @abstractmethod
    def _public(self) -> Iterator[PublicDecision]:
        """All public decisions, also those with one action."""

    @abstractmethod
    def close(self, close: Close, ahead: Generator, hands: int) -> Draw:
        """A function that draws close decisions, as often as they come up.

        Args:
            close: tells which decisions are close.
            ahead: the generator for decisions that are drawn in advance.
            hands: how many to draw in advance at most; after the last comes the first again.

        Raises:
            InputError: no decision is close.
        """

    def drawn(self, line: Betting | None = None) -> Draw:
        """A function that draws decisions as often as they come up.

        line: the betting after which they are, None for any

        Raises:
            InputError: there are none.
        """
        return self._among(each for each in self.places() if line in (None, each.betting))

    def _among(self, places: Iterator[PublicDecision]) -> Draw:
        """A function that draws decisions at these places, as often as they come up."""
        there = [each for each in places if each.often.any()]
        if not there:
            raise InputError("no decision of that kind comes up")
        rows = [each.often for each in there]
        sums, begins = np.cumsum(np.concatenate(rows)), np.cumsum([0, *map(len, rows)])

        def draw(rng: Generator) -> Observation:
            drawn = int(np.searchsorted(sums, rng.random() * sums[-1], side="right"))
            drawn = min(drawn, len(sums) - 1)
            at = int(np.searchsorted(begins, drawn, side="right")) - 1
            place, hand = there[at], drawn - int(begins[at])
            return self._dealt(Spot(place.betting, place.board, hand), rng)

        return draw

    def _dealt(self, spot: Spot, rng: Generator) -> Observation:
        """What the player sees at a spot that was drawn."""
        return Observation(self.game, spot)


def decisions_of(opponent: Opponent) -> Decisions:
    """The decisions against an opponent; street by street if its strategy is stored that way."""
    kept = stored_by_street(opponent.strategy.infosets)
    return WholeDecisions(opponent) if kept is None else StreetDecisions(opponent, kept)


def place_of(opponent: Opponent) -> Callable[[Observation], Observation | None]:
    """A function from a decision to the one at which a hand that practises it begins.

    That is the decision itself, or where the opponent's own strategy never comes there, the
    player's last decision before at which a hand can be dealt; None where there is none.
    """
    game, infosets = opponent.strategy.game, opponent.strategy.infosets
    rules, no_rivers = game.rules, lacks_rivers(infosets)

    @cache
    def comes(spot: Spot) -> bool:
        last = spot.betting.round + 1 == len(rules.rounds)
        if no_rivers and last and spot.betting.histories[-1]:
            return False
        return bool(posterior(game, infosets, spot).any())

    def place(seen: Observation) -> Observation | None:
        spot = seen.spot
        if seen.game == game and comes(spot):
            return seen
        for betting in reversed([*_known(rules, seen)]):
            board = rules.boards.at(spot.board, rules.street(betting.round))
            there = Spot(betting, board, spot.hand)
            if betting.player == spot.player and comes(there):
                return Observation(game, there)
        return None

    return place


def drill_of(opponent: Opponent, seen: Observation) -> Drill:
    """A drill of a decision, or of the one at which a hand that practises it begins.

    Raises:
        InputError: there is none.
    """
    there = place_of(opponent)(seen)
    if there is None:
        raise InputError(f"{opponent.name} never lets a hand get there")
    return drill_at(there)


def _known(rules: Rules, seen: Observation) -> Iterator[Betting]:
    """The bettings on the way to a decision, and its own, as far as these rules know the sizes."""
    for betting, action in along(seen.game.rules, actions_to(seen.game.rules, seen.betting)):
        yield betting
        if action not in legal_actions(rules, betting):
            return
    yield seen.betting


class WholeDecisions(Decisions):
    """The decisions of a game that is small enough to go through all of them at once."""

    def __init__(self, opponent: Opponent) -> None:
        super().__init__(opponent)
        self._form = compile_game(self.game)

    @cached_property
    def _reach(self) -> tuple[Array, Array]:
        """For each player how often each decision is reached [decisions, hands]; 0 is the deal."""
        return infoset_reach(self._form, to_arrays(self._form, self.opponent.strategy.infosets))

    def _public(self) -> Iterator[PublicDecision]:
        """As `Decisions`."""
        for tree, reach in zip(self._form.trees, self._reach, strict=True):
            for at, (betting, board, _) in enumerate(tree.decisions(), 1):
                yield PublicDecision(betting, board, reach[at])

    def close(self, close: Close, ahead: Generator, hands: int) -> Draw:
        """As `Decisions`; nothing is drawn in advance."""
        return self._among(self._close(close))

    def _close(self, close: Close) -> Iterator[PublicDecision]:
        for betting, board, often in self.places():
            judge = self.opponent.whole_judges[betting.player]
            values = judge.values.chips[judge.tree.rows_at(betting, board)]
            second, best = np.sort(values, axis=0)[-2:]
            there = close(best - second, judge.least, sum(betting.chips))
            yield PublicDecision(betting, board, np.where(there, often, 0))


class StreetDecisions(Decisions):
    """The decisions on all streets but the last, and the first decision on that.

    The later ones are only known once that street is re-solved.
    """

    def __init__(self, opponent: Opponent, kept: PackedProfile) -> None:
        super().__init__(opponent)
        self._kept = kept

    @cached_property
    def _followed(self) -> list[PublicDecision]:
        rules = self.game.rules
        reach = [np.ones((1, len(hands))) for hands in rules.hands]
        return [*self._follow(start(rules), range(1), (reach[0], reach[1]))]

    def _public(self) -> Iterator[PublicDecision]:
        """As `Decisions`; the last street's have the board without its card."""
        return iter(self._followed)

    def _follow(
        self, betting: Betting, boards: range, reach: tuple[Array, Array]
    ) -> Iterator[PublicDecision]:
        """The places from a betting on.

        Args:
            betting: the betting.
            boards: the boards that may lie on the table.
            reach: each player's own reach probability [boards, hands].
        """
        rules = self.game.rules
        if betting.over:
            return
        street, player = rules.street(betting.round), betting.player
        last = street + 1 == rules.boards.streets
        if street > rules.boards.street(boards[0]) and not last:
            turned = rules.boards.of(street)
            came = [rules.boards.parent(board) - boards.start for board in turned]
            boards, reach = turned, (reach[0][came], reach[1][came])
        often = reach[player] * dealt_on_each(rules, player, boards, reach[1 - player])
        yield from (PublicDecision(betting, *each) for each in zip(boards, often, strict=True))
        if last:
            return
        sigma = self._kept.at(betting, boards)
        for at, action in enumerate(legal_actions(rules, betting)):
            taken = [*reach]
            taken[player] = reach[player] * sigma[:, at]
            then = successor(rules, betting, action)
            yield from self._follow(then, boards, (taken[0], taken[1]))

    def _dealt(self, spot: Spot, rng: Generator) -> Observation:
        """As `Decisions`; where the last street begins, its card is drawn, too."""
        boards, street = self.game.rules.boards, self.game.rules.street(spot.betting.round)
        board = spot.board
        if boards.street(board) < street:
            _, board = drawn(self.game, self.opponent.strategy.infosets, spot, rng)
        return Observation(self.game, Spot(spot.betting, board, spot.hand))

    def close(self, close: Close, ahead: Generator, hands: int) -> Draw:
        """As `Decisions`, in advance, since only working out a street tells what is close."""
        streets = range(self.game.rules.boards.streets - 1)
        anything = self._among(
            each for each in self.places() if self.game.rules.street(each.betting.round) in streets
        )
        found: list[Observation] = []
        for _ in range(TRIES):
            seen = anything(ahead)
            if self._is_close(seen, close):
                found.append(seen)
            if len(found) == hands:
                break
        if not found:
            raise InputError("no decision of that kind comes up")
        order = cycle(found)
        return lambda _: next(order)

    def _is_close(self, seen: Observation, close: Close) -> bool:
        weighed = self.opponent.judges[seen.spot.player].weigh(seen.spot)
        second, best = np.sort(weighed.values)[-2:]
        least = np.array([weighed.least])
        return bool(close(np.array([best - second]), least, sum(seen.betting.chips))[0])
