"""Other solutions on the same board, and their decisions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.evaluation.node import Node, Nodes
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, legal_actions, start, successor
from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.games.spot import at_line
from pokerbot.io.files import resolved
from pokerbot.opponents.opponents import Opponent
from pokerbot.strategy import library


def alike(opponent: Opponent) -> list[Path]:
    """The files of other solutions that begin on the same board."""
    own, found = opponent.strategy.game, []
    for path in library.everything():
        try:
            game = library.announced(path)
        except InputError:
            continue
        if game is not None and game.has_classes and _begins_like(own, game):
            found.append(path)
    return [path for path in found if resolved(path) != resolved(opponent.path)]


def _begins_like(own: Game, other: Game) -> bool:
    """Whether both are spots on one board, or both before the flop."""
    same = {*own.rules.public} == {*other.rules.public}
    return same and own.is_spot == other.is_spot


def like_in(
    nodes: Nodes, rules: Rules, betting: Betting, board: int, instead: Mapping[int, str]
) -> Node | None:
    """The decision of a solution that is like one of another: its bets of the nearest size.

    Args:
        nodes: the solution whose decision it is.
        rules: of the other one, which these are of:
        betting: the actions that lead there, and
        board: the one that lies there.
        instead: what is done in place of an action, by that one's place among all.

    Returns:
        None where there is no such decision.
    """
    theirs, there = nodes.game.rules, start(nodes.game.rules)
    for place, (before, action) in enumerate(along(rules, actions_to(rules, betting))):
        alike = [] if there.over else legal_actions(theirs, there)
        alike = [each for each in alike if each.kind == action.kind]
        named = [each for each in alike if each.name == instead.get(place, action.name)]
        if not alike:
            return None
        part = action.chips / sum(before.chips)
        pot = sum(there.chips)
        nearest = min(alike, key=lambda each: abs(each.chips / pot - part))
        there = successor(theirs, there, named[0] if named else nearest)
    at = there.over, there.round, there.player
    if at != (False, betting.round, betting.player):
        return None
    return nodes.at(there, board)


def bet_more(nodes: Nodes, node: Node, others: Nodes, other: Node) -> tuple[float, float]:
    """The chips that each seat has bet on the way to a decision beyond those to another one."""
    here, there = (
        [now - before for now, before in zip(betting.chips, start(rules).chips, strict=True)]
        for rules, (betting, _) in (
            (each.game.rules, at_line(each.game.rules, at.line))
            for each, at in ((nodes, node), (others, other))
        )
    )
    return here[0] - there[0], here[1] - there[1]


def other_sizes(rules: Rules, betting: Betting) -> list[tuple[int, str, str]]:
    """Of the last bet or raise that had other sizes: its place, its name, and that of each."""
    found: list[tuple[int, str, str]] = []
    for place, (before, action) in enumerate(along(rules, actions_to(rules, betting))):
        names = [each.name for each in legal_actions(rules, before) if each.kind == action.kind]
        if len(names) > 1:
            found = [(place, action.name, name) for name in names if name != action.name]
    return found


def differs(line: str, other: str) -> str:
    """What was done there in place of what was done here."""
    pairs = zip(*(re.split(r", | / ", each) for each in (line, other)), strict=True)
    return ", ".join(theirs for ours, theirs in pairs if ours != theirs)
