"""The opponent's range where a player acts, and its answers to an action: reasons for a grade.

All numbers are exact shares of the hands in which the player comes there, given the opponent's
strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerbot.games.actions import LARGER, Action, Betting
from pokerbot.games.betting import as_told, pot_odds, raked, successor
from pokerbot.games.showdown import FIVE, BestFive, Pairs
from pokerbot.games.spot import Spot
from pokerbot.sequence.arrays import Array, Index
from pokerbot.sequence.meeting import ahead_on
from pokerbot.sequence.showdown import boards_left, strengths
from pokerbot.strategy.packed_profile import PackedProfile
from pokerbot.strategy.posterior import played, range_at, weighed
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from pokerbot.games.showdown import Strengths

RARE, FEW = 0.005, 3
"""Rarer shares are not named; up to `FEW` hands are named one by one, more than that in runs."""

KINDS = ("folds", "stays", "bets")
ANSWERS = {"fold": "folds", "check": "stays", "call": "stays"} | dict.fromkeys(LARGER, "bets")
"""The group in which each kind of action counts as an opponent's answer."""

NOTABLE = 0.02
"""A smaller difference in how often something happens is not given as a reason."""
CHIPS_IN = ("call", *LARGER)
WORSE, EQUAL, BETTER = 0, 1, 2
"""The places of worse, equal and better hands in `AnswerShares`."""


class AnswerShares(NamedTuple):
    """How often the opponent does something with a worse, an equal and a better hand."""

    worse: float = 0.0
    equal: float = 0.0
    better: float = 0.0


Named = tuple[tuple[str, float], ...]
"""Names of hands, each with how often the opponent holds them."""


class Names(NamedTuple):
    """The opponent's worse, equal and better hands by name; rare ones are called "others"."""

    worse: Named
    equal: Named
    better: Named


@dataclass(frozen=True, slots=True)
class ActionOutcome:
    """What an action of the player meets: the opponent's hands and answers.

    action: the player's action
    pot: the chips in the middle before the action
    rake: the chips taken from the pot if nobody puts in more after the action
    wins: how often the player would win a showdown; ties count half
    last: whether the action leads straight to the showdown
    final: whether this is the last round
    holds: how often the opponent holds a worse, an equal and a better hand, on the present board
    names: the names of these hands
    folds, stays, bets: how often the opponent answers so with worse, equal and better hands; all 0
        if the opponent does not act next in this round
    against: the better hands with which the opponent puts chips in as an answer
    called: how often the player wins a showdown if the answer is a call; None if it never is
    blocks: at spots of hold'em, the shares of two groups of the opponent's hands that the player's
        own cards rule out: for a bet, those that pay and those that fold; for a call, the better
        and the worse ones. Else None
    """

    action: Action
    pot: float
    rake: float
    wins: float
    last: bool
    final: bool
    holds: AnswerShares
    names: Names
    folds: AnswerShares
    stays: AnswerShares
    bets: AnswerShares
    against: Named
    called: float | None
    blocks: tuple[float, float] | None = None

    @property
    def pays(self) -> AnswerShares:
        """How often the opponent stays or bets, with worse, equal and better hands."""
        return AnswerShares(
            *(one + other for one, other in zip(self.stays, self.bets, strict=True))
        )

    @property
    def answered(self) -> bool:
        """Whether the opponent acts next in this round."""
        return sum(self.folds) + sum(self.pays) > 0

    @property
    def needs(self) -> float:
        """How often a call must win to be worth its chips."""
        return pot_odds(self.action.chips, self.pot - self.rake)


class OpponentRange:
    """The range and the answers of a strategy, as the player to act at a spot meets them.

    comes: whether the strategy ever lets the player come here
    """

    def __init__(self, strategy: Strategy, spot: Spot) -> None:
        self.game, self.infosets, self.spot = strategy.game, strategy.infosets, spot
        self.betting = spot.betting
        weights = self._range * ~self._shared if self.game.is_spot else self._weighed.sum(axis=1)
        self._weight = float(weights.sum())
        self._held = weights / (self._weight or 1.0)
        self.comes = bool(self._held.any())

    @cached_property
    def _weighed(self) -> Array:
        """[hands, boards] the weight of the opponent's hand and of the last board."""
        return weighed(self.game, self.infosets, self.spot)

    @cached_property
    def _shared(self) -> NDArray[np.bool_]:
        """[hands] whether each of the opponent's hands shares a card with the player's."""
        own = self.game.rules.hands[self.spot.player][self.spot.hand]
        theirs = np.array([*self.game.rules.hands[1 - self.spot.player]])
        shared: NDArray[np.bool_] = np.any(np.isin(theirs, own), axis=1)
        return shared

    def outcome(self, action: Action) -> ActionOutcome:
        """What an action of the player meets."""
        rules = self.game.rules
        after = successor(rules, self.betting, action)
        answers = after.round == self.betting.round and after.player != self.betting.player
        often = {kind: np.zeros(len(self._held)) for kind in KINDS}
        calls, against = np.zeros(len(self._held)), np.zeros(len(self._held))
        if answers:
            for kind, chances in zip(self.game.kinds_at(after), self._answers(after), strict=True):
                often[ANSWERS[kind]] += chances
                if kind == "call":
                    calls += chances
                if kind in CHIPS_IN:
                    against += chances * self._held * (self._behind == BETTER)
        called = float(calls @ self._held)
        held = [self._held * (self._behind == place) for place in range(3)]
        return ActionOutcome(
            action=action,
            pot=sum(self.betting.chips),
            rake=raked(rules, after),
            wins=float(self._won.sum()),
            holds=self._shares(self._held),
            names=Names(*map(self._named, held)),
            last=after.over and after.folded is None,
            final=self.betting.round + 1 == len(rules.rounds),
            against=self._named(against),
            called=float(calls @ self._won) / called if called else None,
            blocks=self._blocks(action, after if answers else None),
            **{kind: self._shares(self._held * chances) for kind, chances in often.items()},
        )

    def _answers(self, after: Betting) -> Array:
        """[actions, hands] how often the opponent takes each action after the player's."""
        return played(self.game, self.infosets, after, self.spot.board)

    def _shares(self, often: Array) -> AnswerShares:
        """Add up probabilities [hands] over the worse, the equal and the better hands."""
        return AnswerShares(*np.bincount(self._behind, often, 3).tolist())

    def _blocks(self, action: Action, after: Betting | None) -> tuple[float, float] | None:
        """The `blocks` of an action; `after`: the betting in which the opponent answers, if any."""
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
        """[hands] the weight of each of the opponent's hands, regardless of the player's cards."""
        spot = self.spot
        return range_at(self.game, self.infosets, spot.betting, spot.board, 1 - spot.player)

    def _named(self, held: Array) -> Named:
        """Name hands, given how often each is held [hands].

        Single cards, and pairs of them by their ranks, are named one by one, or in runs; hands that
        make the best five by their kind. Without five cards nothing is named, as no hand beats
        another there.
        """
        rules, theirs = self.game.rules, 1 - self.spot.player
        there = {int(hand): float(held[hand]) for hand in np.flatnonzero(held)}
        if rules.private == 1:
            return _ranks_named(there, rules.hands[theirs].name)
        if isinstance(rules.showdown, Pairs):
            return self._ranks_of_several_named(there)
        lying = rules.boards.cards[self.spot.board]
        if isinstance(rules.showdown, BestFive) and rules.private + len(lying) < FIVE:
            return ()
        kinds: dict[str, float] = {}
        for hand in sorted(there, key=self._strengths.__getitem__):
            kind = self._kinds[hand]
            kinds[kind] = kinds.get(kind, 0.0) + there[hand]
        return _kept([*kinds.items()])

    def _ranks_of_several_named(self, held: Mapping[int, float]) -> Named:
        """Name hands of several cards by their ranks, in the order of their strengths."""
        rules = self.game.rules
        hands = rules.hands[1 - self.spot.player]
        ranks = ["".join(map(rules.deck.rank_label, cards)) for cards in hands]
        ordered = sorted(range(len(hands)), key=self._strengths.__getitem__)
        names = [*dict.fromkeys(ranks[hand] for hand in ordered)]
        place_of, shares = {name: place for place, name in enumerate(names)}, dict[int, float]()
        for hand, share in held.items():
            place = place_of[ranks[hand]]
            shares[place] = shares.get(place, 0.0) + share
        return _ranks_named(shares, names.__getitem__)

    @cached_property
    def _strengths(self) -> Strengths:
        """[hands] the strength of each of the opponent's hands on the present board."""
        return self.game.rules.strengths(1 - self.spot.player, self.spot.board)

    @cached_property
    def _kinds(self) -> Sequence[str]:
        """The kind of each of the opponent's hands, such as a pair."""
        return self.game.rules.kinds(1 - self.spot.player, self.spot.board)

    def bets(self, action: Action) -> float:
        """How often the opponent bets or raises after an action."""
        return sum(self.outcome(action).bets)

    def ahead(self) -> float:
        """The probability that the player would win a showdown, less that of losing it."""
        return float(2 * self._won.sum() - self._held.sum())

    def bluffs_beyond(self, other: OpponentRange) -> float:
        """How much oftener it comes here with a hand that loses than another strategy does.

        As a share of all its hands here, or of the other's, if those are more.
        """
        more = self._weight * self._bluffs - other._weight * other._bluffs
        return more / (max(self._weight, other._weight) or 1.0)

    @property
    def _bluffs(self) -> float:
        """How often it holds a worse hand; before the last round, how often it loses, ties half."""
        final = self.betting.round + 1 == len(self.game.rules.rounds)
        return float((self._held @ (self._behind == WORSE)) if final else self._won.sum())

    @cached_property
    def _behind(self) -> Index:
        """[hands] 0 if worse than the player's on the present board, 1 if equal, 2 if better."""
        rules, mine = self.game.rules, self.spot.player
        own = rules.strength(mine, self.spot.hand, self.spot.board)
        behind: Index = 1 + np.sign(np.asarray(self._strengths) - own).astype(np.intp)
        return behind

    @cached_property
    def _won(self) -> Array:
        """[hands] the probability that the opponent holds it and loses the showdown, ties half."""
        if self.game.is_spot:
            return self._held * (1 + self._ahead) / 2
        rules, mine = self.game.rules, self.spot.player
        boards = np.array(rules.boards.after(self.spot.board)) - rules.boards.first[-2]
        both = strengths(rules)
        own, theirs = both[mine][boards, self.spot.hand], both[1 - mine][boards]
        won = (self._weighed.T * (1 + np.sign(own[:, None] - theirs)) / 2).sum(axis=0)
        share: Array = won / (self._weight or 1.0)
        return share

    @cached_property
    def _ahead(self) -> Array:
        """[hands] on how many of the boards to come the player's hand wins, less where it loses.

        As a share of all these boards.
        """
        rules, spot, found = self.game.rules, self.spot, self.infosets
        stored = found.worth if isinstance(found, PackedProfile) and not spot.board else None
        signs = ahead_on(rules, spot.board) if stored is None else stored.ahead
        ahead = -signs[:, spot.hand] if spot.player else signs[spot.hand]
        left = rules.turned_up[rules.boards.street(spot.board) :]
        return ahead / boards_left(rules, rules.boards.cards[spot.board], left)


def excuse(opponent: OpponentRange, reference: OpponentRange, taken: Action, best: Action) -> str:
    """In words that follow "sound, but", why another action wins more against this opponent.

    Compared between the opponent and the reference are how often worse hands come there, how often
    the other one folds to the best bet, and pays it with a worse hand, of all hands and of such
    ones, and how often it bets after a check.

    Args:
        opponent: the opponent's range and answers.
        reference: those of an equilibrium, or nearly one, at the same spot.
        taken: the player's action.
        best: the action that wins the most.
    """
    bet = next((each for each in (best, taken) if each.kind in LARGER), None)
    if bet is not None:
        now, then = opponent.outcome(bet), reference.outcome(bet)
        reasons = {
            "this one pays too often": _oftener("pays", now, then, WORSE),
            "this one bets too rarely": reference.bets(taken) - opponent.bets(taken),
            "this one folds too often": _oftener("folds", now, then, EQUAL, BETTER),
        }
        ahead = opponent.ahead()
        if bet is not best:
            harder = _oftener("folds", then, now, BETTER)
            reasons = {"this one is hard to bluff": harder if ahead <= 0 else 0.0}
        elif ahead <= 0:
            reasons = {"this one can be bluffed": _oftener("folds", now, then, BETTER)}
    elif taken.kind == "fold":
        reasons = {"this one bluffs too often": _bluffs(opponent, reference)}
    else:
        rarely = _bluffs(reference, opponent)
        reasons = {"this one bluffs too rarely": rarely if best.kind == "fold" else 0.0}
    reason = max(reasons, key=reasons.__getitem__)
    better = as_told(opponent.spot.betting, best).name
    return reason if reasons[reason] >= NOTABLE else f"{better} does better here"


def _oftener(answer: str, one: ActionOutcome, other: ActionOutcome, *places: int) -> float:
    """How much oftener an answer comes with some hands: of all hands, or of these, if that is less.

    Who has more hands that pay need not pay more often.
    """
    often, less = (sum(getattr(each, answer)[place] for place in places) for each in (one, other))
    held, other_held = (sum(each.holds[place] for place in places) for each in (one, other))
    return float(min(often - less, often / (held or 1.0) - less / (other_held or 1.0)))


def _bluffs(one: OpponentRange, other: OpponentRange) -> float:
    """How much the player is better off against one that bluffs more often; 0 or less if not."""
    return min(one.ahead() - other.ahead(), one.bluffs_beyond(other))


def _ranks_named(held: Mapping[int, float], label: Callable[[int], str]) -> Named:
    """Name single cards: one by one, or in runs if there are more than `FEW`."""
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
    """The most frequent hands, in their order, and "others": the rest, and the share `beside`."""
    shares = sorted((share for _, share in named), reverse=True)
    least = max(RARE, shares[FEW - 1] if len(shares) > FEW else 0.0)
    kept = [(name, share) for name, share in named if share >= least]
    others = beside + sum(shares) - sum(share for _, share in kept)
    return (*kept, *([("others", others)] if others >= RARE else []))
