"""The table: a person and a bot, hand after hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pokerbot.errors import InputError
from pokerbot.games.betting import Action
from pokerbot.games.game import Game
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand, deal
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.record import SIDES, HandRecord
from pokerbot.play.rest import Rest, same_deal
from pokerbot.play.session.session import Session, Verdict
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from numpy.random import Generator

SEAT_CHOICES = ("alternate", "first", "second")
CARDS, BOT, DIE = range(3)
TRANSLATING = 4
"""A kind of draws beside those: as which of the sizes that a bot knows another one counts."""
JUDGED_AT_ONCE = 100

Draws = Callable[[int, int], "Generator"]
"""(number of a hand, which of `CARDS`, `BOT` and `DIE`) → what those of that hand come from.

Each hand has generators of its own, so that a session that goes on deals what it would have dealt.
"""


class Table:
    """Deals, asks the bot, keeps the score. `seat` may change; it counts from the next hand.

    mode: as the history keeps it
    hand: the one on the table
    number: of the hand in the session, from 1
    hands: how many the session has, None where it goes on as long as one likes
    seats: the person's, hand by hand
    person: the person's seat in it, 0 acts first
    given: how many steps came with the deal
    assisted: whether the person had a hint in it
    hinted: whether there was one for the decision at hand
    die: what the die shows for the decision at hand, None before it is thrown
    rolled: what it showed at the decisions before
    run_outs: the hands with a called all-in, each with its number and the person's seat
    remarks: what there is to say of the hand besides what was done
    rest: what the bot plays the rest of the hand by, where that is solved again; else None
    own_sizes: whether a bet on a river may be of any amount
    study: whether the bot's card is shown after a fold
    name: what the bot is called there, empty where it has no name
    """

    mode: ClassVar = "play"

    def __init__(
        self,
        strategy: Strategy,
        value: float | None,
        draws: Draws,
        seat: str = "alternate",
        keep: Callable[[Table], None] = lambda table: None,
        past: Iterable[HandRecord] = (),
        hands: int | None = None,
        note: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Sit down, with the first hand dealt, or the one after those of a session's past.

        Args:
            strategy: what the bot plays.
            value: player 1's expected net chips per hand, for the score; None where nobody knows.
            draws: where the cards and, apart from them, the bot's dice and the person's come from.
            seat: the person's, one of `SEAT_CHOICES`.
            keep: called with the table whenever a hand is over.
            past: the hands of the session so far, in order; those of another game are none.
            hands: how many the session has, if that is settled.
            note: called with the table whenever the person has done anything else in a hand, and
                when the next is dealt; what the bot does follows from that.
        """
        self._draws = draws
        self.game = strategy.game
        self.session = Session(value, found=strategy.game.rules.found)
        self._keep, self._note = keep, note
        self.seat = seat
        self.number, self.person, self.hands = 0, 1, hands
        self.hand: Hand
        self.rest: Rest | None
        self._bot: Bot
        self.seats: list[int] = []
        self.study, self.name, self.own_sizes = False, "", False
        self.die: int | None = None
        self.rolled: tuple[int | None, ...] = ()
        self.remarks: tuple[str, ...] = ()
        self.run_outs: list[tuple[int, Hand, int]] = []
        self._unjudged: deque[tuple[Hand, int, bool, tuple[int | None, ...]]] = deque()
        for played in filter(self.is_of, past):
            self.number, self.person = played.number, played.person
            self._count(played.hand, played.rolled, assisted=played.assisted)
        self._infosets = strategy.infosets
        self._deal()

    @property
    def person_to_act(self) -> bool:
        """Whether the hand waits for the person."""
        return not self.hand.over and self.hand.betting.player == self.person

    @property
    def ended(self) -> bool:
        """Whether the last hand of the session is over."""
        return self.hand.over and self.hands is not None and self.number >= self.hands

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
        hand = self.hand if self.rest is None else self.rest.hand(self.hand)
        self._take(self._bot.choose(hand.observe()))

    def play_on(self, rest: Rest) -> None:
        """Have the bot play the rest of the hand by a solution of its own, with the same dice."""
        self.rest = rest
        self._bot = Bot(rest.strategy.infosets, self._bot.dice)

    def widen(self, game: Game) -> None:
        """Play this hand by rules that let one bet or raise more, on the same cards."""
        self.hand = replace(self.hand, game=game)

    def take_back(self, hand: Hand) -> None:
        """Have the person act once more, in this hand as it was before the last action."""
        self.hand, self.rolled = hand, self.rolled[:-1]

    def next_hand(self) -> None:
        """Deal the next hand.

        Raises:
            InputError: this one is not over, or it was the last; nothing changed.
        """
        if not self.hand.over:
            raise InputError("this hand is not over")
        if self.ended:
            raise InputError("this was the last hand")
        self._deal()
        self._note(self)

    def is_of(self, played: HandRecord) -> bool:
        """Whether a hand is of the game that is played here."""
        return same_deal(played.hand.game, self.game)

    def face(self, strategy: Strategy) -> None:
        """Have the bot play another strategy for the game from the next hand on.

        Raises:
            InputError: this one is not over; nothing changed.
        """
        if not self.hand.over:
            raise InputError("this hand is not over")
        self._infosets = strategy.infosets

    def go_on(self, left: HandInPlay) -> None:
        """Go on with the hand of this session that was left, instead of the one at hand.

        It is dealt and played again: the bot's dice fall as they fell, and it did as they said but
        where the rest of the hand was solved again.

        Raises:
            InputError: the session does not come to such a hand; nothing changed.
        """
        at, played = (self.number, self.person, self.hand), left.played
        try:
            self._begin(played.number, played.person, self._cards(played.number))
            self.widen(played.hand.game)
            for step in played.hand.steps:
                self._again(step.action)
            if self.number < at[0] or self.hand != played.hand:
                raise InputError("the session does not come to it")
        except InputError:
            self._begin(*at)
            raise
        taken = len(played.decisions)
        self.rolled = played.rolled or (None,) * taken
        self.assisted, self.die, self.hinted = played.assisted, left.die, left.hinted

    def draws(self, kind: int) -> Generator:
        """Where draws of a kind come from in the hand at hand, from the first one on."""
        return self._draws(self.number, kind)

    def _again(self, action: Action) -> None:
        """Take an action that was taken, and throw the bot's die for it if it is the bot's.

        Raises:
            InputError: the bot would not have taken it, and its thoughts are known.
        """
        seen = self.hand.observe()
        if self.bot_to_act and seen.key in self._infosets:
            chosen = self._bot.choose(seen)
            if chosen != action and not self.game.is_spot:
                raise InputError("the session does not come to it")
        elif self.bot_to_act:
            self._bot.dice.random()
        self.hand = self.hand.after(action)

    def _deal(self) -> None:
        self.number += 1
        self._begin(self.number, *self._dealt())

    def _begin(self, number: int, person: int, hand: Hand) -> None:
        self.number, self.person, self.hand = number, person, hand
        self.given = len(self.hand.steps)
        self._bot = Bot(self._infosets, self._draws(self.number, BOT))
        self.assisted = self.hinted = False
        self.die, self.rolled, self.rest = None, (), None
        self.remarks = ()

    def _dealt(self) -> tuple[int, Hand]:
        """The person's seat in the next hand, and the hand."""
        person = {"first": 0, "second": 1, "alternate": 1 - self.person}[self.seat]
        return person, self._cards(self.number)

    def _cards(self, number: int) -> Hand:
        return deal(self.game, self._draws(number, CARDS))

    def roll(self) -> None:
        """Throw the die for the decision at hand, once.

        Raises:
            InputError: it is not the person's turn; nothing changed.
        """
        if not self.person_to_act:
            raise InputError("it is not your turn")
        place = len(self.rolled)
        self.die = int(self._draws(self.number, DIE).integers(SIDES, size=place + 1)[place])
        self._note(self)

    def hint(self) -> None:
        """Mark the hand as one in which the person was told what the decision at hand is worth.

        Raises:
            InputError: it is not the person's turn; nothing changed.
        """
        if not self.person_to_act:
            raise InputError("it is not your turn")
        self.assisted = self.hinted = True
        self._note(self)

    def _take(self, action: Action) -> None:
        hand, own = self.hand.after(action), self.person_to_act
        if own:
            self.rolled = (*self.rolled, self.die)
            self.die, self.hinted = None, False
        self.hand = hand
        if self.hand.over:
            self._count(self.hand, self.rolled, assisted=self.assisted)
            self._keep(self)
        elif own:
            self._note(self)

    def _count(self, hand: Hand, rolled: tuple[int | None, ...], *, assisted: bool) -> None:
        self.seats.append(self.person)
        self.session.add(self.person, hand.won(self.person), assisted=assisted)
        if hand.run_out:
            self.run_outs.append((self.number, hand, self.person))
        self._unjudged.append((hand, self.person, assisted, rolled))

    @property
    def unjudged(self) -> list[tuple[Hand, int]]:
        """The hands that are over and not judged yet, with the person's seat."""
        return [(hand, person) for hand, person, *_ in self._unjudged]

    def judge(self, verdict: Callable[[Hand, int], Verdict], most: int = JUDGED_AT_ONCE) -> bool:
        """Judge hands that are over and not judged yet.

        Args:
            verdict: judges a hand for the player in a seat.
            most: of how many hands; the rest waits for the next call.

        Returns:
            Whether all are judged now.
        """
        for _ in range(min(most, len(self._unjudged))):
            hand, person, assisted, rolled = self._unjudged.popleft()
            self.session.judge(verdict(hand, person), assisted=assisted, rolled=rolled)
        return not self._unjudged
