"""What an opponent holds where a player acts, and how it answers: the reasons for a grade.

All are exact shares of the hands in which the player comes there, given how the opponent plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.actions import LARGER
from pokerbot.games.betting import Action, Betting, successor
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.meeting import ahead_on
from pokerbot.sequence.showdown import boards_left, strengths
from pokerbot.strategy.parts import PackedProfile
from pokerbot.strategy.posterior import played, posterior, range_at
from pokerbot.strategy.strategy import Strategy

RARE, FEW = 0.005, 3
"""A share of the opponent's hands that is not worth a name; so many are named one by one."""

KINDS = ("folds", "stays", "bets")
ANSWERS = {"fold": "folds", "check": "stays", "call": "stays"} | dict.fromkeys(LARGER, "bets")
"""What an opponent's answer counts as."""

CHIPS_IN = ("call", *LARGER)
WORSE, BETTER = 0, 2
"""The places of worse and of better hands in `Shares`."""


class Shares(NamedTuple):
    """How often the opponent does something with a hand that the player's beats, ties, or not."""

    worse: float = 0.0
    equal: float = 0.0
    better: float = 0.0


Named = tuple[tuple[str, float], ...]
"""Hands by name, and how often the opponent holds them."""


class Names(NamedTuple):
    """The hands of the opponent's that the player's beats, ties, or not; all but rare ones."""

    worse: Named
    equal: Named
    better: Named


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What an action of the player's meets.

    pot: the chips in the middle before it
    wins: how often the player wins a showdown, ties by half
    last: whether it leads straight to the showdown; final: whether this is the last round
    holds: how the opponent's hands compare with the player's as the table lies
    names: which these are; where they are more than `FEW`, in runs
    folds, stays, bets: the opponent's answers; none where it does not act next in this round
    against: which better hands put chips in as an answer
    called: how often the player wins a showdown if the answer is a call; None where it never is
    blocks: of what the opponent could hold, how much the player's cards rule out: of the hands that
        pay, and of those that fold; of a call, of the better and of the worse ones. None but at
        spots of hold'em
    """

    action: Action
    pot: float
    wins: float
    last: bool
    final: bool
    holds: Shares
    names: Names
    folds: Shares
    stays: Shares
    bets: Shares
    against: Named
    called: float | None
    blocks: tuple[float, float] | None = None

    @property
    def pays(self) -> Shares:
        """How often the opponent puts chips in."""
        return Shares(*(one + other for one, other in zip(self.stays, self.bets, strict=True)))

    @property
    def answered(self) -> bool:
        """Whether the opponent acts next."""
        return sum(self.folds) + sum(self.pays) > 0

    @property
    def needs(self) -> float:
        """How often a call must win, or a bluff must make a hand fold, to be worth its chips."""
        return self.action.chips / (self.action.chips + self.pot)


class OpponentRange:
    """A strategy as the player to act meets it.

    comes: whether the strategy ever lets one come here
    """

    def __init__(self, strategy: Strategy, spot: Spot) -> None:
        self.game, self.infosets, self.spot = strategy.game, strategy.infosets, spot
        self.betting = spot.betting
        self._held = self._met() if self.game.is_spot else self._dealt.sum(axis=1)
        self.comes = bool(self._held.any())

    @cached_property
    def _dealt(self) -> Array:
        """As `posterior`."""
        return posterior(self.game, self.infosets, self.spot)

    def _met(self) -> Array:
        """[hands] how likely the opponent's are at a spot of hold'em, whatever is turned up."""
        found = self._range * ~self._shared
        return found / (found.sum() or 1.0)

    @cached_property
    def _shared(self) -> NDArray[np.bool_]:
        """[hands] which of the opponent's share a card with the player's."""
        own = self.game.rules.hands[self.spot.player][self.spot.hand]
        theirs = np.array([*self.game.rules.hands[1 - self.spot.player]])
        shared: NDArray[np.bool_] = np.any(np.isin(theirs, own), axis=1)
        return shared

    def outcome(self, action: Action) -> ActionOutcome:
        """What an action meets."""
        rules = self.game.rules
        after = successor(rules, self.betting, action)
        answers = after.round == self.betting.round and after.player != self.betting.player
        counted = dict.fromkeys(KINDS, Shares())
        against, called = np.zeros(len(self._held)), (0.0, 0.0)
        if answers:
            often = dict.fromkeys(("call", *KINDS), np.zeros(len(self._held)))
            for kind, chances in zip(self.game.kinds_at(after), self._answers(after), strict=True):
                for counts in {ANSWERS[kind], kind} & often.keys():
                    often[counts] = often[counts] + chances
                if kind in CHIPS_IN:
                    against += chances * self._held * (self._behind == BETTER)
            counted = {kind: self._shares(self._held * often[kind]) for kind in KINDS}
            called = float(often["call"] @ self._won), float(often["call"] @ self._held)
        held = [self._held * (self._behind == place) for place in range(3)]
        return ActionOutcome(
            action=action,
            pot=sum(self.betting.chips),
            wins=float(self._won.sum()),
            holds=self._shares(self._held),
            names=Names(*map(self._named, held)),
            last=after.over and after.folded is None,
            final=self.betting.round + 1 == len(rules.rounds),
            against=self._named(against),
            called=called[0] / called[1] if called[1] else None,
            blocks=self._blocks(action, after if answers else None),
            **counted,
        )

    def _answers(self, after: Betting) -> Array:
        """[actions, hands] how often the opponent answers how."""
        return played(self.game, self.infosets, after, self.spot.board)

    def _shares(self, often: Array) -> Shares:
        """How often something is so, [hands], by how these compare with the player's."""
        return Shares(*np.bincount(self._behind, often, 3).tolist())

    def _blocks(self, action: Action, after: Betting | None) -> tuple[float, float] | None:
        """What the player's cards rule out; `after` is where the opponent answers, if it does."""
        bets = action.kind in LARGER
        told = action.kind == "call" or (bets and after is not None)
        if not (self.game.is_spot and self.comes and told):
            return None
        shared = self._shared
        parts = [self._behind == BETTER, self._behind == WORSE]
        if after is not None:
            kinds = self.game.kinds_at(after)
            folds = self._answers(after)[kinds.index("fold")] if "fold" in kinds else shared * 0.0
            parts = [1 - folds, folds]
        there = [part * self._range for part in parts]
        first, second = (float(each @ shared / (each.sum() or 1)) for each in there)
        return first, second

    @cached_property
    def _range(self) -> Array:
        """[hands] the weight of each that the opponent could hold, the player's cards aside."""
        spot = self.spot
        return range_at(self.game, self.infosets, spot.betting, spot.board, 1 - spot.player)

    def _named(self, held: Array) -> Named:
        """Hands [hands] by their names, each or runs of many; those of several cards by their kind.

        None before the flop, where no hand beats another yet.
        """
        rules, theirs = self.game.rules, 1 - self.spot.player
        if self.game.has_classes and not self.game.is_spot:
            return ()
        there = {int(hand): float(held[hand]) for hand in np.flatnonzero(held)}
        if rules.private == 1:
            return _ranks_named(there, rules.hands[theirs].name)
        kinds: dict[str, float] = {}
        strengths = rules.strengths(theirs, self.spot.board)
        for hand in sorted(there, key=strengths.__getitem__):
            kind = self._kinds[hand]
            kinds[kind] = kinds.get(kind, 0.0) + there[hand]
        return _kept([*kinds.items()])

    @cached_property
    def _kinds(self) -> Sequence[str]:
        """What each of the opponent's hands counts among."""
        return self.game.rules.kinds(1 - self.spot.player, self.spot.board)

    def folds(self, action: Action) -> float:
        """How often it folds to an action of the player's."""
        return sum(self.outcome(action).folds)

    def bets(self, action: Action) -> float:
        """How often it bets or raises after an action of the player's."""
        return sum(self.outcome(action).bets)

    def ahead(self) -> float:
        """How often the player's hand wins a showdown less how often it loses one."""
        return float(2 * self._won.sum() - self._held.sum())

    @cached_property
    def _behind(self) -> Index:
        """[hands] 0 where the player's beats it as the table lies, 1 for a tie, 2 where it wins."""
        rules, mine = self.game.rules, self.spot.player
        own = rules.strength(mine, self.spot.hand, self.spot.board)
        theirs = np.asarray(rules.strengths(1 - mine, self.spot.board), dtype=np.intp)
        behind: Index = 1 + np.sign(theirs - own)
        return behind

    @cached_property
    def _won(self) -> Array:
        """[hands] how likely the opponent holds it and loses the showdown, ties by half."""
        if self.game.is_spot:
            return self._held * (1 + self._ahead) / 2
        rules, mine = self.game.rules, self.spot.player
        boards = np.array(rules.boards.after(self.spot.board)) - rules.boards.first[-2]
        both = strengths(rules)
        own, theirs = both[mine][boards, self.spot.hand], both[1 - mine][boards]
        won: Array = (self._dealt.T * (1 + np.sign(own[:, None] - theirs)) / 2).sum(axis=0)
        return won

    @cached_property
    def _ahead(self) -> Array:
        """[hands] of how many of the boards that may come the player's beats it, less the others.

        As a part of all of them.
        """
        rules, spot, found = self.game.rules, self.spot, self.infosets
        stored = found.worth if isinstance(found, PackedProfile) and not spot.board else None
        signs = ahead_on(rules, spot.board) if stored is None else stored.ahead
        ahead = -signs[:, spot.hand] if spot.player else signs[spot.hand]
        turned = [part.board for part in rules.rounds if part.board]
        left = turned[rules.boards.street(spot.board) :]
        return ahead / boards_left(rules, rules.boards.cards[spot.board], left)


def excuse(opponent: OpponentRange, reference: OpponentRange, taken: Action, best: Action) -> str:
    """What this opponent does otherwise than the reference, so that another action wins more.

    In words that follow "sound, but". What is compared, exactly: how often the player holds the
    better hand there, and how often the other folds to the bet in question, or bets after a check.

    Args:
        opponent: as it plays.
        reference: an equilibrium, or nearly one, at the same place.
        taken: what the player did.
        best: what wins the most.
    """
    ahead, stronger = opponent.ahead(), opponent.ahead() - reference.ahead()
    if best.kind in LARGER:
        more = opponent.folds(best) - reference.folds(best)
        if more > 0 >= ahead:
            return "this one can be bluffed"
        rarer = reference.bets(taken) - opponent.bets(taken)
        if ahead > 0 and max(-more, rarer) > 0:
            return "this one pays too often" if -more >= rarer else "this one bets too rarely"
    elif taken.kind in LARGER:
        if opponent.folds(taken) < reference.folds(taken) and ahead <= 0:
            return "this one is hard to bluff"
    elif taken.kind == "fold" and stronger > 0:
        return "this one bluffs too often"
    elif best.kind == "fold" and stronger < 0:
        return "this one bluffs too rarely"
    return f"{best.name} does better here"


def _ranks_named(held: Mapping[int, float], label: Callable[[int], str]) -> Named:
    """Single cards by their names, with how often each is held: one by one, or each run of many."""
    ranks = [rank for rank in sorted(held) if held[rank] >= RARE * max(held.values())]
    runs = [[rank] for rank in ranks]
    if len(ranks) > FEW:
        runs = []
        for rank in ranks:
            if not runs or rank > runs[-1][-1] + 1:
                runs.append([])
            runs[-1].append(rank)
    named = [
        (
            label(run[0]) if len(run) == 1 else f"{label(run[0])} to {label(run[-1])}",
            sum(held[rank] for rank in run),
        )
        for run in runs
    ]
    return _kept(named, sum(held.values()) - sum(share for _, share in named))


def _kept(named: Sequence[tuple[str, float]], beside: float = 0.0) -> Named:
    """The most frequent ones in their order; what is beside them, and others, at the end."""
    shares = sorted((share for _, share in named), reverse=True)
    least = max(RARE, shares[FEW - 1] if len(shares) > FEW else 0.0)
    kept = [(name, share) for name, share in named if share >= least]
    others = beside + sum(shares) - sum(share for _, share in kept)
    return (*kept, *([("others", others)] if others >= RARE else []))
