"""Safe against unsafe on no-limit Leduc: what solving the second round again costs, exactly.

    python -m tests.trials.resolving [GAME] [--blueprints 10,30] [--iterations 500]

A blueprint is CFR+ of a few iterations. Each player's second round is solved again in every public
state by itself, with the methods of `pokerbot.solvers.subgames`, in the rows of the whole game: the
first round stays the blueprint's, the other comes with the blueprint's hands (unsafe), with those
for which staying pays more than leaving for what a best response to the blueprint wins there (safe,
CFR-D's gadget), or with both (between). All subgames are solved at once, since none knows of the
others. The exploitability of what comes of it is exact, over all that the other may do.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.solving import solve
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, first_of_two
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind
from pokerbot.solvers.subgames import ALPHA, BETA, GAMMA
from pokerbot.strategy.arrays import to_arrays

GAME, BLUEPRINTS, ITERATIONS = "leduc-nolimit:stack=8", (10, 30, 100, 1000), 500
METHODS = ("unsafe", "between", "safe")


def public_states(tree: Tree) -> tuple[Index, Index, int]:
    """Of each decision its public state at the beginning of the second round, −1 in the first one.

    And the decisions with which a player enters them, and how many there are.
    """
    lines = [("", -1), *((each.histories[0], each.round) for each in tree.nodes)]
    told = [(*lines[node + 1], board) for node, board in zip(tree.node, tree.board, strict=True)]
    names = sorted({(line, board) for line, round_, board in told if round_ == 1})
    number = {name: place for place, name in enumerate(names)}
    state = np.array([number[line, board] if r == 1 else -1 for line, r, board in told])
    above = state[tree.decision[tree.above]]
    return state, np.flatnonzero((state >= 0) & (above < 0)), len(names)


class Again:
    """One player's second round, solved again against a blueprint's first.

    Args:
        form: the game.
        blueprint: it.
        player: whose.
        method: one of `METHODS`.
    """

    def __init__(self, form: Form, blueprint: Profile, player: int, method: str) -> None:
        self.ops, self.player, self.other, self.method = bind(form), player, 1 - player, method
        self.blueprint, trees = blueprint, form.trees
        found = [public_states(tree) for tree in trees]
        self.later = [
            (state >= 0)[tree.decision][:, None]
            for tree, (state, *_) in zip(trees, found, strict=True)
        ]
        state, self.enters, self.states = found[self.other]
        tree, ops = trees[self.other], self.ops[self.other]
        self.of_row, self.entered = state[tree.decision], state[self.enters]
        plan = ops.realization_plan(blueprint[self.other])
        self.comes = np.zeros((self.states, tree.hands))
        self.comes[self.entered] = plan[tree.above[self.enters]]
        played = self.ops[player].realization_plan(blueprint[player])
        self.leaves = self._at_states(ops.best_response(ops.gradient(played))[1])
        self.staying = np.zeros((2, *self.comes.shape))
        self.regret, self.average = ([np.zeros(each.shape) for each in self.ops] for _ in range(2))

    def _at_states(self, values: Array) -> Array:
        """[states, hands] from the values of the other's decisions."""
        found = np.zeros((self.states, values.shape[1]))
        np.add.at(found, self.entered, values[self.enters])
        return found

    def played(self, who: int, weights: Array) -> Array:
        """A strategy: the blueprint's first round, and the second in proportion to weights."""
        again = self.ops[who].normalize(np.maximum(weights, 0))
        return np.where(self.later[who], again, self.blueprint[who])

    def _come(self) -> Array:
        """[states, hands] how often the other is there."""
        if self.method == "unsafe":
            return self.comes
        least = self.comes if self.method == "between" else 0 * self.comes
        return least + (1 - least) * first_of_two(self.staying)

    def iterate(self, t: int) -> None:
        """One iteration of discounted CFR, first of the player, then of the other."""
        for who in (self.player, self.other):
            sigma = [self.played(each, self.regret[each]) for each in (0, 1)]
            ops, after = self.ops[who], np.where(self.later[self.other], sigma[self.other], 1.0)
            if who == self.player:
                plan = self.ops[self.other].realization_plan(after)
                plan *= np.where(self.later[self.other], self._come()[self.of_row], 0)
            else:
                plan = self.ops[self.player].realization_plan(sigma[self.player])
            q, v = ops.backup(sigma[who], ops.gradient(plan))
            before = self.regret[who]
            kept = np.where(before > 0, t**ALPHA / (t**ALPHA + 1), t**BETA / (t**BETA + 1))
            self.regret[who] = kept * before + (q - ops.by_row(v))
            own = ops.realization_plan(sigma[who])
            self.average[who] = ((t - 1) / t) ** GAMMA * self.average[who] + own
            if who == self.other:
                self._decide(self._at_states(v))

    def _decide(self, stay: Array) -> None:
        often = first_of_two(self.staying)
        mean = often * stay + (1 - often) * self.leaves
        self.staying = np.maximum(self.staying + np.stack([stay, self.leaves]) - mean, 0)


def solved_again(form: Form, blueprint: Profile, method: str, iterations: int) -> Profile:
    """A blueprint whose second round both players have solved again."""
    found = []
    for player in (0, 1):
        again = Again(form, blueprint, player, method)
        for t in range(1, iterations + 1):
            again.iterate(t)
        found.append(again.played(player, again.average[player]))
    return found[0], found[1]


def exploitabilities(game: str, blueprint: int, iterations: int) -> dict[str, float]:
    """Of the blueprint of so many iterations, and of what comes of each method, in chips."""
    form = compile_game(parse_game(game))
    trained = solve(form, "cfr+", iterations=blueprint, backend="numpy").strategy
    profile = to_arrays(form, trained.infosets)
    played = {"blueprint": profile} | {
        method: solved_again(form, profile, method, iterations) for method in METHODS
    }
    return {name: evaluate_profile(form, each).exploitability for name, each in played.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each blueprint."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--blueprints", default=",".join(map(str, BLUEPRINTS)))
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    asked = parser.parse_args(arguments)
    print(f"{asked.game}: exploitability in chips a hand, exact")
    print("  ".join(f"{name:>10}" for name in ("iterations", "blueprint", *METHODS)))
    for count in map(int, asked.blueprints.split(",")):
        found = exploitabilities(asked.game, count, asked.iterations)
        print("  ".join([f"{count:10}", *(f"{each:10.5f}" for each in found.values())]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
