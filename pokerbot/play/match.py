"""A match of heads-up hold'em: stacks that are played down until one player has all the chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from pokerbot.games.heads_up import BLIND, JAMS, begun, played_down
from pokerbot.play.hand import Hand, deal
from pokerbot.play.history.record import HandRecord
from pokerbot.play.table import CARDS, Draws, Table
from pokerbot.play.view.amounts import chips
from pokerbot.strategy.strategy import Strategy


class MatchTable(Table):
    """Deals hands with the stacks as they are; once a match is decided the next one begins.

    stacks: the person's chips and the bot's, before the hand on the table and after its end
    before: the same before it
    """

    mode = "match"

    def __init__(
        self,
        strategy: Strategy,
        draws: Draws,
        blinds: float,
        keep: Callable[[Table], None] = lambda table: None,
        past: Iterable[HandRecord] = (),
        note: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Sit down to a match, or where it was left.

        Args:
            strategy: the bot's, into which its actions are put as they are thought out.
            draws: as `Table`.
            blinds: the big blinds that each begins with.
            keep: as `Table`.
            past: as `Table`.
            note: as `Table`.
        """
        self.begins = round(blinds * BLIND)
        self.stacks = [self.begins, self.begins]
        self.before = (self.begins, self.begins)
        super().__init__(strategy, None, draws, keep=keep, past=past, note=note)

    def is_of(self, played: HandRecord) -> bool:
        """Whether a hand was dealt with the stacks as they are."""
        self._renew()
        return played.match == (*self.stacks,)

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

    def _renew(self) -> None:
        """After the last hand of a match begin the next one."""
        if not min(self.stacks):
            self.stacks = [self.begins, self.begins]

    def _cards(self, number: int) -> Hand:
        hand = deal(played_down(min(self.before)), self._draws(number, CARDS))
        return replace(hand, betting=begun(hand.game))

    def _deal(self) -> None:
        self._renew()
        self.before = self.stacks[0], self.stacks[1]
        super()._deal()
        if self.hand.over:
            self._count(self.hand, (), assisted=False)
            self._keep(self)

    def _count(self, hand: Hand, rolled: tuple[int | None, ...], *, assisted: bool) -> None:
        won = round(hand.net(self.person))
        self.stacks = [self.stacks[0] + won, self.stacks[1] - won]
        super()._count(hand, rolled, assisted=assisted)
