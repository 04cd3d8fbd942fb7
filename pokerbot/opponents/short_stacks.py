"""Practice with short stacks: jam or fold, call or fold, where the choice is close."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from numpy.random import Generator

from pokerbot.games.betting import walk
from pokerbot.games.catalogue import make_game
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.hand import Observation
from pokerbot.play.session.drill import Drill
from pokerbot.play.view.amounts import chips

NAME = "jam or fold"
HANDS, GOAL = 10, 8
STACKS = tuple(each / 2 for each in range(4, 41))
"""The stacks to draw from if the person names none, in big blinds."""
CLOSE = 0.5
"""A choice is worth practising if its actions are less than this many big blinds apart."""


def drawn(rng: Generator) -> Game:
    """Draw a game of jam or fold, with one of `STACKS`."""
    return make_game("jam-or-fold", {"stack": STACKS[rng.integers(len(STACKS))]})


def drill_of(opponent: Opponent, rng: Generator) -> Drill:
    """A drill of ten close decisions in an opponent's game, half of each player's, drawn anew."""
    stack = opponent.strategy.game.rules.stack or 0
    close = [[*each] for each in _close(opponent)]
    drawn = [each[place] for each in close for place in _some(len(each), rng)]
    spots = [drawn[place] for place in rng.permutation(len(drawn))]
    return Drill(
        name=NAME,
        title=f"Jam or fold: {chips(stack)} big blinds",
        told="Close decisions, to jam or to call a jam: is the hand worth the stack? After each you"
        " are told what both choices win on average, in big blinds.",
        spots=tuple(spots),
        hands=HANDS,
        goal=GOAL,
        row=HANDS,
        after="Other hands again, or back for another stack.",
        renewed=partial(drill_of, opponent, rng),
    )


def _some(there: int, rng: Generator) -> list[int]:
    """Draw up to half a drill's number of indices below `there`, without repetition."""
    few = min(there, HANDS // 2)
    return [int(place) for place in rng.choice(there, few, replace=False)]


def _close(opponent: Opponent) -> Iterator[Iterator[Observation]]:
    """The close decisions of each player."""
    game = opponent.strategy.game
    for betting in walk(game.rules):
        if not betting.over:
            judge = opponent.judges[betting.player]
            spots = (Spot(betting, 0, hand) for hand in range(len(game.rules.hands[0])))
            yield (Observation(game, each) for each in spots if _gap(judge.chips(each)) < CLOSE)


def _gap(worth: dict[str, float]) -> float:
    return max(worth.values()) - min(worth.values())
