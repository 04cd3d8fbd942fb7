"""Strategy files of arrays in 16 bits, for games of very many information sets: `.spot`."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.betting import count_actions
from pokerbot.games.game import Game
from pokerbot.io.archive import (
    BROKEN,
    LARGEST_HEADER,
    Format,
    packed,
    read_header,
    read_members,
)
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import kept, lock_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.rounding import Rounded, from_parts, to_parts
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.heads import head_of, strategy_of
from pokerbot.strategy.strategy import Strategy

KIND = Format("pokerbot-arrays", 1, "strategy file")
ENDING = ".spot"
PLAYERS = ("player-1", "player-2")
"""The members: each player's parts, two bytes each, the lower one first."""


def pack(strategy: Strategy) -> memoryview:
    """The bytes of a strategy's file.

    Raises:
        InputError: its game has no cards.
    """
    game = strategy.game
    if not game.has_cards:
        raise InputError(f"{ENDING} files are of games with cards and betting, not {game.spec:.60}")
    form = compile_game(game)
    profile = to_arrays(form, strategy.infosets)
    members = (
        (name, to_parts(form, player, profile[player]).astype("<u2").tobytes())
        for player, name in enumerate(PLAYERS)
    )
    return packed(KIND, {**head_of(strategy), "hands": _hands(game)}, members)


def rounded(infosets: NamedProfile) -> NamedProfile:
    """A profile as it is read back from such a file."""
    form = infosets.form
    first, second = (
        to_parts(form, player, sigma) for player, sigma in enumerate(infosets.normalized)
    )
    return _played(form, (first, second))


def unpack(content: bytes) -> Strategy:
    """The strategy in a file's bytes.

    Raises:
        InputError: they are none, damaged, or not of the game that they name.
    """
    try:
        file = io.BytesIO(content)
        head = read_header(file, KIND)
        return strategy_of(head, lambda game: _read(file, head, game))
    except InputError:
        raise
    except BROKEN:
        raise InputError(f"not a whole {KIND.what}") from None


def _read(file: io.BytesIO, head: dict[str, Any], game: Game) -> NamedProfile:
    """The probabilities, of the hands that the file names."""
    if head.get("hands") != _hands(game):
        raise InputError("its hands are not those of its game")
    form = compile_game(game)
    shapes = [(tree.rows - 1, tree.hands) for tree in form.trees]
    sizes = {name: 2 * rows * hands for name, (rows, hands) in zip(PLAYERS, shapes, strict=True)}
    members = read_members(file, KIND, sizes)
    first, second = (
        np.frombuffer(members[name], "<u2").reshape(shape)
        for name, shape in zip(PLAYERS, shapes, strict=True)
    )
    return _played(form, (first, second))


def _played(form: Form, parts: tuple[Rounded, Rounded]) -> NamedProfile:
    """The probabilities that both players' parts stand for; what is locked is not rounded."""
    first, second = (from_parts(form, player, each) for player, each in enumerate(parts))
    return NamedProfile.normal(form, kept(form, (first, second), lock_floors(form)))


def check_size(head: bytes, size: int) -> None:
    """Check, before any of it is built, that a file is as large as its game needs.

    Args:
        head: its first bytes, the whole header with them.
        size: how many it has.

    Raises:
        InputError: it is none, or larger or smaller.
    """
    try:
        told = read_header(io.BytesIO(head), KIND)
    except InputError:
        raise
    except BROKEN:
        raise InputError(f"not a whole {KIND.what}") from None
    rules = strategy_of(told, lambda _: {}).game.rules
    fewest, most = sorted(map(len, rules.hands))
    try:
        counted = count_actions(rules, size / (2 * fewest))
    except InputError:
        raise InputError("smaller than a strategy of its game") from None
    rows = sum(
        count * len(rules.boards.of(rules.street(round_))) for round_, count in enumerate(counted)
    )
    if not 2 * rows * fewest <= size <= 2 * rows * most + 2 * LARGEST_HEADER:
        raise InputError("larger or smaller than a strategy of its game")


def _hands(game: Game) -> list[list[str]]:
    """The names of each player's hands, in their order."""
    return [[hands.name(hand) for hand in range(len(hands))] for hands in game.rules.hands]
