"""A match of heads-up hold'em: stacks that are played down until one player has all the chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pokerbot.errors import InputError
from pokerbot.games.heads_up import BLIND, JAMS, played_down
from pokerbot.play.hand import Hand, deal
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.record import HandRecord
from pokerbot.play.table import CARDS, Draws, Table
from pokerbot.play.view.amounts import chips
from pokerbot.strategy.strategy import Strategy


class MatchTable(Table):
    """A table where each hand is played for what the last one left in both stacks.

    Once one player has all the chips the next hand begins a new match.

    stacks: the person's chips and the bot's, which change when the hand on the table is over
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
        """Sit down to a new match, or to one that was left; other arguments are as for `Table`.

        strategy: the bot's; its infosets are filled in while the bot thinks
        blinds: each player's stack at the start of a match, in big blinds
        """
        self.begins = round(blinds * BLIND)
        self.stacks = [self.begins, self.begins]
        self.before = (self.begins, self.begins)
        super().__init__(strategy, None, draws, keep=keep, past=past, note=note)

    def is_of(self, played: HandRecord) -> bool:
        """Whether a recorded hand is of a match with as many chips as this one."""
        return sum(played.match) == 2 * self.begins

    def resume_hand(self, left: HandInPlay) -> None:
        """As `Table`; it begins with the stacks that were kept with it."""
        was = self.before, self.stacks
        if self.is_of(left.played):
            self._begin_with(left.played)
        try:
            super().resume_hand(left)
        except InputError:
            self.before, self.stacks = was
            raise

    def _count_past(self, played: HandRecord) -> None:
        """Count a hand, whatever came before: that may have been lost with a line of the file."""
        self._begin_with(played)
        super()._count_past(played)

    def _begin_with(self, played: HandRecord) -> None:
        own, other = played.match
        self.before, self.stacks = (own, other), [own, other]

    @property
    def blinds(self) -> float:
        """The effective stack of the hand on the table, in big blinds."""
        return (self.hand.game.rules.stack or 0) / BLIND

    @property
    def jams(self) -> bool:
        """Whether the stacks are so short that the hand is played as jam or fold."""
        return self.blinds <= JAMS

    @property
    def decided(self) -> bool:
        """Whether the hand is over, and one player has all the chips."""
        return self.hand.over and not min(self.stacks)

    def told(self, blueprint: str) -> str:
        """How the match stands, and which strategy the bot plays in this hand.

        blueprint: the name of the bot's blueprint
        """
        own, other = self.stacks
        if self.decided:
            return f"The match is over: {'you have' if own else 'the bot has'} all the chips."
        stands = f"You {chips(own)}, the bot {chips(other)}"
        if self.hand.over:
            return f"{stands}."
        if self.jams:
            return f"{stands}: {self.blinds:g} big blinds, jam or fold. The bot is at equilibrium."
        return f"{stands}: {self.blinds:g} big blinds. The bot plays by {blueprint}."

    @property
    def _to_play(self) -> tuple[int, int]:
        """Both stacks with which the next hand begins, of a new match if this one is decided."""
        own, other = self.stacks
        return (own, other) if min(own, other) else (self.begins, self.begins)

    def _cards(self, number: int) -> Hand:
        return deal(played_down(min(self.before)), self._draws(number, CARDS))

    def _deal(self) -> None:
        self.before = self._to_play
        self.stacks = [*self.before]
        super()._deal()
        if self.hand.over:
            self._count(self.hand, (), assisted=False)
            self._keep(self)

    def _count(self, hand: Hand, rolled: tuple[int | None, ...], *, assisted: bool) -> None:
        (own, other), won = self._to_play, round(hand.net(self.person))
        self.stacks = [own + won, other - won]
        super()._count(hand, rolled, assisted=assisted)
