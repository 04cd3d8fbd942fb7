"""Strategies as arrays that can be read by name, and arrays made of strategies by name."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice
from json.encoder import encode_basestring_ascii
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile, can_be_held, cells_of_infosets, infosets_of
from pokerbot.sequence.compile import WHOLE, check_size, compile_game, is_vast
from pokerbot.sequence.cut import LeafProfile, cut_last_street, split
from pokerbot.sequence.filing import gathered
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Pair, bind, uniform
from pokerbot.strategy.checking import TOLERANCE, check_infosets
from pokerbot.strategy.strategy import Infosets


class NamedProfile(Mapping[str, Mapping[str, float]]):
    """A profile as a mapping from information sets to their actions and probabilities.

    One key is looked up in the arrays; all keys are spelled out only when they are iterated over.
    Player 1's information sets come first, each player's in the order of the betting.
    """

    def __init__(self, form: Form, profile: Profile) -> None:
        """Keep a copy of a profile, arrays [rows, hands] that are bound to a form.

        Raises:
            InputError: the arrays that work with such a profile do not fit in memory.
        """
        if is_vast(form):
            check_size(form.game, WHOLE)
        first, second = (np.array(sigma, dtype=np.float64) for sigma in profile)
        self._form, self._profile = form, (first, second)

    @property
    def form(self) -> Form:
        """The form that its arrays are bound to."""
        return self._form

    @property
    def game(self) -> Game:
        """The game that it is a strategy of."""
        return self.form.game

    def smallest(self) -> tuple[Form, Callable[[int], Array]]:
        """The smallest form in which it can be evaluated, and its strategy there by player.

        The second is a function from a player to the normalized strategy, [rows, hands].
        """
        return self.form, self.normalized.__getitem__

    def by_leaf(self) -> LeafProfile | None:
        """The profile with its last street cut off, leaf by leaf; None where it cannot be cut."""
        form, strategy_of = self.smallest()
        cut = cut_last_street(form)
        return split(cut, (strategy_of(0), strategy_of(1))) if cut else None

    @property
    def profile(self) -> Profile:
        """[rows, hands] each player's probabilities, as they stand in a file."""
        return self._profile

    @cached_property
    def normalized(self) -> Profile:
        """The profile, scaled to sums of 1, and uniform for hands that nobody can hold."""
        first, second = (
            operators.normalize(self._alive(player)) for player, operators in enumerate(self._bound)
        )
        return first, second

    @property
    def _bound(self) -> Pair:
        return bind(self.form)

    def _alive(self, player: int) -> Array:
        """[rows, hands] the probabilities where a hand can be held, else 0; in row 0 all are 1."""
        there = can_be_held(self.form, player)[self.form.trees[player].decision]
        chances = np.where(there, self.profile[player], 0.0)
        chances[0] = 1
        return chances

    def at(self, betting: Betting, boards: range) -> Array:
        """[boards, actions, hands] the probabilities at a betting, on boards of its street."""
        tree, sigma = self.form.trees[betting.player], self.normalized[betting.player]
        return np.stack([sigma[tree.rows_at(betting, board)] for board in boards])

    def is_sound(self) -> bool:
        """Whether these are probabilities, and those of each information set add up to 1."""
        for player, operators in enumerate(self._bound):
            chances = self._alive(player)
            off = np.abs(operators.sums(chances) - 1)[can_be_held(self.form, player)].max(initial=0)
            fits = chances.min() >= 0 and chances.max() <= 1 + TOLERANCE
            if not (fits and off <= TOLERANCE):
                return False
        return True

    def chances(self, player: int) -> list[float]:
        """A player's probabilities, information set after information set."""
        found: list[float] = (
            self.profile[player].ravel()[cells_of_infosets(self.form, player)[1]].tolist()
        )
        return found

    @cached_property
    def _places(self) -> dict[str, tuple[int, int, slice, tuple[str, ...]]]:
        """Each decision by the part of a key after the hand: (player, decision, rows, actions)."""
        game, found = self.form.game, {}
        for player, tree in enumerate(self.form.trees):
            names: dict[Any, tuple[str, ...]] = {}
            for decision, (node, board, rows) in enumerate(tree.decisions(), 1):
                actions = names.get(node) or names.setdefault(node, game.names(node))
                found[game.address(node, board)] = player, decision, rows, actions
        return found

    @cached_property
    def _named(self) -> dict[str, dict[str, float]]:
        found = {}
        for player in (0, 1):
            ahead = iter(self.chances(player))
            for _, actions, keys in infosets_of(self.form, player):
                for key in keys():
                    found[key] = dict(zip(actions, islice(ahead, len(actions)), strict=True))
        return found

    def __getitem__(self, key: str) -> Mapping[str, float]:
        if "_named" in vars(self):
            return dict(self._named[key])
        name, address = self.form.game.split(key)
        player, decision, rows, actions = self._places[address]
        hand = self.form.game.hand(player, name)
        if hand is None or not can_be_held(self.form, player)[decision, hand]:
            raise KeyError(key)
        return dict(zip(actions, self.profile[player][rows, hand].tolist(), strict=True))

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return sum(int(can_be_held(self.form, player)[1:].sum()) for player in (0, 1))

    def __or__(self, other: Infosets) -> dict[str, Mapping[str, float]]:
        return {**self, **other}

    def __repr__(self) -> str:
        return f"<{len(self):,} information sets of {self.form.game.spec}>"


def check_complete(game: Game, infosets: Infosets) -> None:
    """Check a strategy as `check_infosets` does; one of arrays is checked all at once.

    Raises:
        InputError: as `check_infosets`.
    """
    if isinstance(infosets, NamedProfile) and infosets.game == game and infosets.is_sound():
        return
    check_infosets(game, dict(infosets))


def to_arrays(form: Form, infosets: Infosets) -> Profile:
    """The normalized profile of a complete mapping; uniform for hands that nobody can hold.

    Raises:
        InputError: the mapping is no strategy of the game; the message names what is wrong.
    """
    if isinstance(infosets, NamedProfile) and infosets.form.game == form.game:
        return infosets.normalized
    profile, known, sound = [], 0, True
    try:
        for player, operators in enumerate(bind(form)):
            chances: list[float] = []
            for count, actions, keys in infosets_of(form, player):
                for found in map(infosets.__getitem__, keys()):
                    chances += [found[action] for action in actions]
                    sound &= len(found) == len(actions)
                known += count
            sigma = uniform(operators).copy()
            sigma.ravel()[cells_of_infosets(form, player)[1]] = chances
            off = np.abs(operators.sums(sigma) - 1).max()
            sound &= bool(sigma.min() >= 0 and off <= TOLERANCE)
            profile.append(operators.normalize(sigma))
    except (KeyError, TypeError, ValueError):
        sound = False
    if not sound or known != len(infosets):
        check_infosets(form.game, dict(infosets))
        raise InputError(f"this is not a strategy of {form.game.spec}")
    return profile[0], profile[1]


def smallest_of(form: Form, infosets: Infosets) -> tuple[Form, Profile]:
    """The smallest form in which a strategy can be evaluated, and its normalized profile there.

    That is the form with suits merged, if the strategy is kept so; else the form itself.
    """
    if isinstance(infosets, NamedProfile) and infosets.game == form.game:
        form, strategy_of = infosets.smallest()
        return form, (strategy_of(0), strategy_of(1))
    return form, to_arrays(form, infosets)


def on_board(game: Game, infosets: Infosets, board: int) -> tuple[Form, Profile]:
    """The part of a strategy below a board: the form with that board on the table, and the profile.

    Suits are not merged in that form. Only this part of a strategy in arrays is read.

    Raises:
        InputError: the board leaves no two hands that can be dealt.
    """
    rules = game.rules
    form = compile_game(game.on(board))
    if not isinstance(infosets, NamedProfile):
        whole = compile_game(game)
        infosets = NamedProfile(whole, to_arrays(whole, infosets))

    def chances(betting: Betting) -> Array:
        boards = rules.boards.along(board, rules.street(betting.round))
        return infosets.at(betting, boards)

    return form, (gathered(form, 0, chances), gathered(form, 1, chances))


ENCODE = json.JSONEncoder(allow_nan=False).encode
NUMBER = re.compile(r": (\d(?:\.\d+)?(?:e-\d+)?)[,}]")


def spelled(infosets: Infosets) -> Iterator[str]:
    """The information sets as lines of a file, to be joined by a comma and a line's end.

    Raises:
        ValueError: a number is not finite.
    """
    if isinstance(infosets, NamedProfile):
        for player in (0, 1):
            yield from _lines(infosets.form, player, map(repr, infosets.chances(player)))
        return
    for key, chances in infosets.items():
        yield f"{ENCODE(key)}: {ENCODE(chances)}"


def _lines(form: Form, player: int, written: Iterator[str]) -> Iterator[str]:
    """A player's information sets as lines, one text for each decision.

    written: the probabilities as texts, in the order in which they are used
    """
    for size, actions, keys in infosets_of(form, player):
        named = ": %s, ".join(_literals(actions).split("\n"))
        lines = _literals(keys()).replace("\n", f": {{{named}: %s}},\n")
        yield f"{lines}: {{{named}: %s}}" % tuple(islice(written, size * len(actions)))


def _literals(names: Iterable[str]) -> str:
    """Names as files spell them, a line each, which can stand in a text for `%` to format."""
    return "\n".join(map(encode_basestring_ascii, names)).replace("%", "%%")


def as_spelled(form: Form, lines: str) -> NamedProfile | None:
    """The profile in lines that are written just as `spelled` does; None where they are not."""
    found = NUMBER.findall(lines)
    cells = [cells_of_infosets(form, player)[1] for player in (0, 1)]
    if len(found) != len(cells[0]) + len(cells[1]):
        return None
    written = iter(found)
    if ",\n".join(chain(*(_lines(form, player, written) for player in (0, 1)))) != lines:
        return None
    chances = np.fromiter(map(float, found), np.float64, len(found))
    first, second = (np.zeros(tree.shape) for tree in form.trees)
    first.ravel()[cells[0]] = chances[: len(cells[0])]
    second.ravel()[cells[1]] = chances[len(cells[0]) :]
    read = NamedProfile(form, (first, second))
    return read if read.is_sound() else None


SETS, HANDS = 6, 4


class InfosetSample:
    """A few information sets of a game: each player's first decisions, with hands far apart."""

    def __init__(self, form: Form) -> None:
        """Choose at most `SETS` of them for each player, with `HANDS` hands at each decision."""
        self.places: list[tuple[str, int, slice, int, tuple[str, ...]]] = []
        for player, tree in enumerate(form.trees):
            left = SETS
            for node in sorted(tree.nodes, key=lambda node: len(node.history)):
                views = list(form.game.views(node.round, player))
                apart = np.linspace(0, len(views) - 1, min(HANDS, len(views))).round().astype(int)
                for board, hand, _ in [views[at] for at in np.unique(apart)][:left]:
                    key, rows = form.game.key(Spot(node, board, hand)), tree.rows_at(node, board)
                    self.places.append((key, player, rows, hand, form.game.names(node)))
                    left -= 1
                if not left:
                    break

    def __call__(self, plans: Profile) -> Infosets:
        """How often each action is taken at them under these realization plans."""
        return {
            key: dict(zip(actions, _shares(plans[player][rows, hand]), strict=True))
            for key, player, rows, hand, actions in self.places
        }


def _shares(plan: Array) -> list[float]:
    """A plan's sequences at one information set as probabilities; uniform where not reached."""
    total = plan.sum()
    shares: list[float] = (plan / total if total else plan + 1 / len(plan)).tolist()
    return shares
