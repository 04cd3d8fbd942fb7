"""The package's betting as a reference game: beside the book's, node by node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from pokerbot.games import betting
from pokerbot.games.actions import Betting
from pokerbot.games.game import Game
from tests.reference.rules import label, showdown


@dataclass(frozen=True)
class Interpreted:
    """A game of the catalogue: its betting from the package, its cards and showdown from here."""

    game: Game

    @property
    def root(self) -> Any:
        return betting.start(self.game.rules)

    @property
    def ranks(self) -> int:
        return self.game.rules.deck.ranks

    @property
    def suits(self) -> int | None:
        return self.game.rules.deck.suits

    def dealt(self, node: Any) -> int:
        """A showdown before the last round, all-in, is for the public card, too."""
        showdown = node.over and node.folded is None
        rounds = self.game.rules.rounds
        return 2 + any(part.board for part in rounds[: None if showdown else len(node.histories)])

    def actions(self, node: Any) -> tuple[str, ...]:
        return tuple(interpreted_actions(self.game, node))

    def player(self, node: Any) -> int:
        return node.player

    def after(self, node: Any, word: str) -> Any:
        return interpreted_actions(self.game, node)[word]

    def key(self, node: Any, cards: tuple[int, ...]) -> str:
        seen = [label(self.rank(card), self.ranks if self.suits else 0) for card in cards]
        board = f"/{seen[2]}" if self.dealt(node) == 3 else ""
        return f"{seen[node.player]}{board}:{'/'.join(node.histories)}"

    def payoff(self, node: Any, cards: tuple[int, ...]) -> float:
        if node.folded is not None:
            return -node.chips[0] if node.folded == 0 else node.chips[1]
        return showdown([self.rank(card) for card in cards]) * min(node.chips)

    def rank(self, card: int) -> int:
        return card // (self.suits or 1)


@cache
def interpreted_actions(game: Game, node: Betting) -> dict[str, Betting]:
    return {
        action.name: betting.act(game.rules, node, action)
        for action in betting.legal_actions(game.rules, node)
    }
