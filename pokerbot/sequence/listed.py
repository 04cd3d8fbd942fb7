"""From the ends of a game to arrays: a form in which each player has one hand."""

from __future__ import annotations

import numpy as np

from pokerbot.games.game import Game
from pokerbot.games.sequences import Ends, InformationSet
from pokerbot.sequence.form import Endings, Form, Terminals
from pokerbot.sequence.layout import NO_BOARDS, Decisions, Layout, in_order
from pokerbot.sequence.showdown import FOLD, PairedHands


def compile_listed(game: Game, ends: Ends) -> Form:
    """The form of a game that is known by its ends."""
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
        nodes=list(side),
        before=[(infoset.before, infoset.before) for infoset in side],
        first=[infoset.first for infoset in side],
        actions=[len(infoset.actions) for infoset in side],
        sequences=1 + sum(len(infoset.actions) for infoset in side),
    )
    return Layout(player, found, np.zeros(len(side), dtype=np.intp), NO_BOARDS)
