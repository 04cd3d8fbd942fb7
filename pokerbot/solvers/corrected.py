"""Monte Carlo CFR whose samples are corrected by what is known of the values of histories."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import count_rows
from pokerbot.sequence.form import Form
from pokerbot.sequence.histories import gradient_of
from pokerbot.sequence.operators import draw, uniform
from pokerbot.solvers.learner import Learner
from pokerbot.solvers.regret import TINY
from pokerbot.solvers.sampling import BATCH, EXPLORATION, SampledGradients, Sampling

MOST_BASELINES = 10**7
RATE = Parameter("rate", 0.5, least=0, most=1, real=True)


def has_few_histories(game: Game) -> bool:
    """Whether each action can have a baseline for every hand and board."""
    if not game.has_cards:
        return game.root is not None
    return baselines_of(game) <= MOST_BASELINES


def baselines_of(game: Game) -> int:
    """About how many there are."""
    rules = game.rules
    boards = len(rules.boards.of(rules.boards.streets - 1))
    return count_rows(rules) * boards * max(map(len, rules.hands))


@dataclass(frozen=True)
class Corrected(Sampling):
    """Lines as in outcome sampling, whose values baselines correct: VR-MCCFR; as `GradientSpec`."""

    opponent: bool = True
    own: bool = True

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Those of outcome sampling, and how fast baselines follow what is seen."""
        return BATCH, EXPLORATION, RATE

    def gradients(
        self,
        form: Form,
        settings: Mapping[str, float],
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> SampledGradients:
        plain = super().gradients(form, settings, rng, deals)
        return CorrectedGradients(plain, settings["rate"])


@dataclass(frozen=True)
class Unweighted(Sampling):
    """Lines by a fixed own strategy that nothing is divided by: ESCHER; as `GradientSpec`."""

    opponent: bool = True
    own: bool = True

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The deals that an iteration takes the mean of."""
        return (BATCH,)

    def gradients(
        self,
        form: Form,
        settings: Mapping[str, float],
        rng: np.random.Generator,
        deals: Deals | None = None,
    ) -> SampledGradients:
        return UnweightedGradients(super().gradients(form, settings, rng, deals))


class HistoryGradients(SampledGradients, ABC):
    """Gradients whose backup gives what is estimated of the action values on sampled lines.

    learners: whose strategies are sampled; without them those that the plans tell
    """

    def __init__(self, plain: SampledGradients) -> None:
        vars(self).update(vars(plain))
        self.histories = plain.sampled.histories
        self.learners: tuple[Learner, Learner] | None = None

    @abstractmethod
    def _estimate(self, player: int, line: _Line) -> tuple[Array, Array, Array]:
        """What bettings and edges are worth on a line, and how much it weighs at a decision.

        [bettings, deals], [edges, deals] and [decisions, deals].
        """

    @abstractmethod
    def _explored(self, sigma: Array, uniform: Array) -> Array:
        """What the player's own actions are drawn from."""

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        game, deals, tree = self.sampled, self.dealer(), self.histories
        sides = game.operators
        strategies = self._strategies((own, other) if player == 0 else (other, own))
        cells = [game.cells(seat, deals) for seat in (0, 1)]
        sigma = [each.take(at) for each, at in zip(strategies, cells, strict=True)]
        chances = [*sigma]
        chances[player] = self._explored(sigma[player], uniform(sides[player]))
        drawn = [draw(each, chance, self.rng) for each, chance in zip(sides, chances, strict=True)]
        plans = [each.realization_plan(line) for each, line in zip(sides, drawn, strict=True)]
        self.deals, self.passed = deals, (plans[0], plans[1])
        reach = sides[player].realization_plan(chances[player])[tree.last[:, player]]
        moves, passed = game.moves(deals), [*plans, *game.moved(deals)]
        played, chance, taken = (tree.by_edge([*each, *moves]) for each in (sigma, chances, drawn))
        line = _Line(deals, played, chance, taken, tree.reached(passed), reach)
        values, edges, weight = self._estimate(player, line)
        at = np.flatnonzero(tree.actor == player)
        q = np.concatenate([values[:1], weight[tree.decision[at]] * edges[at]])
        cell = cells[player][np.append(0, tree.row[at])]
        shape = self.operators[player].shape
        total = np.bincount(cell.ravel(), q.ravel(), shape[0] * shape[1])
        mean = np.divide(total.reshape(shape), len(deals))
        return gradient_of(self.operators[player], strategies[player], mean), self._visits()

    def _strategies(self, plans: tuple[Array, Array]) -> list[Array]:
        """Both players' [rows, hands]."""
        if self.learners:
            return [learner.current() for learner in self.learners]
        return [each.normalize(plan) for each, plan in zip(self.operators, plans, strict=True)]

    def _visits(self) -> int:
        """The decision nodes visited for the last gradient."""
        return self.sampled.visits(self.passed, self.deals)


class CorrectedGradients(HistoryGradients):
    """VR-MCCFR. Schmid et al. (2019), "Variance reduction in Monte Carlo CFR using baselines".

    On a sampled line an action is worth its baseline and, where it was drawn, the difference to
    what came of it over the probability of drawing it: unbiased, whatever the
    baselines are. They are by betting, board and own hand, and follow what is seen at `rate`.

    baselines: [edges, what a player sees] of player 1 and player 2
    """

    stateless = False

    def __init__(self, plain: SampledGradients, rate: float) -> None:
        super().__init__(plain)
        game, self.rate = self.form.game, rate
        if not has_few_histories(game):
            raise InputError(
                f"vr-mccfr keeps {MOST_BASELINES:,} baselines, and {game.spec} has more"
            )
        edges, views = len(self.histories.row), self.sampled.count_views
        self.baselines = [np.zeros((edges, views(seat))) for seat in (0, 1)]

    def state(self) -> dict[str, NDArray[Any]]:
        """The baselines."""
        return {f"baselines{seat}": array for seat, array in enumerate(self.baselines, 1)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on with such."""
        self.baselines = [state[f"baselines{seat}"] for seat in (1, 2)]

    def _explored(self, sigma: Array, uniform: Array) -> Array:
        return sigma + self.exploration * (uniform - sigma)

    def _estimate(self, player: int, line: _Line) -> tuple[Array, Array, Array]:
        tree, keys = self.histories, self.sampled.views(player, line.deals)
        sign = self.sampled.signs(line.deals)
        known = self.baselines[player][:, keys]
        over = line.drawn / np.maximum(line.chances, TINY)

        def corrected(behind: Array, edges: slice) -> Array:
            return known[edges] + over[edges] * (behind - known[edges])

        values, edges = tree.values(player, sign, line.sigma, corrected)
        self._follow(player, keys, line.reached[tree.decision] * line.drawn, values[tree.child])
        return values, edges, line.reached / line.reach

    def _follow(self, player: int, keys: Index, met: Array, values: Array) -> None:
        """Move the baselines that were met [edges, deals] towards the mean of what came."""
        table = self.baselines[player]
        places = np.arange(len(table))[:, None] * table.shape[1] + keys
        counts, sums = (
            np.bincount(places.ravel(), each.ravel(), table.size).reshape(table.shape)
            for each in (met, met * values)
        )
        towards = sums / np.maximum(counts, 1) - table
        self.baselines[player] = table + self.rate * np.where(counts, towards, 0.0)


class UnweightedGradients(HistoryGradients):
    """ESCHER. McAleer et al. (2023), "ESCHER: eschewing importance sampling in games".

    The own actions are drawn evenly, whatever is played, and what an action is worth is divided by
    no probability: at every decision the estimate is the counterfactual value times the fixed
    probability that those draws lead there. The values of histories, for which the paper trains a
    network, are exact here, which is why each deal is traversed whole.
    """

    def _explored(self, sigma: Array, uniform: Array) -> Array:
        return np.broadcast_to(uniform, sigma.shape)

    def _estimate(self, player: int, line: _Line) -> tuple[Array, Array, Array]:
        sign = self.sampled.signs(line.deals)
        found = self.histories.values(player, sign, line.sigma, lambda behind, edges: behind)
        return *found, line.reached

    def _visits(self) -> int:
        first, second = map(np.ones_like, self.passed)
        return self.sampled.visits((first, second), self.deals)


@dataclass(frozen=True, eq=False)
class _Line:
    """What is drawn for a gradient.

    sigma, chances, drawn: [edges, deals] the strategies, what was drawn from, 1 where it was drawn
    reached: [decisions, deals] 1 where a line passes; reach: how likely the own draws led there
    """

    deals: Any
    sigma: Array
    chances: Array
    drawn: Array
    reached: Array
    reach: Array
