"""Iterations worked through as in tutorials: every number at every information set.

If a deal is given, chance deals only this, and only information sets of these cards are visited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import walk
from pokerbot.games.dealer import Deals
from pokerbot.games.game import Game, View
from pokerbot.games.rules import Rules
from pokerbot.io.html import table
from pokerbot.runs.limits import check_iterations
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.compile import as_form
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import counterfactual_reach
from pokerbot.solvers.algorithm import Algorithm, SelfPlaying, floors_of
from pokerbot.solvers.catalogue import as_algorithm
from pokerbot.solvers.learner import Learner
from pokerbot.solvers.options import Options, resolve_settings
from pokerbot.solvers.regret import RegretRule
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.solvers.selfplay import SelfPlay

MOST_INFOSETS = 5_000


@dataclass(frozen=True)
class Visit:
    """A visit to an information set in one iteration; lists have a number for each action.

    player: who acts, 1 or 2
    infoset: the information set's key
    actions: the legal actions
    strategy: the probability of each action
    reach: the counterfactual reach: the probability that chance and the opponent come here. If an
        algorithm samples it is the share of the lines drawn that come here; where own actions are
        drawn by the strategy, too, each counts as one divided by the probability of those before
    utilities: the player's expected chips after each action, given that they come here; 0 if they
        never do. If an algorithm samples these are its estimates: the mean of the lines drawn;
        where own actions are drawn by the strategy, too, an action that is drawn counts as one
        divided by its probability, and another as 0, or as its baseline
    value: the mean of the utilities under the strategy
    regrets: (utility − value) · reach
    before, after: the learner's arrays before and after the iteration, by name
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
    """Iterations of an algorithm, each as a list of visits in the order of a traversal."""

    game: str
    algorithm: str
    deal: str | None
    iterations: list[list[Visit]]

    def __repr__(self) -> str:
        dealt = f" with {self.deal}" if self.deal else ""
        visits = sum(map(len, self.iterations))
        return f"<Trace of {self.game} by {self.algorithm}{dealt}: {visits:,} visits>"

    def _repr_html_(self) -> str:
        """For notebooks: a table for each visit."""
        return "".join(
            table(
                f"Iteration {number}: player {visit.player}, {visit.infoset} value"
                f" {visit.value:z.4f}, reach {visit.reach:.4f}",
                ["", *visit.actions],
                [
                    ["strategy", *visit.strategy],
                    ["utility", *visit.utilities],
                    ["regret", *visit.regrets],
                    *([f"{name} after", *numbers] for name, numbers in visit.after.items()),
                ],
            )
            for number, visits in enumerate(self.iterations, 1)
            for visit in visits
        )


def trace(
    game: Game | Form | str,
    algorithm: str | Algorithm | RegretRule = "cfr",
    *,
    deal: str | None = None,
    iterations: int = 1,
    options: Options | None = None,
    **settings: Any,
) -> Trace:
    """Follow an algorithm through its first iterations.

    Args:
        game: a small game, its name or its form.
        algorithm: an algorithm by self-play, or a rule; vanilla CFR by default, for every game.
        deal: the players' cards and the public one, as `Q K` or `Q,K,J`; None for all deals.
        iterations: how many.
        options: how the algorithm is run. By default updates alternate, as in `solve`; the command
            `pokerbot trace` updates both players at once.
        settings: more options by name, and the algorithm's parameters.

    Raises:
        InputError: it is not a deal of this game, the algorithm is not by self-play, the game is
            too large to be read, the number of iterations is wrong, or an option does not fit.
    """
    check_iterations(iterations)
    form, algorithm = as_form(game), as_algorithm(algorithm)
    game, options = form.game, algorithm.within(resolve_settings(options, settings), iterations)
    if sum(tree.rows * tree.hands for tree in form.trees) > MOST_INFOSETS and deal is None:
        raise InputError(f"is needed: {game.spec} is too large to trace whole", parameter="deal")
    deals = parse_deal(game, deal) if deal is not None else None
    if not isinstance(algorithm, SelfPlaying):
        raise InputError(f"{algorithm.name} has no steps that could be traced")
    floors, *others = floors_of(form, options)
    if others:
        raise InputError(
            "must be first or second: with a floor for both, each seat plays a game of its own",
            parameter="floor_seat",
        )
    solver = algorithm.start(form, options, floors, np.random.default_rng(0), deals)
    followed = [_iteration(form, solver, deals) for _ in range(iterations)]
    return Trace(game.spec, algorithm.name, deal, followed)


def parse_deal(game: Game, text: str) -> Deals:
    """Parse a deal written as card names.

    Raises:
        InputError: it is not a deal of this game.
    """
    if not game.has_cards:
        raise InputError(f"has no effect on {game.spec:.60}, which has no cards", parameter="deal")
    names = text.replace(",", " ").replace("/", " ").split() if isinstance(text, str) else ()
    found = _dealt(game.rules, names)
    if found is None:
        what = _what_is_dealt(game.rules)
        raise InputError(f"a deal of {game.spec} is {what}, not {text!r:.40}")
    return found


def _what_is_dealt(rules: Rules) -> str:
    """What a deal consists of, in words."""
    boards, (first, second) = rules.boards, rules.hands
    two = "two private cards" if first.private == 1 else "two hands"
    one, other = (f"from {each.name(0)} to {each.name(len(each) - 1)}" for each in (first, second))
    told = f"{two}, {one}" if one == other else f"{two}, one {one}, one {other}"
    if not rules.has_board:
        return told
    return f"{told}, and what is turned up, such as {boards.whole(boards.first[-2])}"


def _dealt(rules: Rules, names: Sequence[str]) -> Deals | None:
    """The deal of these hands and public cards, None if there is no such deal."""
    if len(names) < 2:
        return None
    first, second = (hands.meant(name) for hands, name in zip(rules.hands, names[:2], strict=True))
    board = rules.boards.find(" ".join(names[2:]))
    if first is None or second is None or board is None:
        return None
    whole = board in rules.boards.of(rules.boards.streets - 1)
    if not whole or not rules.prior.ways(first, second, rules.boards.cards[board]):
        return None
    return Deals(np.array([[first], [second]]), np.array([board]))


@dataclass(frozen=True, eq=False)
class _Seat:
    """One player's arrays in an iteration.

    tree: the player's decisions
    had: [rows, hands] the strategy that was played
    reach: [decisions, hands] the counterfactual reach, NaN where there is no visit
    q: [rows, hands] the counterfactual value of each action
    v: [decisions, hands] the counterfactual value of each decision; if the algorithm samples, all
        three are as it drew them
    before, after: [rows, hands] the learner's arrays before and after the iteration, by name
    """

    tree: Tree
    had: Array
    reach: Array
    q: Array
    v: Array
    before: dict[str, Array]
    after: dict[str, Array]

    def visit(self, game: Game, node: Any, view: View) -> Visit:
        """The visit to a view of a node, which is a betting, or stands for one in other games."""
        board, hand, _ = view
        decision, rows = self.tree.at(node, board), self.tree.rows_at(node, board)
        reach = float(self.reach[decision, hand])
        value, utilities = self.v[decision, hand], self.q[rows, hand]
        return Visit(
            player=self.tree.player + 1,
            infoset=game.keys(node, [view])[0],
            actions=[*game.names(node)],
            strategy=self.had[rows, hand].tolist(),
            reach=reach,
            utilities=(utilities / reach if reach else utilities * 0).tolist(),
            value=float(value / reach) if reach else 0.0,
            regrets=(utilities - value).tolist(),
            before={name: array[rows, hand].tolist() for name, array in self.before.items()},
            after={name: array[rows, hand].tolist() for name, array in self.after.items()},
        )


def _iteration(form: Form, solver: SelfPlay, deals: Deals | None) -> list[Visit]:
    """Do an iteration; return its visits in the order of `_places`."""
    told: dict[int, Array] = {}
    reach: dict[int, Array] = {}

    def note(player: int, other: Array, earned: Array) -> None:
        """Keep a player's gradient, and the counterfactual reach."""
        told[player] = earned
        reach[player] = _reached(form, solver, deals, player, other)

    solver.observer = note
    learners, game = solver.learners, form.game
    had, before = [each.current() for each in learners], [_kept(each) for each in learners]
    solver.step()
    seats = [
        _Seat(
            tree,
            had[player],
            reach[player],
            *operators.backup(had[player], told[player]),
            before[player],
            _kept(learners[player]),
        )
        for player, (tree, operators) in enumerate(zip(form.trees, bind(form), strict=True))
    ]
    visits = (seats[player].visit(game, node, view) for player, node, view in _places(form))
    return [visit for visit in visits if not np.isnan(visit.reach)]


def _reached(form: Form, solver: SelfPlay, deals: Deals | None, player: int, other: Array) -> Array:
    """[decisions, hands] the counterfactual reach that the gradient has taken.

    With a deal it is NaN where there is no visit.
    """
    if not isinstance(solver.gradients, SampledGradients):
        return counterfactual_reach(form, player, other)
    reach = solver.gradients.reached(player)
    return np.nan_to_num(reach) if deals is None else reach


def _places(form: Form) -> Iterator[tuple[int, Any, View]]:
    """All decisions as (player, node, view), in the order of the betting.

    In games without betting player 1's decisions come first, and each player's are in the order of
    the tree.
    """
    game = form.game
    if game.has_cards:
        for node in walk(game.rules):
            if not node.over:
                for view in game.views(node.round, node.player):
                    yield node.player, node, view
        return
    for tree in form.trees:
        for node, board, _ in tree.decisions():
            yield tree.player, node, (board, 0, "")


def _kept(learner: Learner) -> dict[str, Array]:
    """Copies of the learner's arrays that have a number for each action, but for the strategy."""
    kept = {n: array for n, array in learner.memory().items() if n not in ("sigma", "initial")}
    return {
        name: array.copy() for name, array in kept.items() if array.shape == learner.operators.shape
    }
