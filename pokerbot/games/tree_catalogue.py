"""The games without a table that the catalogue has: dice, bids and guards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb

from pokerbot.games.parameters import Parameter
from pokerbot.games.trees import TreeFamily


@dataclass(frozen=True)
class LiarsDice:
    """Liar's dice with a die each: bids rise until one is doubted; the highest face is wild.

    A bid of k faces f holds if both dice together show f, or the highest face, at least k times.

    dice: the faces that were rolled, 0 for the lowest
    bids: their numbers, in the order of count, then of face
    doubted: whether the last bid was doubted, which ends the game
    """

    sides: int
    dice: tuple[int, ...] = ()
    bids: tuple[int, ...] = ()
    doubted: bool = False

    @property
    def player(self) -> int | None:
        return None if self.doubted or len(self.dice) < 2 else len(self.bids) % 2

    def chance(self) -> Mapping[str, float]:
        rolls = range(1, self.sides + 1)
        return {} if len(self.dice) == 2 else {str(face): 1 / self.sides for face in rolls}

    def actions(self) -> list[str]:
        last = self.bids[-1] if self.bids else -1
        higher = [self._named(bid) for bid in range(last + 1, 2 * self.sides)]
        return [*higher, "liar"] if self.bids else higher

    def information_set(self) -> str:
        said = " ".join(map(self._named, self.bids))
        return f"{self.dice[len(self.bids) % 2] + 1}:{said}"

    def child(self, action: str) -> LiarsDice:
        if len(self.dice) < 2:
            return replace(self, dice=(*self.dice, int(action) - 1))
        if action == "liar":
            return replace(self, doubted=True)
        count, face = map(int, action.split("x"))
        return replace(self, bids=(*self.bids, (count - 1) * self.sides + face - 1))

    def payoff(self) -> float:
        count, face = divmod(self.bids[-1], self.sides)
        holds = sum(die in (face, self.sides - 1) for die in self.dice) > count
        bidder = (len(self.bids) - 1) % 2
        return 1.0 if holds == (bidder == 0) else -1.0

    def _named(self, bid: int) -> str:
        count, face = divmod(bid, self.sides)
        return f"{count + 1}x{face + 1}"


@dataclass(frozen=True)
class Goofspiel:
    """Goofspiel: both players bid at once for each prize, from the highest down.

    The higher bid gets the prize; a tie's prize is lost. Players are told who won, not what the
    other bid. Whoever has won more points wins 1.

    bids: the bids of both players in turn, player 1's first
    """

    cards: int
    bids: tuple[int, ...] = ()

    @property
    def player(self) -> int | None:
        return None if len(self.bids) == 2 * self.cards else len(self.bids) % 2

    def chance(self) -> Mapping[str, float]:
        return {}

    def actions(self) -> list[str]:
        own = self.bids[len(self.bids) % 2 :: 2]
        return [str(card) for card in range(1, self.cards + 1) if card not in own]

    def information_set(self) -> str:
        player = len(self.bids) % 2
        own = self.bids[player : len(self.bids) // 2 * 2 : 2]
        won = [self._sign(turn) for turn in range(len(self.bids) // 2)]
        told = " ".join(f"{bid}{'=<>'[sign]}" for bid, sign in zip(own, won, strict=True))
        return f"{player + 1}:{told}"

    def child(self, action: str) -> Goofspiel:
        bids = (*self.bids, int(action))
        if len(bids) == 2 * (self.cards - 1):  # each has one card left
            rest = [{*range(1, self.cards + 1)} - {*bids[player::2]} for player in (0, 1)]
            bids += (*rest[0], *rest[1])
        return replace(self, bids=bids)

    def payoff(self) -> float:
        points = sum((self.cards - turn) * self._won(turn) for turn in range(self.cards))
        return float((points > 0) - (points < 0))

    def _won(self, turn: int) -> int:
        """1 where player 1 won a prize, -1 where player 2 did."""
        one, other = self.bids[2 * turn : 2 * turn + 2]
        return (one > other) - (one < other)

    def _sign(self, turn: int) -> int:
        """How a turn went for the player to act: 0 for a tie, -1 won, 1 lost (as in `=<>`)."""
        return self._won(turn) * (2 * (len(self.bids) % 2) - 1)


@dataclass(frozen=True)
class Security:
    """A security game: player 1 guards some targets, player 2 attacks one of them.

    Target i is worth i, which player 1 loses if it is attacked unguarded.
    """

    targets: int
    guards: int
    guarded: str = ""
    attacked: str = ""

    @property
    def player(self) -> int | None:
        return None if self.attacked else int(bool(self.guarded))

    def chance(self) -> Mapping[str, float]:
        return {}

    def actions(self) -> list[str]:
        targets = [str(target) for target in range(1, self.targets + 1)]
        sets = combinations(targets, min(self.guards, self.targets))
        return targets if self.guarded else ["+".join(each) for each in sets]

    def information_set(self) -> str:
        return "attack" if self.guarded else "guard"

    def child(self, action: str) -> Security:
        return replace(self, attacked=action) if self.guarded else replace(self, guarded=action)

    def payoff(self) -> float:
        return 0.0 if self.attacked in self.guarded.split("+") else -float(self.attacked)


LIARS_DICE = (
    "Both players roll a die of {sides} sides that the other does not see. Player 1 begins "
    "with a bid such as 1x2: that both dice together show a 2, or the highest face, {sides}, "
    "which is wild, at least once. In turn either bids higher, more of any face or as many of "
    "a higher one, or says liar. Then the last bid is looked at: who made it wins 1 if it "
    "holds, and loses 1 if it does not."
)
GOOFSPIEL = (
    "Prizes worth {cards}, then one less each time down to 1, are bid for in turn. Each "
    "player has the cards 1 to {cards} and bids one of them for each prize, face down, at the "
    "same time as the other. The higher card takes the prize; a tie's is lost. Only who won "
    "is told. Cards that have been bid are gone. Whoever has won more points in the end wins "
    "1."
)
SECURITY = (
    "Player 1 sets {guards} guards on targets, at most one on each, of which there are {targets}; "
    "target i is worth i. Player 2 attacks one target without knowing where they are. If it "
    "is unguarded player 2 wins its worth from player 1; if it is guarded, nothing."
)

TREES = {
    family.name: family
    for family in (
        TreeFamily(
            "liars-dice",
            "Liar's dice: a die each, bids that rise until one is doubted, the top face wild",
            (Parameter("sides", 5, least=2, most=6),),
            LiarsDice,
            LIARS_DICE,
        ),
        TreeFamily(
            "goofspiel",
            "Goofspiel: sealed bids for falling prizes, only who won is told",
            (Parameter("cards", 4, least=2, most=5),),
            Goofspiel,
            GOOFSPIEL,
        ),
        TreeFamily(
            "security",
            "a security game: guards on some targets, an attack on one, target i worth i",
            (Parameter("targets", 5, least=1, most=20), Parameter("guards", 2, least=1, most=20)),
            Security,
            SECURITY,
            lambda targets, guards: 3 * targets * comb(targets, min(guards, targets)),
        ),
    )
}
