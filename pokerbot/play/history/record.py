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

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from pokerbot.games.actions import SEAT_NAMES, Action
from pokerbot.games.catalogue import is_added
from pokerbot.games.game import Game
from pokerbot.games.identity import rules_in_files
from pokerbot.play.hand import Hand, Observation

FORMAT, VERSION = "pokerbot-hand", 3
WITHOUT_SPOTS = 2
"""The version of lines whose game is no spot."""
MODES = ("play", "practise", "match")
SIDES = 100
"""Of the die."""


class Again(NamedTuple):
    """The re-solved strategy that played the rest of a hand.

    steps: how many steps of the hand came before it
    path, sha256: the strategy's file, and the fingerprint of that
    """

    steps: int
    path: str
    sha256: str


class SessionKey(NamedTuple):
    """What identifies a session.

    seed: its seed
    who: its opponent's identity
    mode: one of `MODES`
    started: when it began, UTC
    """

    seed: int
    who: str
    mode: str
    started: datetime


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

    def session(self, started: datetime) -> SessionKey:
        """The key of its session, if that began at that time."""
        return SessionKey(self.seed, self.who, self.mode, started)

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
            "time": stamp(self.time),
            "game": {"name": game.name, **game.parameters},
            **(rules_in_files(game) if is_added(game.name) else {}),
            **({"spot": game.label} if game.label else {}),
            "opponent": self.opponent,
            "sha256": self.sha256,
            "seed": self.seed,
            "started": None if self.started is None else stamp(self.started),
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


def stamp(time: datetime) -> str:
    """A time as lines have it."""
    return time.isoformat().replace("+00:00", "Z")
