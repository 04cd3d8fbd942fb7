"""What an opponent holds where a player acts, and how it answers: the reasons for a grade.

All are exact shares of the hands in which the player comes there, given how the opponent plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pokerbot.games.betting import Action, Betting, successor
from pokerbot.strategy.posterior import posterior
from pokerbot.strategy.strategy import Strategy

Place = tuple[Betting, int, int | None]
"""The betting, the player's card, and the public card if it lies on the table."""


RARE = 0.005
"""A share of the opponent's hands that is not worth a name."""

KINDS = ("folds", "stays", "bets")
ANSWERS = {"fold": "folds", "check": "stays", "call": "stays", "bet": "bets", "raise": "bets"}
"""What an opponent's answer counts as."""


class Shares(NamedTuple):
    """How often the opponent does something with a hand that the player's beats, ties, or not."""

    worse: float = 0.0
    equal: float = 0.0
    better: float = 0.0


@dataclass(frozen=True, slots=True)
class Outlook:
    """What an action of the player's meets.

    pot: the chips in the middle before it
    wins: how often the player wins a showdown, ties by half
    beats: the names of the hands that the player's beats, as the table lies, but for rare ones
    last: whether it leads straight to the showdown; final: whether this is the last round
    holds: how the opponent's hands compare with the player's as the table lies
    folds, stays, bets: the opponent's answers; none where it does not act next in this round
    """

    action: Action
    pot: float
    wins: float
    beats: tuple[str, ...]
    last: bool
    final: bool
    holds: Shares
    folds: Shares
    stays: Shares
    bets: Shares

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


class Facing:
    """A strategy as the player to act meets it.

    dealt: as `posterior`; empty where the strategy never lets one come here.
    """

    def __init__(self, strategy: Strategy, place: Place) -> None:
        self.game, self.infosets = strategy.game, strategy.infosets
        self.betting, self.card, self.board = place
        self.dealt = posterior(self.game, self.infosets, *place)

    def outlook(self, action: Action) -> Outlook:
        """What an action meets."""
        rules, label = self.game.rules, self.game.rules.deck.label
        after = successor(rules, self.betting, action)
        answers = after.round == self.betting.round and after.player != self.betting.player
        counted: dict[str, list[float]] = {kind: [0.0] * 3 for kind in ("holds", *KINDS)}
        mine, wins = rules.strength(self.card, self.board), 0.0
        beaten: dict[int, float] = {}
        for (other, public), p in self.dealt.items():
            here = 1 - _sign(mine - rules.strength(other, self.board))
            counted["holds"][here] += p
            if here == 0:
                beaten[other] = beaten.get(other, 0.0) + p
            end = _sign(rules.strength(self.card, public) - rules.strength(other, public))
            wins += p * (1 + end) / 2
            if answers:
                key = self.game.key(after, self.board, other)
                for name, often in self.infosets[key].items():
                    counted[ANSWERS[name.partition(" ")[0]]][here] += p * often
        return Outlook(
            action=action,
            pot=sum(self.betting.chips),
            wins=wins,
            beats=tuple(label(other) for other in sorted(beaten) if beaten[other] >= RARE),
            last=after.over and after.folded is None,
            final=self.betting.round + 1 == len(rules.rounds),
            **{kind: Shares(*shares) for kind, shares in counted.items()},
        )

    def folds(self, action: Action) -> float:
        """How often it folds to an action of the player's."""
        return sum(self.outlook(action).folds)

    def bets(self, action: Action) -> float:
        """How often it bets or raises after an action of the player's."""
        return sum(self.outlook(action).bets)

    def ahead(self) -> float:
        """How often the player's hand wins a showdown less how often it loses one."""
        rules, won = self.game.rules, 0.0
        for (other, board), p in self.dealt.items():
            won += p * _sign(rules.strength(self.card, board) - rules.strength(other, board))
        return won


def excuse(opponent: Facing, reference: Facing, taken: Action, best: Action) -> str:
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
    if best.kind in ("bet", "raise"):
        more = opponent.folds(best) - reference.folds(best)
        if more > 0 >= ahead:
            return "this one can be bluffed"
        rarer = reference.bets(taken) - opponent.bets(taken)
        if ahead > 0 and max(-more, rarer) > 0:
            return "this one pays too often" if -more >= rarer else "this one bets too rarely"
    elif taken.kind in ("bet", "raise"):
        if opponent.folds(taken) < reference.folds(taken) and ahead <= 0:
            return "this one is hard to bluff"
    elif taken.kind == "fold" and stronger > 0:
        return "this one bluffs too often"
    elif best.kind == "fold" and stronger < 0:
        return "this one bluffs too rarely"
    return f"{best.name} does better here"


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
