"""Simple players of heads-up hold'em, and what a blueprint wins from them on a board.

Before the flop they know the class of their hand; after it they know the hand's equity against a
random hand, in steps of half a per cent.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from pokerbot.evaluation.bots import BUILT_IN
from pokerbot.evaluation.heads_up.responses import PAIRS
from pokerbot.games.actions import Action, Betting
from pokerbot.games.all_in import CLASSES, RUNOUTS, meetings, outcomes
from pokerbot.games.betting import pot_odds
from pokerbot.games.heads_up import TURNED
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import first_of_two
from pokerbot.sequence.heads_up import cards
from pokerbot.sequence.heads_up.board import BoardPlay, Walker, board_of
from pokerbot.sequence.heads_up.buckets import potential, scores
from pokerbot.sequence.heads_up.jams import Jams
from pokerbot.sequence.heads_up.tree import BettingTree
from pokerbot.sequence.heads_up.walk import Play, mixed, unplayed

ROWS = 201
"""The number of different equities."""
RUNOUTS_LEFT = {3: 1081, 4: 46, 5: 1}
"""The number of runouts for a hand, by the number of cards on the table."""

Rule = Callable[[tuple[Action, ...], Betting, Array], Index | Array]
"""A simple player: maps the legal actions, the betting and each row's equity to what it does.

Rows are the classes of hands before the flop, and the `ROWS` equities after it. The result is
either [rows] the place of the action that is taken, or [rows, actions] probabilities.
"""


def built_in(name: str) -> Rule:
    """The rule of a built-in bot; `random` takes all actions with the same probability."""
    choose = BUILT_IN[name]

    def rule(actions: tuple[Action, ...], betting: Betting, equity: Array) -> Index | Array:
        if choose is None:
            return np.full((len(equity), len(actions)), 1 / len(actions))
        return choose(actions, 2 * equity - 1)

    return rule


def check_fold(actions: tuple[Action, ...], betting: Betting, equity: Array) -> Index:
    """Checks, and folds to every bet."""
    return np.zeros(len(equity), np.intp)


def all_in(actions: tuple[Action, ...], betting: Betting, equity: Array) -> Index:
    """Goes all-in with every hand."""
    return np.full(len(equity), len(actions) - 1)


def by_odds(actions: tuple[Action, ...], betting: Betting, equity: Array) -> Index:
    """Bets the least with an equity of 60 %, raises the least with 80 %, and calls by pot odds."""
    passive = int(betting.to_call > 0)
    price = pot_odds(betting.to_call, sum(betting.chips))
    larger = np.minimum(passive + 1, len(actions) - 1)
    strong = equity >= (0.8 if passive else 0.6)
    return np.where(strong, larger, np.where(equity >= price, passive, 0))


def chart(stack: float) -> Rule:
    """Plays all-in or fold before the flop, by an equilibrium of the game where that is all.

    If the small blind does anything but go all-in, the big blind goes all-in with the hands that
    would call an all-in, and checks or folds all others. After the flop it checks or folds.
    """

    def rule(actions: tuple[Action, ...], betting: Betting, equity: Array) -> Array:
        found = np.zeros((len(equity), len(actions)))
        if betting.round == 0:
            plays = jam_or_fold(stack)[betting.player]
            found[:, -1] = plays
            found[:, 0] = 1 - plays
        else:
            found[:, 0] = 1
        return found

    return rule


@lru_cache(maxsize=2)
def jam_or_fold(stack: float, iterations: int = 3000) -> tuple[Array, Array]:
    """Solve the game of all-in or fold by CFR+, with a stack in big blinds.

    Returns:
        [classes] how often the small blind goes all-in, and how often the big blind calls.
    """
    win, _, lose = outcomes()
    pairs, showdown = meetings(), stack * (win - lose) / RUNOUTS
    called, folded, left = -showdown.T, -pairs.T, -pairs.sum(axis=1) / 2
    regret, total = np.zeros((2, 2, len(CLASSES))), np.zeros((2, len(CLASSES)))
    for iteration in range(1, iterations + 1):
        for player in (0, 1):
            jams, calls = (first_of_two(each) for each in regret)
            total[player] += iteration * (calls if player else jams)
            if player:  # what calling and folding win
                gains = np.stack([called @ jams, folded @ jams])
            else:  # what jamming and folding win
                gains = np.stack([pairs @ (1 - calls) + showdown @ calls, left])
            own = calls if player else jams
            regret[player] += gains - (own * gains[0] + (1 - own) * gains[1])
            np.maximum(regret[player], 0, out=regret[player])
    weights = iterations * (iterations + 1) / 2
    return total[0] / weights, total[1] / weights


def rules(stack: float) -> dict[str, Rule]:
    """The simple players by name, for a stack in big blinds."""
    return {
        "call": built_in("call"),
        "always all-in": all_in,
        "random": built_in("random"),
        "check or fold": check_fold,
        "jam-or-fold chart": chart(stack),
        "pot odds": by_odds,
    }


def play_of(tree: BettingTree, rule: Rule) -> Play:
    """The strategy of a rule, as arrays for walks."""
    found = unplayed(tree.nodes, (len(CLASSES), ROWS, ROWS, ROWS))
    for node in np.flatnonzero(found.rows).tolist():
        actions, betting = tree.actions[node], tree.betting[node]
        equity = before_flop() if betting.round == 0 else np.arange(ROWS) / (ROWS - 1)
        said = rule(actions, betting, equity)
        if said.ndim == 1:
            said = np.eye(len(actions))[said]
        found.at(tree.nodes, node)[:] = said
    return found


def before_flop() -> Array:
    """[classes] the equity before the flop against a random hand."""
    win, tie, _ = outcomes()
    found: Array = (win + tie / 2).sum(axis=1) / (RUNOUTS * meetings().sum(axis=1))
    return found


def rows(lying: Index) -> Index:
    """[streets, hands] each hand's row in a simple player's strategy, on the streets of a board."""
    found = [cards.deck().classes]
    for known in (each for each in TURNED[1:] if each <= len(lying)):
        board = lying[:known]
        won = scores(board) if known == 5 else potential(board)[0]
        found.append(won * (ROWS - 1) // (RUNOUTS_LEFT[known] * cards.MOST))
    return np.stack(found)


class Contest:
    """A blueprint against another player, in both seats, with all pairs of hands on a board.

    Args:
        tree: the betting.
        play: the blueprint.
        other: the other player's strategy.
    """

    def __init__(self, tree: BettingTree, play: Play, other: Play) -> None:
        self._walker, self._jams = Walker(tree), Jams(tree)
        plays = [mixed(tree.nodes, play, other), mixed(tree.nodes, other, play)]
        self._seats = [(each, self._jams.values(each)) for each in plays]

    def wins(self, lying: Index, own: Index, theirs: Index) -> float:
        """What the blueprint wins on a board, in big blinds per hand, the mean of both seats.

        Args:
            lying: the five cards of the board.
            own: [streets, hands] each hand's row in the blueprint.
            theirs: [streets, hands] each hand's row in the other player's strategy.
        """
        total = 0.0
        for seat, (_, values) in enumerate(self._seats):
            there = self.on(seat, lying, own, theirs)
            worth = there.walk(stops=self._jams.stops(there.board, values))
            total += float(worth[0, seat].sum())
        return total / 2 / PAIRS

    def on(self, seat: int, lying: Index, own: Index, theirs: Index) -> BoardPlay:
        """How a board is played with the blueprint in one seat; own, theirs: as in `wins`."""
        board, pair = board_of(lying), (own, theirs) if seat == 0 else (theirs, own)
        buckets = np.stack([each[:, board.order] for each in pair])
        return BoardPlay(self._walker, board, buckets, self._seats[seat][0])
