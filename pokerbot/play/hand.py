"""A hand at the table: the deal, the betting, the showdown. Every change makes a new hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pokerbot.games.betting import Action, Betting, act, legal_actions, net, start, successor
from pokerbot.games.catalogue import Game

if TYPE_CHECKING:
    from numpy.random import Generator


@dataclass(frozen=True, slots=True)
class Observation:
    """All that the player to act can see: own card, public card if it is shown, the betting."""

    game: Game
    betting: Betting
    card: int
    board: int | None

    @property
    def key(self) -> str:
        """The information set, as strategy files spell it."""
        return self.game.key(self.betting, self.board, self.card)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What is legal now."""
        return legal_actions(self.game.rules, self.betting)


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was taken: by whom, and in which round of betting."""

    player: int
    round: int
    action: Action


@dataclass(frozen=True, slots=True)
class Hand:
    """A dealt hand. Players are 0 and 1, cards are ranks.

    hidden_board: the public card that is or will be turned up; `board` says what is shown.
    """

    game: Game
    cards: tuple[int, int]
    hidden_board: int | None
    betting: Betting
    steps: tuple[Step, ...] = ()

    @property
    def over(self) -> bool:
        """Whether no one acts any more."""
        return self.betting.over

    @property
    def showdown(self) -> bool:
        """Whether the cards are compared: the hand is over and no one has folded."""
        return self.over and self.betting.folded is None

    @property
    def board(self) -> int | None:
        """The public card once it lies on the table: in its round, or for an early showdown."""
        shown = self.showdown or self.game.rules.shows_board(self.betting.round)
        return self.hidden_board if shown else None

    def net(self, player: int) -> float:
        """What a player has won, less than 0 if lost, of a hand that is over."""
        first = net(self.betting, self.winner)
        return -first if player else first

    @property
    def winner(self) -> int | None:
        """Who wins a hand that is over; None where the pot is split."""
        if self.betting.folded is not None:
            return 1 - self.betting.folded
        return self.game.rules.winner(self.cards, self.hidden_board)

    def holding(self, player: int) -> str:
        """What a player shows at the showdown: `pair of Ks`, `K`."""
        return self.game.rules.holding(self.cards[player], self.hidden_board)

    def chips_in_front(self, player: int) -> float:
        """What a player has put in during this round; in the middle once the hand is over."""
        if self.over:
            return 0
        return sum(
            step.action.chips
            for step in self.steps
            if step.player == player and step.round == self.betting.round
        )

    @property
    def uncalled(self) -> tuple[float, float]:
        """What each player takes back when the hand is over: what the other has not called."""
        first, second = self.betting.chips
        return (max(first - second, 0), max(second - first, 0)) if self.over else (0, 0)

    @property
    def pot(self) -> float:
        """The chips in the middle: antes and the rounds that are finished."""
        elsewhere = self.chips_in_front(0) + self.chips_in_front(1) + sum(self.uncalled)
        return sum(self.betting.chips) - elsewhere

    def observe(self) -> Observation:
        """What the player to act can see."""
        return Observation(self.game, self.betting, self.cards[self.betting.player], self.board)

    def decisions(self, player: int, given: int = 0) -> Iterator[tuple[Observation, Action]]:
        """What a player saw at each decision so far, and did, without the `given` first steps."""
        rules = self.game.rules
        betting = start(rules)
        for place, step in enumerate(self.steps):
            if step.player == player and place >= given:
                board = self.hidden_board if rules.shows_board(betting.round) else None
                yield Observation(self.game, betting, self.cards[player], board), step.action
            betting = successor(rules, betting, step.action)

    def after(self, action: Action) -> Hand:
        """The hand after an action of the player to act.

        Raises:
            InputError: the action is not legal here.
        """
        betting = act(self.game.rules, self.betting, action)
        step = Step(self.betting.player, self.betting.round, action)
        return replace(self, betting=betting, steps=(*self.steps, step))


def replayed(hand: Hand, steps: int) -> Hand:
    """A hand as it was after so many of its steps."""
    earlier = replace(hand, betting=start(hand.game.rules), steps=())
    for step in hand.steps[:steps]:
        earlier = earlier.after(step.action)
    return earlier


def deal(game: Game, cards: Generator) -> Hand:
    """A new hand; every card of the deck is as likely as any other, and none is dealt twice."""
    deck = game.rules.deck
    count = 2 + game.rules.has_board
    if deck.suits is None:
        ranks = cards.integers(deck.ranks, size=count)
    else:
        ranks = cards.choice(deck.ranks * deck.suits, size=count, replace=False) // deck.suits
    first, second, *board = (int(rank) for rank in ranks)
    return Hand(game, (first, second), board[0] if board else None, start(game.rules))
