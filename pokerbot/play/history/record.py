"""A hand that a person has played, as the history keeps it: a line of JSON.

A line is an object with these keys:

- `format` "pokerbot-hand", `version` 3
- `time`: when the hand ended, such as "2026-11-20T23:41:05Z"
- `game`: the game's name and every parameter
- `opponent`: the path of the opponent's file; `sha256`: the fingerprint of that file's text
- `seed`, `started`, `mode`: the session's seed, when it began, and play, practise or match
- `number`: of the hand in the session
- `seat`: the person's, first or second
- `cards`: [first's, second's]; `board`: all public cards, turned up or not, or null
- `actions`: [name, …]
- `result`: the person's net chips
- `assisted`: whether a hint was asked for
- `rolled`: [the die at each of the person's decisions, or null, …]; empty if it was never thrown
- `given`: how many of the actions came with the deal, and are not judged

These keys are only there where they apply:

- `spot`: the name of a spot of hold'em
- `adapts`: true if the opponent adapts, and may play another file in the session's next hand
- `drill`: the name of the lesson, puzzle or drill that the hand belongs to
- `challenge`: the code of the challenge that the hand belongs to
- `again`: [[steps, path, sha256], …] of the strategies by which the rest of the hand was re-solved,
  each with the number of actions before it
- `match`: [the person's, the bot's chips before the hand], in a match of heads-up hold'em

A line is valid only if the rules allow the hand and pay that result. Version 1 has no `started`,
`mode`, `assisted`, `rolled` and `given`. Version 2 has no `spot`: hands of all other games are
still written as version 2, so that an older pokerbot can read them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from pokerbot.errors import InputError
from pokerbot.games import heads_up
from pokerbot.games.betting import Action, legal_action
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.hands import Hands
from pokerbot.games.rules import Rules
from pokerbot.io.files import decode_json, is_whole
from pokerbot.play.hand import Hand, Observation

FORMAT, VERSION = "pokerbot-hand", 3
WITHOUT_SPOTS = 2
"""The version of lines whose game is no spot."""
SEAT_NAMES = ("first", "second")
MODES = ("play", "practise", "match")
SIDES = 100
"""Of the die."""
COUNTS = ("seed", "number")
SHA256 = re.compile("[0-9a-f]{64}")


class Again(NamedTuple):
    """The re-solved strategy that played the rest of a hand.

    steps: how many steps of the hand came before it
    path, sha256: the strategy's file, and the fingerprint of that
    """

    steps: int
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand with the session that it belongs to. Only a hand from a journal may be unfinished.

    person: the person's seat; 0 acts first
    opponent: the path of the opponent's strategy file
    sha256: the fingerprint of that file's unpacked text
    seed: the session's seed
    number: the hand's number in the session, from 1
    time: when the hand ended, UTC, in whole seconds
    started: when the session began, None where that was not kept
    mode: one of `MODES`
    assisted: whether the person had a hint
    rolled: the roll of the die at each of the person's decisions, None where it was not thrown;
        empty where it was never thrown
    given: how many steps came with the deal, as when practising from the middle of a hand
    adapts: whether the opponent adapts, and may play another strategy in the session's next hand
    drill: the name of the lesson, puzzle or drill that the hand belongs to, else empty
    challenge: the code of the challenge that the hand belongs to, else empty
    again: the re-solved strategies that played the rest of the hand, if any
    match: the person's chips and the bot's before the hand, in a match; else empty
    """

    hand: Hand
    person: int
    opponent: str
    sha256: str
    seed: int
    number: int
    time: datetime
    started: datetime | None = None
    mode: str = "play"
    assisted: bool = False
    rolled: tuple[int | None, ...] = ()
    given: int = 0
    adapts: bool = False
    drill: str = ""
    challenge: str = ""
    again: tuple[Again, ...] = ()
    match: tuple[int, ...] = ()

    @property
    def decisions(self) -> tuple[tuple[Observation, Action], ...]:
        """Each of the person's own decisions: what they saw, and the action they took."""
        return tuple(self.hand.decisions(self.person, self.given))

    @property
    def who(self) -> str:
        """The opponent's `identity`."""
        return identity(self.hand.game, self.sha256, adapts=self.adapts)

    @property
    def counts(self) -> bool:
        """Whether the hand counts for results: those practised from a chosen spot do not."""
        return self.mode != "practise"

    @property
    def decides(self) -> bool | None:
        """Whether the person won (True) or lost (False) a match with this hand; else None."""
        if not self.match or not self.hand.over:
            return None
        own, other = self.match[0] + self.result, self.match[1] - self.result
        return own > 0 if min(own, other) == 0 else None

    @property
    def tells_habits(self) -> bool:
        """Whether the hand shows the person's habits: played at the table without a hint."""
        return self.mode == "play" and not self.assisted

    @property
    def result(self) -> float:
        """The person's net chips."""
        return self.hand.net(self.person)

    @property
    def won(self) -> float:
        """The result plus half of the pot with which a spot begins, as `Hand.won`."""
        return self.hand.won(self.person)

    def content(self) -> dict[str, Any]:
        """The object that a line of the history holds."""
        game, rules = self.hand.game, self.hand.game.rules
        return {
            "format": FORMAT,
            "version": VERSION if game.label else WITHOUT_SPOTS,
            "time": _stamp(self.time),
            "game": {"name": game.name, **game.parameters},
            **({"spot": game.label} if game.label else {}),
            "opponent": self.opponent,
            "sha256": self.sha256,
            "seed": self.seed,
            "started": None if self.started is None else _stamp(self.started),
            "mode": self.mode,
            "number": self.number,
            "seat": SEAT_NAMES[self.person],
            "cards": [
                hands.name(held) for hands, held in zip(rules.hands, self.hand.held, strict=True)
            ],
            "board": rules.boards.whole(self.hand.final_board) or None,
            "actions": [step.action.name for step in self.hand.steps],
            "result": self.result if self.hand.over else None,
            "assisted": self.assisted,
            "rolled": list(self.rolled),
            "given": self.given,
            **({"adapts": True} if self.adapts else {}),
            **({"drill": self.drill} if self.drill else {}),
            **({"challenge": self.challenge} if self.challenge else {}),
            **({"again": [[*each] for each in self.again]} if self.again else {}),
            **({"match": [*self.match]} if self.match else {}),
        }


def identity(game: Game, sha256: str, *, adapts: bool) -> str:
    """What tells opponents apart: the fingerprint of their file.

    One who adapts changes its file; it is identified by its game.
    """
    return game.text if adapts else sha256


def choices(played: HandRecord) -> Iterator[tuple[str, str]]:
    """The information set and the action of each of the person's own decisions."""
    return ((seen.key, action.name) for seen, action in played.decisions)


def parse(line: str) -> HandRecord:
    """Parse a line of the history.

    Raises:
        InputError: it is not a valid hand; the message says why.
    """
    try:
        return record(_decode(line))
    except RecursionError:
        raise InputError("nested too deep") from None


def record(content: dict[str, Any], *, over: bool = True) -> HandRecord:
    """The hand that a JSON object describes; raises as `parse`.

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
    if any(die is not None and (type(die) is not int or not 0 <= die < SIDES) for die in rolled):
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
    stacks = content.get("match")
    game = _game(json.dumps(described), spot) if stacks is None else _played_down(stacks)
    if stacks is not None and described != {"name": game.name, **game.parameters}:
        raise InputError("match must be the chips that settle the game")
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
    hand = _replayed(game, game.label, (first, second), turned, tuple(actions))
    if hand.over != over:
        raise InputError("the hand is over" if hand.over else "the hand is not over")
    return hand


@lru_cache(maxsize=4096)
def _replayed(
    game: Game, label: str, held: tuple[int, int], board: int, actions: tuple[str, ...]
) -> Hand:
    """Replay these actions; cached, since small games repeat the same hands.

    label: the game's; an argument since games that differ in it alone are equal to the cache
    """
    hand = Hand(game, held, board, heads_up.begun(game))
    for name in actions:
        action = legal_action(game.rules, hand.betting, name)
        if action is None:
            raise InputError(f"{name!r:.40} is not legal after {hand.betting.history!r}")
        hand = hand.after(action)
    return hand


@lru_cache(maxsize=64)
def _game(described: str, spot: str) -> Game:
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


def _stamp(time: datetime) -> str:
    return time.isoformat().replace("+00:00", "Z")


def _time(text: str) -> datetime:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is not UTC or time.microsecond or _stamp(time) != text:
        raise InputError(f"no time {text!r:.40}")
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
