"""The table: a person and a bot, hand after hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.games.betting import Action
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand, deal
from pokerbot.play.session import Session
from pokerbot.strategy import Strategy

if TYPE_CHECKING:
    from numpy.random import Generator

SEATS = ("alternate", "first", "second")


class Table:
    """Deals, asks the bot, keeps the score. `seat` may change; it counts from the next hand.

    hand: the one on the table; person: the seat that the person has in it, 0 acts first.
    """

    def __init__(
        self,
        strategy: Strategy,
        value: float,
        rng: Generator,
        seat: str = "alternate",
        keep: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Sit down, with the first hand dealt.

        Args:
            strategy: what the bot plays.
            value: player 1's expected net chips per hand, for the score.
            rng: where the cards and, apart from them, the bot's dice come from.
            seat: the person's, one of `SEATS`.
            keep: called with the table whenever a hand is over.
        """
        self._cards, dice = rng.spawn(2)
        self._bot = Bot(strategy.infosets, dice)
        self.game = strategy.game
        self.session = Session(value)
        self._keep = keep
        self.seat = seat
        self.person = 1 if seat == "second" else 0
        self.hand = deal(self.game, self._cards)
        self._unjudged: list[tuple[Hand, int]] = []

    @property
    def person_to_act(self) -> bool:
        """Whether the hand waits for the person."""
        return not self.hand.over and self.hand.betting.player == self.person

    @property
    def bot_to_act(self) -> bool:
        """Whether the hand waits for the bot."""
        return not self.hand.over and self.hand.betting.player != self.person

    def act(self, action: Action) -> None:
        """Take the person's action.

        Raises:
            InputError: it is not the person's turn, or the action is not legal; nothing changed.
        """
        if not self.person_to_act:
            raise InputError("it is not your turn")
        self._take(action)

    def bot_act(self) -> None:
        """Let the bot take its action.

        Raises:
            InputError: it is not the bot's turn; nothing changed.
        """
        if not self.bot_to_act:
            raise InputError("it is not the bot's turn")
        self._take(self._bot.choose(self.hand.observe()))

    def next_hand(self) -> None:
        """Deal the next hand.

        Raises:
            InputError: this one is not over; nothing changed.
        """
        if not self.hand.over:
            raise InputError("this hand is not over")
        seats = {"first": 0, "second": 1, "alternate": 1 - self.person}
        self.person = seats[self.seat]
        self.hand = deal(self.game, self._cards)

    def _take(self, action: Action) -> None:
        self.hand = self.hand.after(action)
        if self.hand.over:
            self.session = self.session.add(self.person, self.hand.net(self.person))
            self._unjudged.append((self.hand, self.person))
            self._keep(self)

    def judge(self, split: Callable[[Hand, int], tuple[float, float]]) -> None:
        """Take the hands apart that are over and not judged yet.

        Args:
            split: what a seat is worth, and what the player in it gave away in a hand, in chips.
        """
        for hand, person in self._unjudged:
            self.session = self.session.judge(*split(hand, person))
        self._unjudged.clear()
