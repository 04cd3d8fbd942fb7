"""Monte Carlo CFR with estimates of the values of histories: VR-MCCFR and ESCHER."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.parameters import Parameter
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.compile import count_rows
from pokerbot.sequence.histories import decided_at, gradient_of
from pokerbot.sequence.sampled_tree import CHANCE
from pokerbot.solvers.learner import Learner
from pokerbot.solvers.sampling import EXPLORATION, SampledGradients

Flags = NDArray[np.bool_]

MOST_BASELINES = 10**7
RATE = Parameter("rate", 0.5, least=0, most=1, real=True)


def has_few_histories(game: Game) -> bool:
    """Whether the game is small enough to keep a baseline for each action, hand and board."""
    if not game.has_cards:
        return game.root is not None
    return baselines_of(game) <= MOST_BASELINES


def baselines_of(game: Game) -> int:
    """About how many baselines the game has."""
    rules = game.rules
    boards = len(rules.boards.of(rules.boards.streets - 1))
    return count_rows(game) * boards * max(map(len, rules.hands))


class HistoryGradients(SampledGradients, ABC):
    """Estimates the player's action values; the gradient is such that a backup gives just these.

    learners: both players' learners, whose current strategies are sampled; None to take the
        strategies from the realization plans, which tell nothing where they are 0
    """

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        self.histories = self.sampled.histories
        self.learners: tuple[Learner, Learner] | None = None

    @abstractmethod
    def explored(self, sigma: Array, even: Array) -> Array:
        """[actions] the probabilities with which the player's own actions are drawn.

        sigma: the current strategy; even: the uniform one
        """

    @abstractmethod
    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        """[actions] whether each action is followed further down.

        drawn: whether the action was drawn; chance: whether it is an action of chance
        """

    @abstractmethod
    def worth(self, met: MetActions, values: Array) -> Array:
        """[actions] the estimated value of each action.

        values: [actions that are followed] the estimated value of the history after each
        """

    @abstractmethod
    def weight(self, reach: Array) -> Array:
        """[actions] the weight of each estimate; reach: of its decision, by the own draws."""

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        deals = self.dealer()
        strategies = self._strategies((own, other) if player == 0 else (other, own))
        self.walk = walk = _Walk(self, player, strategies, deals)
        first, every = np.zeros(len(deals), np.intp), np.arange(len(deals))
        values = walk.values(_Line(first, every, every >= 0, np.ones(len(deals))))
        own_first = player * strategies[0].size
        cells = [deals.hands[player], *(each - own_first for each in walk.places)]
        shape = self.operators[player].shape
        total = np.bincount(
            np.concatenate(cells), np.concatenate([values, *walk.estimates]), shape[0] * shape[1]
        )
        mean = np.divide(total.reshape(shape), len(deals))
        self.learn()
        return gradient_of(self.operators[player], strategies[player], mean), walk.visits

    def learn(self) -> None:
        """Update the baselines, if there are any, by the latest samples."""

    def reached(self, player: int) -> Array:
        cells = np.concatenate([np.zeros(0, np.intp), *self.walk.decided])
        weights = self.weight(np.concatenate([np.zeros(0), *self.walk.drawn_to]))
        first = player * self.form.trees[0].rows * self.form.trees[0].hands
        reach = decided_at(self.form.trees[player], cells - first, weights)
        return np.where(reach, reach / len(self.walk.deals), np.nan)

    def _strategies(self, plans: tuple[Array, Array]) -> list[Array]:
        """Both players' current strategies [rows, hands]."""
        if self.learners:
            return [learner.current() for learner in self.learners]
        return [each.normalize(plan) for each, plan in zip(self.operators, plans, strict=True)]


class CorrectedGradients(HistoryGradients):
    """VR-MCCFR. Schmid et al. (2019), "Variance reduction in Monte Carlo CFR using baselines".

    The estimated value of an action is its baseline. If the action was drawn, the difference of the
    sampled value and the baseline is added, divided by the probability of the draw. The estimate is
    unbiased, whatever the baselines are. There is a baseline for each action, board and own hand;
    it moves towards the sampled values at `rate`.

    baselines: of player 1 and player 2, [edges, views] by action and by what the player sees
    """

    stateless = False
    parameters = (EXPLORATION, RATE)

    def __init__(self, *given: Any, rate: float, **settings: Any) -> None:
        super().__init__(*given, **settings)
        game, self.rate = self.form.game, rate
        if not has_few_histories(game):
            raise InputError(
                f"vr-mccfr keeps {MOST_BASELINES:,} baselines, and {game.spec} has more"
            )
        edges, views = len(self.histories.row), self.sampled.count_views
        self.baselines = [np.zeros((edges, views(seat))) for seat in (0, 1)]
        self._met, self._came = list[Index](), list[Array]()

    def state(self) -> dict[str, NDArray[Any]]:
        """The baselines."""
        return {f"baselines{seat}": array for seat, array in enumerate(self.baselines, 1)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        self.baselines = [state[f"baselines{seat}"] for seat in (1, 2)]

    def explored(self, sigma: Array, even: Array) -> Array:
        return sigma + self.exploration * (even - sigma)

    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        return drawn

    def worth(self, met: MetActions, values: Array) -> Array:
        table = self.baselines[met.player]
        place = met.edge * table.shape[1] + met.view
        found: Array = table.reshape(-1)[place]
        self._met.append(place[met.followed])
        self._came.append(values)
        found[met.followed] += (values - found[met.followed]) / met.chances[met.followed]
        return found

    def weight(self, reach: Array) -> Array:
        return 1 / reach

    def learn(self) -> None:
        """Move each baseline that was met towards the mean of its sampled values."""
        table = self.baselines[self.walk.player].reshape(-1)
        met, came = [np.zeros(0, np.intp), *self._met], [np.zeros(0), *self._came]
        place, which = np.unique(np.concatenate(met), return_inverse=True)
        mean = np.bincount(which, np.concatenate(came)) / np.bincount(which)
        table[place] += self.rate * (mean - table[place])
        self._met, self._came = [], []


class UnweightedGradients(HistoryGradients):
    """ESCHER. McAleer et al. (2023), "ESCHER: eschewing importance sampling in games".

    The own actions are drawn uniformly, whatever the current strategy is, and no estimate is
    divided by a probability: the expected estimate at a decision is the counterfactual value times
    the probability that the draws reach the decision, which is the same in all iterations. For the
    values of histories the paper trains a network; here they are exact, and for that each deal's
    whole tree is traversed.
    """

    parameters = ()

    def explored(self, sigma: Array, even: Array) -> Array:
        return even

    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        return drawn | ~chance

    def worth(self, met: MetActions, values: Array) -> Array:
        found = np.zeros(len(met.edge))
        found[met.followed] = values
        return found

    def weight(self, reach: Array) -> Array:
        return np.ones_like(reach)


Backup = Callable[[Array], Array]
"""Maps the estimated values of the histories that follow to those of the histories before them."""


@dataclass(frozen=True, eq=False)
class _Line:
    """Histories that a walk has come to, each with its deal; all arrays are [met].

    history, deal: the history in the betting tree, and the number of the deal
    drawn: whether all actions before it were drawn, so that it lies on a sampled line
    reach: the probability of all own draws before it
    """

    history: Index
    deal: Index
    drawn: Flags
    reach: Array


@dataclass(frozen=True, eq=False)
class MetActions:
    """The actions that a walk meets at one depth; all arrays are [actions].

    player: whose gradient is estimated
    edge: the action's place in the betting tree
    view: what the player sees besides the betting: the own hand and the board
    chances: the probability with which the action is drawn
    followed: whether the walk goes on with it
    """

    player: int
    edge: Index
    view: Index
    chances: Array
    followed: Flags


class _Walk:
    """A walk down the betting tree with all deals at once, to sample lines and estimate values.

    estimates: the weighted estimates of the player's action values, an array for each depth
    places: the cells [rows · hands] of both players' arrays that these belong to
    decided: the cells of the first actions of the player's decisions on sampled lines
    drawn_to: the probability of all own draws before each of these
    visits: how many decision nodes were visited
    """

    def __init__(
        self, source: HistoryGradients, player: int, strategies: list[Array], deals: Any
    ) -> None:
        self.source, self.player, self.deals = source, player, deals
        self.tree, self.sampled = source.histories, source.sampled
        self._sigma = np.concatenate([each.reshape(-1) for each in strategies])
        self._signs, self._views = self.sampled.signs(deals), self.sampled.views(player, deals)
        self.places, self.estimates = list[Index](), list[Array]()
        self.decided, self.drawn_to = list[Index](), list[Array]()
        self.visits = 0

    def values(self, line: _Line) -> Array:
        """[met] the estimated chips that the player wins from each history on."""
        tree, steps = self.tree, list[tuple[Array, Index, Backup]]()
        while True:
            end = line.history - tree.decisions
            fixed, swing = (
                each[self.player].take(end, mode="clip") for each in (tree.fixed, tree.swing)
            )
            values: Array = fixed + swing * self._signs[line.deal]
            at = np.flatnonzero(end < 0)
            if not len(at):
                break
            line, backup = self._decisions(
                _Line(line.history[at], line.deal[at], line.drawn[at], line.reach[at])
            )
            steps.append((values, at, backup))
        for above, at, backup in reversed(steps):
            above[at] = backup(values)
            values = above
        return values

    def _decisions(self, line: _Line) -> tuple[_Line, Backup]:
        """The histories that follow those where a player or chance acts, and how to go back up."""
        source, actions = self.source, self.tree.actions(line.history)
        edge, of, first = actions.edge, actions.of, actions.first
        deal, on_line, reach = line.deal[of], line.drawn[of], line.reach[of]
        actor = self.tree.actor[edge]
        own, moved = actor == self.player, actor == CHANCE
        place = self.sampled.places(edge, deal, self.deals)
        sigma = self._sigma[place]
        if moved.any():
            sigma[moved] = self.sampled.drawn(edge[moved], deal[moved], self.deals)
        even = (1 / actions.counts)[of]
        chances = np.where(own, source.explored(sigma, even), sigma)
        # Of each history's actions the largest number is drawn, which each is with its probability.
        race = chances / source.rng.standard_exponential(len(edge))
        drawn = race == np.maximum.reduceat(race, first)[of]
        on = source.followed(drawn, moved)
        met = MetActions(self.player, edge, self._views[deal], chances, on)
        self.visits += int((~moved[first]).sum())

        def backup(below: Array) -> Array:
            worth = source.worth(met, below)
            mine = own & on_line
            self.places.append(place[mine])
            self.estimates.append(source.weight(reach[mine]) * worth[mine])
            here = own[first] & line.drawn
            self.decided.append(place[first][here])
            self.drawn_to.append(line.reach[here])
            found: Array = np.add.reduceat(sigma * worth, first)
            return found

        follow = _Line(
            self.tree.child[edge[on]],
            deal[on],
            (on_line & drawn)[on],
            np.where(own, reach * chances, reach)[on],
        )
        return follow, backup
