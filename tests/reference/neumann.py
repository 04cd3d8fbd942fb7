"""The two games of von Neumann's kind by the book: hands are independent, equal ones split the pot.

Every history there can be is written out, with what each player has put in beyond half the pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

WORDS = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}


class Neumann:
    """What the two share: `legal` says which letters follow a history, `paid` what is in."""

    hands: int
    pot: float
    legal: ClassVar[dict[str, str]]
    root: ClassVar[str] = ""
    suits: ClassVar[None] = None

    @property
    def ranks(self) -> int:
        return self.hands

    def dealt(self, history: str) -> int:
        return 2

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(WORDS[letter] for letter in self.legal.get(history, ""))

    def player(self, history: str) -> int:
        return len(history) % 2

    def after(self, history: str, word: str) -> str:
        return history + next(letter for letter in WORDS if WORDS[letter] == word)

    def key(self, history: str, cards: tuple[int, ...]) -> str:
        return f"{cards[self.player(history)] + 1}:{history}"

    def payoff(self, history: str, cards: tuple[int, ...]) -> float:
        """The loser's chips go to the winner: half the pot, and the bets that were met."""
        met = self.pot / 2 + self.met(history.rstrip("f"))
        if history.endswith("f"):
            return met if len(history) % 2 == 0 else -met
        return met * ((cards[0] > cards[1]) - (cards[0] < cards[1]))

    def met(self, history: str) -> float:
        """What both have put in beyond half the pot; a bet that is folded to was not met."""
        raise NotImplementedError


@dataclass(frozen=True)
class VonNeumann(Neumann):
    """Von Neumann and Morgenstern (1944), asymmetric: player 1 checks or bets, player 2 answers."""

    hands: int = 100
    pot: float = 1
    bet: float = 1
    legal: ClassVar[dict[str, str]] = {"": "kb", "b": "fc"}

    def met(self, history: str) -> float:
        return self.bet if history == "bc" else 0


@dataclass(frozen=True)
class VonNeumannRaise(Neumann):
    """Schulze (2023): either player bets, the other may raise once."""

    hands: int = 100
    pot: float = 1
    bet: float = 1
    raised: float = 1
    legal: ClassVar[dict[str, str]] = {
        "": "kb",
        "k": "kb",
        "b": "fcr",
        "br": "fc",
        "kb": "fcr",
        "kbr": "fc",
    }

    def met(self, history: str) -> float:
        both = {"bc": self.bet, "kbc": self.bet, "br": self.bet, "kbr": self.bet}
        return both.get(history, self.bet + self.raised if history.endswith("rc") else 0)
