"""The rest of a hand, played by a solution of its own."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.games.betting import start
from pokerbot.games.game import Game
from pokerbot.play.hand import Hand
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False)
class Rest:
    """What a hand is played by from some place on.

    root: the hand as it had come there
    strategy: for the spot that begins with that street
    """

    root: Hand
    strategy: Strategy

    @property
    def steps(self) -> int:
        """How many steps of the hand come before it."""
        return len(self.root.steps)

    @property
    def before(self) -> int:
        """How many of them come before the street."""
        return sum(step.round < self.root.betting.round for step in self.root.steps)

    def covers(self, hand: Hand) -> bool:
        """Whether a hand has come there."""
        dealt = hand.held == self.root.held and hand.final_board == self.root.final_board
        return dealt and hand.steps[: self.steps] == self.root.steps

    def hand(self, whole: Hand) -> Hand:
        """A hand that has come there, in the spot that begins with the street."""
        return as_known(self.strategy.game, whole, self.before)


def as_known(game: Game, whole: Hand, before: int = 0) -> Hand:
    """A hand in another spot with the same cards, as far as its actions are that spot's.

    before: how many of its steps come before that spot begins, with a street
    """
    if game == whole.game:
        return whole
    first, second = (
        theirs.find(ours.name(held))
        for ours, theirs, held in zip(
            whole.game.rules.hands, game.rules.hands, whole.held, strict=True
        )
    )
    assert first is not None
    assert second is not None
    cards = whole.game.rules.boards.cards[whole.final_board]
    lying = game.rules.boards.number(cards[len(game.rules.public) :])
    assert lying is not None
    hand = Hand(game, (first, second), lying, start(game.rules))
    for step in whole.steps[before:]:
        if step.action not in hand.observe().actions:
            break
        hand = hand.after(step.action)
    return hand


def same_deal(game: Game, other: Game) -> bool:
    """Whether two games are one, or spots that differ in sizes alone."""
    if game == other or not (game.is_spot and other.is_spot):
        return game == other
    return all(
        game.parameters[key] == other.parameters[key]
        for key in ("board", "pot", "stack", "oop.range", "ip.range")
    )
