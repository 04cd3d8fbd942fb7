"""Strategy files of arrays in 16 bits, for games of very many information sets: `.spot`."""

from __future__ import annotations

import io
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.betting import count_actions
from pokerbot.games.game import Game
from pokerbot.io import archive
from pokerbot.io.archive import (
    LARGEST_HEADER,
    Format,
    Members,
    read_header,
    read_members,
    whole,
)
from pokerbot.sequence.closings import Worth, count_closings
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.filing import Rounded, sections
from pokerbot.sequence.merged import AlikeBoards, alike_boards
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.heads import head_of, strategy_of
from pokerbot.strategy.packed_profile import PackedProfile, rounded
from pokerbot.strategy.strategy import Strategy

KIND = Format("pokerbot-arrays", 2, "strategy file", oldest=1)
WITHOUT_WORTH = 1
"""The version of files without a `Worth`: what hands are worth where a card comes."""
ENDING = ".spot"
MERGED = "merged"
"""What a file's head says of `suits` if boards that differ in suits alone are stored once."""
RIVERS = "rivers"
"""What a file's head says that it is `without` if the last street's probabilities are left out."""
PLAYERS = ("player-1", "player-2")
"""The members: each player's parts, two bytes each, the lower one first."""
WORTHS, SCALE, AHEAD = ("worth-1", "worth-2"), "scale", "ahead"
"""The members of a `Worth`: its parts (two bytes each), its scale (four), who is ahead (two)."""
LARGE = 4 << 20
"""In a file with more bytes than this the parts stay on the disk until they are looked at."""


def write(strategy: Strategy, file: IO[bytes]) -> None:
    """Write a strategy's file.

    Raises:
        InputError: its game has no cards.
        OSError: the file cannot be written.
    """
    game, found = strategy.game, strategy.infosets
    check_game(game)
    if not isinstance(found, PackedProfile):
        form = compile_game(game)
        found = rounded(form, to_arrays(form, found))
    worth = found.worth
    arrays: list[tuple[str, NDArray[Any], str]] = [
        (name, parts, "<u2") for name, parts in zip(PLAYERS, found.parts, strict=True)
    ]
    if worth is not None:
        arrays += [(name, parts, "<u2") for name, parts in zip(WORTHS, worth.parts, strict=True)]
        arrays += [(SCALE, worth.scale, "<f4"), (AHEAD, worth.ahead, "<i2")]
    members = ((name, _bytes(each.astype(kind, copy=False))) for name, each, kind in arrays)
    told = {
        "version": KIND.version if worth else WITHOUT_WORTH,
        **head_of(strategy),
        **({"suits": MERGED} if found.alike else {}),
        **({} if found.last else {"without": RIVERS}),
        "hands": _hands(game),
    }
    archive.write(file, KIND, told, members)


def _bytes(array: NDArray[Any]) -> bytes | memoryview:
    """An array's bytes, not copied where they stand as in a file."""
    return array.data.cast("B") if array.size and array.flags.c_contiguous else array.tobytes()


def check_game(game: Game) -> None:
    """Raise InputError for a game without cards, of which there are no such files."""
    if not game.has_cards:
        raise InputError(f"{ENDING} files are of games with cards and betting, not {game.spec:.60}")


def unpack(content: bytes) -> Strategy:
    """The strategy in a file's bytes.

    Raises:
        InputError: they are no such file, damaged, or do not fit the game that they name.
    """
    with whole(KIND):
        file = io.BytesIO(content)
        head = read_header(file, KIND)
        return strategy_of(head, lambda game: _read(file, head, game))


def open_file(path: Path) -> Strategy:
    """The strategy in a large file, whose parts are read only when they are looked at.

    Checksums are not verified, but parts are checked as they are read.

    Raises:
        InputError: as `unpack`.
    """
    with whole(KIND):
        with open(path, "rb") as file:
            head = read_header(file, KIND)
        return strategy_of(head, lambda game: _map(path, head, game))


class _Layout:
    """Which members a file of a game has, and the shapes of their arrays.

    alike: how all boards follow from those in the file; None where the file has every board
    last: whether the file has the probabilities of the last street
    arrays: by member, the type of the array's numbers and its shape
    has_worth: whether the file has a `Worth`
    """

    def __init__(self, head: dict[str, Any], game: Game) -> None:
        if head.get("hands") != _hands(game):
            raise InputError("its hands are not those of its game")
        self.alike, rules = _alike(head, game), game.rules
        self.last = _has_last(head)
        first, second = hands = [*map(len, rules.hands)]
        self.arrays: dict[str, tuple[str, tuple[int, ...]]] = {}
        for player, name in enumerate(PLAYERS):
            found = sections(rules, player, self.alike, last=self.last)
            rows = max((each.rows.stop for each in found), default=0)
            self.arrays[name] = "<u2", (rows, hands[player])
        self.has_worth = head["version"] != WITHOUT_WORTH
        if self.has_worth:
            count = count_closings(rules, self.alike)
            for player, name in enumerate(WORTHS):
                self.arrays[name] = "<u2", (count, hands[player])
            self.arrays |= {SCALE: ("<f4", (2, count, 2)), AHEAD: ("<i2", (first, second))}

    @property
    def sizes(self) -> dict[str, int]:
        """How many bytes each member has."""
        found = self.arrays.items()
        return {name: np.dtype(kind).itemsize * prod(shape) for name, (kind, shape) in found}

    def array(self, name: str, content: bytes) -> NDArray[Any]:
        """The array in a member's bytes."""
        kind, shape = self.arrays[name]
        return np.frombuffer(content, kind).reshape(shape)

    def worth(self, read: Callable[[str], bytes]) -> Worth | None:
        """What hands are worth where a card comes; None where the file does not have it.

        read: from a member's name to its bytes

        Raises:
            InputError: a number is not finite.
        """
        if not self.has_worth:
            return None
        one, two, scale, ahead = (self.array(each, read(each)) for each in (*WORTHS, SCALE, AHEAD))
        if not np.isfinite(scale).all():
            raise InputError("the value of a hand is not a number")
        return Worth((one, two), scale, ahead)


def _read(file: io.BytesIO, head: dict[str, Any], game: Game) -> PackedProfile:
    """The probabilities in a file, all of them read."""
    layout = _Layout(head, game)
    members = read_members(file, KIND, layout.sizes)
    first, second = (layout.array(name, members[name]) for name in PLAYERS)
    worth = layout.worth(members.__getitem__)
    return PackedProfile(game, (first, second), layout.alike, worth, last=layout.last)


def _map(path: Path, head: dict[str, Any], game: Game) -> PackedProfile:
    """The probabilities in a file, where they stay until they are looked at."""
    layout = _Layout(head, game)
    members = Members(path, KIND, layout.sizes)
    found: list[Rounded] = []
    for name in PLAYERS:
        kind, shape = layout.arrays[name]
        found.append(np.memmap(path, kind, "r", members.place(name), shape))
    worth = layout.worth(members.read)
    parts = found[0], found[1]
    return PackedProfile(game, parts, layout.alike, worth, late=True, last=layout.last)


def _has_last(head: dict[str, Any]) -> bool:
    """Whether a file has the probabilities of the last street; if not, it must have a `Worth`.

    Raises:
        InputError: it has none, or is without something else.
    """
    if "without" not in head:
        return True
    if head["without"] != RIVERS or head["version"] == WITHOUT_WORTH:
        raise InputError(f"without can only be {RIVERS!r}, where the file has the values of hands")
    return False


def _alike(head: dict[str, Any], game: Game) -> AlikeBoards | None:
    """How all boards follow from those in the file; None where the file has every board."""
    if "suits" not in head:
        return None
    alike = alike_boards(game) if head["suits"] == MERGED else None
    if alike is None:
        raise InputError(f"suits can only be {MERGED!r}, where some suits of its game are alike")
    return alike


def check_size(head: bytes, size: int) -> None:
    """Check, before anything is built, that a file is as large as a strategy of its game.

    Args:
        head: the file's first bytes, with the whole header.
        size: how many bytes the file has.

    Raises:
        InputError: it is no such file, or is too large or too small.
    """
    with whole(KIND):
        told = read_header(io.BytesIO(head), KIND)
    game = strategy_of(told, lambda _: {}).game
    rules = game.rules
    fewest, most = sorted(map(len, rules.hands))
    rounds = len(rules.rounds) - (not _has_last(told))
    try:
        counted = count_actions(rules, size / (2 * fewest), rounds)
    except InputError:
        raise InputError("smaller than a strategy of its game") from None
    alike = _alike(told, game)
    rows = 0
    for round_, count in enumerate(counted):
        boards = rules.boards.of(rules.street(round_))
        rows += count * int((alike.place[boards] >= 0).sum() if alike else len(boards))
    more = 0
    if told["version"] != WITHOUT_WORTH:  # at most half of the rows end a street
        more = 2 * (rows * (most + 4) + fewest * most)
    if not 2 * rows * fewest <= size <= 2 * rows * most + more + 2 * LARGEST_HEADER:
        raise InputError("larger or smaller than a strategy of its game")


def _hands(game: Game) -> list[list[str]]:
    """The names of each player's hands, in their order."""
    return [[hands.name(hand) for hand in range(len(hands))] for hands in game.rules.hands]
