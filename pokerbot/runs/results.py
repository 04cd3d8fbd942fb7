"""What a training is measured to have reached, and what has come of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokerbot.io.html import table
from pokerbot.strategy.strategy import Strategy


@dataclass(frozen=True)
class Progress:
    """A measurement on the way: chips per hand, seconds in iterations alone.

    With floors the exploitability is that within them.
    """

    iterations: int
    seconds: float
    nodes_touched: int
    exploitability: float
    value: float


@dataclass(frozen=True, repr=False)
class Solution:
    """What `pokerbot solve` reports; values are player 1's, in chips per hand.

    With floors the exploitability is that in the game where all play is free, and the one within
    is at most what the floored seats fall short of the best play that their floors allow.
    """

    game: str
    algorithm: str
    parameters: dict[str, float | str]
    iterations: int
    seconds: float
    nodes_touched: int
    nash_conv: float
    exploitability: float
    exploitability_within: float
    value: float
    value_bounds: tuple[float, float]
    mean_iteration_value: float
    infosets: int
    backend: str
    strategy: Strategy = field(repr=False)
    output: str | None = None
    interrupted: bool = field(default=False, repr=False)

    def _repr_html_(self) -> str:
        """For notebooks: what `pokerbot solve` reports."""
        hidden = ("game", "algorithm", "parameters", "strategy", "output", "interrupted")
        shown = {key: value for key, value in vars(self).items() if key not in hidden}
        return table(repr(self)[1:-1].partition(":")[0], ["", ""], list(shown.items()))

    def __repr__(self) -> str:
        ended = ", interrupted" if self.interrupted else ""
        return (
            f"<Solution of {self.strategy.game.spec} by {self.algorithm}:"
            f" {self.iterations:,} iterations in {self.seconds:.2f} s, exploitability"
            f" {self.exploitability:.3e}, value {self.value:+z.6f} chips per hand{ended}>"
        )
