"""Hands that are solved again where the opponent's solution has no trained answer.

So it is after an action on a turn or a river that it hardly takes, and on a river after a bet that
is no size of its tree: what is left from that street on is solved as a spot of its own, with what
both may hold by then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pokerbot.evaluation.breakdown import Breakdown, Decision
from pokerbot.evaluation.rest import rest_of, without_trembles
from pokerbot.games.actions import Action
from pokerbot.games.game import Game
from pokerbot.opponents.opponents import Opponent, made
from pokerbot.play.hand import Hand, replayed
from pokerbot.play.rest import Rest, as_known
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
    before the street.
    """
    if not hand.game.is_spot or hand.betting.round + STREETS < len(hand.game.rules.rounds):
        return None
    by, known, before = _followed(opponent, solved, hand)
    there = before + len(known.steps)
    if there < len(hand.steps):
        return replayed(hand, there), hand.steps[there].action
    street = sum(step.round < hand.betting.round for step in known.steps)
    for steps in range(len(known.steps), street - 1, -1):
        seen = replayed(known, steps).observe().spot
        if by.judges[seen.player].trained(seen):
            return None if steps == len(known.steps) else (replayed(hand, before + steps), None)
    return None


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
    by, known, _ = _followed(opponent, solved, hand)
    return _told(by.advise(known), hand)


def _judged(
    opponent: Opponent, solved: Sequence[Solved], hand: Hand, person: int
) -> Iterator[Decision]:
    """The person's decisions, each judged by what plays there."""
    covering = [each for each in solved if each.rest.covers(hand)]
    begins = [0, *(each.rest.steps for each in covering), len(hand.steps)]
    players = [(opponent, as_known(opponent.strategy.game, hand), 0)]
    players += [(each.opponent, each.rest.hand(hand), each.rest.before) for each in covering]
    for (by, known, before), (begin, end) in zip(players, pairwise(begins), strict=True):
        actions = [step.action for step in known.steps[: end - before]]
        board, held = known.final_board, known.held[person]
        judged = by.judges[person].judged(held, board, actions, begin - before)
        yield from (_told(each, hand) for each in judged)


def _told(decision: Decision, hand: Hand) -> Decision:
    """A decision of a street by itself as one of the whole hand."""
    rules = hand.game.rules
    return replace(decision, pot=rules.pot) if decision.pot != rules.pot else decision


def _followed(
    opponent: Opponent, solved: Sequence[Solved], hand: Hand
) -> tuple[Opponent, Hand, int]:
    """Who plays a hand by now, the hand as they know it, and how many steps it is short of."""
    covering = [each for each in solved if each.rest.covers(hand)]
    if not covering:
        return opponent, as_known(opponent.strategy.game, hand), 0
    last = covering[-1]
    return last.opponent, last.rest.hand(hand), last.rest.before
