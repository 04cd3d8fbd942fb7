"""Reads extensive games in Gambit's text format `.efg`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

from pokerbot.errors import InputError
from pokerbot.games.trees import tree_game
from pokerbot.io.files import decode_text, named_in_errors, read_bytes
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.form import Form

TOKEN = re.compile(r'\s*(?:"((?:[^"\\]|\\.)*)"|([{},])|([^\s{},"]+))')
DEEPEST = 400
"""The largest depth of a tree that is read."""
LARGEST = 1e300
"""The largest number that is read; the sum of `DEEPEST` payoffs then still fits a float."""
EXPONENT = 3
"""The most digits of an exponent; an exact number with a longer one would fill the memory."""


def from_efg(path: str | os.PathLike[str]) -> Form:
    """The form of a two-player zero-sum game in a file of Gambit's.

    The key of an information set is its label. If it has none, or shares it with another one, the
    player and the number of the set are added.

    Raises:
        InputError: it cannot be read, or is not such a game; the message says where.
    """
    with named_in_errors(path):
        reader = _Reader(decode_text(read_bytes(Path(path))))
        root = reader.game()
        return compile_game(tree_game(reader.title, root))


@dataclass
class EfgNode:
    """A node of the tree; implements `State`.

    player: who acts, 0 or 1; None for chance and at terminals
    won: the sum of both players' payoffs from the root to here
    key: the information set's key
    ways: the probability of each action of chance
    below: the node after each action
    """

    player: int | None
    won: tuple[Fraction, Fraction]
    key: str = ""
    ways: dict[str, float] = field(default_factory=dict)
    below: dict[str, EfgNode] = field(default_factory=dict)

    def chance(self) -> Mapping[str, float]:
        """As `State`."""
        return self.ways

    def actions(self) -> Sequence[str]:
        """As `State`."""
        return [*self.below]

    def information_set(self) -> str:
        """As `State`."""
        return self.key

    def child(self, action: str) -> EfgNode:
        """As `State`."""
        return self.below[action]

    def payoff(self) -> float:
        """As `State`."""
        return float(self.won[0])


class _Reader:
    """Reads a file, node by node.

    Information sets and outcomes are described where they first occur, and kept for later nodes.

    tokens: the tokens of the text; ahead: the next one; count: how many have been taken
    sets: by player and number, each information set's key and its actions with their chances
    outcomes: by number, both players' payoffs
    labels: the information set that has each label or key
    title: the game's title
    """

    def __init__(self, text: str) -> None:
        self.tokens, self.count = self._tokens(text), 0
        self.ahead = next(self.tokens)
        self.sets: dict[tuple[int, int], tuple[str, list[tuple[str, Fraction]]]] = {}
        self.outcomes: dict[int, tuple[Fraction, Fraction]] = {0: (Fraction(0), Fraction(0))}
        self.labels: dict[str, tuple[int, int]] = {}
        self.title = ""

    def game(self) -> EfgNode:
        """The root of the tree."""
        for word in ("EFG", "2"):
            if self._take()[1] != word:
                self._refuse("a file of Gambit begins with EFG 2")
        self._word()
        self.title = self._text() or "a game"
        if len([*self._braced()]) != 2:
            self._refuse("a game of two players is read")
        if self.ahead[0] == '"':
            self._text()
        root = self._node((Fraction(0), Fraction(0)), 0)
        if self.ahead[0]:
            self._refuse("nothing can follow the tree")
        return root

    def _node(self, before: tuple[Fraction, Fraction], depth: int) -> EfgNode:
        if depth > DEEPEST:
            self._refuse(f"a tree is read to {DEEPEST} nodes below each other")
        kind, _ = self._word(), self._text()
        if kind == "t":
            return self._end(before)
        if kind not in ("c", "p"):
            self._refuse("a node is c, p or t")
        player = self._number() if kind == "p" else 0
        if kind == "p" and player not in (1, 2):
            self._refuse("a player is 1 or 2")
        key, actions = self._set(player, with_chances=kind == "c")
        won = self._outcome(before)
        below = {name: self._node(won, depth + 1) for name, _ in actions}
        if len(below) < len(actions):
            self._refuse("two actions of a node share a name")
        if kind == "p":
            return EfgNode(player - 1, won, key, {}, below)
        return EfgNode(None, won, key, {name: float(part) for name, part in actions}, below)

    def _end(self, before: tuple[Fraction, Fraction]) -> EfgNode:
        won = self._outcome(before)
        if total := sum(won):
            told = "less than 0, as with a rake" if total < 0 else "more than 0"
            self._refuse(f"a zero-sum game is read, and the payoffs here add up to {told}")
        return EfgNode(None, won)

    def _set(self, player: int, *, with_chances: bool) -> tuple[str, list[tuple[str, Fraction]]]:
        """The key of the information set that stands here, and its actions with their chances."""
        place = player, self._number()
        if self.ahead[0] == '"':
            label, actions = self._text(), self._actions(with_chances=with_chances)
            key, known = self._key(label, place), self.sets.get(place)
            if known and (known[1] != actions or (label.strip() and known[0] != key)):
                self._refuse(f"information set {place[1]} was another one before")
            self.sets.setdefault(place, (key, actions))
        if place not in self.sets:
            self._refuse(f"nothing says what information set {place[1]} is")
        return self.sets[place]

    def _actions(self, *, with_chances: bool) -> list[tuple[str, Fraction]]:
        """The actions that stand here in braces, with their chances if they have any."""
        told = [*self._braced()]
        if not told:
            self._refuse("a node has an action")
        names, parts = told, ["0"] * len(told)
        if with_chances:
            if len(told) % 2:
                self._refuse("an outcome of chance has a name and a probability")
            names, parts = told[::2], told[1::2]
        return [(name, self._fraction(part)) for name, part in zip(names, parts, strict=True)]

    def _key(self, label: str, place: tuple[int, int]) -> str:
        """The key of an information set with this label, which no other one has."""
        key = " ".join(label.split())
        while not key or self.labels.setdefault(key, place) != place:
            key = f"{key} player {place[0]} set {place[1]}".strip()
        return key

    def _outcome(self, before: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
        """Both players' payoffs so far, with the outcome that stands here."""
        number = self._number()
        if self.ahead[0] == '"' or self.ahead == ("{", "{"):
            if self.ahead[0] == '"':
                self._text()
            payoffs = [self._fraction(payoff) for payoff in self._braced()]
            if len(payoffs) != 2:
                self._refuse("an outcome has a payoff for each of two players")
            told = payoffs[0], payoffs[1]
            if self.outcomes.setdefault(number, told) != told:
                self._refuse(f"outcome {number} had other payoffs before")
        if number not in self.outcomes:
            self._refuse(f"nothing says what outcome {number} is")
        here = self.outcomes[number]
        return before[0] + here[0], before[1] + here[1]

    def _braced(self) -> Iterator[str]:
        """The texts and numbers in braces, without commas."""
        if self._take()[1] != "{":
            self._refuse("a { is missing")
        while self.ahead[1] != "}" or self.ahead[0] == '"':
            if not self.ahead[0]:
                self._refuse("a } is missing")
            kind, token = self._take()
            if kind != ",":
                yield token
        self._take()

    def _fraction(self, token: str) -> Fraction:
        exponent = token.lower().partition("e")[2].lstrip("+-0")
        try:
            found = Fraction(token) if len(exponent) <= EXPONENT else None
        except (ValueError, ZeroDivisionError):
            found = None
        if found is None or abs(found) > LARGEST:
            self._refuse(f"{token!r:.40} is no number that can be read")
        return found

    def _number(self) -> int:
        word = self._word()
        if not word.isdecimal() or not word.isascii() or len(word) > 9:
            self._refuse(f"{word!r:.40} is no number of a player, a set or an outcome")
        return int(word)

    def _word(self) -> str:
        kind, token = self._take()
        if kind != "word":
            self._refuse("a word is missing")
        return token

    def _text(self) -> str:
        kind, token = self._take()
        if kind != '"':
            self._refuse("a text in quotes is missing")
        return token

    def _take(self) -> tuple[str, str]:
        token, self.ahead = self.ahead, next(self.tokens)
        self.count += 1
        return token

    def _tokens(self, text: str) -> Iterator[tuple[str, str]]:
        """The kind and content of each token; after the last one, empty ones without end."""
        at, text = 0, text.rstrip()
        while at < len(text):
            found = TOKEN.match(text, at)
            if found is None:
                self._refuse("a text has no end")
            quoted, mark, word = found.groups()
            at = found.end()
            if quoted is not None:
                yield '"', quoted.replace('\\"', '"')
            else:
                yield ("word", word) if mark is None else (mark, mark)
        while True:
            yield "", ""

    def _refuse(self, why: str) -> NoReturn:
        raise InputError(f"{why} (at item {self.count} of the file)")
