"""The least probability of every action, by player."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerbot.errors import InputError
from pokerbot.games.game import Game
from pokerbot.sequence.arrays import Array
from pokerbot.sequence.behaviour import Profile
from pokerbot.sequence.form import Form
from pokerbot.sequence.operators import Floor, Operators, bind

Floors = tuple[Floor | None, Floor | None]
"""The floor of player 1 and of player 2, None where they are free."""
ROUNDING, LACKING = 1e-12, 1e-6
"""A sum of floors may be above 1 by `ROUNDING`; a smaller lack than `LACKING` comes of rounding."""


def make_floor(operators: Operators, least: Array) -> Floor:
    """The floor of these least probabilities [rows, hands], in all at most 1 at a decision."""
    return Floor(least, np.maximum(1 - operators.sums(least), 0))


def constant_floor(operators: Operators, epsilon: float) -> Floor:
    """The floor of a perturbed game: every action has the same least probability."""
    free = 1 - epsilon * operators.tree.actions[:, None]
    every = np.broadcast_to(1.0, operators.shape)
    return Floor(every, np.broadcast_to(free, (len(free), operators.shape[1])), epsilon)


def trembling(operators: Operators, epsilon: float, locked: Floor | None) -> Floor:
    """The floor of a perturbed game in which locked hands play as they are locked."""
    even = constant_floor(operators, epsilon)
    if locked is None:
        return even
    held = np.equal(locked.free, 0)
    rows = operators.by_row(held.astype(np.float64)) > 0
    return Floor(np.where(rows, locked.least, even.least), np.where(held, 0.0, even.free))


def lock_floors(form: Form) -> Floors:
    """The locks of a game as floors: they leave nothing free for a locked hand, all elsewhere."""
    floors: list[Floor | None] = []
    locks = form.game.locks
    if not locks:
        return None, None
    for operators in bind(form):
        least = np.zeros(operators.shape)
        own = [lock for lock in locks if lock.betting.player == operators.tree.player]
        for lock in own:
            rows = operators.tree.rows_at(lock.betting, lock.board)
            least[rows, lock.hands] = np.array(lock.play)[:, None]
        free = np.equal(operators.sums(least), 0).astype(np.float64)
        floors.append(Floor(least, free) if own else None)
    return floors[0], floors[1]


def within_floors(form: Form, profile: Profile, floors: Floors) -> Profile:
    """The profile, but keeping to the floors where the player's own play never leads, too.

    An average strategy is uniform there. Where an action lacks more of its floor than by rounding,
    what floors leave free is shared in proportion to what the actions have above theirs.
    """
    if not any(floors):
        return profile
    first, second = (
        sigma if floor is None else _lifted(operators, sigma, floor)
        for operators, sigma, floor in zip(bind(form), profile, floors, strict=True)
    )
    return first, second


def _lifted(operators: Operators, sigma: Array, floor: Floor) -> Array:
    lacks = np.greater(operators.maxima(floor.least - sigma), LACKING).astype(np.float64)
    if lacks.any():
        above = np.maximum(sigma - floor.least, 0)
        above += operators.by_row(np.equal(operators.sums(above), 0).astype(np.float64))
        shared = floor.least + operators.by_row(floor.free / operators.sums(above)) * above
        sigma = np.where(operators.by_row(lacks), shared, sigma)
    exact: Array = np.where(operators.by_row(floor.free) == 0, floor.least, sigma)
    return exact


def action_floor(form: Form, player: int, kinds: Mapping[str, float]) -> Floor:
    """The floor of a player whose actions of some kinds get at least a given probability together.

    kinds: for each kind, the probability that the legal actions of that kind get together, shared
        evenly among several sizes. A kind is `call`, or `call+check` for either of two; in games
        of cards `no pair:call` and `a pair+two pair:call` are for hands of some classes alone. In a
        game without betting an action's kind is its name.

    Raises:
        InputError: there is no such kind of action or class of hands, the player can never take
            such an action, or floors add up to more than 1 at some decision.
    """
    operators = bind(form)[player]
    least = np.zeros(operators.shape)
    for kind, probability in kinds.items():
        classes, among = _named(form.game, kind)
        if not 0 < probability <= 1:
            raise InputError(
                f"of {kind} must be above 0 and at most 1, not {probability}", parameter="floor"
            )
        hands = _of_classes(form, player, classes)
        found = False
        for node, board, rows in form.trees[player].decisions():
            legal = form.game.kinds_at(node)
            at = [rows.start + place for place, kind in enumerate(legal) if kind in among]
            if at and hands(board).any():
                least[at] += hands(board) * probability / len(at)
                found = True
        if not found:
            raise InputError(
                f"has no effect: player {player + 1} can never {kind}", parameter="floor"
            )
    most = float(operators.sums(least).max())
    if most > 1 + ROUNDING:
        raise InputError(f"asks for {most:g} at some decision, more than 1", parameter="floor")
    return make_floor(operators, least)


def _named(game: Game, kind: str) -> tuple[set[str], set[str]]:
    """The classes of hands in a floor's kind (empty for all hands), and its kinds of actions."""
    known = game.kinds
    classes, _, actions = ("", "", kind) if kind in known else kind.rpartition(":")
    among = {actions} if actions in known else set(actions.split("+"))
    if not among <= set(known):
        listed = f"{', '.join(known):.200}"
        raise InputError(
            f"{kind!r:.60} is no kind of action; there are {listed}", parameter="floor"
        )
    if classes and not game.has_cards:
        raise InputError(f"of {kind!r:.60}: the game has no hands", parameter="floor")
    return set(filter(None, classes.split("+"))), among


def _of_classes(
    form: Form, player: int, classes: Collection[str]
) -> Callable[[int], NDArray[np.bool_]]:
    """A function from a board to [hands], which of a player's hands are of some classes there.

    Where no classes are given, all hands are.

    Raises:
        InputError: one of the classes never has a hand.
    """

    @cache
    def named(board: int) -> NDArray[np.str_]:
        return np.array(form.game.rules.kinds(player, board))

    if classes:
        there = {
            str(name) for _, board, _ in form.trees[player].decisions() for name in named(board)
        }
        if unknown := sorted(set(classes) - there):
            listed = f"{', '.join(sorted(there)):.200}"
            raise InputError(
                f"{unknown[0]!r:.60} is not a class of hands here; there are {listed}",
                parameter="floor",
            )
    every = np.ones(form.trees[player].hands, dtype=np.bool_)
    return lambda board: np.isin(named(board), list(classes)) if classes else every
