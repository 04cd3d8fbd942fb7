"""What the screen draws: all that the person may see of a table, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.games.actions import LARGER
from pokerbot.games.betting import Action
from pokerbot.play.hand import Hand
from pokerbot.play.session.dice import ORDER, as_shown
from pokerbot.play.session.result_curve import ResultCurve
from pokerbot.play.session.score import Statistic, brief, score
from pokerbot.play.table import Table
from pokerbot.play.view import words
from pokerbot.play.view.amounts import chips

PARTS = (1 / 3, 1 / 2, 1.0)
"""Of the pot: the bets that have a key."""
MOST_LISTED = 9
"""So many sizes have a key each, where not every amount may be bet."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action that is legal now.

    amounts: the person's chips in this round after each of `actions`, the last of several all-in
    parts: what is in the pot once the other's bet is called, in such parts: the amounts, or the
        nearest below them, by `PARTS`
    called, middle: the amount that only calls, and what is in the pot then
    between: the least and the most that may be bet where that may be no size of the tree, else None
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
        """How much of the pot a bet or raise to this amount is."""
        return (amount - self.called) / self.middle

    @property
    def listed(self) -> bool:
        """Whether it is one of a few sizes, and not any whole amount from the least to the most."""
        if self.between is not None:
            return len(self.amounts) <= MOST_LISTED
        few = 1 < len(self.amounts) <= MOST_LISTED
        return few and self.amounts[-1] - self.amounts[0] > len(self.amounts) - 1

    def told(self, amount: float) -> str:
        """One of its amounts, and what part of the pot it is: `145 (33%)`."""
        return f"{chips(amount)} ({self.part(amount):.0%})"

    def sized(self, amount: float) -> Action:
        """The action that comes to this amount.

        Raises:
            InputError: there is none; the message says what there is, of a few sizes the next ones.
        """
        if amount not in self.amounts and self.between is not None:
            low, high = self.between
            if not (low <= amount <= high and amount == round(amount)):
                raise InputError(f"a whole number from {chips(low)} to {chips(high)}")
            put = amount - self.amounts[0] + self.actions[0].chips
            return Action(self.kind, int(put), sized=True, to=int(amount))
        if amount not in self.amounts and self.listed:
            below = [each for each in self.amounts if each < amount][-1:]
            above = [each for each in self.amounts if each > amount][:1]
            near = " and ".join(map(self.told, below + above or self.amounts))
            raise InputError(f"not in this solution; next to it: {near}")
        if amount not in self.amounts:
            least, most = chips(self.amounts[0]), chips(self.amounts[-1])
            raise InputError(f"a whole number from {least} to {most}")
        return self.actions[self.amounts.index(amount)]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table; `card` is None while it lies face down.

    place: what its seat is called, where there is more to it than who acts first
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
    """A hand as it lies on the table, `you` the near side and `bot` the far one; chips.

    suits: whether the cards have any
    told_apart: whether a label is of cards each named by rank and suit, and not of one or a class
    board: the public cards, None while there is none
    betting: what was done, in words
    net: what the near side has won, None until the hand is over
    """

    you: Side
    bot: Side
    suits: bool
    told_apart: bool
    has_board: bool
    board: str | None
    pot: float
    betting: tuple[str, ...]
    status: str
    net: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """How the session stands: its figures, in brief and all, its course, what they tell so far."""

    hands: int
    brief: tuple[Statistic, ...]
    score: tuple[Statistic, ...]
    result_curve: ResultCurve
    verdict: str


@dataclass(frozen=True, slots=True)
class View(Scene):
    """A table as the person sees it.

    story: the hand in words, and how to read the die that was thrown
    rounds: what each round of betting is called
    number: of the hand in its session
    assisted: whether there was a hint in it
    hinted: whether there was one for the decision at hand
    rolled: what the die showed at the decisions before
    ended: whether no hand follows
    """

    story: tuple[str, ...]
    rounds: tuple[str, ...]
    number: int
    choices: tuple[Choice, ...]
    assisted: bool
    hinted: bool
    rolled: tuple[int | None, ...]
    ended: bool
    session: Standing


def look(table: Table) -> View:
    """The table as the person sees it now."""
    hand, person, session = table.hand, table.person, table.session
    names = (words.NAMES[0], table.name or words.NAMES[1])
    did, due = words.answered(hand, person, names), words.turn(hand, person, table.die, names)
    status = words.outcome(hand, person, names) if hand.over else f"{did}\n{due}".lstrip()
    studied = table.study and hand.over
    seen = scene(hand, person, status, names, far_shown=hand.showdown or studied)
    choices = _choices(table) if table.person_to_act else ()
    kinds = [choice.kind for choice in choices]
    throw = () if table.die is None or not kinds else (words.throw(table.die, kinds),)
    return View(
        you=seen.you,
        bot=seen.bot,
        suits=seen.suits,
        told_apart=seen.told_apart,
        has_board=seen.has_board,
        board=seen.board,
        pot=seen.pot,
        betting=seen.betting,
        status=seen.status,
        net=seen.net,
        story=(*words.story(hand, person, names), *table.remarks, *throw),
        rounds=words.rounds(hand.game.rules),
        number=table.number,
        choices=choices,
        assisted=table.assisted,
        hinted=table.hinted,
        rolled=table.rolled,
        ended=table.ended,
        session=Standing(
            session.hands(),
            brief(session),
            score(session),
            session.result_curve,
            words.verdict(session),
        ),
    )


def scene(
    hand: Hand,
    near: int,
    status: str,
    names: tuple[str, str] = words.NAMES,
    *,
    far_shown: bool = True,
) -> Scene:
    """A hand seen from a player's seat.

    Args:
        hand: as far as it has come.
        near: the seat that the hand is seen from.
        status: what there is to say of it.
        names: of the near side and the far one.
        far_shown: whether the far side's card lies face up.
    """
    rules, faces = hand.game.rules, hand.faces(near)
    return Scene(
        you=_side(hand, near, names[0], faces[near]),
        bot=_side(hand, 1 - near, names[1], faces[1 - near] if far_shown else None),
        suits=rules.deck.suits is not None,
        told_apart=rules.deck.told_apart,
        has_board=rules.has_board or bool(rules.public),
        board=faces[2] or None,
        pot=hand.pot,
        betting=words.betting(hand, near, names),
        status=status,
        net=hand.net(near) if hand.over else None,
    )


def _side(hand: Hand, player: int, name: str, card: str | None) -> Side:
    rules = hand.game.rules
    staked = hand.betting.chips[player] - hand.uncalled[player]
    return Side(
        name=name,
        card=card,
        first=player == 0,
        place=words.place(rules, player),
        front=hand.chips_in_front(player),
        stack=None if rules.stack is None else rules.stack - staked,
        to_act=not hand.over and hand.betting.player == player,
    )


def _choices(table: Table) -> tuple[Choice, ...]:
    """The legal actions by kind, in the order of the buttons: the careful ones first."""
    there, due = table.hand.chips_in_front(table.person), table.hand.betting.to_call
    called, middle = there + due, sum(table.hand.betting.chips) + due
    legal = as_shown(table.hand.observe().actions)
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
    """The least and the most that may be bet or raised to where any amount may; `called` calls."""
    game, betting = table.hand.game, table.hand.betting
    last = betting.round + 1 == len(game.rules.rounds)
    if not (table.own_sizes and game.is_spot and last):
        return None
    return called + max(betting.last, 1), (game.rules.stack or 0) - betting.before


def _below(amounts: Sequence[float], limit: float) -> float:
    """The largest of them that is no more, or the smallest."""
    return max((amount for amount in amounts if amount <= limit), default=amounts[0])


def moved(before: Scene, after: Scene) -> tuple[str, str, float] | None:
    """Which chips went from where to where between two looks: (`from`, `to`, how many).

    The places are `you` and `bot`, `you chips` and `bot chips` in front of them, and the `pot`.
    None where no chips moved, or the hand is another.
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
