"""Hands that are solved again where the opponent's solution has no trained answer.

So it is after an action on a turn or a river that it hardly takes, on a river after a bet that
is no size of its tree, and on every river of a flop that is kept without them: what is left from
that street on is solved as a spot of its own, with what both may hold by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pokerbot.evaluation.breakdown import UNGRADED, Breakdown, Decision
from pokerbot.evaluation.rest import rest_of, without_trembles
from pokerbot.games.actions import Action
from pokerbot.games.game import Game
from pokerbot.opponents.opponents import Opponent, made
from pokerbot.play.hand import Hand, replayed
from pokerbot.play.rest import Rest, as_known
from pokerbot.strategy.parts import by_street
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False)
class Solved:
    """The rest of a hand, and who plays and judges it."""

    rest: Rest
    opponent: Opponent


STREETS = 2
"""So many streets are solved again at most."""

Root = tuple[Hand, Action | None]
"""A hand as it had come to where it is solved again, and the size of its own taken there."""


def to_solve(opponent: Opponent, solved: Sequence[Solved], hand: Hand) -> Root | None:
    """From where on a hand that is not over is to be solved again.

    None where everything has a trained answer, on a flop, and where what hardly happens was done
    before the street, if that is there.
    """
    if not hand.game.is_spot or hand.betting.round + STREETS < len(hand.game.rules.rounds):
        return None
    by, known, before = _followed(opponent, solved, hand)
    there = before + len(known.steps)
    if _has_no_river(by.strategy, known):
        return replayed(hand, there), None
    if there < len(hand.steps):
        return replayed(hand, there), hand.steps[there].action
    street = sum(step.round < hand.betting.round for step in known.steps)
    for steps in range(len(known.steps), street - 1, -1):
        seen = replayed(known, steps).observe().spot
        if by.judges[seen.player].trained(seen):
            return None if steps == len(known.steps) else (replayed(hand, before + steps), None)
    return None


def _has_no_river(strategy: Strategy, hand: Hand) -> bool:
    """Whether a hand has come to a river that a strategy is kept without."""
    kept = by_street(strategy.infosets)
    return (
        kept is not None and not kept.last and hand.betting.round + 1 == len(hand.game.rules.rounds)
    )


def lacks_river(opponent: Opponent, solved: Sequence[Solved], hand: Hand) -> bool:
    """Whether nobody can act in a hand before its river is solved."""
    by, known, _ = _followed(opponent, solved, hand)
    return not hand.over and _has_no_river(by.strategy, known)


def solve_rest(
    opponent: Opponent, solved: Sequence[Solved], root: Root, solver: Callable[[Game], Strategy]
) -> Solved:
    """Solve the rest of a hand again, and measure it.

    Raises:
        InputError: it cannot be solved.
    """
    hand, size = root
    by, known, _ = _followed(opponent, solved, hand)
    strategy = without_trembles(solver(rest_of(by.strategy, known.betting, known.board, size)))
    again = made(strategy, opponent.name)
    _ = again.judges
    return Solved(Rest(hand, strategy), again)


def breakdown(opponent: Opponent, solved: Sequence[Solved], hand: Hand, person: int) -> Breakdown:
    """As `Opponent.breakdown`, each decision judged by what the hand was played by."""
    if not hand.game.is_spot:
        return opponent.breakdown(hand, person)
    return opponent.breakdown(hand, person, [*_judged(opponent, solved, hand, person)])


def advise(opponent: Opponent, solved: Sequence[Solved], hand: Hand) -> Decision:
    """As `Opponent.advise`, by what the hand is played by now."""
    *_, last = _players(opponent, solved, hand)
    return last.told(last.by.advise(last.known), hand)


def weigh(
    opponent: Opponent,
    solved: Sequence[Solved],
    hands: Iterable[tuple[Hand, int]],
    *,
    asked: bool,
) -> None:
    """Have the judges know the decisions of some hands, each with the seat whose they are.

    asked: whether the one that is to be taken in the last hand is among them
    """
    for hand, person in hands:
        breakdown(opponent, solved, hand, person)
    if asked:
        advise(opponent, solved, hand)


def _judged(
    opponent: Opponent, solved: Sequence[Solved], hand: Hand, person: int
) -> Iterator[Decision]:
    """The person's decisions, each judged by what plays there."""
    players = [*_players(opponent, solved, hand)]
    begins = [*(each.begin for each in players), len(hand.steps)]
    for each, (begin, end) in zip(players, pairwise(begins), strict=True):
        known, before = each.known, each.before
        actions = [step.action for step in known.steps[: end - before]]
        board, held = known.final_board, known.held[person]
        judged = each.by.judges[person].judged(held, board, actions, begin - before)
        yield from (each.told(decision, hand) for decision in judged)


@dataclass(frozen=True)
class _Playing:
    """Who plays a hand from some place on.

    known: the hand as they know it; before: how many steps it is short of
    begin: how many steps of the whole hand come before that place
    trained: whether the play that is known before it comes there often enough to tell who has what
    """

    by: Opponent
    known: Hand
    before: int = 0
    begin: int = 0
    trained: bool = True

    def followed(self, after: Solved, hand: Hand) -> _Playing:
        """Who plays after them."""
        rest = after.rest
        seen = replayed(self.known, rest.steps - self.before).observe().spot
        trained = self.trained and self.by.judges[seen.player].trained(seen)
        return _Playing(after.opponent, rest.hand(hand), rest.before, rest.steps, trained)

    def told(self, decision: Decision, hand: Hand) -> Decision:
        """A decision of a street by itself as one of the whole hand, from the deal on."""
        rules, own = hand.game.rules, self.by.strategy.game.rules
        return replace(
            decision,
            round=decision.round + len(rules.rounds) - len(own.rounds),
            chips={name: won + rules.found - own.found for name, won in decision.chips.items()},
            pot=rules.pot,
            grade=decision.grade if self.trained else UNGRADED,
        )


def _players(opponent: Opponent, solved: Sequence[Solved], hand: Hand) -> Iterator[_Playing]:
    """Who plays a hand, one after the other."""
    known = as_known(opponent.strategy.game, hand)
    if _has_no_river(opponent.strategy, known):
        known = replayed(known, sum(step.round < known.betting.round for step in known.steps))
    playing = _Playing(opponent, known)
    yield playing
    for each in solved:
        if each.rest.covers(hand):
            playing = playing.followed(each, hand)
            yield playing


def _followed(
    opponent: Opponent, solved: Sequence[Solved], hand: Hand
) -> tuple[Opponent, Hand, int]:
    """Who plays a hand by now, the hand as they know it, and how many steps it is short of."""
    *_, last = _players(opponent, solved, hand)
    return last.by, last.known, last.before
