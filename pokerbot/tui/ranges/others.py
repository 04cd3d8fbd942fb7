"""Other solutions on the same board, and which of their decisions correspond to one here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, legal_actions, start, successor
from pokerbot.games.game import Game
from pokerbot.games.rules import Rules
from pokerbot.io.files import resolved
from pokerbot.opponents.opponents import Opponent
from pokerbot.strategy import library


def alike(opponent: Opponent) -> list[Path]:
    """The files of other solutions that begin where this one does: same board, or preflop."""
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
    theirs: Rules, rules: Rules, betting: Betting, board: int, instead: Mapping[int, str]
) -> tuple[Betting, int] | None:
    """The betting and the board of the decision that corresponds to one under other rules.

    The same kinds of action and the same cards lead there; where a size is missing, the nearest one
    is taken, as a part of the pot.

    Args:
        theirs: the rules of the decision that is sought.
        rules: the other rules.
        betting: the betting up to the decision, by the other rules.
        board: the board there.
        instead: the names of actions that replace those of `betting`, by their place in it.

    Returns:
        Both, None if there is no such decision, if no two hands can be dealt there, or if the two
        games begin on different streets.
    """
    there, lying = start(theirs), _board_in(theirs, rules, board)
    if lying is None:
        return None
    for place, (before, action) in enumerate(along(rules, actions_to(rules, betting))):
        legal = [] if there.over else legal_actions(theirs, there)
        kind = [each for each in legal if each.kind == action.kind]
        named = [each for each in kind if each.name == instead.get(place, action.name)]
        if not kind:
            return None
        part = action.chips / sum(before.chips)
        pot = sum(there.chips)
        nearest = min(kind, key=lambda each: abs(each.chips / pot - part))
        there = successor(theirs, there, named[0] if named else nearest)
    at = there.over, there.round, there.player
    same = at == (False, betting.round, betting.player)
    comes = same and theirs.leaves_hands(theirs.boards.cards[lying])
    return (there, lying) if comes else None


def _board_in(theirs: Rules, rules: Rules, board: int) -> int | None:
    """The board of other rules on which the same cards were turned up; None if there is none."""
    begun = len(rules.public)
    turned = rules.boards.cards[board][begun:]
    return theirs.boards.number(turned) if len(theirs.public) == begun else None


def bet_by(rules: Rules, betting: Betting) -> tuple[float, float]:
    """The chips that each seat has bet, without those that lay there at the start."""
    first, second = start(rules).chips
    return betting.chips[0] - first, betting.chips[1] - second


def other_sizes(rules: Rules, betting: Betting) -> list[tuple[int, str, str]]:
    """The other sizes of the last bet or raise that had several.

    Returns:
        For each other size the place of the bet among all actions, its name, and the size's name.
    """
    found: list[tuple[int, str, str]] = []
    for place, (before, action) in enumerate(along(rules, actions_to(rules, betting))):
        names = [each.name for each in legal_actions(rules, before) if each.kind == action.kind]
        if len(names) > 1:
            found = [(place, action.name, name) for name in names if name != action.name]
    return found


def differs(line: str, other: str) -> str:
    """The actions of another line that differ from those of this line, which is as long."""
    pairs = zip(*(re.split(r", | / ", each) for each in (line, other)), strict=True)
    return ", ".join(theirs for ours, theirs in pairs if ours != theirs)
