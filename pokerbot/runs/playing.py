"""What a blueprint plays at the table: questions that are answered in another process."""

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
from pokerbot.sequence.arrays import Index
from pokerbot.strategy.blueprint import load
from pokerbot.strategy.translation import Counted, Translator

if TYPE_CHECKING:
    from pokerbot.runs.rest_of_hand import RestPlace

WARMING = ("raise 300", "raise 900", "call", "check", "check"), "2c7d9h Ks"
"""A line in a large pot, whose turn is solved quickly, and the board."""
KNOWN = 2.0
"""Seconds after which it is known whether machine code exists or is being compiled."""
WARMED = 900
"""The chips that each player has put in on that line."""


@dataclass(frozen=True)
class Answer:
    """How a decision is played.

    chances: the probability of each action, by its name
    counted: the actions on the way that the blueprint does not know, with those they count as
    again: whether the answer is from a turn or a river that was solved again
    alone: whether it is a turn that the blueprint plays, since there is no machine code
    making: whether machine code is being compiled, for which turns and rivers wait
    """

    chances: Mapping[str, float]
    counted: tuple[Counted, ...] = ()
    again: bool = False
    alone: bool = False
    making: bool = False


@dataclass(frozen=True)
class Question(Run):
    """The question how a blueprint plays a decision.

    blueprint: the blueprint's file
    actions: the names of all actions so far
    board, hand: the names of the cards on the table, and of the bot's own
    draws: for each action a number from 0 to 1, which decides what action of the blueprint it
        counts as
    bot: the seat of the bot
    stack: in big blinds, None for the blueprint's
    """

    blueprint: str
    actions: tuple[str, ...]
    board: str
    hand: str
    draws: tuple[float, ...]
    bot: int
    stack: float | None = None

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Run`; a person waits for it.

        Raises:
            InputError: the file is not a blueprint.
        """
        return _player(self.blueprint, self.stack).answer(self)


@dataclass(frozen=True)
class Ahead(Question):
    """A decision of the person, so that the bot can think ahead; the person's hand is not known."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Question`; the answer only says whether machine code is being compiled."""
        player = _player(self.blueprint, self.stack)
        player.think_ahead(self)
        return Answer({}, making=player.making)


@dataclass(frozen=True)
class DecisionWorth:
    """The values of a decision in a solution, in average net chips of the whole hand.

    chips: the value of each action by its name, with that of the action taken; empty if the street
        is not solved again
    taken: the name of the action taken
    """

    chips: Mapping[str, float]
    taken: str


@dataclass(frozen=True)
class Judged(Question):
    """The question what the person's last action was worth; `hand` is the person's."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> DecisionWorth:  # type: ignore[override]
        """As `Run`."""
        return _player(self.blueprint, self.stack).worth(self)


@dataclass(frozen=True)
class JamsOrFolds(Question):
    """The question how all-in or fold is played, by an equilibrium of that game with this stack."""

    def carry_out(self, watch: Watch, stopped: Stopped) -> Answer:
        """As `Question`; no blueprint is read."""
        from pokerbot.evaluation.heads_up.baselines import jam_or_fold

        assert self.stack is not None
        low, high = sorted(_numbers(self.hand).tolist())
        kind = [*COMBINATIONS].index(kind_of((high, low)))
        often = float(jam_or_fold(self.stack)[self.bot][kind])
        return Answer({"call" if self.actions else "jam": often, "fold": 1 - often})


class Warming:
    """Loads the machine code that solves turns and rivers, in a thread beside the answers.

    On a new machine it is compiled first.

    making: whether it is being compiled, which takes some 20 seconds, once
    """

    def __init__(self, solve: Callable[[], object]) -> None:
        """Begin; `solve` uses all of the machine code, and shares no arrays with the answers."""
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
        """Wait until all of it is loaded."""
        self._thread.join()


class BlueprintPlayer:
    """Plays a blueprint, and turns and rivers as they are solved again.

    Raises:
        InputError: as for `Question.carry_out`.
    """

    warming: Warming | None = None
    """Loads machine code, once for a process; None before that begins."""

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
        """How the bot plays a decision."""
        actions, betting = self._line(asked.actions)
        if betting.round >= self.rest.first:
            return self._solved(actions, betting, asked)
        here = self.translator.follow(actions, asked.bot, asked.draws)
        real = self.translator.real(here)
        names = [action.name for action in real]
        chances = _by_name(names, self._played(here.node, asked))
        alone = betting.round >= TURN
        return Answer(chances, tuple(here.counted), alone=alone, making=self.making)

    @property
    def making(self) -> bool:
        """Whether machine code is being compiled."""
        return BlueprintPlayer.warming is not None and BlueprintPlayer.warming.making

    def think_ahead(self, asked: Question) -> None:
        """Prepare for a later answer: solve the street; before the turn, load machine code."""
        actions, betting = self._line(asked.actions)
        if betting.round >= self.rest.first:
            self._place(actions, asked)
        elif betting.round:
            self.bucketing.street(_numbers(asked.board))
        deep = self.rules.stack is not None and self.rules.stack > WARMED
        if deep and not BlueprintPlayer.warming and betting.round < TURN == self.rest.first:
            BlueprintPlayer.warming = Warming(partial(self._warm_up, asked.bot))

    def _warm_up(self, bot: int) -> None:
        """Solve a turn with arrays of its own, which needs all of the machine code."""
        from pokerbot.runs.rest_of_hand import RestOfHand
        from pokerbot.sequence.heads_up.buckets import Bucketing

        (actions, _), board = self._line(WARMING[0]), _numbers(WARMING[1])
        rest = RestOfHand(self.blueprint, Bucketing(self.blueprint.sizes), self.translator)
        rest.place(actions, bot, board, (0.0,) * len(actions))

    def _place(self, actions: Sequence[Action], asked: Question) -> RestPlace:
        """The place that a hand has come to in what is solved of it."""
        if BlueprintPlayer.warming is not None:
            BlueprintPlayer.warming.wait()
        return self.rest.place(actions, asked.bot, _numbers(asked.board), asked.draws)

    def worth(self, asked: Judged) -> DecisionWorth:
        """The values of a decision of the person, if both players go on as in the solution.

        A hand with which the person would not come there by the solution has no trained strategy
        in it: it goes on by a best response.
        """
        from pokerbot.runs.rest_of_hand import UNTRAINED

        *before, taken = self._line(asked.actions)[0]
        _, betting = self._line(asked.actions[:-1])
        if betting.round < self.rest.first:
            return DecisionWorth({}, taken.name)
        held = self._held(asked)
        place = self._place(before, asked)
        tree, other = place.tree, 1 - asked.bot
        first, reach = int(tree.nodes.first[place.node]), place.reach
        names = self._at_table(tree.actions[place.node], betting)
        at_best = reach[other, held] < UNTRAINED
        found = {
            name: place.worth(first + at, reach, other, held, at_best=at_best)
            for at, name in enumerate(names)
        }
        if taken.name not in found:
            aside = self._place([*before, taken], asked)
            found[taken.name] = aside.worth(0, aside.reach, other, held, at_best=at_best)
        return DecisionWorth(found, taken.name)

    def _line(self, names: tuple[str, ...]) -> tuple[list[Action], Betting]:
        """The actions with these names, and the betting after them."""
        actions, betting = [], start(self.rules)
        for name in names:
            action = legal_action(self.rules, betting, name)
            assert action is not None
            actions.append(action)
            betting = successor(self.rules, betting, action)
        return actions, betting

    def _solved(self, actions: list[Action], betting: Betting, asked: Question) -> Answer:
        """How the bot plays a turn or a river that is solved again."""
        place = self._place(actions, asked)
        tree, chances = place.tree, place.solved.played(place.node)
        names = self._at_table(tree.actions[place.node], betting)
        found = _by_name(names, chances[self._held(asked)].tolist())
        return Answer(found, tuple(place.counted), again=True)

    def _at_table(self, actions: Sequence[Action], betting: Betting) -> list[str]:
        """The names of a tree's actions at the table, where amounts are told differently."""
        _, larger = careful_and_larger(self.rules, betting)
        return [
            larger.to(each.to).name
            if each.to is not None and isinstance(larger, Amounts)
            else each.kind
            for each in actions
        ]

    def _played(self, node: int, asked: Question) -> list[float]:
        """The blueprint's probabilities of the actions at a node; [1] if only a call is left."""
        blueprint = self.blueprint
        actions = blueprint.tree.actions[node]
        if not actions:
            return [1.0]
        bucket = int(self.bucketing.street(_numbers(asked.board))[self._held(asked)])
        found: list[float] = blueprint.play.at(blueprint.tree.nodes, node)[bucket].tolist()
        return found

    def _held(self, asked: Question) -> int:
        return self.hands[frozenset(_numbers(asked.hand).tolist())]


def _by_name(names: Sequence[str], chances: Sequence[float]) -> dict[str, float]:
    """The probability of each name; actions of one name are one at the table."""
    found = dict.fromkeys(names, 0.0)
    for name, chance in zip(names, chances, strict=True):
        found[name] += chance
    return found


def _numbers(names: str) -> Index:
    """The numbers of the cards with these names."""
    return np.array([CARDS[name] for name in names_in(names)], np.intp)


@lru_cache(maxsize=2)
def _player(path: str, stack: float | None) -> BlueprintPlayer:
    return BlueprintPlayer(Path(path), stack)
