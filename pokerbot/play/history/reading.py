"""Reading a hand's line of the history: every key is checked, and the hand played again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import MAXYEAR, MINYEAR, UTC, datetime
from functools import lru_cache
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games import heads_up
from pokerbot.games.actions import SEAT_NAMES, Betting
from pokerbot.games.betting import legal_action, successor
from pokerbot.games.catalogue import HOLDEM, every_family, make_game
from pokerbot.games.game import Game
from pokerbot.games.hands import Hands
from pokerbot.games.identity import check_rules
from pokerbot.games.rules import Rules
from pokerbot.io.files import decode_json, is_whole
from pokerbot.play.hand import Hand, Step
from pokerbot.play.history.record import (
    FORMAT,
    MODES,
    SIDES,
    VERSION,
    Again,
    HandRecord,
    stamp,
)

COUNTS = ("seed", "number")
SHA256 = re.compile("[0-9a-f]{64}")


def parse(line: str) -> HandRecord:
    """Parse a line of the history.

    Raises:
        InputError: it is not a valid hand; the message says why.
    """
    try:
        return from_content(_decode(line))
    except RecursionError:
        raise InputError("nested too deep") from None


def from_content(content: dict[str, Any], *, over: bool = True) -> HandRecord:
    """The hand whose `content` a JSON object is; raises as `parse`.

    over: whether the hand must be over; if not, it must be in play
    """
    if content.get("format") != FORMAT:
        raise InputError(f"not a hand: its format is not {FORMAT!r}")
    version = _take(content, "version", int)
    if not 1 <= version <= VERSION:
        newer = "written by a newer pokerbot: " if version > VERSION else ""
        raise InputError(f"{newer}version {version!r:.40}, this reads 1 to {VERSION}")
    seat, seed, number = _take(content, "seat", str), *(_take(content, k, int) for k in COUNTS)
    if seat not in SEAT_NAMES:
        raise InputError(f"seat must be {' or '.join(SEAT_NAMES)}")
    if not is_whole(seed) or not is_whole(number) or not number:
        raise InputError("seed must be from 0, number from 1")
    sha256 = _take(content, "sha256", str)
    if not SHA256.fullmatch(sha256):
        raise InputError("sha256 must be 64 hexadecimal digits")
    played = HandRecord(
        hand=_hand(content, over=over),
        person=SEAT_NAMES.index(seat),
        opponent=_take(content, "opponent", str),
        sha256=sha256,
        seed=seed,
        number=number,
        time=_time(_take(content, "time", str)),
    )
    if version > 1:
        played = _circumstances(played, content)
    result, wanted = content.get("result"), played.result if over else None
    if isinstance(result, bool) or result != wanted:
        raise InputError(f"result must be {wanted}, as the cards and actions have it")
    return played


def _circumstances(played: HandRecord, content: dict[str, Any]) -> HandRecord:
    """Add the fields that version 1 did not have."""
    started = content.get("started")
    mode, rolled = _take(content, "mode", str), _take(content, "rolled", list)
    if mode not in MODES:
        raise InputError(f"mode must be {' or '.join(MODES)}")
    given = content.get("given", 0)
    if type(given) is not int or not 0 <= given <= len(played.hand.steps):
        raise InputError("given must be how many of the actions came with the deal")
    adapts = content.get("adapts", False)
    if type(adapts) is not bool:
        raise InputError("adapts must be true or false")
    if not isinstance(drill := content.get("drill", ""), str):
        raise InputError("drill must be a name")
    if not isinstance(challenge := content.get("challenge", ""), str):
        raise InputError("challenge must be a code")
    again = content.get("again", [])
    if not isinstance(again, list) or not all(_is_again(each, played) for each in again):
        raise InputError("again must be a list of [number of steps, path, sha256]")
    decisions = sum(step.player == played.person for step in played.hand.steps[given:])
    if len(rolled) not in (0, decisions):
        raise InputError(f"rolled must be as long as the {decisions} decisions, or empty")
    if not all(map(is_roll, rolled)):
        raise InputError(f"rolled must be whole numbers under {SIDES}, or null")
    return replace(
        played,
        started=None if started is None else _time(_take(content, "started", str)),
        mode=mode,
        assisted=_take(content, "assisted", bool),
        rolled=tuple(rolled),
        given=given,
        adapts=adapts,
        drill=drill,
        challenge=challenge,
        again=tuple(Again(*each) for each in again),
        match=tuple(content.get("match", ())),
    )


def is_roll(die: object) -> bool:
    """Whether a value is a roll of the die, or None where it was not thrown."""
    return die is None or (type(die) is int and 0 <= die < SIDES)


def _is_again(each: object, played: HandRecord) -> bool:
    """Whether a value is an item of `again`: [steps, path, sha256]."""
    if not isinstance(each, list) or [*map(type, each)] != [int, str, str]:
        return False
    return 0 <= each[0] <= len(played.hand.steps) and bool(SHA256.fullmatch(each[2]))


def _hand(content: dict[str, Any], *, over: bool) -> Hand:
    """Replay the hand by the rules."""
    described, spot = _take(content, "game", dict), content.get("spot", "")
    named = isinstance(spot, str) and spot.isprintable()
    if not named or (spot and described.get("name") != HOLDEM.name):
        raise InputError("spot must be what a spot of hold'em is called")
    match = "match" in content
    game = _played_down(content["match"]) if match else _game_of(described, spot)
    if match and described != {"name": game.name, **game.parameters}:
        raise InputError("match must be the chips that settle the game")
    check_rules(game, content)
    rules, cards, board = game.rules, _take(content, "cards", list), content.get("board")
    if len(cards) != 2 or (board is None) == rules.has_board:
        raise InputError(f"cards and board are not what a hand of {game.spec} has")
    first, second = (_hand_named(*each) for each in zip(rules.hands, cards, strict=True))
    turned = 0 if board is None else _board_named(rules, board)
    if not rules.prior.ways(first, second, rules.boards.cards[turned]):
        raise InputError("a card is dealt twice")
    actions = _take(content, "actions", list)
    if not all(isinstance(name, str) for name in actions):
        raise InputError("actions must be names of actions")
    betting, steps = _bet(game, tuple(actions))
    hand = Hand(game, (first, second), turned, betting, steps)
    if hand.over != over:
        raise InputError("the hand is over" if hand.over else "the hand is not over")
    return hand


@lru_cache(maxsize=4096)
def _bet(game: Game, actions: tuple[str, ...]) -> tuple[Betting, tuple[Step, ...]]:
    """The betting after these actions, and its steps; cached, since hands repeat each other's."""
    betting, steps = heads_up.begun(game), list[Step]()
    for name in actions:
        action = legal_action(game.rules, betting, name)
        if action is None:
            raise InputError(f"{name!r:.40} is not legal after {betting.history!r}")
        steps.append(Step(betting.player, betting.round, action))
        betting = successor(game.rules, betting, action)
    return betting, tuple(steps)


def _game_of(described: dict[str, Any], spot: str) -> Game:
    family = every_family().get(str(described.get("name")))
    return _game(json.dumps(described), spot, family)


@lru_cache(maxsize=64)
def _game(described: str, spot: str, family: object) -> Game:
    """The game; family: what the catalogue has under its name, which a script may replace."""
    content = json.loads(described)
    name = content.pop("name", None)
    if name == heads_up.NAME and content.keys() == {"stack"}:
        return heads_up.game_of(content["stack"])
    return make_game(name, content, spot)


def _played_down(stacks: object) -> Game:
    """The game of a match's hand with these stacks; raises InputError where they are invalid."""
    if not isinstance(stacks, list) or [*map(type, stacks)] != [int, int] or min(stacks) < 1:
        raise InputError("match must be the chips of both players")
    return heads_up.played_down(min(stacks))


def _hand_named(hands: Hands, name: object) -> int:
    """The number of the hand with that name; raises InputError where there is none."""
    hand = hands.find(name) if isinstance(name, str) else None
    if hand is None:
        raise InputError(f"no card {name!r:.40}")
    return hand


def _board_named(rules: Rules, name: object) -> int:
    """The number of the last street's board with that name; raises InputError where none is."""
    board = rules.boards.find(name) if isinstance(name, str) else None
    if board is None or board not in rules.boards.of(rules.boards.streets - 1):
        raise InputError(f"no card {name!r:.40}")
    return board


def _time(text: str) -> datetime:
    """The time in a text; not within the first and the last year, which lack some local times."""
    fault = InputError(f"no time {text!r:.40}")
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise fault from None
    local = MINYEAR < time.year < MAXYEAR
    same = stamp(time) == text.replace("+00:00", "Z")
    if time.tzinfo is not UTC or time.microsecond or not local or not same:
        raise fault
    return time


def _decode(line: str) -> dict[str, Any]:
    """The JSON object in a line."""
    content = decode_json(line.strip())
    if not isinstance(content, dict):
        raise InputError("not a JSON object")
    return content


def _take(content: dict[str, Any], key: str, kind: type) -> Any:
    """The value under a key, which must be of exactly that type: `true` is not a number."""
    value = content.get(key)
    if type(value) is not kind:
        raise InputError(f"{key} is missing or not what it must be")
    return value
