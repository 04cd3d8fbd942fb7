"""Practise: hands that begin at a decision, drawn more often the more it has cost the person.

A spot's cost is how often it came up in play, times the chips that the last `RECENT` decisions
there gave away on average. These include practised decisions, so that the cost falls as one learns.

A part `FRESH` of the hands begins anywhere: each decision comes as often as it does when the bot
plays both seats. The seat whose decision is drawn trembles, so that it also comes to decisions that
the bot itself would avoid. The other hands begin at a spot drawn in proportion to its cost. While
nothing has cost anything, all hands begin anywhere.

The cards that the person does not see are then drawn from their posterior distribution: in
proportion to chance, and to how likely the bot would have played as it did with each hand.
"""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from pokerbot.games.betting import actions_to
from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand, Observation, deal, play_out, replayed
from pokerbot.play.session.dice import Roll, read_roll
from pokerbot.play.session.drill import Draw, Drill, endless
from pokerbot.play.table import CARDS, Draws, Table
from pokerbot.play.view import amounts
from pokerbot.strategy.posterior import drawn, posterior
from pokerbot.strategy.strategy import Infosets, Strategy

if TYPE_CHECKING:
    from numpy.random import Generator

RECENT = 5
FRESH = 0.2
TREMBLE = 0.1
SHUFFLE = 3
"""One more kind of draws, beside those of `Table`: the order of a drill's spots."""


@dataclass
class Cost:
    """What an information set has cost the person, in chips.

    seen: where a hand that practises it begins
    times, lost: the number of decisions in play, and the chips that they gave away
    practised: the number of practised decisions
    recent: the chips given away by each of the last decisions there, practised ones included
    """

    seen: Observation
    times: int = 0
    lost: float = 0.0
    practised: int = 0
    recent: deque[float] = field(default_factory=lambda: deque(maxlen=RECENT))

    @property
    def was(self) -> float:
        """The chips that a decision in play has given away on average."""
        return self.lost / self.times if self.times else 0.0

    @property
    def now(self) -> float:
        """The chips that each of the last decisions gave away on average."""
        return sum(self.recent) / len(self.recent)

    @property
    def cost(self) -> float:
        """How often the spot came up in play times what a decision gives away now, in chips."""
        return max(self.times, 1) * self.now


class Costs:
    """What each information set has cost the person so far."""

    def __init__(self, place: Callable[[Observation], Observation | None] = lambda s: s) -> None:
        """Begin with no costs.

        Args:
            place: tells for a decision at which decision a hand that practises it begins; None
                where none can, so that the decision is not counted.
        """
        self._by_key: dict[str, Cost] = {}
        self._place = place

    def add(self, seen: Observation, lost: float, *, practised: bool = False) -> None:
        """Count a decision and the chips that it gave away; decisions come in order of time."""
        there = self._place(seen)
        if there is None:
            return
        cost = self._by_key.setdefault(there.key, Cost(there))
        cost.recent.append(lost)
        if practised:
            cost.practised += 1
        else:
            cost.times += 1
            cost.lost += lost

    def at(self, seen: Observation) -> Cost | None:
        """What an information set has cost, None where no decision was judged there."""
        there = self._place(seen)
        return None if there is None else self._by_key.get(there.key)

    @property
    def total(self) -> float:
        """The sum of all costs, in chips."""
        return sum(cost.cost for cost in self._by_key.values())

    def ranking(self) -> list[Cost]:
        """All spots that cost anything, now or earlier, the most expensive first."""
        costly = [each for each in self._by_key.values() if each.cost or each.lost]
        return sorted(costly, key=lambda each: (-each.cost, -each.lost))

    def chance(self, cost: Cost) -> float:
        """The probability that a hand begins at a spot because of its cost."""
        return (1 - FRESH) * cost.cost / self.total if self.total else 0.0

    def draw(self, rng: Generator) -> Observation | None:
        """Draw a spot in proportion to its cost; None if the hand is to begin anywhere."""
        if not self.total or rng.random() < FRESH:
            return None
        ranking = self.ranking()
        sums = list(accumulate(each.cost for each in ranking))
        return ranking[bisect(sums, rng.random() * sums[-1])].seen


def deal_at(seen: Observation, infosets: Infosets, rng: Generator) -> Hand:
    """Deal a hand that has come to a decision; unseen cards are drawn from their posterior."""
    other, board = drawn(seen.game, infosets, seen.spot, rng)
    held = (other, seen.hand) if seen.spot.player else (seen.hand, other)
    return play_out(seen.game, held, board, actions_to(seen.game.rules, seen.betting))


def anywhere(game: Game, infosets: Infosets, rng: Generator) -> Observation:
    """Draw a decision as often as it comes up when the bot plays both seats.

    The seat whose decisions may be drawn, itself drawn, trembles: it takes any action now and then.
    """
    bot, most = Bot(infosets, rng), longest(game.rules)
    while True:
        person, hand, seen = int(rng.integers(2)), deal(game, rng), []
        while not hand.over:
            mine = hand.betting.player == person
            if mine:
                seen.append(hand.observe())
            actions = hand.observe().actions
            trembles = mine and rng.random() < TREMBLE
            choice = actions[rng.integers(len(actions))] if trembles else bot.choose(hand.observe())
            hand = hand.after(choice)
        # Each decision of the hand is drawn with probability 1 / most, however many it has.
        place = int(rng.integers(most))
        if place < len(seen):
            return seen[place]


def longest(rules: Rules) -> int:
    """An upper bound on the number of actions in a hand."""
    return sum(part.betting.most for part in rules.rounds)


class Practice(Table):
    """A table where each hand begins at a decision of the person's.

    costs: what each spot has cost so far
    drill: the drill; if the person asked for none, an `endless` one of spots drawn by their cost
    right: for each finished hand that has a grade, whether it was right
    ungraded: the number of finished hands without a grade
    lost: the chips that the decisions that the drill counts gave away, where they were not right
    at_stake: the chips between the best and the worst action, summed over the same decisions
    stopped: whether the time is up, so that the hand on the table is the drill's last
    """

    mode = "practise"

    def __init__(
        self,
        strategy: Strategy,
        values: tuple[float, float],
        draws: Draws,
        costs: Costs,
        keep: Callable[[Table], None] = lambda table: None,
        drill: Drill | None = None,
        anything: Draw | None = None,
    ) -> None:
        """Sit down, with the first hand dealt; other arguments are as for `Table`.

        anything: draws any decision, for hands that begin anywhere; by default, `anywhere`
        """
        self.costs = costs
        self._anything = anything or partial(anywhere, strategy.game, strategy.infosets)
        self.drill = drill or endless(lambda rng: costs.draw(rng) or self._anything(rng))
        self.right: list[bool] = []
        self.ungraded = 0
        self.lost = self.at_stake = 0.0
        self.stopped = False
        self._there = [
            seen
            for seen in self.drill.spots
            if posterior(strategy.game, strategy.infosets, seen.spot).any()
        ]
        super().__init__(strategy, values, draws, keep=keep)

    def _dealt(self) -> tuple[int, Hand]:
        rng = self._draws(self.number, CARDS)
        if self.drill.whole:
            return super()._dealt()
        if self.drill.draw is not None:
            seen = self.drill.draw(rng)
        else:
            seen = self._next_spot() if self._there else self._anything(rng)
        return seen.betting.player, deal_at(seen, self._infosets, rng)

    def _next_spot(self) -> Observation:
        """Where the next hand of the drill begins."""
        turn, place = divmod(self.number - 1, len(self._there))
        order: list[int] = self._draws(turn, SHUFFLE).permutation(len(self._there)).tolist()
        if not turn:
            order = [0, *(each for each in order if each)]
        return self._there[order[place]]

    @property
    def ended(self) -> bool:
        """Whether the drill is over."""
        done = len(self.right) + self.ungraded
        over = self.stopped or self.drill.ended(self.right) or done >= self.drill.hands
        return self.hand.over and over

    def grade(
        self,
        faults: Sequence[float],
        *,
        right: bool | None,
        lost: float = 0.0,
        at_stake: float = 0.0,
    ) -> None:
        """Count the hand on the table, which is over.

        Args:
            faults: the chips that each of the person's own decisions gave away by mistake.
            right: whether the decisions that the drill counts gave away nothing; None where there
                are none, so that the hand is neither right nor wrong.
            lost: the chips that the decisions that the drill counts gave away, if not right.
            at_stake: the chips between the best and the worst action at these, summed.
        """
        self.lost += lost
        self.at_stake += at_stake
        seen = [spot for spot, _ in self.hand.decisions(self.person, self.given)]
        for spot, fault in zip(seen, faults, strict=True):
            self.costs.add(spot, fault, practised=True)
        if right is None:
            self.ungraded += 1
        else:
            often = self._often(self.spot).values()
            self.right.append(bool(right) and self.drill.is_mixed(often, self.first_roll))

    def _often(self, seen: Observation) -> Mapping[str, float]:
        """The bot's probability of each action; empty where that is unknown before a re-solve."""
        if seen.key not in self._infosets:
            return {}
        return self._infosets[seen.key]

    @property
    def first_roll(self) -> Roll | None:
        """The roll of the die at the hand's first decision, read by the bot's own probabilities."""
        seen, taken = next(self.hand.decisions(self.person, self.given))
        return read_roll(self.rolled[0], self._often(seen), taken.name)

    @property
    def reached(self) -> bool:
        """Whether the drill's goal is reached."""
        return self.drill.reached(self.right)

    @property
    def summary(self) -> str:
        """How the drill stands, or went, and what to do next."""
        if self.drill.seconds:
            return self._score()
        if self.drill.scored:
            return self._kept()
        if self.drill.hands == 1:
            return self._answered()
        return self._towards()

    @property
    def _how_many(self) -> str:
        """How many hands were right, and how many had no grade."""
        hands = amounts.number_of(len(self.right), "hand")
        return f"{sum(self.right)} of {hands} right{self._without_grade}"

    @property
    def _without_grade(self) -> str:
        return f", {self.ungraded:,} without a grade" if self.ungraded else ""

    def _towards(self) -> str:
        """How many hands were right, and how far that is from the goal."""
        done, drill, goal = len(self.right), self.drill, self.drill.goal
        if not done:
            return f"The goal: {goal} of {drill.hands} hands right{self._without_grade}."
        told = self._how_many
        if not self.ended:
            return f"{told}; goal: {goal} of {drill.hands}."
        lost = amounts.count(self.lost, self.game.rules.decimals)
        if not self.reached:
            how = f"the goal of {goal} is not reached yet"
        elif sum(self.right) < goal:
            how = f"{drill.row} in a row reach the goal"
        else:
            how = f"the goal of {goal} is reached"
        then = drill.after if self.reached else drill.missed or drill.after
        return f"{told}: {how}.\nGiven away: {lost}.\n{then}"

    def _answered(self) -> str:
        """How a puzzle's one decision was answered."""
        if not self.right:
            return f"One decision{self._without_grade}."
        lost = amounts.count(self.lost, self.game.rules.decimals)
        told = "Right." if self.reached else f"Not right: {lost} given away."
        return f"{told}\n{self.drill.after}"

    def _kept(self) -> str:
        """How a session of training stands, or went."""
        done = len(self.right)
        if not done:
            return f"{amounts.number_of(self.drill.hands, 'hand')}{self._without_grade}."
        told = self._how_many
        score = 1 - self.lost / self.at_stake if self.at_stake else 1.0
        to = self.game.rules.decimals
        lost, stake = amounts.chips(self.lost, to), amounts.chips(self.at_stake, to)
        told += f".\nScore {100 * score:.0f}: {lost} of {stake} chips at stake given away"
        part = self.lost / done / self.game.rules.pot
        told += f", {part:.1%} of the pot a hand." if self.game.rules.public else "."
        return f"{told}\n{self.drill.after}" if self.ended else told

    def _score(self) -> str:
        """How a drill against the clock stands, or went."""
        wrong = len(self.right) - sum(self.right)
        score = amounts.chips(self.drill.score(self.right))
        told = f"{sum(self.right)} right, {wrong} wrong: {score}"
        return f"{told}.\n{self.drill.after}" if self.ended else told

    @property
    def spot(self) -> Observation:
        """Where the hand on the table began."""
        return replayed(self.hand, self.given).observe()
