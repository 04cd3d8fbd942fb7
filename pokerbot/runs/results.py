"""What a training is measured to have reached, and what has come of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pokerbot.evaluation.equity import equity
from pokerbot.io.html import table
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from pokerbot.evaluation.node_hands import Node


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
    measured: float | None = None


@dataclass(frozen=True, repr=False)
class Solution:
    """What `pokerbot solve` reports; values are player 1's, in chips per hand.

    With floors the exploitability is that in the game where all play is free, and the one within
    is at most what the floored seats fall short of the best play that their floors allow; with
    locks it and the bounds are of the game in which locked hands play what they are given. With
    epsilon all of these are of the game in which every action has at least that probability.
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
    value_bounds: tuple[float, float] | None
    mean_iteration_value: float
    infosets: int
    backend: str
    strategy: Strategy = field(repr=False)
    output: str | None = None
    interrupted: bool = field(default=False, repr=False)

    @property
    def end(self) -> Progress:
        """The measurement at the end."""
        return Progress(
            self.iterations,
            self.seconds,
            self.nodes_touched,
            self.exploitability_within,
            self.value,
        )

    def at(self, line: str = "") -> Node:
        """A decision, with what it is worth to both players and each hand.

        Args:
            line: what leads there: `check, bet 120, call / 7s / check`; "" is the first one.

        Raises:
            InputError: the game has no cards, or the line leads nowhere.
        """
        from pokerbot.evaluation.node import node

        return node(self.strategy, line)

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


@dataclass(frozen=True, repr=False, kw_only=True)
class SpotSolution(Solution):
    """A solution of a spot of hold'em, in chips of its pot for both players, out of position first.

    ev: their shares of the pot at the start, later bets of their own given back; ev_bounds: between
    which the game's own share of the first lies, as both best responses certify it, None where the
    pot is raked; equity: their shares of the showdowns where no one bets; exploitability_pot: in
    per cent of the pot; memory_bytes: about what solving it takes.
    """

    spot: str
    board: str
    ev: tuple[float, float]
    ev_bounds: tuple[float, float] | None
    equity: tuple[float, float]
    exploitability_pot: float
    memory_bytes: int


def of_spot(found: Solution, values: tuple[float, float], memory: int) -> SpotSolution:
    """What has come of a spot, with what people ask of one; `values` are both players'.

    memory: about how many bytes solving it takes
    """
    game = found.strategy.game
    pot, bounds = game.rules.pot, found.value_bounds
    return SpotSolution(
        **vars(found),
        spot=game.spec,
        board=str(game.parameters["board"]),
        ev=(pot / 2 + values[0], pot / 2 + values[1]),
        ev_bounds=bounds and (pot / 2 + bounds[0], pot / 2 + bounds[1]),
        equity=equity(game.rules),
        exploitability_pot=100 * found.exploitability / pot,
        memory_bytes=memory,
    )
