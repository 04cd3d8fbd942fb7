"""What a blueprint does at the table, as a question to a process of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from pokerbot.games.betting import legal_action, start, successor
from pokerbot.games.heads_up import game_of
from pokerbot.games.ranges import CARDS
from pokerbot.io.machine import give_way
from pokerbot.runs.heads_up import check_compiler
from pokerbot.runs.run import Run, Stopped, Watch
from pokerbot.strategy.blueprint import load
from pokerbot.strategy.translation import Counted, Translator


@dataclass(frozen=True)
class Answer:
    """How a decision is played.

    chances: the probability of each action, by its name
    counted: which actions so far count as others
    """

    chances: Mapping[str, float]
    counted: tuple[Counted, ...] = ()


@dataclass(frozen=True)
class Question(Run):
    """How a blueprint plays a decision.

    blueprint: its file
    actions: all so far, by name
    board, hand: the cards on the table, and the own ones, by name
    draws: for each action a number from 0 to 1, which decides as what it counts
    """

    blueprint: str
    actions: tuple[str, ...]
    board: str
    hand: str
    draws: tuple[float, ...]

    @property
    def name(self) -> str:
        """The line."""
        return ", ".join(self.actions)

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Run`, behind all that a person waits for.

        Raises:
            InputError: the file is no blueprint, or there is no compiler.
        """
        give_way()
        return _player(self.blueprint).answer(self)


class Player:
    """Plays a blueprint's average, by the buckets of the board at hand.

    Raises:
        InputError: as `Question.carry_out`.
    """

    def __init__(self, path: Path) -> None:
        check_compiler()
        from pokerbot.sequence.heads_up.buckets import Bucketing
        from pokerbot.sequence.heads_up.cards import deck

        self.blueprint = load(path)
        self.rules = game_of(self.blueprint.stack).rules
        self.translator = Translator(self.blueprint.tree, self.rules)
        self.bucketing = Bucketing(self.blueprint.sizes)
        self.hands = {frozenset(cards): hand for hand, cards in enumerate(deck().cards.tolist())}

    def answer(self, asked: Question) -> Answer:
        """How it plays a decision."""
        actions, betting = [], start(self.rules)
        for name in asked.actions:
            action = legal_action(self.rules, betting, name)
            assert action is not None
            actions.append(action)
            betting = successor(self.rules, betting, action)
        here = self.translator.follow(actions, betting.player, asked.draws)
        real = self.translator.real(here)
        chances: dict[str, float] = {}
        for action, chance in zip(real, self._played(here.node, asked), strict=False):
            chances[action.name] = chances.get(action.name, 0.0) + chance
        return Answer(chances, tuple(here.counted))

    def _played(self, node: int, asked: Question) -> list[float]:
        """The probabilities of the tree's actions; 1 where the only thing left is to call."""
        blueprint = self.blueprint
        actions = blueprint.tree.actions[node]
        if not actions:
            return [1.0]
        board = np.array([CARDS[card] for card in _cards(asked.board)], np.intp)
        held = self.hands[frozenset(CARDS[card] for card in _cards(asked.hand))]
        bucket = int(self.bucketing.street(board)[held])
        begin = int(blueprint.offset[node]) + bucket * len(actions)
        found: list[float] = blueprint.cells[begin:][: len(actions)].tolist()
        return found


def _cards(names: str) -> list[str]:
    """The cards of a hand or a board, one by one."""
    bare = names.replace(" ", "")
    return [bare[at : at + 2] for at in range(0, len(bare), 2)]


@lru_cache(maxsize=2)
def _player(path: str) -> Player:
    return Player(Path(path))
