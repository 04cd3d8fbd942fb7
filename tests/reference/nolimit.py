"""No-limit Leduc by the book, as document 002 has it with its payoffs repaired."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from tests.reference.rules import LETTERS, label, showdown


class Place(NamedTuple):
    """Where a history has led: chips that are in, and how many actions this round has seen."""

    chips: tuple[int, int]
    actions: int
    over: bool


@dataclass(frozen=True)
class NoLimitLeduc:
    """Any whole bet; a raise puts in twice the call, or all; the fourth action ends a round."""

    ranks: int = 3
    suits: int = 2
    stack: int = 20
    root: ClassVar[str] = ""

    def dealt(self, history: str) -> int:
        """The public card lies there in round two, or for the showdown of an all-in."""
        all_in = history.endswith("c") and "/" not in history
        return 3 if "/" in history or all_in else 2

    def actions(self, history: str) -> tuple[str, ...]:
        return no_limit_actions(self, history)

    def player(self, history: str) -> int:
        return place(history).actions % 2

    def after(self, history: str, word: str) -> str:
        kind, _, amount = word.partition(" ")
        history += LETTERS[kind] + amount
        if "/" in history or not (history == "kk" or kind == "call"):
            return history
        return history if place(history).chips[0] == self.stack else history + "/"

    def key(self, history: str, cards: tuple[int, ...]) -> str:
        seen = [label(card // self.suits, self.ranks) for card in cards]
        board = f"/{seen[2]}" if "/" in history else ""
        return f"{seen[self.player(history)]}{board}:{history}"

    def payoff(self, history: str, cards: tuple[int, ...]) -> float:
        chips = place(history).chips
        if history.endswith("f"):
            folded = 1 - self.player(history)
            return -chips[0] if folded == 0 else chips[1]
        return showdown([card // self.suits for card in cards]) * chips[0]


@cache
def no_limit_actions(game: NoLimitLeduc, history: str) -> tuple[str, ...]:
    here = place(history)
    if here.over:
        return ()
    me = here.actions % 2
    owed, left = here.chips[1 - me] - here.chips[me], game.stack - here.chips[me]
    careful = ("fold", "call") if owed else ("check",)
    if here.actions == 3:
        return careful
    word = "raise" if owed else "bet"
    enough = [n for n in range(1, left + 1) if n >= 2 * owed or (n == left and n > owed)]
    return (*careful, *(f"{word} {amount}" for amount in enough))


@cache
def place(history: str) -> Place:
    chips, actions = [1, 1], 0
    for letters in history.split("/"):
        moves = re.findall(r"([kbfcr])(\d*)", letters)
        for count, (letter, amount) in enumerate(moves):
            me = count % 2
            chips[me] = chips[1 - me] if letter == "c" else chips[me] + int(amount or 0)
        actions = len(moves)
    last = history.rpartition("/")[2]
    return Place((chips[0], chips[1]), actions, last == "kk" or last.endswith(("f", "c")))
