"""From a game's ends to arrays: a form in which each player has one hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pokerbot.games.ends import End, EndsGame, InformationSet, gather
from pokerbot.games.openspiel import as_game, load_openspiel
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Endings, Form, Terminals
from pokerbot.sequence.layout import Decisions, Layout, in_order
from pokerbot.sequence.showdown import FOLD, PairedHands

if TYPE_CHECKING:
    import pyspiel


def sequence_form(ends: Iterable[End], name: str = "a game") -> Form:
    """The form of any two-player zero-sum game with perfect recall.

    Args:
        ends: of every end player 1's payoff times the probability that chance plays its part, the
            path of player 1 and the path of player 2; a path is a tuple of (information set,
            action). An information set's actions are those that some path takes there.
        name: what it is called in what is printed.

    >>> ends = [
    ...     (1.0 if coin == guess else -1.0, (("turn", coin),), (("guess", guess),))
    ...     for coin in ("heads", "tails")
    ...     for guess in ("heads", "tails")
    ... ]
    >>> [tree.rows for tree in sequence_form(ends).trees]
    [3, 3]

    Raises:
        InputError: a player forgets what they knew or did (the information set is named), or an
            end is none.
    """
    kept = tuple(ends)
    game = EndsGame(name, partial(gather, kept))
    return compile_game(game)


def from_openspiel(game: pyspiel.Game | str) -> Form:
    """The form of a two-player zero-sum game of OpenSpiel, given itself or by its name.

    Raises:
        InputError: it is no such game, or too large to write out.
    """
    return compile_game(load_openspiel(game) if isinstance(game, str) else as_game(game))


def compile_ends(game: EndsGame) -> Form:
    """The form of a game that is known by its ends."""
    ends = game.ends
    layouts = [_layout(player, side) for player, side in enumerate(ends.sides)]
    last = np.array(list(ends.payoffs), dtype=np.intp).T
    payoffs = np.array(list(ends.payoffs.values()))
    met = PairedHands(np.array([[[[1.0], [0.0]]]]))
    trees = []
    for player, layout in enumerate(layouts):
        reached, place = np.unique(last[1 - player], return_inverse=True)
        endings = Endings(layouts[1 - player].row[reached].T, met)
        won = -payoffs if player else payoffs
        terminals: Terminals = in_order(
            layout.row[last[player], 0], 2 * place + FOLD, won, (endings,)
        )
        trees.append(layout.tree(1, terminals))
    return Form(game, (trees[0], trees[1]), ends.nodes)


def _layout(player: int, side: tuple[InformationSet, ...]) -> Layout:
    """The rows of a player's sequences."""
    found = Decisions(
        before=[(infoset.before, infoset.before) for infoset in side],
        first=[infoset.first for infoset in side],
        actions=[len(infoset.actions) for infoset in side],
        sequences=1 + sum(len(infoset.actions) for infoset in side),
    )
    return Layout(player, found, np.zeros(len(side), dtype=bool), 1)
