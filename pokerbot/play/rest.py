"""The rest of a hand, from some place on, played by a strategy that was solved for it alone."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.games.betting import start
from pokerbot.games.game import Game
from pokerbot.play.hand import Hand
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True, eq=False)
class Rest:
    """The strategy that a hand is played by from some place on.

    root: the hand up to that place
    strategy: of the spot that begins with the street on which that place lies
    """

    root: Hand
    strategy: Strategy

    @property
    def steps(self) -> int:
        """How many steps of the hand come before the root."""
        return len(self.root.steps)

    @property
    def before(self) -> int:
        """How many of those steps were taken before the root's street."""
        return sum(step.round < self.root.betting.round for step in self.root.steps)

    def covers(self, hand: Hand) -> bool:
        """Whether a hand has the same cards as the root and went on from it."""
        dealt = hand.held == self.root.held and hand.final_board == self.root.final_board
        return dealt and hand.steps[: self.steps] == self.root.steps

    def hand(self, whole: Hand) -> Hand:
        """Restate a hand that this `covers` as a hand of the spot that begins with the street."""
        return as_known(self.strategy.game, whole, self.before)


def as_known(game: Game, whole: Hand, before: int = 0) -> Hand:
    """Restate a hand as a hand of another spot, with the same cards.

    It goes as far as its actions are legal in that spot: an unknown bet size ends it.

    Args:
        game: the other spot, which may begin with a later street.
        whole: the hand.
        before: how many of its steps were taken before the other spot begins.
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
    """Whether two games are equal, or are spots that differ in their bet sizes or a lock alone."""
    if game == other or not (game.is_spot and other.is_spot):
        return game == other
    return all(
        game.parameters[key] == other.parameters[key]
        for key in ("board", "pot", "stack", "oop.range", "ip.range", "tree.rake", "tree.rake_cap")
    )
