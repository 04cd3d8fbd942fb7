"""Whether an action is sound: no mistake against an equilibrium, whatever this opponent offers.

An action that an equilibrium takes one time in ten loses at most 10 × NashConv ÷ reach against
a reference of that NashConv, per hand that comes there. Where the reference hardly comes that says
little, so that besides no more than `CAP` antes pass; where it never comes, nothing passes.
"""

from __future__ import annotations

import numpy as np

from pokerbot.evaluation.worth import Measured, SeatWorth
from pokerbot.games.betting import Action, Betting, successor
from pokerbot.games.catalogue import Game
from pokerbot.sequence.operators import bind
from pokerbot.strategy.posterior import posterior
from pokerbot.strategy.strategy import Infosets, Strategy

ONE_IN = 10
CAP = 0.05
ROUNDING = 1e-9


class Soundness:
    """Knows what each action of a seat costs against the reference, and what may pass.

    losses: [rows, hands] what each action gives away against the reference
    allowed: [decisions, hands] up to which loss it is sound, −1 where nothing is
    sound: [rows, hands] whether each action is
    """

    def __init__(self, measured: Measured, worth: SeatWorth, seat: int) -> None:
        """Measure a reference; `worth` is what the seat is worth against it."""
        self.reference = measured.strategy
        ante, nash_conv = self.reference.game.rules.ante, measured.exact.nash_conv
        most = np.minimum(ONE_IN * nash_conv / worth.reach, CAP * ante)
        own = bind(measured.form)[seat]
        self.losses = worth.losses
        self.allowed = np.where(np.isfinite(worth.reach), np.maximum(most, ROUNDING), -1.0)
        self.sound = self.losses <= own.by_row(self.allowed)


def why(
    opponent: Strategy,
    reference: Strategy,
    place: tuple[Betting, int, int | None],
    taken: Action,
    best: Action,
) -> str:
    """What this opponent does otherwise than the reference, so that another action wins more.

    In words that follow "sound, but". Two things are compared, exactly: how often the player holds
    the better hand there, and how often the other folds to the bet in question.

    Args:
        opponent: as it plays.
        reference: an equilibrium, or nearly one.
        place: the betting, the player's card, and the public card if it lies on the table.
        taken: what the player did.
        best: what wins the most.
    """
    game = opponent.game
    real, sound = (_Facing(game, each.infosets, place) for each in (opponent, reference))
    ahead, stronger = real.ahead(), real.ahead() - sound.ahead()
    if best.kind in ("bet", "raise"):
        more = real.folds(best) - sound.folds(best)
        if more > 0 >= ahead:
            return "this one can be bluffed"
        if more < 0 < ahead:
            return "this one pays too often"
    elif taken.kind in ("bet", "raise"):
        if real.folds(taken) < sound.folds(taken) and ahead <= 0:
            return "this one is hard to bluff"
    elif taken.kind == "fold" and stronger > 0:
        return "this one bluffs too often"
    elif best.kind == "fold" and stronger < 0:
        return "this one bluffs too rarely"
    return f"{best.name} does better here"


class _Facing:
    """A strategy as the player to act meets it."""

    def __init__(
        self, game: Game, infosets: Infosets, place: tuple[Betting, int, int | None]
    ) -> None:
        self.game, self.infosets = game, infosets
        self.betting, self.card, self.board = place
        self.holds = posterior(game, infosets, *place)

    def folds(self, action: Action) -> float:
        """How often it folds to an action of the player's."""
        after = successor(self.game.rules, self.betting, action)
        keys = {cards: self.game.key(after, self.board, cards[0]) for cards in self.holds}
        return sum(
            p * self.infosets[keys[cards]].get("fold", 0.0) for cards, p in self.holds.items()
        )

    def ahead(self) -> float:
        """How often the player's hand wins a showdown less how often it loses one."""
        rules, won = self.game.rules, 0.0
        for (other, board), p in self.holds.items():
            mine, its = rules.strength(self.card, board), rules.strength(other, board)
            won += p * ((mine > its) - (mine < its))
        return won
