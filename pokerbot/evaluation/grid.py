"""A strategy as a grid: what both players see against what the one to act holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pokerbot.evaluation.breakdown import Decision
from pokerbot.evaluation.whole_judge import WholeJudge
from pokerbot.games.betting import Betting, legal_actions, walk
from pokerbot.games.spot import Spot
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import infoset_reach
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, slots=True)
class Situation:
    """What is public where someone acts.

    board: the number of the one that lies there
    reach: how likely a hand is to come here
    """

    betting: Betting
    board: int
    reach: float


@dataclass(frozen=True, slots=True)
class Cell:
    """One information set.

    frequencies: how often the strategy takes each action
    chips: what each wins on average, best-responding ever after; None where it is never reached
    reach: how likely a hand is to come here, all cards and both players together
    """

    infoset: str
    frequencies: Mapping[str, float]
    chips: Mapping[str, float] | None
    reach: float

    @property
    def value(self) -> float | None:
        """What the best action wins on average."""
        return None if self.chips is None else max(self.chips.values())


class Grid:
    """A strategy's information sets by situation and card.

    game: what is played
    situations: all of them, in the order of the betting
    """

    def __init__(self, strategy: Strategy, judges: tuple[WholeJudge, WholeJudge]) -> None:
        """Lay a strategy out; `judges` know what each seat's actions are worth against it."""
        self.strategy, self.game, self._judges = strategy, strategy.game, judges
        form = compile_game(self.game)
        self._profile = to_arrays(form, strategy.infosets)
        self._reach = infoset_reach(form, self._profile)
        self.situations = tuple(self._situations())

    def _situations(self) -> Iterator[Situation]:
        rules = self.game.rules
        boards = [rules.boards.of(rules.street(round_)) for round_ in range(len(rules.rounds))]
        totals = [reach.sum(axis=1).tolist() for reach in self._reach]
        for betting in walk(rules):
            if not betting.over:
                judge = self._judges[betting.player]
                for board in boards[betting.round]:
                    reach = totals[betting.player][judge.decision(betting, board)]
                    yield Situation(betting, board, reach)

    def cell(self, situation: Situation, hand: int) -> Cell | None:
        """The information set of a hand there; None where the board does not leave it."""
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
        """The action that wins the most there, judged: what it is compared with says why.

        Of those that are as good it is the first one, whatever their last bits.
        """
        spot = Spot(situation.betting, situation.board, hand)
        judge = self._judges[spot.player]
        chips = judge.chips(spot)
        actions = legal_actions(self.game.rules, spot.betting)
        return judge.judge(spot, max(actions, key=lambda action: round(chips[action.name], 6)))

    def select(
        self,
        after: str = "",
        player: int | None = None,
        first: Callable[[Situation], float] | None = None,
    ) -> Sequence[Situation]:
        """The situations after some betting, of one player or both; the largest of `first` first.

        Without `first` they come in the order of the betting.
        """
        found = [
            situation
            for situation in self.situations
            if situation.betting.history.startswith(after)
            and player in (None, situation.betting.player)
        ]
        return sorted(found, key=first, reverse=True) if first else found

    def apart(self, other: Grid) -> Mapping[Situation, float]:
        """How much of all hands another strategy for the game would play otherwise, by situation.

        Half of what the two differ by in each information set, added up over the actions, times how
        likely a hand is to come to it by this strategy, added up over the cards.
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
        """The place of a situation in the tree of the one who acts."""
        betting = situation.betting
        return self._judges[betting.player].decision(betting, situation.board)
