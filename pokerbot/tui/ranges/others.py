"""Other solutions on the same board, and their decisions."""

from __future__ import annotations

from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.node import Node, Nodes
from pokerbot.games.spot import at_line
from pokerbot.io.files import resolved
from pokerbot.opponents.opponents import Opponent
from pokerbot.strategy import library


def alike(opponent: Opponent) -> list[Path]:
    """The files of other solutions that begin on the same board."""
    public, found = {*opponent.strategy.game.rules.public}, []
    for path in library.everything():
        try:
            game = library.announced(path)
        except InputError:
            continue
        if game is not None and game.is_spot and {*game.rules.public} == public:
            found.append(path)
    return [path for path in found if resolved(path) != resolved(opponent.path)]


def same_in(nodes: Nodes, line: str) -> Node | None:
    """The decision that the same actions and cards lead to, None where they do not."""
    try:
        return nodes.at(*at_line(nodes.game.rules, line))
    except InputError:
        return None
