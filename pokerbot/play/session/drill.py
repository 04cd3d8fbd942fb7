"""A drill: a series of dealt decisions with a goal. Lessons, puzzles and training are drills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, legal_actions, start, successor
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Observation
from pokerbot.play.session.dice import Roll
from pokerbot.play.view import words

if TYPE_CHECKING:
    from numpy.random import Generator

RARE = 0.01
"""A bot that takes one action with at least 1 − this is taken not to mix there."""
IN_A_ROW = 5
"""After this many right hands in a row a drill ends with its goal reached."""
ENDLESS = 10**9


Draw = Callable[["Generator"], Observation]
"""Draws the decision at which a hand begins."""


@dataclass(frozen=True)
class Drill:
    """What to practise, and when the drill is over.

    name: as the history keeps it
    title: as the screen shows it
    told: what the person should know beforehand
    spots: the decisions at which hands begin: the first hand at the first one, then all equally
        often in shuffled order; without any, hands begin anywhere
    hands: how many hands there are at most
    goal: in how many hands the decision at the spot must be without a fault
    row: so many right hands in a row reach the goal as well, and end the drill
    seconds: the time limit, in which to give as many right answers as possible; 0 is none
    mix: whether the person must throw the die and do as it says, where the bot itself mixes
    after: what to do next
    missed: what to do next if the goal is not reached, where that is something else
    draw: draws the decision at which a hand begins, in place of `spots`
    whole: whether hands begin with the deal, and all their decisions must be right
    scored: whether the summary tells how many of the chips at stake were kept
    renewed: makes the drill for when it is done again, if that is another one
    """

    name: str
    title: str
    told: str
    spots: tuple[Observation, ...]
    hands: int = 10
    goal: int = 8
    row: int = IN_A_ROW
    seconds: int = 0
    mix: bool = False
    after: str = ""
    missed: str = ""
    draw: Draw | None = None
    whole: bool = False
    scored: bool = False
    renewed: Callable[[], Drill] | None = None

    def reached(self, right: Sequence[bool]) -> bool:
        """Whether the hands so far reach the goal; `right` tells for each whether it was right."""
        streak = max((len([*group]) for is_right, group in groupby(right) if is_right), default=0)
        return sum(right) >= self.goal or streak >= self.row

    def ended(self, right: Sequence[bool]) -> bool:
        """Whether the drill is over after these hands."""
        return len(right) >= self.hands or (len(right) >= self.row and all(right[-self.row :]))

    def score(self, right: Sequence[bool]) -> int:
        """How many hands were right; against the clock minus the wrong ones, to deter guessing."""
        return sum(right) - (len(right) - sum(right) if self.seconds else 0)

    def is_mixed(self, often: Iterable[float], roll: Roll | None) -> bool:
        """Whether the person followed the die at a decision, if the drill asks for that there.

        often: the bot's probability of each action there
        """
        asks = self.mix and max(often) < 1 - RARE
        return not asks or (roll is not None and roll.followed)


def endless(draw: Draw) -> Drill:
    """Hands without an end or a goal, which belong to no drill: it has no name."""
    return Drill("", "", "", (), hands=ENDLESS, goal=ENDLESS, row=ENDLESS, draw=draw)


def spot_at(game: Game, key: str) -> Observation:
    """What the player to act sees at the information set with a key.

    Raises:
        InputError: the game has no such information set.
    """
    return Observation(game, game.spot(key))


def drill_at(seen: Observation) -> Drill:
    """A drill with one decision in every other hand, and its `neighbours` in between."""
    after = "Again where you like, or back to where you were."
    near = neighbours(seen)
    told = f"{words.seen(seen)} Others like it come in between." if near else words.seen(seen)
    return Drill("spot", "One decision", told, (*[seen] * max(len(near), 1), *near), after=after)


def against_the_clock(game: str) -> Drill:
    """A drill of one minute, in which to get as many decisions of a game right as possible.

    game: the game's text, or the name of a spot
    """
    return Drill(
        name=f"speed: {game}",
        title=f"A minute of {game.partition(':')[0]}",
        told="As many decisions as you can: a right one counts 1, a wrong one takes 1 away.",
        spots=(),
        hands=ENDLESS,
        goal=ENDLESS,
        row=ENDLESS,
        seconds=60,
        after="Again, to beat that?",
    )


def neighbours(seen: Observation) -> tuple[Observation, ...]:
    """Similar decisions: with the next weaker hand, with the next stronger, after other betting."""
    spot, rules = seen.spot, seen.game.rules
    strengths = rules.strengths(spot.player, spot.board)
    alive = (h for h in range(len(strengths)) if rules.alive(spot.player, h, spot.board))
    ordered = sorted(alive, key=strengths.__getitem__)
    own = strengths[spot.hand]
    weaker = [hand for hand in ordered if strengths[hand] < own][-1:]
    stronger = [hand for hand in ordered if strengths[hand] > own][:1]
    hands = [Spot(spot.betting, spot.board, hand) for hand in (*weaker, *stronger)]
    bettings = [Spot(other, spot.board, spot.hand) for other in _other_bettings(seen)][:1]
    return tuple(Observation(seen.game, each) for each in (*hands, *bettings))


def _other_bettings(seen: Observation) -> Iterator[Betting]:
    """Bettings that differ in one earlier action, with the same player to act in the same round."""
    rules, at = seen.game.rules, start(seen.game.rules)
    for action in actions_to(rules, seen.betting):
        for other in legal_actions(rules, at):
            after = successor(rules, at, other)
            same = (after.player, after.round) == (seen.betting.player, seen.betting.round)
            if other != action and same and not after.over:
                yield after
        at = successor(rules, at, action)
