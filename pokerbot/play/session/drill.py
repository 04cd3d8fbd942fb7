"""A drill: dealt decisions with a goal and an end. Leaks, lessons and puzzles are one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pokerbot.games.betting import Betting, actions_to, legal_actions, start, successor
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Observation
from pokerbot.play.session.dice import Roll
from pokerbot.play.view import words

if TYPE_CHECKING:
    from numpy.random import Generator

RARE = 0.01
"""What the bot does less often than this it does not mix in."""
IN_A_ROW = 5
"""So many hands right in a row reach the goal of a drill, whatever was before, and end it."""
ENDLESS = 10**9


Draw = Callable[["Generator"], Observation]
"""Draws where a hand begins."""


@dataclass(frozen=True)
class Drill:
    """What to practise, and when one is done.

    name: as the history keeps it; title: as the screen says it
    told: what to know beforehand
    spots: where the hands begin: at the first one, then at each as often, shuffled; anywhere
        without any
    hands: how many there are at most
    goal: in how many of them the decision at the spot has to be without a fault
    row: so many right in a row reach the goal, too
    seconds: how long it goes on, for as many right answers as there are; 0 is as long as it takes
    mix: whether the die has to be thrown for it and followed, where the bot itself mixes
    after: what to do next
    draw: what draws where a hand begins, in place of `spots`
    whole: whether hands begin with the deal, and each of their decisions has to be right
    scored: whether the summary tells how much of what was at stake was kept
    renewed: what makes the drill that comes when it is done again, where it is another one
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
    draw: Draw | None = None
    whole: bool = False
    scored: bool = False
    renewed: Callable[[], Drill] | None = None

    def reached(self, right: Sequence[bool]) -> bool:
        """Whether hands of which these were right reach the goal."""
        row = "".join("+" if each else "-" for each in right)
        return sum(right) >= self.goal or "+" * self.row in row

    def ended(self, right: Sequence[bool]) -> bool:
        """Whether it is over after hands of which these were right."""
        return len(right) >= self.hands or (len(right) >= self.row and all(right[-self.row :]))

    def score(self, right: Sequence[bool]) -> int:
        """How many were right; against the clock, less those that were not: to guess is no use."""
        return sum(right) - (len(right) - sum(right) if self.seconds else 0)

    def is_mixed(self, often: Iterable[float], roll: Roll | None) -> bool:
        """Whether a decision at its spot was left to the die as far as the drill asks for it.

        Args:
            often: how likely the bot takes each action there.
            roll: the die at the decision, if it was thrown.
        """
        asks = self.mix and max(often) < 1 - RARE
        return not asks or (roll is not None and roll.followed)


def spot_at(game: Game, key: str) -> Observation:
    """What the player to act sees at an information set, by its key.

    Raises:
        InputError: there is none.
    """
    return Observation(game, game.spot(key))


def drill_at(seen: Observation) -> Drill:
    """This decision in every other hand, and its neighbours in between."""
    after = "Again where you like, or back to where you were."
    near = neighbours(seen)
    told = f"{words.seen(seen)} Others like it come in between." if near else words.seen(seen)
    return Drill("spot", "One decision", told, (*[seen] * max(len(near), 1), *near), after=after)


def against_the_clock(game: Game) -> Drill:
    """As many decisions of a game as one gets right in a minute."""
    return Drill(
        name=f"speed: {game.spec}",
        title=f"A minute of {game.spec if game.is_spot else game.name}",
        told="As many decisions as you can: a right one counts 1, a wrong one takes 1 away.",
        spots=(),
        hands=ENDLESS,
        goal=ENDLESS,
        row=ENDLESS,
        seconds=60,
        after="Again, to beat that?",
    )


def neighbours(seen: Observation) -> tuple[Observation, ...]:
    """The next weaker and the next stronger hand at a decision, and one other betting with it."""
    spot, rules = seen.spot, seen.game.rules
    strengths = rules.strengths(spot.player, spot.board)
    alive = (h for h in range(len(strengths)) if rules.alive(spot.player, h, spot.board))
    ordered = sorted(alive, key=lambda hand: int(strengths[hand]))
    own = int(strengths[spot.hand])
    weaker = [hand for hand in ordered if strengths[hand] < own][-1:]
    stronger = [hand for hand in ordered if strengths[hand] > own][:1]
    hands = [Spot(spot.betting, spot.board, hand) for hand in (*weaker, *stronger)]
    bettings = [Spot(other, spot.board, spot.hand) for other in _other_bettings(seen)][:1]
    return tuple(Observation(seen.game, each) for each in (*hands, *bettings))


def _other_bettings(seen: Observation) -> Iterator[Betting]:
    """Where the player comes to act in the same round if one action on the way is another one."""
    rules, at = seen.game.rules, start(seen.game.rules)
    for action in actions_to(rules, seen.betting):
        for other in legal_actions(rules, at):
            after = successor(rules, at, other)
            same = (after.player, after.round) == (seen.betting.player, seen.betting.round)
            if other != action and same and not after.over:
                yield after
        at = successor(rules, at, action)
