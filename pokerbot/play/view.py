"""What the screen draws: all that the person may see of a table, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.games.betting import Action
from pokerbot.play import words
from pokerbot.play.table import Table

KEYS = {"check": "c", "call": "c", "bet": "b", "raise": "r", "fold": "f"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of action that is legal now, with the letter that takes it.

    amounts: what each of `actions` makes of the person's chips in this round.
    """

    kind: str
    label: str
    amounts: tuple[float, ...]
    actions: tuple[Action, ...]

    @property
    def key(self) -> str:
        """The letter: c, b, r or f."""
        return KEYS[self.kind]

    def sized(self, amount: float) -> Action:
        """The action that comes to this amount.

        Raises:
            InputError: there is none; the message says what there is.
        """
        if amount not in self.amounts:
            least, most = words.chips(self.amounts[0]), words.chips(self.amounts[-1])
            raise InputError(f"a whole number from {least} to {most}")
        return self.actions[self.amounts.index(amount)]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table; `card` is None while it lies face down."""

    card: str | None
    first: bool
    front: float
    stack: float | None
    to_act: bool


@dataclass(frozen=True, slots=True)
class View:
    """A table as the person sees it; amounts are chips.

    number: of the hand in its session; board: the public card, None while it is not shown;
    net: what the person has won, None until the hand is over.
    """

    number: int
    you: Side
    bot: Side
    has_board: bool
    board: str | None
    pot: float
    betting: tuple[str, ...]
    status: str
    net: float | None
    choices: tuple[Choice, ...]
    score: tuple[tuple[str, str], ...]
    verdict: str


def look(table: Table) -> View:
    """The table as the person sees it now."""
    hand, rules, person = table.hand, table.game.rules, table.person
    return View(
        number=table.number,
        you=_side(table, person, shown=True),
        bot=_side(table, 1 - person, shown=hand.showdown),
        has_board=rules.has_board,
        board=None if hand.board is None else rules.deck.label(hand.board),
        pot=hand.pot,
        betting=words.betting(hand, person),
        status=words.outcome(hand, person) if hand.over else words.turn(hand, person),
        net=hand.net(person) if hand.over else None,
        choices=_choices(table) if table.person_to_act else (),
        score=words.score(table.session),
        verdict=words.verdict(table.session),
    )


def _side(table: Table, player: int, *, shown: bool) -> Side:
    hand, rules = table.hand, table.game.rules
    return Side(
        card=rules.deck.label(hand.cards[player]) if shown else None,
        first=player == 0,
        front=hand.chips_in_front(player),
        stack=None if rules.stack is None else rules.stack - hand.betting.chips[player],
        to_act=not hand.over and hand.betting.player == player,
    )


def _choices(table: Table) -> tuple[Choice, ...]:
    """The legal actions by kind, in the order of the buttons: the careful ones first."""
    there = table.hand.chips_in_front(table.person)
    legal = table.hand.observe().actions
    choices = []
    for kind in KEYS:
        actions = tuple(action for action in legal if action.kind == kind)
        if actions:
            amounts = tuple(there + action.chips for action in actions)
            label = words.describe(actions[0], amounts[0]) if len(actions) == 1 else f"{kind} …"
            choices.append(Choice(kind, label.capitalize(), amounts, actions))
    return tuple(choices)
