"""A strategy as a grid, of public situations and the acting player's hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.whole_judge import WholeJudge
from pokerbot.games.actions import Betting
from pokerbot.games.betting import walk
from pokerbot.games.hands import Hands
from pokerbot.games.rules import Rules
from pokerbot.games.spot import Spot
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import infoset_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Situation:
    """A public state in which a player acts.

    betting: the betting so far
    board: the number of the board
    reach: the probability that it is reached
    """

    betting: Betting
    board: int
    reach: float


@dataclass(frozen=True, slots=True)
class Cell:
    """An information set.

    infoset: its key
    frequencies: how often the strategy takes each action
    chips: what each action wins on average with a best response after it; None if the strategy
        never lets the player come here
    reach: the probability that it is reached
    """

    infoset: str
    frequencies: Mapping[str, float]
    chips: Mapping[str, float] | None
    reach: float

    @property
    def value(self) -> float | None:
        """What the best action wins on average, None if that is not known."""
        return None if self.chips is None else max(self.chips.values())


class Grid:
    """A strategy's information sets, by situation and hand.

    game: the game
    situations: all situations, in the order of the betting
    hands: the hands of both players, in one order, as a screen lists them
    """

    def __init__(self, strategy: Strategy, judges: tuple[WholeJudge, WholeJudge]) -> None:
        """Lay out a strategy; the two `judges` know the value of each seat's actions against it."""
        self.strategy, self.game, self._judges = strategy, strategy.game, judges
        form = compile_game(self.game)
        self._profile = to_arrays(form, strategy.infosets)
        self._reach = infoset_reach(form, self._profile)
        self.situations = tuple(self._situations())
        self.hands = _hands_of_both(self.game.rules)

    def _situations(self) -> Iterator[Situation]:
        rules = self.game.rules
        boards = [rules.boards.of(rules.street(round_)) for round_ in range(len(rules.rounds))]
        totals = [reach.sum(axis=1).tolist() for reach in self._reach]
        for betting in walk(rules):
            if not betting.over:
                judge = self._judges[betting.player]
                for board in boards[betting.round]:
                    reach = totals[betting.player][judge.tree.at(betting, board)]
                    yield Situation(betting, board, reach)

    def hand(self, situation: Situation, place: int) -> int | None:
        """The acting player's hand that has a place among `hands`; None if it is never dealt."""
        player = situation.betting.player
        return self.game.rules.hands[player].find(self.hands.name(place))

    def cell(self, situation: Situation, hand: int) -> Cell | None:
        """The information set of a hand in a situation; None if the board rules out the hand."""
        spot = Spot(situation.betting, situation.board, hand)
        if not self.game.rules.alive(spot.player, hand, spot.board):
            return None
        judge, key = self._judges[spot.player], self.game.key(spot)
        return Cell(
            infoset=key,
            frequencies=self.strategy.infosets[key],
            chips=judge.chips(spot) if judge.comes(spot) else None,
            reach=float(self._reach[spot.player][self._at(situation), hand]),
        )

    def best(self, situation: Situation, hand: int) -> Decision:
        """The best action of a hand in a situation, as a graded decision that tells why."""
        spot = Spot(situation.betting, situation.board, hand)
        return self._judges[spot.player].best(spot)

    def select(
        self,
        after: str = "",
        player: int | None = None,
        first: Callable[[Situation], float] | None = None,
    ) -> Sequence[Situation]:
        """The situations that follow some betting.

        after: how the betting's history begins
        player: who acts, None for both
        first: if given, situations are sorted by it, the largest first; else by the betting
        """
        found = [
            situation
            for situation in self.situations
            if situation.betting.history.startswith(after)
            and player in (None, situation.betting.player)
        ]
        return sorted(found, key=first, reverse=True) if first else found

    def apart(self, other: Grid) -> Mapping[Situation, float]:
        """For each situation, the share of all hands that another strategy would play differently.

        That is the total variation distance between the two strategies at each information set
        (half of the sum over actions of the absolute differences), times the probability that this
        strategy reaches it, summed over the hands.
        """
        operators = bind(compile_game(self.game))
        changed = [
            (each.sums(abs(mine - theirs)) * reach).sum(axis=1) / 2
            for each, mine, theirs, reach in zip(
                operators, self._profile, other._profile, self._reach, strict=True
            )
        ]
        return {
            each: float(changed[each.betting.player][self._at(each)]) for each in self.situations
        }

    def _at(self, situation: Situation) -> int:
        """The number of a situation's decision in the acting player's tree."""
        betting = situation.betting
        return self._judges[betting.player].tree.at(betting, situation.board)


def _hands_of_both(rules: Rules) -> Hands:
    """All hands that one of the players can be dealt; several cards with the highest first."""
    first, second = rules.hands
    if rules.any_hand:
        return first
    both = sorted({*first, *second}, reverse=rules.private > 1)
    return Hands(rules.deck, rules.private, tuple(both))
