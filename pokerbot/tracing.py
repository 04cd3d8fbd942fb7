"""A worked iteration: what happens at each information set, value by value.

As tutorials show it: with a deal given, chance deals nothing else, and only the information sets
of these cards are visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting, legal_actions, walk
from pokerbot.games.catalogue import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import compile_game, compile_lines
from pokerbot.sequence.deals import Deals
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import backup
from pokerbot.sequence.showdown import FOLD, hands_of
from pokerbot.solvers.algorithm import Algorithm, Options
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import Learner, SelfPlay

MOST_INFOSETS = 5_000


@dataclass(frozen=True)
class Visit:
    """An information set in one iteration; every list has a number for each of its actions.

    reach: the probability that chance and the opponent come here; utilities: the player's chips
    after each action, given that they do (0 where they do not); value: their mean under the
    strategy; regrets: (utility − value)·reach; before, after: what the learner keeps, by name.
    """

    player: int
    infoset: str
    actions: list[str]
    strategy: list[float]
    reach: float
    utilities: list[float]
    value: float
    regrets: list[float]
    before: dict[str, list[float]]
    after: dict[str, list[float]]


@dataclass(frozen=True)
class Trace:
    """Iterations, each a list of visits in the order of a traversal."""

    game: str
    algorithm: str
    deal: str | None
    iterations: list[list[Visit]]


def trace(
    game: Game, algorithm: Algorithm, *, deal: str | None, iterations: int, options: Options
) -> Trace:
    """Follow an algorithm through its first iterations.

    Args:
        game: a small game.
        algorithm: any that takes steps.
        deal: the players' cards and the public one, as `Q K` or `Q,K,J`; None for all deals.
        iterations: how many.
        options: how the algorithm is run.

    Raises:
        InputError: the deal is none of this game's, the algorithm takes no steps, or the game is
            too large to be read.
    """
    form = compile_game(game)
    if sum(tree.rows * tree.hands for tree in form.trees) > MOST_INFOSETS and deal is None:
        raise InputError(f"{game.spec} is too large to follow whole: give a --deal")
    deals = parse_deal(game, deal) if deal is not None else None
    solver = algorithm.build(form, options, np.random.default_rng(0), deals)
    if not isinstance(solver, SelfPlay):
        raise InputError(f"{algorithm.name} takes no steps that could be followed")
    followed = [_Follower(form, solver, deals).iteration() for _ in range(iterations)]
    return Trace(game.spec, algorithm.name, deal, followed)


def parse_deal(game: Game, text: str) -> Deals:
    """The deal that a person writes as card names; raises InputError for one there cannot be."""
    deck = game.rules.deck
    names = text.replace(",", " ").replace("/", " ").split()
    wanted = 2 + game.rules.has_board
    labels = {deck.label(rank): rank for rank in range(min(deck.ranks, MOST_INFOSETS))}
    cards = [labels.get(name, -1) for name in names]
    if len(cards) != wanted or -1 in cards or not deck.ways(*cards):
        what = "two private cards" + (" and the public one" if wanted == 3 else "")
        raise InputError(
            f"a deal of {game.spec} is {what}, from {' '.join(labels)}, not {text!r:.40}"
        )
    board = cards[2] if wanted == 3 else 0
    return Deals(np.array(cards[:2])[:, None], np.array([board]))


class _Follower:
    """Watches one iteration of self-play: what each learner had, was told, and made of it."""

    def __init__(self, form: Form, solver: SelfPlay, deals: Deals | None) -> None:
        self.form, self.solver, self.deals = form, solver, deals
        self.lines = compile_lines(form.game)
        self.told: dict[int, tuple[Array, Array]] = {}
        self.passed: dict[int, tuple[Array, Array]] = {}

    def iteration(self) -> list[Visit]:
        """Take the step; its visits in the order of the betting, one a view of the cards."""
        gradients = self.solver.gradients
        if isinstance(gradients, SampledGradients):
            self.samples_opponent = gradients.sampling.opponent
        had = [learner.sigma for learner in self.solver.learners]
        before = [_kept(learner) for learner in self.solver.learners]

        def listen(player: int, own: Array, other: Array) -> tuple[Array, int]:
            answer = gradients(player, own, other)
            self.told[player] = answer[0], other
            if isinstance(gradients, SampledGradients):
                self.passed[player] = gradients.passed
            return answer

        self.solver.gradients = listen
        self.solver.step()
        self.solver.gradients = gradients
        after = [_kept(learner) for learner in self.solver.learners]
        rules, visits = self.form.game.rules, []
        place = [{node: at for at, node in enumerate(line.tree.nodes)} for line in self.lines]
        for node in walk(rules):
            if not node.over:
                player = node.player
                names = [action.name for action in legal_actions(rules, node)]
                for rows, hand, key, reach in self._views(node, place[player][node]):
                    sigma, (gradient, _) = had[player], self.told[player]
                    q, v = backup(self.form.trees[player], sigma, gradient)
                    decision = self.form.trees[player].decision[rows.start]
                    value = float(v[decision, hand])
                    visits.append(
                        Visit(
                            player=player + 1,
                            infoset=key,
                            actions=names,
                            strategy=sigma[rows, hand].tolist(),
                            reach=reach,
                            utilities=[float(x) / reach if reach else 0.0 for x in q[rows, hand]],
                            value=value / reach if reach else 0.0,
                            regrets=(q[rows, hand] - value).tolist(),
                            before=_cells(before[player], rows, hand),
                            after=_cells(after[player], rows, hand),
                        )
                    )
        return visits

    def _views(self, node: Betting, place: int) -> Iterator[tuple[slice, int, str, float]]:
        """(rows, hand, key, reach) of each information set that is visited at a decision."""
        player, game = node.player, self.form.game
        line, other = self.lines[player], self.lines[1 - player]
        decision = int(np.flatnonzero(line.tree.node == place)[0])
        last = line.before[decision - 1]
        first = line.rows[line.tree.starts[decision]]
        size = int(line.tree.actions[decision, 0])
        plan = self.told[player][1][other.rows[last[1 - player]]]
        boards = len(game.rules.boards(node.round))
        met = hands_of(game.rules, node.round).meet(plan[:boards, None]).outcomes(slice(None))
        came = met.reshape(boards, 2, -1)[:, FOLD]
        for board, hand, cards in game.views(node.round):
            under = board or 0
            reach = float(came[under, hand])
            if self.deals is not None:
                dealt, turned = self.deals.hands[:, 0], int(self.deals.board[0])
                if hand != dealt[player] or (board is not None and board != turned):
                    continue
                passed = self.passed[player]
                if not passed[0][last[0], 0] * passed[1][last[1], 0]:
                    continue
                under = turned
                reach = (
                    1.0
                    if self.samples_opponent
                    else float(
                        self.told[player][1][
                            other.rows[last[1 - player], turned], dealt[1 - player]
                        ]
                    )
                )
            rows = slice(int(first[under]), int(first[under]) + size)
            yield rows, hand, f"{cards}:{'/'.join(node.histories)}", reach


def _kept(learner: Learner) -> dict[str, Array]:
    """Copies of what the learner keeps for each action."""
    kept = {n: array for n, array in learner.memory().items() if n not in ("sigma", "initial")}
    return {name: array.copy() for name, array in kept.items() if array.shape == learner.tree.shape}


def _cells(kept: dict[str, Array], rows: slice, hand: int) -> dict[str, list[float]]:
    return {name: array[rows, hand].tolist() for name, array in kept.items()}
