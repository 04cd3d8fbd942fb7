"""Compiles a game's ends to arrays: a form in which each player has a single hand."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.games.sequences import Ends, InformationSet, Pairs
from pokerbot.sequence.form import Endings, Form, Terminals
from pokerbot.sequence.layout import Layout, SeatDecisions, in_order, without_boards
from pokerbot.sequence.showdown import FOLD, PairedHands


def compile_listed(game: Game, ends: Ends) -> Form:
    """The form of a game that is given by its ends."""
    return _form(game, ends, ends.payoffs, (1.0, -1.0))


@lru_cache(maxsize=4)
def compile_chances(game: Game) -> Form:
    """The form of a game, given by its ends, in which both players win 1 at every end.

    The counterfactual value of a decision there is the probability with which chance and the
    opponent lead to it.

    Raises:
        InputError: the ends do not tell their probabilities.
    """
    if game.ends.chances is None:
        raise InputError(
            f"the ends of {game.spec:.60} have no probabilities, so it is unknown how often an"
            " information set is met: an end is (payoff, probability, path 1, path 2)"
        )
    return _form(game, game.ends, game.ends.chances, (1.0, 1.0))


def _form(game: Game, ends: Ends, won: Pairs, signs: tuple[float, float]) -> Form:
    """The form in which an end pays each player what `won` says, times the player's sign."""
    layouts = layouts_of_ends(ends)
    last = np.array(list(won), dtype=np.intp).T
    payoffs = np.array(list(won.values()))
    met = PairedHands(np.array([[[[1.0], [0.0]]]]))
    trees = []
    for player, layout in enumerate(layouts):
        reached, place = np.unique(last[1 - player], return_inverse=True)
        endings = Endings(layouts[1 - player].row[reached].T, met)
        row = layout.row[last[player], 0]
        terminals: Terminals = in_order(row, 2 * place + FOLD, signs[player] * payoffs, (endings,))
        trees.append(layout.tree(1, terminals))
    return Form(game, (trees[0], trees[1]), ends.nodes)


def layouts_of_ends(ends: Ends) -> tuple[Layout, Layout]:
    """The layout of both players' rows."""
    one, two = (layout_of(player, side) for player, side in enumerate(ends.sides))
    return one, two


def layout_of(player: int, side: tuple[InformationSet, ...]) -> Layout:
    """The layout of the rows of a player, or of chance."""
    found = SeatDecisions(
        nodes=list(side),
        before=[(infoset.before,) * 3 for infoset in side],
        first=[infoset.first for infoset in side],
        actions=[len(infoset.actions) for infoset in side],
        sequences=1 + sum(len(infoset.actions) for infoset in side),
    )
    return without_boards(player, found)
