"""A blueprint against another player, over all pairs of hands on boards that are dealt.

Where its turns or rivers are solved again, of each board one subgame a seat is, drawn by how often
the two meet there and by what is in its pot: what that changes, weighed by how likely it was drawn,
is added to what the blueprint wins on the whole board.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from pokerbot.errors import InputError
from pokerbot.evaluation.heads_up.baselines import ROWS, Contest, play_of, rows, rules
from pokerbot.evaluation.heads_up.strength import FAIR, MBB, Estimate, estimate
from pokerbot.games.all_in import CLASSES
from pokerbot.games.holdem import STREETS
from pokerbot.games.tally import students_t
from pokerbot.io.files import is_whole
from pokerbot.runs.resolving import Resolving
from pokerbot.sequence.arrays import Index
from pokerbot.sequence.heads_up.buckets import Bucketing, canonical
from pokerbot.sequence.heads_up.tree import below
from pokerbot.sequence.heads_up.walk import Play, play_after
from pokerbot.solvers.subgames import met
from pokerbot.strategy.blueprint import Blueprint

USUAL_BOARDS = 200
SINCE = {street: STREETS[street] for street in ("turn", "river")}
"""From which street on hands may be solved again, and how many cards lie there."""


@dataclass(frozen=True)
class HeadsUpMatch:
    """What `pokerbot match heads-up` reports; what A wins a hand over both seats.

    resolve: how A solves again, None where its blueprint plays alone; since: from which street on
    mean, stderr, ci95: in big blinds; ci95 by Student's t
    mbb_per_hand: the mean in thousandths of a big blind
    without: what the blueprint alone wins on the same boards, in thousandths
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
class Player:
    """One who plays the tree of a blueprint.

    rows: of a board, [streets, all hands], the rows of the play; buckets: how many each street has
    """

    play: Play
    rows: Callable[[Index], Index]
    buckets: tuple[int, ...]


def of_blueprint(blueprint: Blueprint, bucketing: Bucketing) -> Player:
    """One who plays a blueprint."""
    play = Play(blueprint.offset, blueprint.cells)
    return Player(play, lambda lying: bucketing.of(lying).astype(np.intp), blueprint.sizes.counts)


def simple(name: str, blueprint: Blueprint, bucketing: Bucketing) -> Player:
    """One of `baselines.rules`, whose names may be written with dashes.

    Raises:
        InputError: there is none of that name.
    """
    known = {each.replace(" ", "-"): rule for each, rule in rules(blueprint.stack).items()}
    rule = known.get(name.replace(" ", "-"))
    if rule is None:
        raise InputError(f"{name!r:.40} plays no whole hands; there are {', '.join(known)}")
    play = play_of(blueprint.tree, rule)
    return Player(play, lambda lying: rows(bucketing, lying), (len(CLASSES), ROWS, ROWS, ROWS))


class Matching:
    """Plays boards between a blueprint and another player.

    Args:
        blueprint: it.
        other: whom; either a blueprint of the same stack or a name.
        resolve: how turns or rivers are solved again, as `resolving.METHODS`, if they are.
        since: from which of `SINCE` on.
        seed: of the boards.

    Raises:
        InputError: there is no such player or method, or the stacks differ.
    """

    def __init__(
        self, blueprint: Blueprint, other: Blueprint | str, resolve: str | None, since: str,
        seed: int,
    ) -> None:  # fmt: skip
        self.blueprint, self.seed, self.cards = blueprint, seed, SINCE[since]
        self.bucketing = Bucketing(blueprint.sizes)
        self.own = of_blueprint(blueprint, self.bucketing)
        if isinstance(other, str):
            self.other = simple(other, blueprint, self.bucketing)
        elif other.stack != blueprint.stack:
            raise InputError(f"stacks of {blueprint.stack:g} and {other.stack:g} big blinds")
        else:
            self.other = of_blueprint(other, Bucketing(other.sizes))
        self.same = isinstance(other, Blueprint) and np.array_equal(other.cells, blueprint.cells)
        self.contest = Contest(blueprint.tree, self.own.play, self.other.play)
        self.resolving = None if resolve is None else Resolving(blueprint, resolve, seed)

    def board(self, number: int) -> tuple[float, float]:
        """What solving again adds on a board, and what the blueprint alone wins there."""
        rng = np.random.default_rng([self.seed, self.cards, number])
        lying = canonical(rng.choice(52, 5, replace=False))
        alone = 0.0  # with the same player in both seats
        if not self.same:
            own, theirs = self.own.rows(lying), self.other.rows(lying)
            alone = self.contest.wins(lying, own, theirs, self.bucketing)
        if self.resolving is None:
            return 0.0, alone
        known = lying[: self.cards]
        return sum(self._gained(seat, known, rng) for seat in (0, 1)) / 2, alone

    def _gained(self, seat: int, lying: Index, rng: np.random.Generator) -> float:
        """What solving again adds in a seat: in one subgame, weighed."""
        assert self.resolving is not None
        tree, left = self.blueprint.tree, 52 - len(lying)
        own, theirs = self.own.rows(lying), self.other.rows(lying)
        roots, reach = self.contest.reached(seat, lying, own, theirs, self.bucketing)
        pots = [tree.betting[root].chips[0] for root in roots]
        weights = np.array([met(each) for each in reach]) * pots
        if not weights.any():
            return 0.0
        place = rng.choice(len(roots), p=weights / weights.sum())
        root = int(roots[place])
        believed = self.resolving.responses.reached(lying)[1][place]
        solved = self.resolving.solve_for(seat, lying, root, believed)
        after, nodes = below(tree.nodes, root), solved.top.tree.nodes
        plays = {1 - seat: self.other, seat: self.own}
        worth = []
        for player, one in plays.items():
            play = play_after(one.play, after, nodes, one.buckets)
            solved = solved.played_by(player, play, one.rows)
            there = solved.worth_at(0, reach[place])[seat]
            worth.append(float((reach[place][seat] * there).sum()))
        pairs = comb(left, 2) * comb(left - 2, 2)
        return float((worth[0] - worth[1]) * weights.sum() / weights[place] / pairs)


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
) -> HeadsUpMatch:
    """Play two against each other, in both seats.

    Args:
        names: what they are called.
        blueprint: A.
        other: B, or its name.
        boards: how many, two at least; 200 where nobody says.
        resolve: as `Matching`.
        since: as `Matching`.
        seed: of the boards.
        watch: told what part is done.

    Raises:
        InputError: as `Matching`, or there are too few boards.
    """
    count = USUAL_BOARDS if boards is None else boards
    if not is_whole(count, 10**9) or count < 2:
        raise InputError(f"must be a whole number from 2, not {count}", parameter="hands")
    begun, matching = time.perf_counter(), Matching(blueprint, other, resolve, since, seed)
    played = []
    for number in range(count):
        if watch is not None:
            watch(number / count)
        played.append(matching.board(number))
    added, alone = np.array(played).T
    found = estimate((added + alone).tolist(), FAIR)
    assert found.mbb is not None
    assert found.stderr is not None
    mean, stderr = found.mbb / MBB, found.stderr / MBB
    margin = students_t(count - 1) * stderr
    return HeadsUpMatch(
        "heads-up", *names, resolve, resolve and since, count, seed, mean, stderr,
        (mean - margin, mean + margin), found.mbb, FAIR, estimate(alone.tolist(), FAIR),
        time.perf_counter() - begun,
    )  # fmt: skip
