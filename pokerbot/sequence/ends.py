"""Forms of one's own games, given by their ends, a tree or a matrix, and of OpenSpiel's games."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.ends import End, EndsGame, gather
from pokerbot.games.openspiel import OpenSpielGame, load_openspiel
from pokerbot.games.trees import State, matrix_game, tree_game
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form

if TYPE_CHECKING:
    import pyspiel
    from numpy.typing import ArrayLike


def sequence_form(ends: Iterable[End], name: str = "a game") -> Form:
    """The form of any two-player zero-sum game with perfect recall.

    Args:
        ends: for every end (player 1's payoff, the probability of chance's actions on the way, path
            of player 1, path of player 2); a path is a tuple of (information set, action).
            An information set's actions are those that some path takes there. Under any play the
            probabilities must add up to 1, to 1e-9. The older form, which has payoff times
            probability in place of both, is taken with a warning, since it cannot be checked.
        name: what the game is called in what is printed.

    >>> ends = [
    ...     (1.0 if coin == guess else -1.0, 1.0, (("turn", coin),), (("guess", guess),))
    ...     for coin in ("heads", "tails")
    ...     for guess in ("heads", "tails")
    ... ]
    >>> [tree.rows for tree in sequence_form(ends).trees]
    [3, 3]

    Raises:
        InputError: an end is malformed, a player forgets what they knew or did, or the
            probabilities do not add up; the message names the information set.
    """
    kept = tuple(ends)
    form = compile_game(EndsGame(name, partial(gather, kept)))
    if len(kept[0]) == 3:
        warnings.warn(
            f"the probabilities of {name!r:.60} cannot be checked: an end is best (payoff,"
            " probability, path of player 1, path of player 2)",
            stacklevel=2,
        )
    return form


def from_tree(root: State, name: str = "a game") -> Form:
    """The form of a two-player zero-sum game with perfect recall, given as a tree of states.

    Args:
        root: its first state, a `pokerbot.extend.State`; chance moves wherever a state says so.
        name: what the game is called in what is printed.

    Raises:
        InputError: a player forgets what they knew or did, chance's probabilities do not add up, or
            it is too large to write out.
    """
    return compile_game(tree_game(name, root))


def from_matrix(payoffs: ArrayLike, name: str = "a matrix game") -> Form:
    """The form of a matrix game: player 1 takes a row and, at the same time, player 2 a column.

    Args:
        payoffs: [rows, columns] what player 1 wins, and player 2 loses.
        name: what the game is called in what is printed.

    >>> form = from_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], "rock paper scissors")
    >>> [tree.rows for tree in form.trees]
    [4, 4]

    Raises:
        InputError: it is no matrix of finite numbers, or some of them are masked.
    """
    try:
        matrix = np.ma.filled(np.ma.asarray(payoffs, dtype=np.float64), np.nan)
    except (OverflowError, TypeError, ValueError):
        matrix = np.empty(0)
    if matrix.ndim != 2 or not matrix.size or not np.isfinite(matrix).all():
        raise InputError("must be a matrix of finite numbers", parameter="payoffs")
    return compile_game(matrix_game(name, matrix.tolist()))


def from_openspiel(game: pyspiel.Game | str) -> Form:
    """The form of a two-player zero-sum game of OpenSpiel, given as its object or by its name.

    Raises:
        InputError: it is no such game, or too large to write out.
    """
    return compile_game(load_openspiel(game) if isinstance(game, str) else OpenSpielGame(game))
