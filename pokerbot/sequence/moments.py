"""The standard deviation of a hand's chips, exactly, by the form with payoffs to a power."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pokerbot.sequence.arrays import Array
from pokerbot.sequence.form import Form, Tree
from pokerbot.sequence.layout import in_order
from pokerbot.sequence.operators import bind
from pokerbot.sequence.showdown import SHOWDOWN, hands_of


def deviation(form: Form, plans: tuple[Array, Array]) -> float:
    """The standard deviation of a hand's chips, player 1's; without rake the same for both.

    `plans` are both players' realization plans, each [rows, hands]. The variance is the expected
    square of what is won, less the square of its expectation.
    """
    mean = np.vdot(plans[0], bind(form)[0].gradient(plans[1]))
    square = np.vdot(plans[0], bind(powered(form, 2))[0].gradient(plans[1]))
    return math.sqrt(max(float(square - mean * mean), 0.0))


def powered(form: Form, power: int) -> Form:
    """The same game with the chips won to a power in place of the chips, for both players."""
    first, second = (_powered(form, tree, power) for tree in form.trees)
    return replace(form, trees=(first, second))


def _powered(form: Form, tree: Tree, power: int) -> Tree:
    """A tree in which each end pays a power of what its terminals paid together.

    A showdown pays stake · s + cost, where s is 1, 0 or −1 by who wins, and a fold its cost alone.
    When the power is multiplied out, even powers of s are 1 whoever wins, and 0 for a split pot.
    """
    ends = tree.terminals
    size = sum(each.size for each in ends.endings)
    # Both terminals of an end have the same row, and outcomes of the same sequence of the other's.
    which, place = np.unique(ends.row * size + ends.outcome // 2, return_inverse=True)
    row, fold = which // size, 2 * (which % size)
    shown = ends.outcome % 2 == SHOWDOWN
    stake, cost = (
        np.bincount(place, ends.chips * here, minlength=len(which)) for here in (shown, ~shown)
    )
    # The squared showdowns are put after all others, with outcomes that are `size` higher.
    by_who_wins, whoever = fold + SHOWDOWN, fold + SHOWDOWN + size
    outcomes = [fold, *[by_who_wins, whoever] * power][: power + 1]
    chips = [math.comb(power, k) * stake**k * cost ** (power - k) for k in range(power + 1)]
    squared = tuple(
        replace(each, hands=hands_of(form.game.rules, each.street, tree.player, squared=True))
        for each in ends.endings
    )
    terminals = in_order(
        np.tile(row, power + 1),
        np.concatenate(outcomes),
        np.concatenate(chips),
        ends.endings + squared,
    )
    return replace(tree, terminals=terminals)
