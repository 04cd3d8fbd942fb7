"""Play that is given at some decisions of a spot, around which the rest is solved.

In a spot's file each lock is a table; in its canonical text it is a line of four parts,
`ip | check, bet 120 | KK,AsKs | call 0.75, fold 0.25`: who, where, with which hands, and what they
do there. Semicolons stand between locks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pokerbot.errors import InputError, meant
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to, along, legal_actions
from pokerbot.games.parameters import Text, is_number
from pokerbot.games.rules import Rules
from pokerbot.games.spot import action_of, at_line, line_to

PLAYERS = ("oop", "ip")
NEEDED, TEXTS = ("player", "line", "play"), ("player", "line", "hands")
ROUNDING = 1e-9


@dataclass(frozen=True)
class Lock:
    """What some hands do at a decision, which is a betting and a board.

    hands: their numbers among the hands of the player to act
    play: how often they take each of the legal actions, in their order
    """

    betting: Betting
    board: int
    hands: tuple[int, ...]
    play: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Locks(Text):
    """A `Text` of locks that can also be given as the tables of a spot's file."""

    def check(self, value: object) -> str:
        """The canonical text of locks that are given as tables or as a text.

        Raises:
            InputError: a lock lacks player, line or play, or has a key besides these and hands.
        """
        try:
            given = value if isinstance(value, str) else _written(value)
        except InputError as error:
            raise error.about(self.name) from None
        return Text.check(self, given)


def _written(tables: Any) -> str:
    """The locks in a file's tables, as a text."""
    if not isinstance(tables, list) or not all(isinstance(each, Mapping) for each in tables):
        raise InputError("must be tables, each under [[lock]]")
    return "; ".join(_line_of(table, number) for number, table in enumerate(tables, 1))


def _line_of(table: Mapping[str, Any], number: int) -> str:
    """One lock as a text, from its table; its number is for the messages."""
    for key in table:
        if key not in (*NEEDED, *TEXTS):
            close = meant(str(key), (*NEEDED, *TEXTS))
            raise InputError(f"{number}: {key!r:.40} is no key of a lock{close}")
    for key in NEEDED:
        if key not in table:
            raise InputError(f"{number}: does not say {key}")
    texts = {key: table.get(key, "") for key in TEXTS}
    for key, text in texts.items():
        if not isinstance(text, str) or {*text} & {"|", ";", "="}:
            raise InputError(f"{number}: {key} must be a text without | ; and =, not {text!r:.40}")
    play = table["play"]
    if not isinstance(play, Mapping) or not all(map(is_number, play.values())):
        raise InputError(f"{number}: play must be as in {{ fold = 0.25, call = 0.75 }}")
    shares = ", ".join(f"{action} {share!r}" for action, share in play.items())
    return " | ".join([*texts.values(), shares])


def canonical(text: str) -> str:
    """The canonical spelling of a text of locks.

    Raises:
        InputError: a part is missing or malformed; the message begins with the lock's number.
    """
    return "; ".join(
        f"{player} | {line} | {hands} | {', '.join(f'{a} {p!r}' for a, p in play.items())}"
        for player, line, hands, play in _parsed(text)
    )


def tables_of(text: str) -> list[dict[str, Any]]:
    """The locks in a canonical text, as the tables of a spot's file."""
    return [
        {"player": player, "line": line, **({"hands": hands} if hands else {}), "play": play}
        for player, line, hands, play in _parsed(text)
    ]


def text_of(tables: Iterable[Mapping[str, Any]]) -> str:
    """The canonical text of locks that are given as the tables of a spot's file.

    Raises:
        InputError: a lock lacks player, line or play, or has a key besides these and hands.
    """
    return canonical(_written([*tables]))


def _parsed(text: str) -> Iterator[tuple[str, str, str, dict[str, float]]]:
    """Yield each lock's player, line, hands and shares of the actions."""
    for number, each in enumerate(text.split(";") if text.strip() else (), 1):
        parts = [" ".join(part.split()) for part in each.split("|")]
        if len(parts) != 4:
            raise InputError(f"{number}: is player | line | hands | play, not {each!r:.60}")
        player, line, hands, play = parts
        if player.lower() not in PLAYERS:
            raise InputError(f"{number}: player must be oop or ip, not {player!r:.40}")
        streets = [
            ", ".join(action.strip() for action in street.split(","))
            for street in line.lower().split("/")
        ]
        try:
            yield player.lower(), " / ".join(streets), _hands(hands), dict(sorted(_shares(play)))
        except InputError as error:
            raise InputError(f"{number}: {error}") from None


def _hands(text: str) -> str:
    """The canonical spelling of a range without weights; "" stands for all hands."""
    from pokerbot.games.ranges import Range

    if ":" in text:
        raise InputError(f"hands have no weights here: {text!r:.40}")
    try:
        return str(Range(text))
    except InputError as error:
        raise error.about("hands") from None


def _shares(text: str) -> Iterator[tuple[str, float]]:
    """Each action and share in `fold 0.25, call 0.75`; actions are spelled as in solutions."""
    named = set()
    for each in text.split(","):
        words, _, number = each.strip().rpartition(" ")
        action = words.lower().replace(" to ", " ")
        try:
            share = float(number)
        except ValueError:
            raise InputError(f"play has {each.strip()!r:.40}, no action and its share") from None
        if not 0 <= share <= 1:
            raise InputError(f"play has {each.strip()!r:.40}: a share is from 0 to 1")
        if action in named:
            raise InputError(f"play names {action!r:.40} twice")
        named.add(action)
        yield action, share


def locks_of(rules: Rules, text: str) -> tuple[Lock, ...]:
    """The locks in a text, with the decisions and hands of these rules.

    Raises:
        InputError: a line or an action is not in the tree, another player acts there, the shares do
            not add up to 1, a hand is not in the range or is locked there already.
    """
    found: list[Lock] = []
    for number, (player, line, hands, play) in enumerate(_parsed(text), 1):
        try:
            lock = _lock(rules, player, line, hands, play)
            _check_apart(rules, lock, found)
        except InputError as error:
            raise InputError(f"{number}: {error}", parameter="lock") from None
        found.append(lock)
    return tuple(found)


def locks_from(
    rules: Rules, text: str, begun: Betting, board: int, without: Collection[Lock] = ()
) -> str:
    """The text of the locks that lie on a street or after it, for a spot that begins with it.

    It names amounts everywhere, so that it also holds where more sizes are added.

    begun, board: the first decision of the street
    without: locks that are left out
    """
    over, street = begun.round, rules.street(begun.round)
    found = []
    for table, lock in zip(tables_of(text), locks_of(rules, text), strict=True):
        come = lock not in without and lock.betting.histories[:over] == begun.histories[:over]
        if come and rules.boards.at(lock.board, street) == rules.boards.at(board, street):
            line = line_to(rules, lock.betting, lock.board).split(" / ")[2 * over :]
            named = zip(legal_actions(rules, lock.betting), lock.play, strict=True)
            play = {action.name: share for action, share in named if share}
            found.append({**table, "line": " / ".join(line), "play": play})
    return text_of(found)


def left_by_locks(
    rules: Rules, locks: Iterable[Lock], betting: Betting, board: int, player: int, since: int = 0
) -> set[int]:
    """The player's hands on a board that can come to a betting though locks hold some.

    since: the first round whose locks count
    """
    hands = range(len(rules.hands[player]))
    left = {hand for hand in hands if rules.alive(player, hand, board)}
    done = [*along(rules, actions_to(rules, betting))]
    for lock in locks:
        at, action = next((step for step in done if step[0] == lock.betting), (None, None))
        if at is None or action is None or at.player != player or at.round < since:
            continue
        if rules.boards.at(board, rules.street(at.round)) == lock.board:
            place = [*legal_actions(rules, at)].index(action)
            left -= set() if lock.play[place] else {*lock.hands}
    return left


def _lock(rules: Rules, player: str, line: str, hands: str, play: Mapping[str, float]) -> Lock:
    """One lock, from its four parts."""
    betting, board = at_line(rules, line)
    acts = PLAYERS[betting.player]
    if acts != player:
        raise InputError(f"line leads to where {acts} acts, not {player}")
    legal = legal_actions(rules, betting)
    shares = dict.fromkeys(legal, 0.0)
    for name, share in play.items():
        try:
            shares[action_of(rules, betting, name)] += share
        except InputError as error:
            raise error.about("play") from None
    total = sum(shares.values())
    if abs(total - 1) > ROUNDING:
        raise InputError(f"play adds up to {total:.6g}, not 1")
    among = [*_held(rules, betting.player, board, hands)]
    return Lock(betting, board, tuple(among), tuple(shares[action] / total for action in legal))


def _held(rules: Rules, player: int, board: int, text: str) -> Iterable[int]:
    """The player's hands on a board that a range names; all where the text is empty."""
    from pokerbot.games.ranges import Range

    hands = rules.hands[player]
    there = [hand for hand in range(len(hands)) if rules.alive(player, hand, board)]
    found: set[int] = set()
    for entry in text.split(",") if text else ():
        named = Range(entry).weights
        some = {hand for hand in there if hands[hand] in named}
        if not some:
            on = rules.boards.lying(board)
            raise InputError(f"hands have {entry!r:.40}, which {PLAYERS[player]} has not on {on}")
        found |= some
    return sorted(found) if text else there


def _check_apart(rules: Rules, lock: Lock, others: Iterable[Lock]) -> None:
    """Raise InputError where a hand of the lock is locked at its decision already."""
    for other in others:
        if (other.betting, other.board) == (lock.betting, lock.board):
            for hand in {*other.hands} & {*lock.hands}:
                name = rules.hands[lock.betting.player].name(hand)
                raise InputError(f"hands have {name}, which another lock holds there, too")
