"""Texas hold'em from the flop, turn or river on, range against range: a spot and its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.actions import Action, Betting
from pokerbot.games.bets import Menu
from pokerbot.games.cards import RANKS, SUITS, Cards, names_in
from pokerbot.games.locks import Locks, canonical, locks_of
from pokerbot.games.parameters import LARGEST, Parameter, Text
from pokerbot.games.rules import BestFive, BySeat, Deck, Round, Rules

STREETS = {"flop": 3, "turn": 4, "river": 5}
"""How many cards lie on the table in each street."""
SEATS = ("oop", "ip")
"""The players: out of position, who acts first in every street, and in position."""
KINDS = {"bet": "", "raise": "", "donk": "bet"}
"""The kinds of sizes in a spot's file, each with its default."""
THRESHOLDS = ("add_allin", "force_allin", "merge")


def street_name(lying: int) -> str:
    """The street on which so many cards lie on the table: `turn`; empty where there is none."""
    return next((name for name, cards in STREETS.items() if cards == lying), "")


def _cards(text: str) -> str:
    """Public cards as they are written: `Td9d6h Qc`."""
    parts = text.replace(",", " ").split()
    names = [name for part in parts for name in names_in(part)]
    for name in names:
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            raise InputError(f"has {name!r:.20}, which is no card, as Td, 9d, 6h are")
    if len(set(names)) < len(names):
        raise InputError("has the same card twice")
    if len(names) not in STREETS.values():
        raise InputError(f"must be 3, 4 or 5 cards, not {len(names)}")
    return on_table(names)


def on_table(names: Sequence[str]) -> str:
    """Public cards as they are written, by their names: the flop, the turn, the river."""
    return f"{''.join(names[:3])} {' '.join(names[3:])}".strip()


def _range(text: str) -> str:
    """The canonical spelling of a range."""
    from pokerbot.games.ranges import Range

    found = Range(text)
    if not found.weights:
        raise InputError("is empty")
    return str(found)


def _sizes(key: str, streets: int, default: str) -> Text:
    """The parameter for the sizes under one key, such as `oop.turn.bet`.

    streets: how many streets are left, this one included: the times that a plain `e` stands for
    """
    kind = key.rpartition(".")[2]

    def read(text: str) -> str:
        if kind == "donk" and text.strip() == "bet":
            return "bet"
        sizes = [size.strip() for size in text.split(",") if size.strip()]
        sizes = [f"{streets}{size}" if size.startswith("e") else size for size in sizes]
        menu: dict[str, Any] = {f"{kind}s": tuple(sizes)}
        try:
            Menu(**menu)
        except InputError as error:
            raise InputError(error.reason) from None
        return ", ".join(sizes)

    words = "sizes: 50%, 100c, e, 2e, 3e200%, a" + (", 2.5x" if kind == "raise" else "")
    return Text(key, default, words, read)


def _menus() -> Iterator[Text]:
    """The parameters for the sizes of each seat, street and kind."""
    for seat in SEATS:
        for place, street in enumerate(STREETS):
            for kind, usual in KINDS.items():
                if kind != "donk" or (seat == "oop" and place > 0):
                    key = f"{seat}.{street}.{kind}"
                    default = "a" if key == "oop.river.bet" else usual
                    yield _sizes(key, len(STREETS) - place, default)


PARAMETERS: tuple[Parameter | Text, ...] = (
    Text("board", "2s3h4d 6c 7c", "3, 4 or 5 cards, as in Td9d6h Qc", _cards),
    Parameter("pot", 20, least=1),
    Parameter("stack", 20, least=0),
    Text("oop.range", "AsAh,QsQh", "hands, as in QQ+,AKs,A5s-A2s:0.5", _range),
    Text("ip.range", "KsKh", "hands, as in QQ+,AKs,A5s-A2s:0.5", _range),
    *_menus(),
    *(Parameter(f"tree.{name}", 0, least=0, real=True) for name in THRESHOLDS),
    Parameter("tree.rake", 0, least=0, most=1, real=True),
    Parameter("tree.rake_cap", LARGEST, least=0, real=True),
    Locks("lock", "", "player | line | hands | play, as in ip | bet 20 | KK | call 1", canonical),
)
"""What a spot consists of, by the keys of its file.

The default is the clairvoyance game: aces or queens against kings, which can only call or fold.
"""
DEFAULTS = {parameter.name: parameter.default for parameter in PARAMETERS}


def rules_of(given: Mapping[str, Any]) -> Rules:
    """The rules of a spot.

    Raises:
        InputError: sizes are given for a street that is over, the ranges leave no pair of hands on
            the board, a rake's cap is given without a rake, or a lock does not fit.
    """
    from pokerbot.games.ranges import CARDS, Range

    board: Cards = tuple(CARDS[name] for name in names_in(given["board"]))
    rounds: list[Round] = []
    for street, cards in STREETS.items():
        if cards < len(board):
            _refuse_sizes(given, street)
            continue
        menus = [_menu(given, seat, street, first=not rounds) for seat in SEATS]
        rounds.append(Round(BySeat(*menus), board=int(bool(rounds))))
    first, second = (Range(given[f"{seat}.range"]).without(board) for seat in SEATS)
    for seat, hands in zip(SEATS, (first, second), strict=True):
        if not hands:
            raise InputError("has no hand that fits the board", parameter=f"{seat}.range")
    if given["tree.rake_cap"] != DEFAULTS["tree.rake_cap"] and not given["tree.rake"]:
        raise InputError("has no effect without tree.rake", parameter="tree.rake_cap")
    half = given["pot"] / 2
    rules = Rules(
        Deck(len(RANKS), len(SUITS), told_apart=True),
        half,
        tuple(rounds),
        half + given["stack"],
        private=2,
        ranges=(first, second),
        public=board,
        showdown=BestFive(),
        rake=given["tree.rake"],
        rake_cap=given["tree.rake_cap"],
    )
    locks_of(rules, given["lock"])
    return rules


def _menu(given: Mapping[str, Any], seat: str, street: str, *, first: bool) -> Menu:
    """A seat's sizes in a street."""
    sizes = {
        kind: tuple(filter(None, given.get(f"{seat}.{street}.{kind}", "").split(", ")))
        for kind in KINDS
    }
    donks = None if first or seat == "ip" or sizes["donk"] == ("bet",) else sizes["donk"]
    return Menu(
        sizes["bet"],
        sizes["raise"],
        donks=donks,
        **{name: given[f"tree.{name}"] for name in THRESHOLDS},
    )


def _refuse_sizes(given: Mapping[str, Any], street: str) -> None:
    """Raise InputError where sizes are given for a street that is over."""
    for key, value in given.items():
        if f".{street}." in key and value != DEFAULTS[key]:
            raise InputError(f"is for a street that is over: {given['board']}", parameter=key)


def unused_sizes(given: Mapping[str, Any]) -> str:
    """The key of the sizes of a donk bet on a spot's first street, where there is none.

    Empty if none are given.
    """
    key = f"{SEATS[0]}.{street_name(len(names_in(given['board'])))}.donk"
    return key if given.get(key) != DEFAULTS.get(key) else ""


def on_next_card(given: Mapping[str, Any], card: str) -> dict[str, Any]:
    """A spot with one card more on the table, without the sizes of the street that is over."""
    board = [*names_in(given["board"]), card]
    over = {street for street, cards in STREETS.items() if cards < len(board)}
    left = {
        key: DEFAULTS[key] if {*key.split(".")} & over else value for key, value in given.items()
    }
    return {**left, "board": on_table(board)}


def after_aggression(given: Mapping[str, Any], street: str) -> dict[str, Any]:
    """A spot that begins with a street after a bet or raise of ip's on the street before.

    Oop's first bet there is a donk bet, and has the sizes of one; ip bets only after a check.
    """
    donk, bet = f"{SEATS[0]}.{street}.donk", f"{SEATS[0]}.{street}.bet"
    if given[donk] == DEFAULTS[donk]:
        return {**given}
    return {**given, bet: given[donk], donk: DEFAULTS[donk]}


def with_size(
    given: Mapping[str, Any], street: str, betting: Betting, size: Action
) -> dict[str, Any]:
    """A spot with one more size, so that a bet or raise can be taken at a betting.

    The size can then be taken wherever the player bets (or raises, or donks) in that street. Where
    `force_allin` would make it all-in, the spot is left without that, but with all-in as a size.

    Args:
        given: the spot, by the keys of its file.
        street: the street of the betting.
        betting: where the bet or raise is to be legal.
        size: the bet or raise, with the amount that it is to in its round.
    """
    seat, other = SEATS[betting.player], betting.chips[1 - betting.player]
    kind = size.kind
    if f"{seat}.{street}.donk" in given and given[f"{seat}.{street}.donk"] != "bet":
        into = betting.actions == 0 and betting.aggressor == 1 - betting.player
        kind = "donk" if into else kind
    key = f"{seat}.{street}.{kind}"
    more = f"{size.amount - (other - betting.before):.15g}c"
    sizes = ", ".join(filter(None, [given[key], more]))
    found = {**given, key: sizes, "tree.merge": 0}
    return _unforced(found) if _is_forced(given, betting, size) else found


def _is_forced(given: Mapping[str, Any], betting: Betting, size: Action) -> bool:
    """Whether `force_allin` makes a bet or raise at a betting all-in, which is less than that."""
    matched = betting.before + size.amount
    left: float = given["pot"] / 2 + given["stack"] - matched
    return 0 < left <= Fraction(str(given["tree.force_allin"])) * Fraction(2 * matched)


def _unforced(given: Mapping[str, Any]) -> dict[str, Any]:
    """A spot without `force_allin`, in which all-in is among all bets and raises."""
    menus = {
        key: f"{value}, a"
        for key, value in given.items()
        if key.rpartition(".")[2] in KINDS and value not in KINDS.values()
    }
    return {**given, **menus, "tree.force_allin": 0}


def with_one_size(given: Mapping[str, Any]) -> dict[str, Any]:
    """A spot with only the first size of each kind, and without locks, which may name others."""
    first = {
        key: value.partition(", ")[0]
        for key, value in given.items()
        if key.rpartition(".")[2] in KINDS
    }
    return {**given, **first, "lock": ""}
