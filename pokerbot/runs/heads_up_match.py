"""A blueprint against another player, on random boards with all pairs of hands.

If the blueprint's turns or rivers are solved again, only one subgame is for each board and seat. It
is drawn with a probability proportional to how often the two players meet there, times the pot.
What solving it again changes, divided by that probability, is added to what the blueprint wins on
the board: an unbiased estimate.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.baselines import Contest, play_of, rows, rules
from pokerbot.evaluation.heads_up.responses import pairs_of_hands
from pokerbot.evaluation.heads_up.strength import MBB, Estimate, estimate
from pokerbot.games.heads_up import TURNED
from pokerbot.games.holdem import STREETS
from pokerbot.games.tally import students_t
from pokerbot.io.files import is_whole
from pokerbot.runs.resolving import Resolving, drawn
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up.buckets import Bucketing, random_board
from pokerbot.sequence.heads_up.tree import below
from pokerbot.sequence.heads_up.walk import Play, play_after
from pokerbot.solvers.subgames import met
from pokerbot.strategy.blueprint import Blueprint

USUAL_BOARDS, MOST_BOARDS = 200, 10**9
SINCE = {street: STREETS[street] for street in ("turn", "river")}
"""The streets from which on hands may be solved again, with the number of cards on the table."""


@dataclass(frozen=True)
class HeadsUpMatch:
    """The result of a match, as `pokerbot match heads-up` reports it: A's mean over both seats.

    a, b: the players' names
    resolve: how A solves subgames again, None if its blueprint plays alone
    since: from which street on A does so
    boards: how many boards were dealt
    mean, stderr: in big blinds per hand
    ci95: the 95 % interval by Student's t
    mbb_per_hand: the mean in thousandths of a big blind
    label: how the mean was measured
    without: what the blueprint alone wins on the same boards
    """

    game: str
    a: str
    b: str
    resolve: str | None
    since: str | None
    boards: int
    seed: int
    mean: float
    stderr: float
    ci95: tuple[float, float]
    mbb_per_hand: float
    label: str
    without: Estimate
    seconds: float


@dataclass(frozen=True)
class MatchPlayer:
    """A player with a strategy for the tree of a blueprint.

    play: the strategy
    rows: maps a board to each hand's row in the strategy [streets, all hands]
    """

    play: Play
    rows: Callable[[Index], Index]


def simple(name: str, blueprint: Blueprint) -> MatchPlayer:
    """A simple player of `baselines.rules`; names may be written with dashes.

    Raises:
        InputError: there is no player of that name.
    """
    known = {each.replace(" ", "-"): rule for each, rule in rules(blueprint.stack).items()}
    rule = known.get(name.replace(" ", "-"))
    if rule is None:
        raise InputError(f"{name!r:.40} cannot play whole hands; there are {', '.join(known)}")
    return MatchPlayer(play_of(blueprint.tree, rule), rows)


class BoardMatch:
    """Plays boards between a blueprint and another player.

    Args:
        blueprint: the blueprint.
        other: the other player: a blueprint of the same stack, or the name of a simple player.
        resolve: how turns or rivers are solved again, one of `resolving.METHODS`; or None.
        since: from which street of `SINCE` on they are.
        seed: of the boards.

    Raises:
        InputError: there is no such player or method, or the stacks differ.
    """

    def __init__(
        self, blueprint: Blueprint, other: Blueprint | str, resolve: str | None, since: str,
        seed: int,
    ) -> None:  # fmt: skip
        self.blueprint, self.seed, self.cards = blueprint, seed, SINCE[since]
        bucketing = Bucketing(blueprint.sizes)
        self.own = MatchPlayer(blueprint.play, bucketing.of)
        if isinstance(other, str):
            self.other = simple(other, blueprint)
        elif other.stack != blueprint.stack:
            raise InputError(f"stacks of {blueprint.stack:g} and {other.stack:g} big blinds")
        else:
            theirs = bucketing if other.sizes == blueprint.sizes else Bucketing(other.sizes)
            self.other = MatchPlayer(other.play, theirs.of)
        self.same = isinstance(other, Blueprint) and np.array_equal(other.parts, blueprint.parts)
        self.contest = Contest(blueprint.tree, self.own.play, self.other.play)
        self.resolving = None if resolve is None else Resolving(blueprint, resolve, bucketing)

    def board(self, number: int) -> tuple[float, float]:
        """What solving again adds on a board, and what the blueprint alone wins on it."""
        if self.same and self.resolving is None:
            return 0.0, 0.0  # a blueprint wins nothing from itself over both seats
        rng = np.random.default_rng([self.seed, self.cards, number])
        lying = random_board(5, rng)
        own, theirs = self.own.rows(lying), self.other.rows(lying)
        alone = 0.0 if self.same else self.contest.wins(lying, own, theirs)
        if self.resolving is None:
            return 0.0, alone
        known, streets = lying[: self.cards], TURNED.index(self.cards) + 1
        here = known, own[:streets], theirs[:streets]
        return sum(self._gained(seat, *here, rng) for seat in (0, 1)) / 2, alone

    def _gained(
        self, seat: int, lying: Index, own: Index, theirs: Index, rng: np.random.Generator
    ) -> float:
        """An estimate of what solving again adds in a seat, from one random subgame.

        own, theirs: [streets, all hands] each hand's row in either player's strategy
        """
        assert self.resolving is not None
        tree = self.blueprint.tree
        roots, reach = self.contest.on(seat, lying, own, theirs).begun()
        found = drawn(tree, roots, reach, rng)
        if found is None:
            return 0.0
        root, there = int(roots[found.place]), reach[found.place]
        believed = self.resolving.responses.on(lying).begun()[1][found.place]
        if self.resolving.method == "unsafe" and not met(believed):
            return 0.0  # no range to trust: the blueprint's own play stands
        solved = self.resolving.solve_for(seat, lying, root, believed)
        after, nodes = below(tree.nodes, root), solved.tree.nodes
        plays = {1 - seat: self.other, seat: self.own}
        worth = []
        for player, one in plays.items():
            play = play_after(one.play, after, nodes)
            solved = solved.played_by(player, play, one.rows)
            worth.append(float((there[seat] * solved.worth_at(0, there)[seat]).sum()))
        change = (worth[0] - worth[1]) * found.all / found.own
        return change / pairs_of_hands(len(lying))


def heads_up_match(
    names: tuple[str, str],
    blueprint: Blueprint,
    other: Blueprint | str,
    *,
    boards: int | None = None,
    resolve: str | None = None,
    since: str = "turn",
    seed: int = 0,
    watch: Callable[[float], object] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> HeadsUpMatch | None:
    """Let a blueprint play against another player, in both seats.

    If it is stopped, the result is that of the boards that are played by then.

    Args:
        names: the names of A and B.
        blueprint: A.
        other: B: a blueprint, or the name of a simple player.
        boards: how many, at least two; 200 by default.
        resolve: as in `BoardMatch`.
        since: as in `BoardMatch`.
        seed: of the boards.
        watch: called with the share of the boards that has been played.
        stopped: asked before each board whether to end.

    Returns:
        The result; None if it is stopped before two boards are played.

    Raises:
        InputError: as for `BoardMatch`, or there are too few boards.
    """
    count = USUAL_BOARDS if boards is None else boards
    if not is_whole(count, MOST_BOARDS + 1) or count < 2:
        told = f"must be a whole number from 2 to {MOST_BOARDS:,}, not {count}"
        raise InputError(told, parameter="hands")
    begun, matching = time.perf_counter(), BoardMatch(blueprint, other, resolve, since, seed)
    played = []
    for number in range(count):
        if stopped():
            break
        if watch is not None:
            watch(number / count)
        played.append(matching.board(number))
    added, alone = np.array(played).reshape(-1, 2).T
    found = estimate((added + alone).tolist())
    if found.mbb is None or found.stderr is None:
        return None
    mean, stderr = found.mbb / MBB, found.stderr / MBB
    margin = students_t(len(played) - 1) * stderr
    return HeadsUpMatch(
        "heads-up", *names, resolve, resolve and since, len(played), seed, mean, stderr,
        (mean - margin, mean + margin), found.mbb, found.label, estimate(alone.tolist()),
        time.perf_counter() - begun,
    )  # fmt: skip
