"""Where a player decides: the address of an information set, and the line that people write."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.betting import actions_to, along, as_told, legal_actions, start, successor
from pokerbot.games.rules import Rules


@dataclass(frozen=True, slots=True)
class Spot:
    """An information set: the betting so far, the board, and the hand of the player to act.

    board: its number among the game's `Boards`, 0 where nothing is turned up yet
    hand: its number among the player's `Hands`
    """

    betting: Betting
    board: int
    hand: int

    @property
    def player(self) -> int:
        """Who acts, 0 or 1."""
        return self.betting.player


def at_line(rules: Rules, line: str) -> tuple[Betting, int]:
    """The betting and the board that a line leads to: `check, bet 120, call / 7s / check`.

    Actions stand between commas. A slash ends a street; the cards that are turned up then follow,
    and after another slash the actions of the next street. "" is the first decision.

    Raises:
        InputError: an action is not legal where it stands, a card cannot come there, or nobody
            acts at the end of the line; the message says what is possible.
    """
    if not isinstance(line, str):
        raise InputError(f"is a text such as 'check, bet 120', not {line!r:.40}", parameter="line")
    betting, board = start(rules), 0
    for place, part in enumerate(line.split("/")):
        if awaits_card(rules, betting, board):
            board = _turned_up(rules, board, part.strip())
            continue
        if place and betting.histories[-1]:
            raise _wrong(rules, betting, "the end of a street")
        betting = _played(rules, betting, part.split(",") if part.strip() else ())
    if betting.over:
        raise InputError("leads to the end of the hand, where nobody acts", parameter="line")
    if awaits_card(rules, betting, board):
        raise InputError("does not say what is turned up then, as in / 7s", parameter="line")
    return betting, board


def line_to(rules: Rules, betting: Betting, board: int) -> str:
    """The line that leads to a betting and a board, as `at_line` reads it."""
    names: list[list[str]] = [[] for _ in rules.rounds]
    for before, action in along(rules, actions_to(rules, betting)):
        names[before.round].append(action.name)
    parts = []
    for round_ in range(betting.round + 1):
        if rules.rounds[round_].board:
            parts.append(rules.boards.name(rules.boards.at(board, rules.street(round_))))
        parts.append(", ".join(names[round_]))
    return " / ".join(parts).removesuffix(" / ")


def action_of(rules: Rules, betting: Betting, text: str) -> Action:
    """The legal action that a text names: `bet 120`, `raise to 300`; `bet` where there is but one.

    Raises:
        InputError: there is none, or several; the message says which are legal.
    """
    actions, words = legal_actions(rules, betting), " ".join(text.lower().split())
    found = [
        action
        for action in actions
        if words in (action.name, f"{action.kind} to {as_told(betting, action).amount}")
    ]
    found = found or [action for action in actions if words == action.kind]
    if len(found) != 1:
        raise _wrong(rules, betting, repr(text.strip()[:40]))
    return found[0]


def _wrong(rules: Rules, betting: Betting, said: str) -> InputError:
    """The error for a part of a line that cannot stand where it does."""
    match [action.name for action in legal_actions(rules, betting)]:
        case []:
            where = "after the end of the hand"
        case [legal]:
            where = f"where only {legal} is legal"
        case several:
            where = f"where {', '.join(several)} are legal"
    return InputError(f"has {said} {where}", parameter="line")


def _played(rules: Rules, betting: Betting, texts: Iterable[str]) -> Betting:
    """The betting after these actions of one street."""
    round_ = betting.round
    for text in texts:
        if betting.round > round_:
            raise InputError(f"has no / before {text.strip()!r:.40}", parameter="line")
        betting = successor(rules, betting, action_of(rules, betting, text))
    return betting


def awaits_card(rules: Rules, betting: Betting, board: int) -> bool:
    """Whether cards are to be turned up before anyone acts."""
    return not betting.over and rules.street(betting.round) > rules.boards.street(board)


def _turned_up(rules: Rules, board: int, text: str) -> int:
    """The board after these cards were turned up."""
    boards, labels = rules.boards, re.sub(r"[\s,]", "", text)
    each = 2 if rules.deck.told_apart else max(len(labels), 1)
    named = (labels[at : at + each].capitalize() for at in range(0, len(labels), each))
    before = boards.cards[board][len(boards.given) :]
    after = boards.number([*before, *map(rules.deck.rank, named)])
    if after is not None and boards.street(after) == boards.street(board) + 1:
        return after
    lying = boards.lying(board)
    on = f" on {lying}" if lying else ""
    raise InputError(f"has {text!r:.40} where a card is turned up{on}", parameter="line")
