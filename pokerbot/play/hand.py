"""A hand at the table: the deal, the betting, the showdown. Every change makes a new hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import act, along, legal_actions, payoffs
from pokerbot.games.game import Game
from pokerbot.games.heads_up import begun
from pokerbot.games.spot import Spot

if TYPE_CHECKING:
    from numpy.random import Generator


@dataclass(frozen=True, slots=True)
class Observation:
    """All that the player to act can see: their own hand, the board and the betting so far."""

    game: Game
    spot: Spot

    @property
    def betting(self) -> Betting:
        """The betting so far."""
        return self.spot.betting

    @property
    def board(self) -> int:
        """The number of the board that is face up, as `Boards` counts them."""
        return self.spot.board

    @property
    def hand(self) -> int:
        """The number of the player's own hand, as `Hands` counts them."""
        return self.spot.hand

    @property
    def key(self) -> str:
        """The key of the information set, as strategy files spell it."""
        return self.game.key(self.spot)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions."""
        return legal_actions(self.game.rules, self.betting)


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was taken: by whom, and in which round of betting."""

    player: int
    round: int
    action: Action


@dataclass(frozen=True)
class Hand:
    """A dealt hand. Players are 0 and 1.

    held: the number of each player's private hand
    final_board: the board of the last street, dealt in advance; `board` is what is face up by now
    steps: the actions so far
    """

    game: Game
    held: tuple[int, int]
    final_board: int
    betting: Betting
    steps: tuple[Step, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the betting is over."""
        return self.betting.over

    @property
    def showdown(self) -> bool:
        """Whether the cards are compared: the hand is over and no one has folded."""
        return self.over and self.betting.folded is None

    @property
    def run_out(self) -> bool:
        """Whether an all-in was called early, so that cards were turned up without any betting."""
        return self.showdown and self.betting.round + 1 < len(self.game.rules.rounds)

    @property
    def board(self) -> int:
        """The board that is face up: that of the current round, or the final one at a showdown."""
        return self.final_board if self.showdown else self.board_at(self.betting)

    def faces(self, near: int) -> tuple[str, str, str]:
        """The names of player 0's cards, player 1's cards and the board, as `near` sees them.

        Where a hand is a class (`AKs`), which suits its cards get depends on who looks.
        """
        return self.game.rules.faces(self.held, self.final_board, self.board, near)

    def board_at(self, betting: Betting) -> int:
        """The board that was face up at an earlier betting of this hand."""
        rules = self.game.rules
        return rules.boards.at(self.final_board, rules.street(betting.round))

    def net(self, player: int) -> float:
        """A player's net chips in a hand that is over: negative where they lost."""
        return payoffs(self.game.rules, self.betting, self.winner)[player]

    def won(self, player: int) -> float:
        """`net` plus half of the pot with which a spot begins, so that folding at once wins 0."""
        return self.net(player) + self.game.rules.starting_share

    @cached_property
    def winner(self) -> int | None:
        """Who wins a hand that is over; None where the pot is split."""
        if self.betting.folded is not None:
            return 1 - self.betting.folded
        return self.game.rules.winner(self.held, self.final_board)

    def holdings(self, near: int) -> tuple[str, str]:
        """What both hands make at the showdown, as `near` sees it: `pair of kings, kicker nine`."""
        return self.game.rules.holdings(self.held, self.final_board, near)

    def chips_in_front(self, player: int) -> float:
        """The chips a player has put in during this round; 0 once the hand is over."""
        if self.over:
            return 0
        return self.betting.chips[player] - self.betting.before

    @property
    def uncalled(self) -> tuple[float, float]:
        """The chips that each player gets back once the hand is over: what was not called."""
        first, second = self.betting.chips
        return (max(first - second, 0), max(second - first, 0)) if self.over else (0, 0)

    @property
    def pot(self) -> float:
        """The chips in the middle: the antes and what was bet in finished rounds."""
        elsewhere = self.chips_in_front(0) + self.chips_in_front(1) + sum(self.uncalled)
        return sum(self.betting.chips) - elsewhere

    def observe(self) -> Observation:
        """What the player to act can see."""
        return self._seen(self.betting)

    def _seen(self, betting: Betting) -> Observation:
        """What the player to act saw at this or an earlier betting."""
        board, hand = self.board_at(betting), self.held[betting.player]
        return Observation(self.game, Spot(betting, board, hand))

    def decisions(self, player: int, given: int = 0) -> Iterator[tuple[Observation, Action]]:
        """Each decision of a player so far: what they saw, and the action they took.

        given: how many steps at the beginning came with the deal, and are left out
        """
        taken = along(self.game.rules, (step.action for step in self.steps))
        for betting, action in islice(taken, given, None):
            if betting.player == player:
                yield self._seen(betting), action

    def after(self, action: Action) -> Hand:
        """The hand after an action of the player to act.

        Raises:
            InputError: the action is not legal here.
        """
        betting = act(self.game.rules, self.betting, action)
        step = Step(self.betting.player, self.betting.round, action)
        return replace(self, betting=betting, steps=(*self.steps, step))


def play_out(game: Game, held: tuple[int, int], board: int, actions: Iterable[Action]) -> Hand:
    """The hand with these private hands, this board of the last street, and these actions.

    Raises:
        InputError: an action is not legal.
    """
    hand = Hand(game, held, board, begun(game))
    for action in actions:
        hand = hand.after(action)
    return hand


def replayed(hand: Hand, steps: int) -> Hand:
    """The same hand after only the first `steps` of its actions."""
    actions = (step.action for step in hand.steps[:steps])
    return play_out(hand.game, hand.held, hand.final_board, actions)


def deal(game: Game, cards: Generator) -> Hand:
    """Deal a new hand, drawn by the chances of the rules."""
    return play_out(game, *game.rules.dealer.deal(cards), ())
