"""Hands that are re-solved where the opponent's solution has no trained answer.

That is the case after an action on a turn or a river that the solution hardly takes, after a bet on
a river that is no size of its tree, and on every river of a flop that is stored without rivers. The
rest of the hand, from that street on, is then solved as a spot of its own, with the ranges that
both players have by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pokerbot.evaluation.breakdown import UNGRADED, Breakdown, Decision, grade
from pokerbot.evaluation.rest import rest_of, without_trembles
from pokerbot.games.actions import Action
from pokerbot.games.game import Game
from pokerbot.opponents.opponents import Opponent, made
from pokerbot.play.hand import Hand, Observation, replayed
from pokerbot.play.rest import Rest, as_known
from pokerbot.strategy.packed_profile import lacks_rivers
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False)
class SolvedRest(Rest):
    """A re-solved rest of a hand, with the opponent who plays and judges it."""

    opponent: Opponent


STREETS = 2
"""At most so many last streets are re-solved."""

Root = tuple[Hand, Action | None]
"""The hand up to the place where it is re-solved, and the bet of a new size taken there, if any."""


@dataclass(frozen=True)
class Rests:
    """An opponent, and the re-solved rests of the hands that are asked about.

    opponent: the opponent
    solved: the rests; those of a hand are in the order in which they were solved
    """

    opponent: Opponent
    solved: Sequence[SolvedRest] = ()

    def to_solve(self, hand: Hand) -> Root | None:
        """The place from which a hand that is not over must be re-solved.

        None where the opponent has a trained answer, and on a flop. An action that hardly happens
        on an earlier street asks for no re-solving of this one.
        """
        if not hand.game.is_spot or hand.betting.round + STREETS < len(hand.game.rules.rounds):
            return None
        now = self._now(hand)
        by, known, before = now.by, now.known, now.before
        there = before + len(known.steps)
        if _has_no_river(by.strategy, known):
            return replayed(hand, there), None
        if there < len(hand.steps):
            return replayed(hand, there), hand.steps[there].action
        street = sum(step.round < hand.betting.round for step in known.steps)
        for steps in range(len(known.steps), street - 1, -1):
            seen = replayed(known, steps).observe().spot
            if by.judges[seen.player].trained(seen):
                same = steps == len(known.steps)
                return None if same else (replayed(hand, before + steps), None)
        return None

    def lacks_river(self, hand: Hand) -> bool:
        """Whether nobody can act in a hand before its river is re-solved."""
        now = self._now(hand)
        return not hand.over and _has_no_river(now.by.strategy, now.known)

    def solve(self, root: Root, solver: Callable[[Game], Strategy]) -> SolvedRest:
        """Re-solve the rest of a hand, and prepare its judges.

        Args:
            root: the place from which to re-solve.
            solver: solves a spot.

        Raises:
            InputError: it cannot be solved.
        """
        hand, size = root
        now = self._now(hand)
        betting, board = now.known.betting, now.known.board
        strategy = without_trembles(solver(rest_of(now.by.strategy, betting, board, size)))
        again = made(strategy, self.opponent.name)
        _ = again.judges
        return SolvedRest(hand, strategy, again)

    def breakdown(self, hand: Hand, person: int) -> Breakdown:
        """As `Opponent.breakdown`, each decision judged by the strategy that was played there."""
        judged = [*self._judged(hand, person)] if hand.game.is_spot else None
        return self.opponent.breakdown(hand, person, judged)

    def advise(self, hand: Hand) -> Decision:
        """As `Opponent.advise`, by the strategy that the hand is played by now."""
        now = self._now(hand)
        return now.restated(now.by.advise(now.known), hand.observe())

    def playing(self, hand: Hand) -> tuple[Opponent, Hand]:
        """Who plays a hand by now, and the hand in the game of that one's strategy."""
        now = self._now(hand)
        return now.by, now.known

    def _judged(self, hand: Hand, person: int) -> Iterator[Decision]:
        """The person's decisions, each judged by the strategy that was played there."""
        players, seen = [*self._players(hand)], (seen for seen, _ in hand.decisions(person))
        begins = [*(each.begin for each in players), len(hand.steps)]
        for each, (begin, end) in zip(players, pairwise(begins), strict=True):
            known, before = each.known, each.before
            actions = [step.action for step in known.steps[: end - before]]
            board, held = known.final_board, known.held[person]
            judged = each.by.judges[person].judged(held, board, actions, begin - before)
            yield from (each.restated(decision, next(seen)) for decision in judged)

    def _players(self, hand: Hand) -> Iterator[_Playing]:
        """The opponents who play a hand, one after the other."""
        known = as_known(self.opponent.strategy.game, hand)
        if _has_no_river(self.opponent.strategy, known):
            known = replayed(known, sum(step.round < known.betting.round for step in known.steps))
        playing = _Playing(self.opponent, known)
        yield playing
        for each in self.solved:
            if each.covers(hand):
                playing = playing.followed(each, hand)
                yield playing

    def _now(self, hand: Hand) -> _Playing:
        """The opponent who plays a hand by now."""
        *_, last = self._players(hand)
        return last


def _has_no_river(strategy: Strategy, hand: Hand) -> bool:
    """Whether a hand is on a river, and the strategy is stored without rivers."""
    last = hand.betting.round + 1 == len(hand.game.rules.rounds)
    return last and lacks_rivers(strategy.infosets)


@dataclass(frozen=True)
class _Playing:
    """The opponent who plays a hand from some place on, until the next re-solve.

    by: the opponent
    known: the hand restated in the game of its strategy
    before: how many steps of the whole hand come before that game begins
    begin: how many steps of the whole hand come before that place
    trained: whether the strategies before it come there often enough to know both ranges
    """

    by: Opponent
    known: Hand
    before: int = 0
    begin: int = 0
    trained: bool = True

    def followed(self, rest: SolvedRest, hand: Hand) -> _Playing:
        """The opponent who plays the hand after the next re-solve."""
        seen = replayed(self.known, rest.steps - self.before).observe().spot
        trained = self.trained and self.by.judges[seen.player].trained(seen)
        return _Playing(rest.opponent, rest.hand(hand), rest.before, rest.steps, trained)

    def restated(self, decision: Decision, seen: Observation) -> Decision:
        """Restate a decision in the re-solved spot as one of the whole hand, from the deal on.

        seen: what the person sees there, in the whole hand
        """
        rules, own = seen.game.rules, self.by.strategy.game.rules
        given = decision.grade if self.trained else UNGRADED
        if self.trained and decision.fault:
            given = grade(decision.loss, rules.unit, decision.least, sound=False)
        return replace(
            decision,
            infoset=seen.key,
            round=decision.round + len(rules.rounds) - len(own.rounds),
            chips={
                name: won + rules.starting_share - own.starting_share
                for name, won in decision.chips.items()
            },
            pot=rules.pot,
            grade=given,
        )
