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
from pokerbot.sequence.histories import decided_at, gradient_of
from pokerbot.sequence.sampled_tree import CHANCE
from pokerbot.solvers.learner import Learner
from pokerbot.solvers.sampling import BATCH, EXPLORATION, SampledGradients, Sampling

Flags = NDArray[np.bool_]

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
    def explored(self, sigma: Array, even: Array) -> Array:
        """What the player's own actions are drawn from; even: all alike."""

    @abstractmethod
    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        """[actions] which are gone on with, of what is drawn; chance: whether it is chance's."""

    @abstractmethod
    def worth(self, met: Met, values: Array) -> Array:
        """[actions] what they are worth, from the values of what follows those gone on with."""

    @abstractmethod
    def weight(self, reach: Array) -> Array:
        """How much estimates weigh where the own draws lead with these probabilities."""

    def __call__(self, player: int, own: Array, other: Array) -> tuple[Array, int]:
        deals = self.dealer()
        strategies = self._strategies((own, other) if player == 0 else (other, own))
        self.walk = walk = _Walk(self, player, strategies, deals)
        first, every = np.zeros(len(deals), np.intp), np.arange(len(deals))
        values = walk.values(_Line(first, every, every >= 0, np.ones(len(deals))))
        own_first = player * strategies[0].size
        cells = [self.sampled.hand(player, deals), *(each - own_first for each in walk.places)]
        shape = self.operators[player].shape
        total = np.bincount(
            np.concatenate(cells), np.concatenate([values, *walk.estimates]), shape[0] * shape[1]
        )
        mean = np.divide(total.reshape(shape), len(deals))
        self.learn()
        return gradient_of(self.operators[player], strategies[player], mean), walk.visits

    def learn(self) -> None:
        """Remember what actions were worth; nothing, unless there are baselines."""

    def visited(self, player: int) -> Array:
        cells = np.concatenate([np.zeros(0, np.intp), *self.walk.decided[player]])
        first = player * self.form.trees[0].rows * self.form.trees[0].hands
        return decided_at(self.form.trees[player], cells - first)

    def _strategies(self, plans: tuple[Array, Array]) -> list[Array]:
        """Both players' [rows, hands]."""
        if self.learners:
            return [learner.current() for learner in self.learners]
        return [each.normalize(plan) for each, plan in zip(self.operators, plans, strict=True)]


class CorrectedGradients(HistoryGradients):
    """VR-MCCFR. Schmid et al. (2019), "Variance reduction in Monte Carlo CFR using baselines".

    On a sampled line an action is worth its baseline and, where it was drawn, the difference to
    what came of it over the probability of drawing it: unbiased, whatever the baselines are. They
    are by betting, board and own hand, and follow what is seen at `rate`.

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
        self._met, self._came = list[Index](), list[Array]()

    def state(self) -> dict[str, NDArray[Any]]:
        """The baselines."""
        return {f"baselines{seat}": array for seat, array in enumerate(self.baselines, 1)}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on with such."""
        self.baselines = [state[f"baselines{seat}"] for seat in (1, 2)]

    def explored(self, sigma: Array, even: Array) -> Array:
        return sigma + self.exploration * (even - sigma)

    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        return drawn

    def worth(self, met: Met, values: Array) -> Array:
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
        """Move the baselines that were met towards the mean of what came."""
        table = self.baselines[self.walk.player].reshape(-1)
        place, which = np.unique(np.concatenate(self._met), return_inverse=True)
        mean = np.bincount(which, np.concatenate(self._came)) / np.bincount(which)
        table[place] += self.rate * (mean - table[place])
        self._met, self._came = [], []


class UnweightedGradients(HistoryGradients):
    """ESCHER. McAleer et al. (2023), "ESCHER: eschewing importance sampling in games".

    The own actions are drawn evenly, whatever is played, and what an action is worth is divided by
    no probability: at every decision the estimate is the counterfactual value times the fixed
    probability that those draws lead there. The values of histories, for which the paper trains a
    network, are exact here, which is why each deal is traversed whole.
    """

    def explored(self, sigma: Array, even: Array) -> Array:
        return even

    def followed(self, drawn: Flags, chance: Flags) -> Flags:
        return drawn | ~chance

    def worth(self, met: Met, values: Array) -> Array:
        found = np.zeros(len(met.edge))
        found[met.followed] = values
        return found

    def weight(self, reach: Array) -> Array:
        return np.ones_like(reach)


@dataclass(frozen=True, eq=False)
class _Line:
    """Where some deals are.

    history, deal: [met] the betting and the deal; drawn: whether only what was drawn led there
    reach: how likely the own draws led there
    """

    history: Index
    deal: Index
    drawn: Flags
    reach: Array


@dataclass(frozen=True, eq=False)
class Met:
    """The actions that are looked at after so many others, [actions] each.

    player: whose gradient it is; view: what that one sees besides the betting
    chances: what was drawn from; followed: which are gone on with
    """

    player: int
    edge: Index
    view: Index
    chances: Array
    followed: Flags


class _Walk:
    """The lines of a gradient, walked through action by action.

    places, estimates: of the player's actions on the way, where each is added to
    decided: where the first action is of each decision of player 1 and 2 on the lines
    """

    def __init__(
        self, source: HistoryGradients, player: int, strategies: list[Array], deals: Any
    ) -> None:
        self.source, self.player, self.deals = source, player, deals
        self.tree, self.sampled = source.histories, source.sampled
        self._sigma = np.concatenate([each.reshape(-1) for each in strategies])
        self._signs, self._views = self.sampled.signs(deals), self.sampled.views(player, deals)
        self.places, self.estimates = list[Index](), list[Array]()
        self.decided = list[Index](), list[Index]()
        self.visits = 0

    def values(self, line: _Line) -> Array:
        """[met] what the player wins from there on."""
        tree, end = self.tree, line.history - self.tree.decisions
        at = np.flatnonzero(end < 0)
        if len(at) == len(end):
            return self._decisions(line)
        won, swing = (each[self.player].take(end, mode="clip") for each in (tree.fixed, tree.swing))
        values: Array = won + swing * self._signs[line.deal]
        if len(at):
            line = _Line(line.history[at], line.deal[at], line.drawn[at], line.reach[at])
            values[at] = self._decisions(line)
        return values

    def _decisions(self, line: _Line) -> Array:
        """The same where somebody acts."""
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
        race = chances / source.rng.standard_exponential(len(edge))
        drawn = race == np.maximum.reduceat(race, first)[of]
        on = source.followed(drawn, moved)
        met = Met(self.player, edge, self._views[deal], chances, on)
        below = self.values(
            _Line(
                self.tree.child[edge[on]],
                deal[on],
                (on_line & drawn)[on],
                np.where(own, reach * chances, reach)[on],
            )
        )
        worth = source.worth(met, below)
        mine = own & on_line
        self.places.append(place[mine])
        self.estimates.append(source.weight(reach[mine]) * worth[mine])
        self._note(actor[first], place[first], line.drawn)
        found: Array = np.add.reduceat(sigma * worth, first)
        return found

    def _note(self, actor: Index, place: Index, drawn: Flags) -> None:
        """Who decides where, of each decision the first action; drawn: which lie on lines."""
        self.visits += int((actor != CHANCE).sum())
        for seat, decided in enumerate(self.decided):
            decided.append(place[(actor == seat) & drawn])
