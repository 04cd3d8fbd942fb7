"""Strategy files of arrays in 16 bits, for games of very many information sets: `.spot`."""

from __future__ import annotations

import io
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.betting import Betting, count_actions
from pokerbot.games.game import Game
from pokerbot.io.archive import (
    BROKEN,
    LARGEST_HEADER,
    Format,
    packed,
    read_header,
    read_members,
)
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.filing import PARTS, Rounded, from_parts, sections, to_parts
from pokerbot.sequence.floors import kept, lock_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.showdown import alive
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
    check_game(game)
    form = compile_game(game)
    profile = to_arrays(form, strategy.infosets)
    members = (
        (name, to_parts(form, player, profile[player]).astype("<u2").tobytes())
        for player, name in enumerate(PLAYERS)
    )
    return packed(KIND, {**head_of(strategy), "hands": _hands(game)}, members)


def check_game(game: Game) -> None:
    """Raise InputError for a game of which there are no such files."""
    if not game.has_cards:
        raise InputError(f"{ENDING} files are of games with cards and betting, not {game.spec:.60}")


class PackedProfile(NamedProfile):
    """A profile as it stands in a file; its form is compiled and its arrays made when asked for.

    game: what it is of
    parts: [rows - 1, hands] of each player, as `to_parts` makes them

    Raises:
        InputError: the parts of a decision are not `PARTS` in all.
    """

    def __init__(self, game: Game, parts: tuple[Rounded, Rounded]) -> None:
        self.game, self.parts = game, parts
        self._sections = [
            {each.betting: each for each in sections(game.rules, player)} for player in (0, 1)
        ]
        for player, of_player in enumerate(self._sections):
            for betting, (_, boards, _, _) in of_player.items():
                total = self._parts_at(betting, boards).sum(axis=1, dtype=np.uint32)
                if (total != PARTS)[self._alive_on(player, boards)].any():
                    raise InputError("its probabilities do not add up to 1")

    @cached_property
    def form(self) -> Form:
        """As `NamedProfile`."""
        return compile_game(self.game)

    @cached_property
    def profile(self) -> Profile:
        """As `NamedProfile`, uniform for dead hands; what is locked is not rounded."""
        first, second = (from_parts(self.form, player, self.parts[player]) for player in (0, 1))
        return kept(self.form, (first, second), lock_floors(self.form))

    @cached_property
    def normalized(self) -> Profile:
        """As `NamedProfile`: the same arrays."""
        return self.profile

    def at(self, betting: Betting, boards: range) -> Array:
        """As `NamedProfile`, of these boards alone; 0 for dead hands."""
        if self.game.locks:
            return super().at(betting, boards)
        found: Array = self._parts_at(betting, boards) / PARTS
        return found

    def _parts_at(self, betting: Betting, boards: range) -> Rounded:
        section = self._sections[betting.player][betting]
        first = section.first + (boards.start - section.boards.start) * section.actions
        rows = self.parts[betting.player][first : first + len(boards) * section.actions]
        found: Rounded = rows.reshape(len(boards), section.actions, -1)
        return found

    def _alive_on(self, player: int, boards: range) -> NDArray[np.bool_]:
        """[boards, hands] whether the player can hold a hand on each of these boards."""
        return alive(self.game.rules, player)[boards.start : boards.stop]

    def __len__(self) -> int:
        return sum(
            int(self._alive_on(player, section.boards).sum())
            for player, of_player in enumerate(self._sections)
            for section in of_player.values()
        )


def rounded(infosets: NamedProfile) -> NamedProfile:
    """A profile as it is read back from such a file."""
    form = infosets.form
    first, second = (to_parts(form, player, infosets.normalized_of(player)) for player in (0, 1))
    return PackedProfile(form.game, (first, second))


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


def _read(file: io.BytesIO, head: dict[str, Any], game: Game) -> PackedProfile:
    """The probabilities, of the hands that the file names."""
    if head.get("hands") != _hands(game):
        raise InputError("its hands are not those of its game")
    shapes = []
    for player, hands in enumerate(game.rules.hands):
        rows = sum(len(each.boards) * each.actions for each in sections(game.rules, player))
        shapes.append((rows, len(hands)))
    sizes = {name: 2 * rows * hands for name, (rows, hands) in zip(PLAYERS, shapes, strict=True)}
    members = read_members(file, KIND, sizes)
    first, second = (
        np.frombuffer(members[name], "<u2").reshape(shape)
        for name, shape in zip(PLAYERS, shapes, strict=True)
    )
    return PackedProfile(game, (first, second))


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
