"""What the screen draws: all that the person may see of a table, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from pokerbot.errors import InputError
from pokerbot.games.actions import LARGER, Action
from pokerbot.play.hand import Hand
from pokerbot.play.session.dice import ORDER
from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.session.statistics import Statistic, brief, statistics
from pokerbot.play.table import Table
from pokerbot.play.view import words
from pokerbot.play.view.amounts import chips, percent

PARTS = (1 / 3, 1 / 2, 1.0)
"""The bet sizes that have a key of their own, as parts of the pot."""
MOST_LISTED = 9
"""Up to this many bet sizes get a key each, in games where not every amount may be bet."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action that is legal now, with its amounts in chips.

    An amount is what the person has put in during this round after the action.

    kind: of the action: check, call, bet, raise, jam or fold
    label: the text of its button
    actions: the legal actions of this kind, from the smallest to the largest
    amounts: the amount of each of these actions
    parts: for each of `PARTS` the largest amount that bets no more than that part of the pot
    called: the amount after a mere call
    middle: the pot after that call
    between: the least and the most that may be bet, where amounts besides these are allowed, too
    """

    kind: str
    label: str
    amounts: tuple[float, ...]
    actions: tuple[Action, ...]
    parts: tuple[float, ...]
    called: float
    middle: float
    between: tuple[float, float] | None = None

    def part(self, amount: float) -> float:
        """The bet or raise to this amount as a part of the pot, as it is after the call."""
        return (amount - self.called) / self.middle

    @property
    def limits(self) -> tuple[float, float]:
        """The least and the largest amount."""
        return self.between or (self.amounts[0], self.amounts[-1])

    @property
    def listed(self) -> bool:
        """Whether there are only a few amounts, and not every whole one from least to most."""
        few = len(self.amounts) <= MOST_LISTED
        return few and (self.between is not None or (len(self.amounts) > 1 and self.sizes_alone))

    @property
    def sizes_alone(self) -> bool:
        """Whether amounts between the least and the most are missing, be they whole or not."""
        if self.between is not None:
            return False
        apart = self.amounts[-1] - self.amounts[0]
        return apart != len(self.amounts) - 1 or any(amount % 1 for amount in self.amounts)

    def told(self, amount: float) -> str:
        """An amount with its part of the pot: `145 (33%)`."""
        return f"{chips(amount)} ({percent(self.part(amount))})"

    def written(self, amount: float) -> float:
        """The allowed amount that is written as this one is, such as a third; else this one."""
        return next((each for each in self.amounts if chips(each) == chips(amount)), amount)

    def sized(self, amount: float) -> Action:
        """The action that leads to this amount.

        Raises:
            InputError: there is none; the message names the amounts that are allowed, or the
                nearest ones if there are only a few.
        """
        amount = self.written(amount)
        if amount in self.amounts:
            return self.actions[self.amounts.index(amount)]
        if self.sizes_alone:
            below = [each for each in self.amounts if each < amount][-1:]
            above = [each for each in self.amounts if each > amount][:1]
            near = below + above or [*self.amounts]
            nearest = "the nearest is" if len(near) == 1 else "the nearest are"
            told = " and ".join(map(self.told, near))
            raise InputError(f"not a size of this solution; {nearest} {told}")
        least, most = self.limits
        if self.between is None or not (least <= amount <= most and amount == round(amount)):
            raise InputError(f"a whole number from {chips(least)} to {chips(most)}")
        put = amount - self.amounts[0] + self.actions[0].chips
        return Action(self.kind, int(put), sized=True, to=int(amount))


@dataclass(frozen=True, slots=True)
class TableSide:
    """One side of the table.

    card: the names of its cards, None while they lie face down
    first: whether it acts first in this round
    place: the short name of its seat, such as BTN
    front: the chips in front of it, put in during this round
    stack: the chips behind, None in games without stacks
    to_act: whether it is its turn
    """

    name: str
    card: str | None
    first: bool
    place: str
    front: float
    stack: float | None
    to_act: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """A hand as it lies on the table; all amounts in chips.

    you, bot: the near side and the far side
    suits: whether the game's cards have suits
    told_apart: whether cards are named by rank and suit, as in hold'em
    private, public: how many cards each hand has, and how many the full board has
    board: the names of the public cards, None while there are none
    betting: the betting so far in words, a text for each round
    status: what there is to say at the moment
    net: the near side's net chips, None until the hand is over
    """

    you: TableSide
    bot: TableSide
    suits: bool
    told_apart: bool
    private: int
    public: int
    board: str | None
    pot: float
    betting: tuple[str, ...]
    status: str
    net: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How the session stands.

    brief, statistics: its most important figures, and all of them
    result_curve: its result hand by hand
    verdict: what these tell so far, in words
    """

    hands: int
    brief: tuple[Statistic, ...]
    statistics: tuple[Statistic, ...]
    result_curve: ResultCurve
    verdict: str


@dataclass(frozen=True, slots=True)
class View(Scene):
    """A table as the person sees it.

    story: the hand in words, with remarks, and how to read the die if it was thrown
    rounds: the name of each round of betting
    number: the hand's number in its session
    choices: the person's legal actions, by kind; none if it is not their turn
    assisted: whether the person had a hint in this hand
    hinted: whether the person had a hint for the present decision
    rolled: the rolls of the die at the decisions before
    begins: whether the hand goes on and nobody has acted in it
    ended: whether this is the session's last hand, and over
    session: how the session stands
    """

    story: tuple[str, ...]
    rounds: tuple[str, ...]
    number: int
    choices: tuple[Choice, ...]
    assisted: bool
    hinted: bool
    rolled: tuple[int | None, ...]
    begins: bool
    ended: bool
    session: Standing


def look(table: Table) -> View:
    """The table as the person sees it now."""
    hand, person, score = table.hand, table.person, table.score
    names = (words.NAMES[0], table.name or words.NAMES[1])
    did, due = words.answered(hand, person, names), words.turn(hand, person, table.die, names)
    status = words.outcome(hand, person, names) if hand.over else f"{did}\n{due}".lstrip()
    studied = table.study and hand.over
    shown = hand.showdown or studied
    seen = scene(hand, person, status, names, far_shown=shown, stacks=table.before)
    choices = _choices(table) if table.person_to_act else ()
    kinds = [choice.kind for choice in choices]
    throw = () if table.die is None or not kinds else (words.throw(table.die, kinds),)
    return View(
        **{each.name: getattr(seen, each.name) for each in fields(seen)},
        story=(*words.story(hand, person, names), *table.remarks, *throw),
        rounds=words.rounds(hand.game.rules),
        number=table.number,
        choices=choices,
        assisted=table.assisted,
        hinted=table.hinted,
        rolled=table.rolled,
        begins=not (hand.steps or hand.over),
        ended=table.ended,
        session=Standing(
            score.hands(),
            brief(score),
            statistics(score),
            score.result_curve,
            words.verdict(score),
        ),
    )


def scene(
    hand: Hand,
    near: int,
    status: str,
    names: tuple[str, str] = words.NAMES,
    *,
    far_shown: bool = True,
    stacks: Sequence[float] = (),
) -> Scene:
    """A hand seen from a player's seat.

    Args:
        hand: the hand.
        near: the seat from which it is seen.
        status: what there is to say at the moment.
        names: what the near side and the far side are called.
        far_shown: whether the far side's cards lie face up.
        stacks: the near side's chips and the far side's before the hand, where they may differ.
    """
    rules, faces = hand.game.rules, hand.faces(near)
    own, other = stacks or (rules.stack, rules.stack)
    return Scene(
        you=_side(hand, near, names[0], faces[near], own),
        bot=_side(hand, 1 - near, names[1], faces[1 - near] if far_shown else None, other),
        suits=rules.deck.suits is not None,
        told_apart=rules.deck.told_apart,
        private=rules.private,
        public=len(rules.public) + sum(rules.turned_up),
        board=faces[2] or None,
        pot=hand.pot,
        betting=words.betting(hand, near, names),
        status=status,
        net=hand.net(near) if hand.over else None,
    )


def _side(hand: Hand, player: int, name: str, card: str | None, stack: float | None) -> TableSide:
    rules = hand.game.rules
    staked = hand.betting.chips[player] - hand.uncalled[player]
    return TableSide(
        name=name,
        card=card,
        first=player == rules.rounds[hand.betting.round].first,
        place=words.place(rules, player),
        front=hand.chips_in_front(player),
        stack=None if stack is None else stack - staked,
        to_act=not hand.over and hand.betting.player == player,
    )


def _choices(table: Table) -> tuple[Choice, ...]:
    """The legal actions grouped by kind, in the order of the buttons: the careful ones first."""
    there, due = table.hand.chips_in_front(table.person), table.hand.betting.to_call
    called, middle = there + due, sum(table.hand.betting.chips) + due
    legal = table.hand.observe().actions
    choices = []
    for kind in ORDER:
        actions = tuple(action for action in legal if action.kind == kind)
        if actions:
            amounts = tuple(there + action.chips for action in actions)
            label = words.describe(actions[0], amounts[0]) if len(actions) == 1 else f"{kind} …"
            parts = tuple(_below(amounts, called + part * middle) for part in PARTS)
            label = label.capitalize()
            between = _between(table, called) if kind in LARGER else None
            choices.append(Choice(kind, label, amounts, actions, parts, called, middle, between))
    return tuple(choices)


def _between(table: Table, called: float) -> tuple[float, float] | None:
    """The least and the most that may be bet or raised to, where every amount is allowed.

    None where only the sizes of the tree are, as where all-in is too little for a full raise.
    `called` is the amount after a mere call.
    """
    game, betting = table.hand.game, table.hand.betting
    last = betting.round + 1 == len(game.rules.rounds)
    if not (table.own_sizes and game.is_spot and last):
        return None
    least, most = called + max(betting.last, 1), (game.rules.stack or 0) - betting.before
    return (least, most) if least < most else None


def _below(amounts: Sequence[float], limit: float) -> float:
    """The largest amount that is not above the limit, or the smallest if all are."""
    return max((amount for amount in amounts if amount <= limit), default=amounts[0])


def moved(before: Scene, after: Scene) -> tuple[str, str, float] | None:
    """Which chips moved between two looks at a hand: (from where, to where, how many).

    The places are `you` and `bot`, `you chips` and `bot chips` (in front of them), and `pot`.
    None where no chips moved, or a new hand was dealt.
    """
    if after.net is not None and before.net is None:
        return ("pot", "you" if after.net > 0 else "bot", after.pot) if after.net else None
    added = _on_the_table(after) - _on_the_table(before)
    if added <= 0 or before.net is not None:
        return None
    who, side = ("you", after.you) if before.you.to_act else ("bot", after.bot)
    return who, f"{who} chips" if side.front else "pot", added


def _on_the_table(scene: Scene) -> float:
    return scene.pot + scene.you.front + scene.bot.front
