"""Strategy files of arrays in 16 bits, for games of very many information sets: `.spot`."""

from __future__ import annotations

import io
from math import prod
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.betting import count_actions
from pokerbot.games.game import Game
from pokerbot.io.archive import LARGEST_HEADER, Format, Members
from pokerbot.io.files import opened
from pokerbot.sequence.closings import Worth, count_closings
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.filing import sections
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
    KIND.write(file, told, members)


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
    file = io.BytesIO(content)
    with KIND.reading(file) as head:
        return strategy_of(head, lambda game: _profile(file, head, game))


def open_file(path: Path) -> Strategy:
    """The strategy in a large file, whose parts are read only when they are looked at.

    Checksums are not verified, but parts are checked as they are read.

    Raises:
        InputError: as `unpack`.
    """
    with opened(path) as file, KIND.reading(file) as head:
        return strategy_of(head, lambda game: _profile(path, head, game))


def _profile(source: Path | IO[bytes], head: dict[str, Any], game: Game) -> PackedProfile:
    """The probabilities in a file; those in the file of a path stay there until they are looked at.

    Raises:
        InputError: the file does not fit the game, or a number of its `Worth` is not finite.
    """
    if head.get("hands") != _hands(game):
        raise InputError("its hands are not those of its game")
    alike, last = _alike(head, game), _has_last(head)
    arrays = _arrays(game, alike, last=last, has_worth=head["version"] != WITHOUT_WORTH)
    sizes = {name: np.dtype(kind).itemsize * prod(shape) for name, (kind, shape) in arrays.items()}
    members = Members(source, KIND, sizes)

    def array(name: str) -> NDArray[Any]:
        kind, shape = arrays[name]
        if isinstance(source, Path) and name in PLAYERS:
            return np.memmap(source, kind, "r", members.place(name), shape)
        return np.frombuffer(members.read(name), kind).reshape(shape)

    first, second = map(array, PLAYERS)
    worth, late = None, isinstance(source, Path)
    if SCALE in arrays:
        one, two, scale, ahead = map(array, (*WORTHS, SCALE, AHEAD))
        if not np.isfinite(scale).all():
            raise InputError("the value of a hand is not a number")
        worth = Worth((one, two), scale, ahead)
    return PackedProfile(game, (first, second), alike, worth, late=late, last=last)


def _arrays(
    game: Game, alike: AlikeBoards | None, *, last: bool, has_worth: bool
) -> dict[str, tuple[str, tuple[int, ...]]]:
    """For each member of a file of a game, the type of its array's numbers and the shape.

    alike: how all boards follow from those in the file; None where the file has every board
    last: whether the file has the probabilities of the last street
    """
    rules = game.rules
    first, second = hands = [*map(len, rules.hands)]
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for player, name in enumerate(PLAYERS):
        stops = (each.rows.stop for each in sections(rules, player, alike, last=last))
        found[name] = "<u2", (max(stops, default=0), hands[player])
    if has_worth:
        count = count_closings(rules, alike)
        for player, name in enumerate(WORTHS):
            found[name] = "<u2", (count, hands[player])
        found |= {SCALE: ("<f4", (2, count, 2)), AHEAD: ("<i2", (first, second))}
    return found


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
    with KIND.reading(io.BytesIO(head)) as told:
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
