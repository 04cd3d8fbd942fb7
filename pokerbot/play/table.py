"""The table: a person and a bot, hand after hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.game import Game
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Hand, deal
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.record import SIDES, HandRecord
from pokerbot.play.rest import Rest, same_deal
from pokerbot.play.session.score import Score, Verdict
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from numpy.random import Generator

SEAT_ORDERS = {"alternate": (0, 1), "first": (0, 0), "second": (1, 1)}
"""The person's seat, 0 or 1, in the hands with odd numbers and in those with even ones."""
SEAT_CHOICES = (*SEAT_ORDERS,)
"""The code of a challenge holds a place in this list, which must therefore never be reordered."""
CARDS, BOT, DIE = range(3)
TRANSLATING = 4
"""One more kind of draws: to which of the bot's own sizes another bet size is rounded."""
JUDGED_AT_ONCE = 100

Draws = Callable[[int, int], "Generator"]
"""(number of a hand, kind of draws: `CARDS`, `BOT` or `DIE`) → the generator of these draws.

Each hand has generators of its own, so that a resumed session deals the same cards as if it had
never been interrupted.
"""


class Table:
    """Deals hands, asks the bot for its actions and keeps the score.

    mode: the kind of session, as the history keeps it
    before: the person's chips and the bot's before the hand, in a match; else empty
    hand: the hand on the table
    number: the number of that hand in the session, from 1
    person: the person's seat in that hand; 0 acts first
    seat: one of `SEAT_CHOICES`; a change counts from the next hand
    seats: the person's seat in each hand that is over
    hands: how many hands the session has, None where it has no end
    given: how many steps of the hand came with the deal
    assisted: whether the person had a hint in this hand
    hinted: whether the person had a hint for the present decision
    die: the roll of the die for the present decision, None before it is thrown
    rolled: the rolls at the person's decisions before, None where the die was not thrown
    run_outs: (number, hand, person's seat) of each hand in which an all-in was called early
    remarks: lines about the hand that the screen shows below the betting
    rest: the re-solved strategy for the rest of the hand, None where nothing was re-solved
    own_sizes: whether the person may bet any amount on a river
    study: whether the bot's cards are shown after a fold
    name: the bot's name, empty where it has none
    """

    mode: ClassVar = "play"
    before: tuple[int, ...] = ()

    def __init__(
        self,
        strategy: Strategy,
        values: tuple[float, float] | None,
        draws: Draws,
        seat: str = "alternate",
        keep: Callable[[Table], None] = lambda table: None,
        past: Iterable[HandRecord] = (),
        hands: int | None = None,
        note: Callable[[Table], None] = lambda table: None,
    ) -> None:
        """Sit down and deal the first hand, or the one that follows a session's past hands.

        Args:
            strategy: what the bot plays.
            values: each seat's expected net chips per hand, for the score, until the session's are
                settled; None where unknown.
            draws: gives the generators of each hand's cards, bot's dice and person's die.
            seat: the person's seat, one of `SEAT_CHOICES`.
            keep: called with the table whenever a hand is over.
            past: the session's hands so far, in order; hands of another game are passed over.
            hands: how many hands the session has, None where it has no end.
            note: called with the table when a hand is dealt, and after everything that the person
                does in it short of its end. The bot's actions can be derived from these.
        """
        self._draws = draws
        self.game = strategy.game
        rules = self.game.rules
        self.score = Score(
            values, starting_share=rules.starting_share, unit=rules.unit, settled=False
        )
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
            self._count_past(played)
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
        self._check_turn()
        self._take(action)

    def _check_turn(self) -> None:
        if not self.person_to_act:
            raise InputError("it is not your turn")

    def bot_act(self) -> None:
        """Let the bot take its action.

        Raises:
            InputError: it is not the bot's turn; nothing changed.
        """
        if not self.bot_to_act:
            raise InputError("it is not the bot's turn")
        hand = self.hand if self.rest is None else self.rest.hand(self.hand)
        self._take(self._bot.choose(hand.observe()))

    def play_rest(self, rest: Rest) -> None:
        """Have the bot play the rest of the hand by a re-solved strategy, with the same dice."""
        self.rest = rest
        self._bot = Bot(rest.strategy.infosets, self._bot.dice)

    def add_sizes(self, game: Game) -> None:
        """Play this hand by the rules of a game with more bet sizes, on the same cards."""
        self.hand = replace(self.hand, game=game)

    def take_back(self, hand: Hand) -> None:
        """Undo the person's last action.

        hand: the hand as it was before that action
        """
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
        if not self.hand.over:
            self._note(self)

    def is_of(self, played: HandRecord) -> bool:
        """Whether a recorded hand belongs to the game that is played at this table."""
        return same_deal(played.hand.game, self.game)

    def _count_past(self, played: HandRecord) -> None:
        """Count a hand that was played before the person sat down."""
        self.number, self.person = played.number, played.person
        self._count(played.hand, played.rolled, assisted=played.assisted)

    def play_strategy(self, strategy: Strategy) -> None:
        """Have the bot play another strategy for the same game from the next hand on.

        Raises:
            InputError: the hand on the table is not over; nothing changed.
        """
        if not self.hand.over:
            raise InputError("this hand is not over")
        self._infosets = strategy.infosets

    def resume_hand(self, left: HandInPlay) -> None:
        """Go on with a hand of this session that was left unfinished, in place of the present one.

        The hand is dealt and played again from the session's generators. The bot must come to the
        same actions as then, except where the rest of the hand was re-solved.

        Raises:
            InputError: the session's generators do not lead to that hand; nothing changed.
        """
        at, played = (self.number, self.person, self.hand), left.played
        try:
            self._begin(played.number, played.person, self._cards(played.number))
            self.add_sizes(played.hand.game)
            for step in played.hand.steps:
                self._repeat(step.action)
            if self.number < at[0] or self.hand != played.hand:
                raise InputError("the session never comes to that hand")
        except InputError:
            self._begin(*at)
            raise
        taken = len(played.decisions)
        self.rolled = played.rolled or (None,) * taken
        self.assisted, self.die, self.hinted = played.assisted, left.die, left.hinted

    def draws(self, kind: int) -> Generator:
        """A fresh generator of one kind of draws for the hand on the table."""
        return self._draws(self.number, kind)

    def _repeat(self, action: Action) -> None:
        """Repeat a recorded action; if it is the bot's, use up the bot's dice as it did then.

        Raises:
            InputError: the bot's strategy for this decision is known and chooses another action.
        """
        seen = self.hand.observe()
        if self.bot_to_act and seen.key in self._infosets:
            chosen = self._bot.choose(seen)
            if chosen != action and not self.game.is_spot:
                raise InputError("the session never comes to that hand")
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
        """Throw the die for the present decision; to throw it again shows the same number.

        Raises:
            InputError: it is not the person's turn; nothing changed.
        """
        self._check_turn()
        place = len(self.rolled)
        self.die = int(self._draws(self.number, DIE).integers(SIDES, size=place + 1)[place])
        self._note(self)

    def hint(self) -> None:
        """Record that the person had a hint for the present decision.

        Raises:
            InputError: it is not the person's turn; nothing changed.
        """
        self._check_turn()
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
        self.score.add(self.person, hand.won(self.person), assisted=assisted)
        if hand.run_out:
            self.run_outs.append((self.number, hand, self.person))
        self._unjudged.append((hand, self.person, assisted, rolled))

    @property
    def unjudged(self) -> list[tuple[Hand, int]]:
        """The hands that are over and not judged yet, with the person's seat."""
        return [(hand, person) for hand, person, *_ in self._unjudged]

    def judge(self, verdict: Callable[[Hand, int], Verdict], most: int = JUDGED_AT_ONCE) -> bool:
        """Add to the session the verdicts on hands that are over and not judged yet.

        Args:
            verdict: judges a hand for the player in a seat.
            most: how many hands to judge at most; the others wait for the next call.

        Returns:
            Whether all hands are judged now.
        """
        for _ in range(min(most, len(self._unjudged))):
            hand, person, assisted, rolled = self._unjudged.popleft()
            self.score.judge(verdict(hand, person), assisted=assisted, rolled=rolled)
        return not self._unjudged
