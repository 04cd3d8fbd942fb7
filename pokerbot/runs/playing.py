"""What a blueprint does at the table, as a question to a process of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pokerbot.games.actions import Action, Betting
from pokerbot.games.bets import Amounts
from pokerbot.games.betting import careful_and_larger, legal_action, start, successor
from pokerbot.games.cards import names_in
from pokerbot.games.heads_up import TURN, game_of
from pokerbot.games.ranges import CARDS, COMBINATIONS, kind_of
from pokerbot.runs.run import Run, Stopped, Watch
from pokerbot.sequence.arrays import Array, Index
from pokerbot.strategy.blueprint import load
from pokerbot.strategy.translation import Counted, Translator

if TYPE_CHECKING:
    from pokerbot.runs.rest_of_hand import Place

WARMING = ("raise 300", "raise 900", "call", "check", "check"), "2c7d9h Ks"
"""A line in a large pot, which is solved soon."""
KNOWN = 2.0
"""Seconds after which it is known whether machine code is there or is being made."""
WARMED = 900
"""The chips that each has in there."""


@dataclass(frozen=True)
class Answer:
    """How a decision is played.

    chances: the probability of each action, by its name
    counted: which actions before what is solved again count as others
    again: whether it comes of a turn or a river that was solved again
    alone: whether the blueprint plays a turn by itself, for want of machine code
    making: whether machine code is being made, for which turns and rivers wait
    """

    chances: Mapping[str, float]
    counted: tuple[Counted, ...] = ()
    again: bool = False
    alone: bool = False
    making: bool = False


@dataclass(frozen=True)
class Question(Run):
    """How a blueprint plays a decision.

    blueprint: its file
    actions: all so far, by name
    board, hand: the cards on the table, and the own ones, by name
    draws: for each action a number from 0 to 1, which decides as what it counts
    bot: the seat of who is asked
    stack: in big blinds, where that is another than the blueprint's
    """

    blueprint: str
    actions: tuple[str, ...]
    board: str
    hand: str
    draws: tuple[float, ...]
    bot: int
    stack: float | None = None

    @property
    def name(self) -> str:
        """The line."""
        return ", ".join(self.actions)

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Run`; a person waits for it.

        Raises:
            InputError: the file is no blueprint.
        """
        return _player(self.blueprint, self.stack).answer(self)


@dataclass(frozen=True)
class Ahead(Question):
    """A decision of the other's, to think about ahead; it knows no hand."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Question`; of the answer there is only whether machine code is being made."""
        player = _player(self.blueprint, self.stack)
        player.think_ahead(self)
        return Answer({}, making=player.making)


@dataclass(frozen=True)
class Worth:
    """What a decision is worth by what was solved again, in chips of the whole hand on average.

    chips: of each action there by its name, the one taken among them; none where nothing is solved
    taken: its name
    """

    chips: Mapping[str, float]
    taken: str


@dataclass(frozen=True)
class Judged(Question):
    """A decision of the other's on a turn or a river: `actions` end with it, `hand` is theirs."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Worth:  # type: ignore[override]
        """As `Run`."""
        return _player(self.blueprint, self.stack).worth(self)


@dataclass(frozen=True)
class JamsOrFolds(Question):
    """How all-in or fold is played: by an equilibrium of that game with this stack."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Question`; no blueprint is read."""
        assert self.stack is not None
        low, high = sorted(_numbers(self.hand).tolist())
        kind = [*COMBINATIONS].index(kind_of((high, low)))
        often = float(_jam_or_fold(self.stack)[self.bot][kind])
        return Answer({"call" if self.actions else "jam": often, "fold": 1 - often})


class Warming:
    """Has what solves again there, beside the answers: on a new machine it is compiled first.

    making: whether it is being compiled, which takes some 20 seconds, once
    """

    def __init__(self, solve: Callable[[], object]) -> None:
        """Begin; `solve` is what needs all of it, and shares no room with the answers."""
        self.making, self._known = False, threading.Event()
        self._thread = threading.Thread(target=self._work, args=(solve,), daemon=True)
        self._thread.start()
        self._known.wait(KNOWN)

    def _work(self, solve: Callable[[], object]) -> None:
        from pokerbot.io.machine_code import compiling

        try:
            with compiling(self._note):
                solve()
        finally:
            self.making = False
            self._known.set()

    def _note(self, text: str) -> None:
        self.making = True
        self._known.set()

    def wait(self) -> None:
        """Until all is there."""
        self._thread.join()


class Player:
    """Plays a blueprint's average, by the buckets of the board at hand.

    Raises:
        InputError: as `Question.carry_out`.
    """

    warming: Warming | None = None
    """What has what solves again there; once for a process."""

    def __init__(self, path: Path, stack: float | None = None) -> None:
        from pokerbot.runs.rest_of_hand import RestOfHand
        from pokerbot.sequence.heads_up.buckets import Bucketing
        from pokerbot.sequence.heads_up.cards import deck

        self.blueprint = load(path)
        self.rules = game_of(self.blueprint.stack if stack is None else stack).rules
        self.translator = Translator(self.blueprint.tree, self.rules)
        self.bucketing = Bucketing(self.blueprint.sizes)
        self.rest = RestOfHand(self.blueprint, self.bucketing, self.translator)
        self.hands = {frozenset(cards): hand for hand, cards in enumerate(deck().cards.tolist())}

    def answer(self, asked: Question) -> Answer:
        """How it plays a decision."""
        actions, betting = self._line(asked.actions)
        if betting.round >= self.rest.first:
            return self._solved(actions, betting, asked)
        here = self.translator.follow(actions, asked.bot, asked.draws)
        real = self.translator.real(here)
        chances: dict[str, float] = {}
        for action, chance in zip(real, self._played(here.node, asked), strict=False):
            chances[action.name] = chances.get(action.name, 0.0) + chance
        alone = betting.round >= TURN
        return Answer(chances, tuple(here.counted), alone=alone, making=self.making)

    @property
    def making(self) -> bool:
        """Whether machine code is being made."""
        return Player.warming is not None and Player.warming.making

    def think_ahead(self, asked: Question) -> None:
        """Have what a later answer needs: the street solved; before the turn what solves it."""
        actions, betting = self._line(asked.actions)
        if betting.round >= self.rest.first:
            self._place(actions, asked)
        elif betting.round:
            self.bucketing.street(_numbers(asked.board))
        deep = self.rules.stack is not None and self.rules.stack > WARMED
        if deep and not Player.warming and betting.round < TURN == self.rest.first:
            Player.warming = Warming(partial(self._warm_up, asked.bot))

    def _warm_up(self, bot: int) -> None:
        """Solve a turn in room of its own."""
        from pokerbot.runs.rest_of_hand import RestOfHand
        from pokerbot.sequence.heads_up.buckets import Bucketing

        (actions, _), board = self._line(WARMING[0]), _numbers(WARMING[1])
        rest = RestOfHand(self.blueprint, Bucketing(self.blueprint.sizes), self.translator)
        rest.place(actions, bot, board, (0.0,) * len(actions))

    def _place(self, actions: Sequence[Action], asked: Question) -> Place:
        """Where a hand has come to in what is solved of it."""
        if Player.warming is not None:
            Player.warming.wait()
        return self.rest.place(actions, asked.bot, _numbers(asked.board), asked.draws)

    def worth(self, asked: Judged) -> Worth:
        """What a decision of the other's was worth, each action as the solution goes on with it."""
        *before, taken = self._line(asked.actions)[0]
        if self._line(asked.actions[:-1])[1].round < self.rest.first:
            return Worth({}, taken.name)
        held = self._held(asked)
        place = self._place(before, asked)
        tree, other = place.solved.tree, 1 - asked.bot
        first, reach = int(tree.nodes.first[place.node]), place.reach
        names = self._at_table(tree.actions[place.node], self._line(asked.actions[:-1])[1])
        found = {
            name: place.solved.worth(first + at, reach, other, held)
            for at, name in enumerate(names)
        }
        if taken.name not in found:
            aside = self._place([*before, taken], asked)
            found[taken.name] = aside.solved.worth(0, aside.reach, other, held)
        return Worth(found, taken.name)

    def _line(self, names: tuple[str, ...]) -> tuple[list[Action], Betting]:
        """The actions of these names, and the betting after them."""
        actions, betting = [], start(self.rules)
        for name in names:
            action = legal_action(self.rules, betting, name)
            assert action is not None
            actions.append(action)
            betting = successor(self.rules, betting, action)
        return actions, betting

    def _solved(self, actions: list[Action], betting: Betting, asked: Question) -> Answer:
        """How it plays a turn or a river."""
        place = self._place(actions, asked)
        tree, chances = place.solved.tree, place.solved.subgame.played(place.node)
        names = self._at_table(tree.actions[place.node], betting)
        found: dict[str, float] = {}
        for name, chance in zip(names, chances[self._held(asked)].tolist(), strict=True):
            found[name] = found.get(name, 0.0) + chance
        return Answer(found, tuple(place.counted), again=True)

    def _at_table(self, actions: Sequence[Action], betting: Betting) -> list[str]:
        """What actions of a tree are called at the table, where a bet may be called a raise."""
        _, larger = careful_and_larger(self.rules, betting)
        return [
            larger.to(each.to).name
            if each.to is not None and isinstance(larger, Amounts)
            else each.kind
            for each in actions
        ]

    def _played(self, node: int, asked: Question) -> list[float]:
        """The probabilities of the tree's actions; 1 where the only thing left is to call."""
        blueprint = self.blueprint
        actions = blueprint.tree.actions[node]
        if not actions:
            return [1.0]
        bucket = int(self.bucketing.street(_numbers(asked.board))[self._held(asked)])
        begin = int(blueprint.offset[node]) + bucket * len(actions)
        found: list[float] = blueprint.cells[begin:][: len(actions)].tolist()
        return found

    def _held(self, asked: Question) -> int:
        return self.hands[frozenset(_numbers(asked.hand).tolist())]


def _numbers(names: str) -> Index:
    """The cards of a hand or a board."""
    return np.array([CARDS[name] for name in names_in(names)], np.intp)


@lru_cache(maxsize=2)
def _player(path: str, stack: float | None) -> Player:
    return Player(Path(path), stack)


@lru_cache(maxsize=2)
def _jam_or_fold(stack: float) -> tuple[Array, Array]:
    from pokerbot.evaluation.heads_up.baselines import jam_or_fold

    return jam_or_fold(stack)
