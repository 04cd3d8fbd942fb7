"""Plays many hands at once, with actions drawn from a profile."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pokerbot.games.actions import Action
from pokerbot.games.betting import actions_to
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile, cumulative
from pokerbot.sequence.compile import compile_game, explored
from pokerbot.sequence.sampled import SampledDeals


class Outcomes(NamedTuple):
    """The outcomes of many deals.

    chips: [2, deals] both players' net chips
    lost: [deals] the sum of what the actions gave away
    ends: [deals] the number of the end that each hand came to
    """

    chips: Array
    lost: Array
    ends: Index


class Playout:
    """A game's betting, through which many hands are played at once.

    tree: the betting as one tree for both players
    """

    def __init__(self, game: Game) -> None:
        self.rules, self.form, self._sampled = game.rules, compile_game(game), SampledDeals(game)
        self.tree, self._ends = self._sampled.histories, explored(game.rules).ends
        self._actions: dict[int, tuple[Action, ...]] = {}

    def play(
        self,
        profile: Profile,
        deals: Deals,
        rng: np.random.Generator,
        losses: tuple[Array | None, Array | None] = (None, None),
    ) -> Outcomes:
        """Play each deal once, with every action drawn from the profile.

        Args:
            profile: a strategy for each seat.
            deals: the cards.
            rng: for all draws.
            losses: for each seat, the chips [rows, hands] that each action gives away, or None.
        """
        tree, trees = self.tree, self.form.trees
        first, most = tree.first, tree.most
        width = np.array([each.hands for each in trees])[tree.actor]
        seats = zip(trees, profile, losses, strict=True)
        arrays = [
            (cumulative(each, sigma), np.zeros(each.shape) if lost is None else lost)
            for each, sigma, lost in seats
        ]
        ceilings, given_away = (
            np.concatenate([each.ravel() for each in both]) for both in zip(*arrays, strict=True)
        )
        history = np.zeros(len(deals), dtype=np.intp)
        lost = np.zeros(len(deals))
        acting = np.arange(len(deals))
        while acting.size:
            dice = rng.random(len(deals))[acting]
            edge = first[history[acting]]
            cell, step = self._sampled.places(edge, acting, deals), width[edge]
            further = np.ones(len(acting), dtype=bool)
            for _ in range(most - 1):
                further &= dice >= ceilings.take(cell)
                cell += step * further
                edge += further
            lost[acting] += given_away.take(cell)
            history[acting] = tree.child[edge]
            acting = acting[history[acting] < tree.decisions]
        ends = history - tree.decisions
        chips: Array = tree.fixed[:, ends] + tree.swing[:, ends] * self._sampled.signs(deals)
        return Outcomes(chips, lost, ends)

    def actions(self, end: int) -> list[Action]:
        """The actions that lead to an end, in order."""
        if end not in self._actions:
            self._actions[end] = actions_to(self.rules, self._ends[end])
        return [*self._actions[end]]
