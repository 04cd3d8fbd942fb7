"""Strategy files of arrays in 16 bits, for games of very many information sets: `.spot`."""

from __future__ import annotations

import io
from collections.abc import Callable
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
from pokerbot.sequence.cut import LeafProfile, cut_last_street
from pokerbot.sequence.filing import (
    PARTS,
    Rounded,
    Section,
    from_parts,
    leaves_from_parts,
    leaves_to_parts,
    sections,
    to_parts,
)
from pokerbot.sequence.floors import kept, lock_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.merged import AlikeBoards, alike_boards, merge_suits
from pokerbot.sequence.showdown import alive
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.heads import head_of, strategy_of
from pokerbot.strategy.strategy import Strategy

KIND = Format("pokerbot-arrays", 1, "strategy file")
ENDING = ".spot"
MERGED = "merged"
"""What a file says of suits where boards that are alike but for them are there once."""
PLAYERS = ("player-1", "player-2")
"""The members: each player's parts, two bytes each, the lower one first."""


def pack(strategy: Strategy) -> memoryview:
    """The bytes of a strategy's file.

    Raises:
        InputError: its game has no cards.
    """
    game, found = strategy.game, strategy.infosets
    check_game(game)
    if not isinstance(found, PackedProfile):
        form = compile_game(game)
        found = rounded(form, to_arrays(form, found))
    members = (
        (name, parts.astype("<u2", copy=False).tobytes())
        for name, parts in zip(PLAYERS, found.parts, strict=True)
    )
    told = {
        **head_of(strategy),
        **({"suits": MERGED} if found.alike else {}),
        "hands": _hands(game),
    }
    return packed(KIND, told, members)


def check_game(game: Game) -> None:
    """Raise InputError for a game of which there are no such files."""
    if not game.has_cards:
        raise InputError(f"{ENDING} files are of games with cards and betting, not {game.spec:.60}")


class PackedProfile(NamedProfile):
    """A profile as it stands in a file; its form is compiled and its arrays made when asked for.

    game: what it is of
    parts: [rows - 1, hands] of each player, as `to_parts` makes them
    alike: by which all boards follow from those that have parts; None where every board has its own

    Raises:
        InputError: the parts of a decision are not `PARTS` in all, or differ on hands alike.
    """

    def __init__(
        self, game: Game, parts: tuple[Rounded, Rounded], alike: AlikeBoards | None = None
    ) -> None:
        self._game, self.parts, self.alike = game, parts, alike
        self._sections = [
            {each.betting: each for each in sections(game.rules, player, alike)}
            for player in (0, 1)
        ]
        for player, of_player in enumerate(self._sections):
            for section in of_player.values():
                self._check(player, section)

    def _check(self, player: int, section: Section) -> None:
        parts, boards = self._stored(player, section), np.array(section.boards)
        if self.alike is not None:
            boards = boards[self.alike.place[boards] >= 0]
            moved = self.alike.maps[player][self.alike.same[boards]]
            if (np.take_along_axis(parts, moved[:, None], axis=2) != parts).any():
                raise InputError("its suits are not played alike")
        total = parts.sum(axis=1, dtype=np.uint32)
        if (total != PARTS)[alive(self.game.rules, player)[boards]].any():
            raise InputError("its probabilities do not add up to 1")

    @property
    def game(self) -> Game:
        """As `NamedProfile`, without its form."""
        return self._game

    def is_sound(self) -> bool:
        """As `NamedProfile`: it has been checked."""
        return True

    def smallest(self) -> tuple[Form, Callable[[int], Array]]:
        """As `NamedProfile`, made when asked for; the merged form where that is what is stored."""
        merged = merge_suits(self.form) if self.alike else None
        if self.game.locks or (self.alike and merged is None):
            return super().smallest()
        form = merged.form if merged else self.form
        return form, lambda player: from_parts(form, player, self.parts[player])

    def by_leaf(self) -> LeafProfile | None:
        """As `NamedProfile`: the parts as they are."""
        if self.game.locks:
            return super().by_leaf()
        merged = merge_suits(self.form) if self.alike else None
        cut = cut_last_street(merged.form if merged else self.form)
        return leaves_from_parts(cut, self.parts) if cut else None

    @cached_property
    def form(self) -> Form:
        """As `NamedProfile`."""
        return compile_game(self.game)

    @cached_property
    def profile(self) -> Profile:
        """As `NamedProfile`, uniform for dead hands; what is locked is not rounded."""
        first, second = (from_parts(self.form, player, self._whole(player)) for player in (0, 1))
        return kept(self.form, (first, second), lock_floors(self.form))

    def _whole(self, player: int) -> Rounded:
        """[rows - 1, hands] a player's parts on every board."""
        if self.alike is None:
            return self.parts[player]
        hands = self.parts[player].shape[1]
        found: Rounded = np.concatenate(
            [
                self._parts_at(betting, section.boards).reshape(-1, hands)
                for betting, section in self._sections[player].items()
            ]
        )
        return found

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
        player, alike = betting.player, self.alike
        section = self._sections[player][betting]
        stored = self._stored(player, section)
        if alike is None:
            before = section.boards.start
            return stored[boards.start - before : boards.stop - before]
        first = alike.place[alike.first[boards.start : boards.stop]]
        moved = alike.maps[player][alike.by[boards.start : boards.stop]]
        there = stored[first - alike.place[section.boards.start]]
        found: Rounded = np.take_along_axis(there, moved[:, None], axis=2)
        return found

    def _stored(self, player: int, section: Section) -> Rounded:
        """[boards that have parts, actions, hands] those of a betting."""
        rows = self.parts[player][section.rows]
        found: Rounded = rows.reshape(-1, section.actions, rows.shape[1])
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


def rounded(form: Form, profile: Profile, alike: AlikeBoards | None = None) -> PackedProfile:
    """A normalized profile as it is read back from such a file.

    alike: as `PackedProfile` has it, where the form is merged
    """
    first, second = (to_parts(form, player, profile[player]) for player in (0, 1))
    return PackedProfile(form.game, (first, second), alike)


def rounded_leaves(profile: LeafProfile) -> PackedProfile:
    """The same of a strategy that is kept leaf by leaf, of a merged form or a whole one."""
    form = profile.cut.form
    first, second = (leaves_to_parts(profile, player) for player in (0, 1))
    return PackedProfile(
        form.game, (first, second), alike_boards(form.game) if form.trees[0].alike else None
    )


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
    alike, shapes = _alike(head, game), []
    for player, hands in enumerate(game.rules.hands):
        rows = max((each.rows.stop for each in sections(game.rules, player, alike)), default=0)
        shapes.append((rows, len(hands)))
    sizes = {name: 2 * rows * hands for name, (rows, hands) in zip(PLAYERS, shapes, strict=True)}
    members = read_members(file, KIND, sizes)
    first, second = (
        np.frombuffer(members[name], "<u2").reshape(shape)
        for name, shape in zip(PLAYERS, shapes, strict=True)
    )
    return PackedProfile(game, (first, second), alike)


def _alike(head: dict[str, Any], game: Game) -> AlikeBoards | None:
    """By which all boards follow from those in the file; None where every board is there."""
    if "suits" not in head:
        return None
    alike = alike_boards(game) if head["suits"] == MERGED else None
    if alike is None:
        raise InputError(f"suits can only be {MERGED!r}, where some of its game are alike")
    return alike


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
    game = strategy_of(told, lambda _: {}).game
    rules = game.rules
    fewest, most = sorted(map(len, rules.hands))
    try:
        counted = count_actions(rules, size / (2 * fewest))
    except InputError:
        raise InputError("smaller than a strategy of its game") from None
    alike = _alike(told, game)
    rows = 0
    for round_, count in enumerate(counted):
        boards = rules.boards.of(rules.street(round_))
        rows += count * int((alike.place[boards] >= 0).sum() if alike else len(boards))
    if not 2 * rows * fewest <= size <= 2 * rows * most + 2 * LARGEST_HEADER:
        raise InputError("larger or smaller than a strategy of its game")


def _hands(game: Game) -> list[list[str]]:
    """The names of each player's hands, in their order."""
    return [[hands.name(hand) for hand in range(len(hands))] for hands in game.rules.hands]
