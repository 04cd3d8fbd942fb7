"""The games there are, and how a person names one: `NAME` or `NAME:key=value,key=value`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pokerbot.errors import InputError, meant
from pokerbot.games.game import OPEN_SPIEL, SPOTS, Game
from pokerbot.games.heads_up import NAME as WHOLE_GAME
from pokerbot.games.holdem import PARAMETERS as SPOT
from pokerbot.games.holdem import rules_of
from pokerbot.games.jam_or_fold import PARAMETERS as JAM_OR_FOLD
from pokerbot.games.jam_or_fold import rules_of as jam_or_fold
from pokerbot.games.parameters import Parameter, Text, parse_pairs
from pokerbot.games.rules import Deck, Limit, NoLimit, Round, Rules
from pokerbot.games.spot_file import keys_of, read_spot
from pokerbot.games.tree_catalogue import TREES
from pokerbot.games.trees import TreeFamily, TreeGame
from pokerbot.io.files import printable


@dataclass(frozen=True, slots=True)
class Family:
    """A catalogue entry: a game with its parameters, and the rules that they make."""

    name: str
    summary: str
    parameters: tuple[Parameter | Text, ...]
    rules: Callable[[Mapping[str, Any]], Rules]


FAMILIES = {
    family.name: family
    for family in (
        Family(
            "kuhn",
            "Kuhn poker: one card each, one round, one bet",
            (Parameter("cards", 3, least=2), Parameter("ante", 1), Parameter("bet", 1)),
            lambda p: Rules(Deck(p["cards"], 1), p["ante"], (Round(Limit((p["bet"],))),)),
        ),
        Family(
            "leduc",
            "limit Leduc hold'em: a private card, a public card, two rounds",
            (
                Parameter("ranks", 3, least=1),
                Parameter("suits", 2, least=1),
                Parameter("ante", 1),
                Parameter("bet1", 2),
                Parameter("bet2", 4),
                Parameter("raises", 2, least=1, most=99),
            ),
            lambda p: Rules(
                Deck(p["ranks"], p["suits"]),
                p["ante"],
                (
                    Round(Limit((p["bet1"],) * p["raises"])),
                    Round(Limit((p["bet2"],) * p["raises"]), board=1),
                ),
            ),
        ),
        Family(
            "leduc-nolimit",
            "Leduc hold'em with any whole bet up to the stack",
            (
                Parameter("ranks", 3, least=1),
                Parameter("suits", 2, least=1),
                Parameter("stack", 20, least=2, most=100),
            ),
            lambda p: Rules(
                Deck(p["ranks"], p["suits"]),
                1,
                (Round(NoLimit()), Round(NoLimit(), board=1)),
                p["stack"],
            ),
        ),
        Family(
            "von-neumann",
            "von Neumann and Morgenstern's poker: one bet or none, by player 1 alone",
            (Parameter("hands", 100, least=2), Parameter("pot", 1), Parameter("bet", 1)),
            lambda p: Rules(
                Deck(p["hands"], None), p["pot"] / 2, (Round(Limit((p["bet"],), check_ends=True)),)
            ),
        ),
        Family(
            "von-neumann-raise",
            "the GXFP paper's game: a bet by either player, one raise, check-raise allowed",
            (
                Parameter("hands", 100, least=2),
                Parameter("pot", 1),
                Parameter("bet", 1),
                Parameter("raise", 1),
            ),
            lambda p: Rules(
                Deck(p["hands"], None), p["pot"] / 2, (Round(Limit((p["bet"], p["raise"]))),)
            ),
        ),
        Family(
            "jam-or-fold",
            "heads-up hold'em before the flop: all-in or fold, in big blinds",
            JAM_OR_FOLD,
            jam_or_fold,
        ),
    )
}
HOLDEM = Family(
    SPOTS,
    "a spot of heads-up Texas hold'em, range against range, as a file SPOT.toml describes it",
    SPOT,
    rules_of,
)
"""The one family whose parameters stand in a file, since they are too many for a line."""


class OfGame(Protocol):
    """What belongs to a game: a form, a strategy."""

    @property
    def game(self) -> Game:
        """The game."""


def game_of(named: Game | OfGame | str) -> Game:
    """The game that is given: as a game, by name, or by a form or a strategy of it.

    Raises:
        InputError: as `parse_game`, or it is none of these.
    """
    if isinstance(named, str):
        return parse_game(named)
    game = named if isinstance(named, Game) else getattr(named, "game", None)
    if not isinstance(game, Game):
        raise InputError(f"not a game: {named!r:.60}")
    return game


def families() -> dict[str, Family]:
    """The families of card games by name, the spots of hold'em included."""
    return {**FAMILIES, HOLDEM.name: HOLDEM}


def every_family() -> dict[str, Family | TreeFamily]:
    """All families of games by name: card games and trees of states."""
    return {**FAMILIES, **TREES, HOLDEM.name: HOLDEM}


SHIPPED = every_family()
"""The families that other processes know by name, too, unlike those that a script adds."""


def names_game(text: str) -> bool:
    """Whether a text begins with the name of a game, whose parameters can follow it."""
    name = text.partition(":")[0]
    return name in {WHOLE_GAME, *FAMILIES, *TREES} or text.startswith(OPEN_SPIEL)


def make_game(name: object, given: Mapping[str, object], label: str = "") -> Game:
    """The game of that name with the given parameters; the others have their defaults.

    label: what the game is called, where its parameters are too long for a name.

    Raises:
        InputError: there is no such game or parameter, or a value is out of range; the message
            says what there is.
    """
    if isinstance(name, str) and name.startswith(OPEN_SPIEL) and given.keys() <= {"ends"}:
        return _of_openspiel(name, given)
    every = every_family()
    if str(name).startswith(WHOLE_GAME):
        whole = WHOLE_GAME
        raise InputError(
            f"{whole} is too large to be solved: pokerbot train {whole}, strength {whole},"
            f" match {whole} and play {whole} take it"
        )
    if not isinstance(name, str) or name not in every:
        close = meant(str(name), every)
        listed = ", ".join(each for each in every if each != HOLDEM.name)
        told = f"there are {listed}, and spots of hold'em as SPOT.toml"
        raise InputError(f"no game {name!r:.60}{close}; {told}")
    family = every[name]
    names = [parameter.name for parameter in family.parameters]
    for key in given:
        if key not in names:
            raise InputError(f"{name} has no parameter {key!r:.60}; it has {', '.join(names)}")
    try:
        values = tuple((p.name, p.check(given.get(p.name, p.default))) for p in family.parameters)
    except InputError as error:
        raise InputError(str(error)) from None
    if isinstance(family, TreeFamily):
        return TreeGame(family, values)
    usual = tuple((p.name, p.default) for p in family.parameters)
    if family is HOLDEM and values != usual:
        label = label or f"holdem {dict(values)['board']}"
    return Game(name, values, family.rules(dict(values)), usual, label)


def _of_openspiel(name: str, given: Mapping[str, object]) -> Game:
    """OpenSpiel's game of that name, with the ends of the digest that is given, if one is."""
    from pokerbot.games.openspiel import load_openspiel

    found = load_openspiel(name.removeprefix(OPEN_SPIEL))
    if given and given["ends"] != found.ends.digest:
        raise InputError(f"the game {name:.60} here is another: its ends differ")
    return found


def spot(*, name: str = "spot", **keys: Any) -> Game:
    """A spot of Texas hold'em, given by the keys of its file; tables are given as mappings.

    `Spot(board="Td9d6h Qc 7s", pot=200, stack=900, oop={"range": "QQ+,AKs", "river.bet": "50%, a"},
    ip={"range": Range("TT-66,AJs")}, tree={"add_allin": 1.5})`

    Args:
        name: what it is called.
        keys: board, pot, stack, oop, ip and, if wanted, tree, and lock, a list of mappings.

    Raises:
        InputError: a key is missing or is no key of a spot, or its value does not fit.
    """
    from pokerbot.games.ranges import Range

    told = keys_of(keys, name)
    given = {key: str(each) if isinstance(each, Range) else each for key, each in told.items()}
    return make_game(HOLDEM.name, given, name)


def not_the(wanted: Game, game: Game) -> str:
    """Words for a message that a game is not the one wanted: `kuhn, not leduc`."""
    if game.spec == wanted.spec:
        there, here = game.parameters, wanted.parameters
        apart = ", ".join(key for key in there if key in here and there[key] != here[key])
        told = f"another game of the name {game.spec:.60}"
        return f"{told} (they differ in {apart})" if apart else told
    return f"{game.spec}, not {wanted.spec}"


def is_known(game: Game) -> bool:
    """Whether a game's name and parameters, looked up here, give an equal game."""
    try:
        return make_game(game.name, game.parameters) == game
    except InputError:
        return False


def is_added(name: str) -> bool:
    """Whether a script has added a family of games of that name, or has put one in its place."""
    return SHIPPED.get(name) is not every_family().get(name)


def is_shipped(game: Game) -> bool:
    """Whether other processes know a game by its text."""
    return not is_added(game.name) and is_known(game)


def parse_game(spec: str) -> Game:
    """The game that `NAME:key=value,…` names, `openspiel:GAME` among OpenSpiel's, or SPOT.toml.

    Raises:
        InputError: as `make_game`, or the text is not of that form.
    """
    if not isinstance(spec, str):
        raise InputError(f"that is no game's name: {spec!r:.60}")
    if spec.startswith(OPEN_SPIEL):
        return make_game(spec, {})
    if spec.endswith(".toml"):
        return make_game("holdem", read_spot(spec), printable(Path(spec).stem))
    name, _, rest = spec.partition(":")
    return make_game(name, parse_pairs(rest, f"game {spec!r:.60}"))
