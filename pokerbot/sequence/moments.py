"""How far the chips of a hand scatter, exactly: the form with its payoffs squared."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Endings, Form, Tree
from pokerbot.sequence.operators import bind
from pokerbot.sequence.showdown import hands_of


def deviation(form: Form, plans: tuple[Array, Array]) -> float:
    """The standard deviation of a hand's chips, the same for both players.

    `plans` are both players' realization plans, each [rows, hands]. The variance is the expected
    square of what is won less the square of what is expected.
    """
    mean = np.vdot(plans[0], bind(form)[0].gradient(plans[1]))
    square = np.vdot(plans[0], bind(squared(form))[0].gradient(plans[1]))
    return math.sqrt(max(float(square - mean * mean), 0.0))


def squared(form: Form) -> Form:
    """The same game with the square of the chips won in place of the chips, for both players."""
    first, second = (_squared(form, tree) for tree in form.trees)
    return replace(form, trees=(first, second))


def cubed(form: Form) -> Form:
    """The same game with the cube of the chips won in place of the chips."""
    first, second = (
        replace(tree, terminals=replace(tree.terminals, chips=tree.terminals.chips**3))
        for tree in form.trees
    )
    return replace(form, trees=(first, second))


def _squared(form: Form, tree: Tree) -> Tree:
    ends = tree.terminals
    endings = tuple(_met(form, tree.player, each) for each in ends.endings)
    return replace(tree, terminals=replace(ends, chips=ends.chips**2, endings=endings))


def _met(form: Form, player: int, ending: Endings) -> Endings:
    """The same sequences, where a showdown counts whoever wins it, but not a split pot."""
    return replace(ending, hands=hands_of(form.game.rules, ending.street, player, squared=True))
