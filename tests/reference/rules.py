"""Kuhn and Leduc poker by the book: histories are strings, every card is a thing of its own.

A reference game says who is to act, which actions (words) are legal, what follows, and who wins
what. It shares no code with the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any, ClassVar

from pokerbot.games.catalogue import FAMILIES
from pokerbot.games.game import Game

BY_CARD = [name for name in FAMILIES if name != "jam-or-fold"]
"""The games whose hands and boards are single cards of a deck, each with a number."""

WORDS = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}
LETTERS = {word: letter for letter, word in WORDS.items()}


def label(rank: int, ranks: int) -> str:
    return "JQK"[rank] if ranks == 3 else str(rank + 1)


@dataclass(frozen=True)
class Kuhn:
    """Kuhn (1950), with any number of cards."""

    cards: int = 3
    ante: float = 1
    bet: float = 1
    root: ClassVar[str] = ""
    suits: ClassVar[int] = 1
    legal: ClassVar[dict[str, str]] = {"": "kb", "k": "kb", "b": "fc", "kb": "fc"}

    @property
    def ranks(self) -> int:
        return self.cards

    def dealt(self, history: str) -> int:
        return 2

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(WORDS[letter] for letter in self.legal.get(history, ""))

    def player(self, history: str) -> int:
        return len(history) % 2

    def after(self, history: str, word: str) -> str:
        return history + LETTERS[word]

    def key(self, history: str, cards: tuple[int, ...]) -> str:
        return f"{label(cards[self.player(history)], self.ranks)}:{history}"

    def payoff(self, history: str, cards: tuple[int, ...]) -> float:
        if history.endswith("f"):
            return self.ante if history == "bf" else -self.ante
        stake = self.ante + self.bet if history.endswith("c") else self.ante
        return stake if cards[0] > cards[1] else -stake


@dataclass(frozen=True)
class Leduc:
    """Southey et al. (2005): two rounds, a public card between them, limit betting."""

    ranks: int = 3
    suits: int = 2
    ante: float = 1
    bet1: float = 2
    bet2: float = 4
    raises: int = 2
    root: ClassVar[str] = ""

    def dealt(self, history: str) -> int:
        return 3 if "/" in history else 2

    def actions(self, history: str) -> tuple[str, ...]:
        return leduc_actions(self.raises, history)

    def player(self, history: str) -> int:
        return len(history.rpartition("/")[2]) % 2

    def after(self, history: str, word: str) -> str:
        history += LETTERS[word]
        round_ends = history == "kk" or history.endswith("c")
        return history + "/" if round_ends and "/" not in history else history

    def key(self, history: str, cards: tuple[int, ...]) -> str:
        seen = [label(card // self.suits, self.ranks) for card in cards]
        board = f"/{seen[2]}" if "/" in history else ""
        return f"{seen[self.player(history)]}{board}:{history}"

    def payoff(self, history: str, cards: tuple[int, ...]) -> float:
        chips = leduc_chips(self, history)
        if history.endswith("f"):
            folded = 1 - self.player(history)
            return -chips[0] if folded == 0 else chips[1]
        return showdown([card // self.suits for card in cards]) * chips[0]


@cache
def leduc_actions(raises: int, history: str) -> tuple[str, ...]:
    here = history.rpartition("/")[2]
    if here == "kk" or here.endswith(("c", "f")):
        return ()
    bets = here.count("b") + here.count("r")
    if not bets:
        return "check", "bet"
    return ("fold", "call", "raise") if bets < raises else ("fold", "call")


@cache
def leduc_chips(game: Leduc, history: str) -> tuple[float, float]:
    chips = [game.ante, game.ante]
    for size, letters in zip((game.bet1, game.bet2), history.split("/"), strict=False):
        for place, letter in enumerate(letters):
            mine, other = place % 2, 1 - place % 2
            if letter in "crb":
                chips[mine] = chips[other] + (0 if letter == "c" else size)
    return chips[0], chips[1]


def showdown(ranks: list[int]) -> int:
    """1 where player 1 wins, -1 where player 2 does: a pair with the board, then the rank."""
    first, second = ((rank == ranks[-1] and len(ranks) == 3, rank) for rank in ranks[:2])
    return (first > second) - (first < second)


def by_the_book(game: Game) -> Any:
    """The reference of a game: its own rules where there are some, else `Interpreted`."""
    from tests.reference.holdem import spot
    from tests.reference.interpreted import Interpreted
    from tests.reference.neumann import VonNeumann, VonNeumannRaise
    from tests.reference.nolimit import NoLimitLeduc

    books: dict[str, Any] = {
        "kuhn": Kuhn,
        "leduc": Leduc,
        "leduc-nolimit": NoLimitLeduc,
        "von-neumann": VonNeumann,
        "von-neumann-raise": VonNeumannRaise,
    }
    if game.name == "holdem":
        return spot(game.parameters)
    book = books.get(game.name)
    return book(*game.parameters.values()) if book else Interpreted(game)


def deals(game: Any, cards: int) -> list[tuple[int, ...]]:
    """Every way to deal that many physical cards in order, all equally likely."""
    if game.suits is None:
        return list(product(range(game.ranks), repeat=cards))
    return list(permutations(range(game.ranks * game.suits), cards))


def next_cards(game: Any, cards: tuple[int, ...]) -> list[int]:
    """The cards that can come next, all equally likely."""
    if game.suits is None:
        return list(range(game.ranks))
    return [card for card in range(game.ranks * game.suits) if card not in cards]
