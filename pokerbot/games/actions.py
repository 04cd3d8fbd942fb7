"""What players do, and what is public of it."""

from __future__ import annotations

from dataclasses import dataclass

LETTERS = {"check": "k", "bet": "b", "fold": "f", "call": "c", "raise": "r", "jam": "j"}
LARGER = ("bet", "raise", "jam")
"""The kinds that put in more than there is to call."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action: its kind and the chips that it puts in.

    sized: whether its name tells an amount: the chips, or `to`, what a bet or raise is to
    """

    kind: str
    chips: float = 0
    sized: bool = False
    to: float | None = None

    @property
    def name(self) -> str:
        """As files and people write it: `check`, `bet 3`."""
        return f"{self.kind} {self.amount}" if self.sized else self.kind

    @property
    def code(self) -> str:
        """As betting histories write it: `k`, `b3`."""
        letter = LETTERS[self.kind]
        return f"{letter}{self.amount}" if self.sized else letter

    @property
    def amount(self) -> float:
        """The chips that a sized action's name tells."""
        return self.chips if self.to is None else self.to


@dataclass(frozen=True, slots=True)
class Betting:
    """All that is public but the board: the betting so far. Players are 0 and 1.

    chips: what each player has put in, antes included; bets: bets and raises in this round;
    actions: actions in this round; folded: who folded, if anyone; over: no one acts any more;
    before: the chips that each had put in when the round began; last: by how much the last bet or
    raise of the round was more than what there was to call; aggressor: who bet or raised last in
    the round before, None if nobody did.
    """

    chips: tuple[float, float]
    histories: tuple[str, ...] = ("",)
    player: int = 0
    bets: int = 0
    actions: int = 0
    folded: int | None = None
    over: bool = False
    before: float = 0
    last: float = 0
    aggressor: int | None = None

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return len(self.histories) - 1

    @property
    def history(self) -> str:
        """The betting so far as information sets spell it: `kbc/k`."""
        return "/".join(self.histories)

    @property
    def to_call(self) -> float:
        """The chips that the player to act is short of the other's."""
        return self.chips[1 - self.player] - self.chips[self.player]
