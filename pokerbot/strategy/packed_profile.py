"""A strategy in 16 bits, as it stands in a file; it can be read without compiling its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import prod
from typing import NoReturn

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.io.compiler import compiles
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.closings import Worth, closing_worth, closings
from pokerbot.sequence.compile import WHOLE, check_size, compile_game, is_vast
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
from pokerbot.sequence.floors import lock_floors, within_floors
from pokerbot.sequence.form import Form
from pokerbot.sequence.merged import AlikeBoards, alike_boards, merge_suits
from pokerbot.sequence.showdown import alive, alive_on
from pokerbot.strategy.arrays import NamedProfile
from pokerbot.strategy.strategy import Infosets

FEW = 64
"""With more boards than this, the hands that they leave are worked out for all at once."""


class PackedProfile(NamedProfile):
    """A profile as it stands in a file; its form is compiled and its arrays made when asked for.

    game: its game
    parts: [rows - 1, hands] of each player, the probabilities as `to_parts` makes them
    alike: how all boards follow from those that have parts; None where every board has its own
    worth: what hands are worth where a card comes; None where that is not known
    late: whether parts are checked only when they are looked at
    last: whether there are parts for the last street

    Raises:
        InputError: the parts of a decision do not add up to `PARTS`, or hands that are alike have
            different parts.
    """

    def __init__(
        self,
        game: Game,
        parts: tuple[Rounded, Rounded],
        alike: AlikeBoards | None = None,
        worth: Worth | None = None,
        *,
        late: bool = False,
        last: bool = True,
    ) -> None:
        self._game, self.parts, self.alike, self.worth = game, parts, alike, worth
        self._late, self.last = late, last
        self._sections = [
            {each.betting: each for each in sections(game.rules, player, alike, last=last)}
            for player in (0, 1)
        ]
        self._closings = {each.betting: each for each in closings(game.rules, alike)}
        if not late:
            self._check_all()

    def _check_all(self) -> None:
        """Check all parts; raises InputError."""
        for player, of_player in enumerate(self._sections):
            for section in of_player.values():
                boards = np.array(section.boards)
                if self.alike is not None:
                    boards = boards[self.alike.place[boards] >= 0]
                self._check(player, boards, self._stored(player, section))
        self._late = False

    def _check(self, player: int, boards: Index, parts: Rounded) -> None:
        """Raise InputError unless some parts of a player's betting are probabilities.

        boards: [boards] which boards, all of which have parts of their own
        parts: [boards, actions, hands] their parts
        """
        rules = self.game.rules
        if self.alike is not None:
            moved = self.alike.maps[player][self.alike.same[boards]]
            if (np.take_along_axis(parts, moved[:, None], axis=2) != parts).any():
                raise InputError("its suits are not played alike")
        total = parts.sum(axis=1, dtype=np.uint32) != PARTS
        if len(boards) > FEW:
            there = alive(rules, player)[boards]
        else:
            there = np.stack([alive_on(rules, player, board) for board in boards.tolist()])
        if (total & there).any():
            raise InputError("its probabilities do not add up to 1")

    def worth_at(self, betting: Betting, board: int) -> tuple[Array, Array]:
        """[hands] each player's shares of the pot where a betting begins with the next card.

        board: the board before that card

        Raises:
            KeyError: the strategy does not have them.
        """
        if self.worth is None:
            raise KeyError(betting)
        section, alike = self._closings[betting], self.alike
        first = board - section.boards.start
        if alike is not None:
            before = alike.place[section.boards.start]
            first = int(alike.place[alike.first[board]] - before)
        one, two = (self.worth.at(player, section.rows.start + first) for player in (0, 1))
        if alike is None:
            return one, two
        moved = [each[alike.by[board]] for each in alike.maps]
        return one[moved[0]], two[moved[1]]

    @property
    def game(self) -> Game:
        """As `NamedProfile`, without compiling the form."""
        return self._game

    def is_sound(self) -> bool:
        """As `NamedProfile`: whether the parts pass the check, which is made now if it was not."""
        try:
            if self._late:
                self._check_all()
        except InputError:
            return False
        return True

    def smallest(self) -> tuple[Form, Callable[[int], Array]]:
        """As `NamedProfile`: the merged form, where the parts are those of merged suits."""
        self.check()
        if self.game.locks:
            return super().smallest()
        form = self._stored_form
        return form, lambda player: from_parts(form, player, self.parts[player])

    def by_leaf(self) -> LeafProfile | None:
        """As `NamedProfile`, from the parts as they are stored."""
        self.check()
        if self.game.locks:
            return super().by_leaf()
        cut = cut_last_street(self._stored_form)
        return leaves_from_parts(cut, self.parts) if cut else None

    def without_last(self, threads: int = 1) -> PackedProfile:
        """The same strategy without its last street, which can be solved again when looked at.

        Raises:
            InputError: its last street cannot be cut off, or numba is missing, which is needed to
                find what hands are worth before it.
        """
        worth = self.worth
        if worth is None:
            leaves = self.by_leaf() if compiles() else None
            if leaves is None:
                raise InputError("needs a turn or flop where hands end before the river, and numba")
            worth = closing_worth(leaves, self.alike, threads)
        first, second = (
            np.concatenate(
                [
                    self.parts[player][self._sections[player][each.betting].rows]
                    for each in sections(self.game.rules, player, self.alike, last=False)
                ]
            )
            for player in (0, 1)
        )
        return PackedProfile(self.game, (first, second), self.alike, worth, last=False)

    def _refuse_without_last(self) -> NoReturn:
        """Raise the error for a strategy that lacks its last street."""
        raise InputError(
            f"{self.game.spec} is kept without its rivers, which show, the grid and the table solve"
            " again; everything else needs them"
        )

    def check(self) -> None:
        """Check whatever has not been checked yet, since all of it is about to be used.

        Raises:
            InputError: some parts are wrong, or the last street is missing.
        """
        if not self.last:
            self._refuse_without_last()
        if self._late:
            self._check_all()

    @cached_property
    def form(self) -> Form:
        """As `NamedProfile`."""
        return compile_game(self.game)

    @property
    def _stored_form(self) -> Form:
        """The form that the parts are bound to: the merged one, if suits are merged in them."""
        merged = merge_suits(self.form) if self.alike else None
        return merged.form if merged else self.form

    @cached_property
    def profile(self) -> Profile:
        """As `NamedProfile`: uniform for hands that nobody can hold; locked play is not rounded.

        Raises:
            InputError: the arrays of the whole game do not fit in memory.
        """
        self.check()
        if is_vast(self.form):
            check_size(self.game, WHOLE)
        first, second = (from_parts(self.form, player, self._whole(player)) for player in (0, 1))
        return within_floors(self.form, (first, second), lock_floors(self.form))

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
        """As `NamedProfile`: the same arrays as `profile`, which are normalized."""
        return self.profile

    def at(self, betting: Betting, boards: range) -> Array:
        """As `NamedProfile`, reading these boards alone; 0 for hands that nobody can hold."""
        if self.game.locks:
            return super().at(betting, boards)
        found: Array = self._parts_at(betting, boards) / PARTS
        return found

    def _parts_at(self, betting: Betting, boards: range) -> Rounded:
        """[boards, actions, hands] the parts at a betting, checked now if they were not before."""
        player, alike = betting.player, self.alike
        if betting not in self._sections[player]:
            self._refuse_without_last()
        section = self._sections[player][betting]
        stored, before = self._stored(player, section), section.boards.start
        if alike is None:
            found = stored[boards.start - before : boards.stop - before]
            if self._late:
                self._check(player, np.array(boards), found)
            return found
        first = alike.first[boards.start : boards.stop]
        moved = alike.maps[player][alike.by[boards.start : boards.stop]]
        there = stored[alike.place[first] - alike.place[before]]
        if self._late:
            self._check(player, first, there)
        spread: Rounded = np.take_along_axis(there, moved[:, None], axis=2)
        return spread

    def _stored(self, player: int, section: Section) -> Rounded:
        """[boards that have parts, actions, hands] the stored parts of a betting."""
        rows = self.parts[player][section.rows]
        found: Rounded = rows.reshape(-1, section.actions, rows.shape[1])
        return found

    def __getitem__(self, key: str) -> Mapping[str, float]:
        if self.worth is None:
            return super().__getitem__(key)
        spot = self._spot(key)
        chances = self.at(spot.betting, range(spot.board, spot.board + 1))[0, :, spot.hand]
        return dict(zip(self.game.names(spot.betting), chances.tolist(), strict=True))

    def __contains__(self, key: object) -> bool:
        if self.worth is None or not isinstance(key, str):
            return super().__contains__(key)
        try:
            spot = self._spot(key)
        except KeyError:
            return False
        return spot.betting in self._sections[spot.player]

    def _spot(self, key: str) -> Spot:
        try:
            return self.game.spot(key)
        except InputError:
            raise KeyError(key) from None

    def __len__(self) -> int:
        return sum(
            int(alive(self.game.rules, player)[section.boards.start : section.boards.stop].sum())
            for player, of_player in enumerate(self._sections)
            for section in of_player.values()
        )


def stored_by_street(infosets: Infosets) -> PackedProfile | None:
    """The strategy, if it knows what hands are worth where a card comes; else None.

    Such a strategy is looked at, and judged, street by street.
    """
    if isinstance(infosets, PackedProfile) and infosets.worth is not None:
        return infosets
    return None


def lacks_rivers(infosets: Infosets) -> bool:
    """Whether it is a strategy stored by street without the last one, which is solved again."""
    found = stored_by_street(infosets)
    return found is not None and not found.last


def check_stored(*strategies: Infosets) -> None:
    """Check those that are stored by street, as `PackedProfile.check`, before they are used."""
    for found in filter(None, map(stored_by_street, strategies)):
        found.check()


def rounded(form: Form, profile: Profile, alike: AlikeBoards | None = None) -> PackedProfile:
    """A normalized profile in 16 bits, as it would be read back from a file.

    alike: as `PackedProfile` has it, if the form is merged
    """
    first, second = (to_parts(form, player, profile[player]) for player in (0, 1))
    return PackedProfile(form.game, (first, second), alike)


def rounded_leaves(
    profile: LeafProfile, threads: int = 1, forget: Callable[[int], object] | None = None
) -> PackedProfile:
    """As `rounded`, for a strategy that is kept leaf by leaf; its form may be merged.

    The result also knows what hands are worth, under the rounded strategy, where a card comes.
    `forget` is called with each player whose strategy in the profile is no longer needed, the one
    with the larger strategy first.
    """
    form, game = profile.cut.form, profile.cut.form.game
    parts: dict[int, Rounded] = {}
    for player in sorted((0, 1), key=lambda player: -prod(form.trees[player].shape)):
        parts[player] = leaves_to_parts(profile, player)
        if forget:
            forget(player)
    both = parts[0], parts[1]
    alike = alike_boards(game) if form.trees[0].alike else None
    worth = closing_worth(leaves_from_parts(profile.cut, both), alike, threads)
    return PackedProfile(game, both, alike, worth)
