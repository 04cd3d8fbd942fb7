"""What best responses gain against a blueprint whose turns or rivers are solved again.

On each random board one subgame is solved. It is drawn with a probability proportional to how often
hands meet there, times the pot, and its gain is divided by that probability: an unbiased estimate
for the board. A blueprint that never comes to such a subgame has nothing to lose there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.responses import Responses, pairs_of_hands
from pokerbot.evaluation.heads_up.strength import Estimate, sampled
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.heads_up.buckets import Bucketing, random_board
from pokerbot.sequence.heads_up.tree import BettingTree, tree_of
from pokerbot.solvers.subgames import Leaving, Subgame, met
from pokerbot.strategy.blueprint import Blueprint

ITERATIONS = {5: 200, 4: 60}
"""How many iterations a river and a turn are solved for, by the number of cards on the table."""
SAMPLES = {5: 100, 4: 20}
"""How many boards of each are drawn."""
NAMES = {5: "river", 4: "turn_river"}
METHODS = ("safe", "between", "unsafe")
"""How ranges are treated; `solvers.subgames` says what the words mean."""


class Drawn(NamedTuple):
    """A subgame that was drawn: what it stands for is its own, times `all` and divided by `own`.

    place: its place among the board's subgames
    all, own: the sum of the weights of all of these, and the weight of this one
    """

    place: int
    all: float
    own: float


def drawn(tree: BettingTree, roots: Index, reach: Array, rng: np.random.Generator) -> Drawn | None:
    """Draw a subgame in proportion to how often hands meet there, times the pot; None if never.

    roots: the nodes where the subgames begin
    reach: [roots, 2, all hands] both players' reach there
    """
    pots = [tree.betting[root].chips[0] for root in roots]
    weights = np.array([met(each) for each in reach]) * pots
    if not weights.any():
        return None
    place = int(rng.choice(len(roots), p=weights / weights.sum()))
    return Drawn(place, float(weights.sum()), float(weights[place]))


class Resolving:
    """Solves subgames of a blueprint again.

    Args:
        blueprint: the blueprint.
        method: one of `METHODS`.
        bucketing: the blueprint's buckets, where others use them, too.

    Raises:
        InputError: there is no such method.
    """

    def __init__(
        self, blueprint: Blueprint, method: str, bucketing: Bucketing | None = None
    ) -> None:
        if method not in METHODS:
            raise InputError(
                f"must be {', '.join(METHODS)}, not {method!r:.40}", parameter="resolve"
            )
        self.blueprint, self.method = blueprint, method
        bucketing = bucketing or Bucketing(blueprint.sizes)
        self.responses = Responses(blueprint.tree, bucketing, blueprint.play)

    def measure(
        self,
        cards: int,
        count: int,
        watch: Callable[[str], object] = lambda _: None,
        stopped: Callable[[], bool] = lambda: False,
        *,
        seed: int = 0,
    ) -> dict[str, Estimate]:
        """Measure what best responses gain on `count` random boards of `cards` cards, 4 or 5.

        If it is stopped, it is measured on the boards that are done by then. The boards, and the
        subgames on them, are drawn from `seed`.

        Returns:
            The gain against the subgames' solutions, under the method's name, and that against the
            blueprint alone in the same subgames, as `blueprint`.
        """
        gains, plain = [], []
        pairs = pairs_of_hands(cards)
        for number in range(count):
            if stopped():
                break
            watch(f"{NAMES[cards].replace('_', ' and ')}, solved again: board {number + 1}")
            rng = np.random.default_rng([seed, cards, number])
            lying = random_board(cards, rng)
            roots, reach = self.responses.on(lying).begun()
            found = drawn(self.blueprint.tree, roots, reach, rng)
            if found is None:
                gains.append(0.0)
                plain.append(0.0)
                continue
            scale = found.all / found.own / pairs / 2
            gained, without = self.gain(lying, int(roots[found.place]), reach[found.place])
            gains.append(scale * gained)
            plain.append(scale * without)
        return {self.method: sampled(gains), "blueprint": sampled(plain)}

    def gain(self, lying: Index, root: int, reach: Array) -> tuple[float, float]:
        """What both seats' best responses win together in a subgame.

        Returns:
            What they win if it is solved again, and what they win against the blueprint.
        """
        street = len(lying) - 2
        most = self.responses.values(lying, street, np.array([root]), reach[None])[0]
        without = float((reach * most).sum())
        if self.method == "unsafe":
            solved = self.solve(lying, root, reach)
            return float((solved.reach * solved.worth(street)).sum()), without
        total = 0.0
        for other in (0, 1):
            solved = self.solve_for(1 - other, lying, root, reach, most)
            total += float((solved.reach * solved.worth(street))[other].sum())
        return total, without

    def solve_for(
        self, player: int, lying: Index, root: int, reach: Array, most: Array | None = None
    ) -> Subgame:
        """A subgame, solved for the seat `player` to play the solution.

        lying, root, reach: the board, the node where the subgame begins, and both players' reach
        most: [2, all hands] the values of best responses to the blueprint there, if known already
        """
        if self.method == "unsafe":
            return self.solve(lying, root, reach)
        if most is None:
            at = np.array([root])
            most = self.responses.values(lying, len(lying) - 2, at, reach[None])[0]
        other = 1 - player
        stays = reach[other] * (self.method == "between")
        return self.solve(lying, root, reach, Leaving(other, most[other], stays))

    def solve(
        self, lying: Index, root: int, reach: Array, leaving: Leaving | None = None
    ) -> Subgame:
        """A subgame, solved with or without a gadget."""
        tree = self.blueprint.tree
        below = tree_of(tree.rules, tree.betting[root])
        solved = Subgame(below, lying, reach, leaving)
        solved.iterate(ITERATIONS[len(lying)])
        solved.settle()
        return solved


def resolving_gains(
    blueprint: Blueprint,
    method: str,
    *,
    seed: int = 0,
    watch: Callable[[str], object] = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> dict[str, dict[str, Estimate]]:
    """What best responses gain if rivers, or turns and rivers, are solved again.

    Args:
        blueprint: the blueprint.
        method: `safe`; `unsafe`, which trusts that the opponent plays the blueprint; or `between`.
        seed: of the boards.
        watch: called with a text about what is being measured.
        stopped: asked before each board whether to end.

    Returns:
        By `NAMES`, what `Resolving.measure` returns.

    Raises:
        InputError: there is no such method.
    """
    resolving = Resolving(blueprint, method)
    return {
        NAMES[cards]: resolving.measure(cards, count, watch, stopped, seed=seed)
        for cards, count in SAMPLES.items()
    }
