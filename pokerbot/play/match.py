"""A match of heads-up hold'em: stacks that are played down until one player has all the chips."""

from __future__ import annotations

from dataclasses import replace

from pokerbot.games.actions import Betting
from pokerbot.games.heads_up import BLIND, JAMS, played_down
from pokerbot.play.hand import Hand, deal
from pokerbot.play.table import CARDS, Draws, Table
from pokerbot.play.view.words import chips
from pokerbot.strategy.strategy import Strategy


class MatchTable(Table):
    """Deals hands with the stacks as they are; once a match is decided the next one begins.

    stacks: the person's chips and the bot's, before the hand on the table and after its end
    """

    def __init__(self, strategy: Strategy, draws: Draws, blinds: float) -> None:
        """Sit down to a match.

        Args:
            strategy: the bot's, into which its actions are put as they are thought out.
            draws: as `Table`.
            blinds: the big blinds that each begins with.
        """
        self.begins = round(blinds * BLIND)
        self.stacks = [self.begins, self.begins]
        super().__init__(strategy, None, draws)

    @property
    def blinds(self) -> float:
        """The big blinds that count in the hand on the table."""
        return (self.hand.game.rules.stack or 0) / BLIND

    @property
    def jams(self) -> bool:
        """Whether the hand is all-in or fold."""
        return self.blinds <= JAMS

    @property
    def decided(self) -> bool:
        """Whether the hand is over, and one player has all the chips."""
        return self.hand.over and not min(self.stacks)

    def told(self, blueprint: str) -> str:
        """How the match stands, and what the bot plays by in this hand."""
        own, other = self.stacks
        if self.decided:
            return f"The match is over: {'you have' if own else 'the bot has'} all the chips."
        stands = f"You {chips(own)}, the bot {chips(other)}"
        if self.hand.over:
            return f"{stands}."
        if self.jams:
            return f"{stands}: {self.blinds:g} big blinds, jam or fold. The bot is at equilibrium."
        return f"{stands}: {self.blinds:g} big blinds. The bot plays by {blueprint}."

    def next_hand(self) -> None:
        """As `Table`; after the last hand of a match the first of the next one."""
        if self.decided:
            self.stacks = [self.begins, self.begins]
        super().next_hand()

    def _cards(self, number: int) -> Hand:
        count = min(self.stacks)
        hand = deal(played_down(count), self._draws(number, CARDS))
        if count <= BLIND:
            hand = replace(hand, betting=Betting((count, count), over=True))
        return hand

    def _deal(self) -> None:
        super()._deal()
        if self.hand.over:
            self._count(self.hand, (), assisted=False)

    def _count(self, hand: Hand, rolled: tuple[int | None, ...], *, assisted: bool) -> None:
        won = round(hand.net(self.person))
        self.stacks = [self.stacks[0] + won, self.stacks[1] - won]
        super()._count(hand, rolled, assisted=assisted)
