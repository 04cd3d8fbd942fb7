"""OpenSpiel as a peer: it values our strategies, we value its policies, and both say the same.

    pip install -e '.[bench]' && python -m tests.trials.openspiel [--strategies 1000]

Ours → OpenSpiel: random strategies, every second one with actions of probability 0; its expected
returns, C++ best responses and NashConv. OpenSpiel → ours: its random, flat Dirichlet and
deterministic policies and the averages of its CFR and CFR+. On Kuhn, and on Leduc with six distinct
cards and with suits left out. All figures within NEAR.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel

from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import parse_game
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import to_arrays
from tests.reference.recursion import Strategy, random_strategy
from tests.reference.rules import by_the_book, label

NEAR = 1e-9
GAMES = {
    "kuhn_poker": ("kuhn", 1),
    "leduc_poker": ("leduc", 2),
    "leduc_poker(suit_isomorphism=true)": ("leduc", 1),
}
"""OpenSpiel's name → ours, and how many of its cards are one rank."""

Figures = tuple[float, float, float, float]
"""Value to player 1, both best response values, NashConv."""


class Peer:
    """A game on both sides, and how each spells the other's information sets.

    keys: OpenSpiel's information state → our key, and our action for each of its own.
    """

    def __init__(self, name: str) -> None:
        spec, self.alike = GAMES[name]
        self.game = pyspiel.load_game(name)
        self.book = by_the_book(parse_game(spec))
        self.form = compile_game(parse_game(spec))
        self.keys: dict[str, tuple[str, dict[int, str]]] = {}
        self._visit(self.game.new_initial_state(), (), "")

    def _visit(self, state: Any, cards: tuple[int, ...], history: str) -> None:
        """Walk OpenSpiel's tree with our spelling of the way."""
        if state.is_terminal():
            return
        if state.is_chance_node():
            for card, _ in state.chance_outcomes():
                turned = history + "/" if len(cards) == 2 else history
                self._visit(state.child(card), (*cards, card // self.alike), turned)
            return
        player, facing = state.current_player(), history.endswith(("b", "r"))
        seen = [label(cards[place], 3) for place in (player, *range(2, len(cards)))]
        words = {}
        for action in state.legal_actions():
            words[action] = _word(self.game.get_type().short_name, action, facing=facing)
            letter = {"check": "k"}.get(words[action], words[action][0])
            self._visit(state.child(action), cards, history + letter)
        self.keys[state.information_state_string(player)] = f"{'/'.join(seen)}:{history}", words

    @property
    def suits_are_alike(self) -> bool:
        """Whether no information state of OpenSpiel's tells more than ours does."""
        return len({key for key, _ in self.keys.values()}) == len(self.keys)

    def ours(self, strategy: Strategy) -> Figures:
        """As pokerbot has it."""
        found = evaluate_profile(self.form, to_arrays(self.form, strategy))
        return (found.value, *found.best_response_values, found.nash_conv)

    def theirs(self, policy: Any) -> Figures:
        """As OpenSpiel has it."""
        root = self.game.new_initial_state()
        returns = pyspiel.expected_returns(root, policy, -1, True)
        best = [
            pyspiel.TabularBestResponse(self.game, player, policy).value_from_state(root)
            for player in (0, 1)
        ]
        return returns[0], best[0], best[1], pyspiel.nash_conv(self.game, policy)

    def as_policy(self, strategy: Strategy) -> Any:
        """Our strategy in OpenSpiel's words."""
        return pyspiel.TabularPolicy(
            {
                state: [(action, strategy[key][word]) for action, word in words.items()]
                for state, (key, words) in self.keys.items()
            }
        )

    def as_strategy(self, policy: Any) -> Strategy:
        """OpenSpiel's policy in our words, where suits are alike."""
        strategy: Strategy = {}
        for state, (key, words) in self.keys.items():
            chances = dict(policy.get_state_policy(state))
            strategy[key] = {word: chances.get(action, 0.0) for action, word in words.items()}
        return strategy

    def policies(self, count: int) -> Iterator[Any]:
        """So many of OpenSpiel's own, of each kind in turn."""
        makers: list[Callable[[int], Any]] = [
            lambda seed: pyspiel.GetRandomPolicy(self.game, seed),
            lambda seed: pyspiel.GetFlatDirichletPolicy(self.game, seed),
            lambda seed: pyspiel.GetRandomDeterministicPolicy(self.game, seed),
        ]
        for seed in range(count - 2):
            yield makers[seed % 3](seed)
        for solver in (pyspiel.CFRSolver(self.game), pyspiel.CFRPlusSolver(self.game)):
            for _ in range(50):
                solver.evaluate_and_update_policy()
            yield solver.tabular_average_policy()


def _word(game: str, action: int, *, facing: bool) -> Any:
    """What OpenSpiel's action is called here: Kuhn has pass and bet, Leduc fold, call and raise."""
    if game == "kuhn_poker":
        return (("check", "bet"), ("fold", "call"))[facing][action]
    return ((None, "check", "bet"), ("fold", "call", "raise"))[facing][action]


def our_strategies_there(peer: Peer, count: int) -> float:
    """The largest difference over so many random strategies of ours."""
    rng = np.random.default_rng(3)
    found = (random_strategy(peer.book, rng, pure=turn % 2 == 1) for turn in range(count))
    return max(_apart(peer.ours(mine), peer.theirs(peer.as_policy(mine))) for mine in found)


def their_policies_here(peer: Peer, count: int) -> float:
    """The largest difference over so many of OpenSpiel's policies."""
    found = peer.policies(count)
    return max(_apart(peer.ours(peer.as_strategy(its)), peer.theirs(its)) for its in found)


def _apart(ours: Figures, theirs: Figures) -> float:
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True))


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--strategies", type=int, default=1000, help="of each game and direction")
    count, wrong = parser.parse_args().strategies, 0
    for name in GAMES:
        peer = Peer(name)
        for part in (our_strategies_there, their_policies_here):
            if part is their_policies_here and not peer.suits_are_alike:
                continue
            begun = time.process_time()
            apart = part(peer, count)
            wrong += apart > NEAR
            seconds = time.process_time() - begun
            print(
                f"{name}, {len(peer.keys)} information states, {part.__name__}: {count:,}"
                f" strategies, {apart:.1e} apart at most, {seconds:.0f} s",
                flush=True,
            )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
