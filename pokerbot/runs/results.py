"""Measurements and solutions: the results of training."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pokerbot.io.html import fields
from pokerbot.sequence.reach import equity
from pokerbot.strategy.strategy import Strategy

if TYPE_CHECKING:
    from pokerbot.evaluation.node_hands import Node


@dataclass(frozen=True)
class Progress:
    """A measurement during training; in chips per hand.

    iterations: how many have been done
    seconds: the time spent in them
    nodes_touched: how many decision nodes they have visited
    exploitability: with floors or locks, as `Solution.exploitability_within`
    value: player 1's value
    measured: what a measure of one's own says, None if there is none
    """

    iterations: int
    seconds: float
    nodes_touched: int
    exploitability: float
    value: float
    measured: float | None = None


@dataclass(frozen=True, repr=False)
class Solution:
    """A solved game, as `pokerbot solve` reports it; chips per hand, values are player 1's.

    game, parameters: the game's name and parameters
    algorithm: the algorithm's name
    iterations, seconds, nodes_touched: as in `Progress`
    nash_conv, exploitability: of the strategy, where all play is free
    exploitability_within: with floors, an upper bound of what the floored seats lose against the
        best play that their floors allow; with locks, the exploitability in the game in which
        locked hands play as locked, and with epsilon every other action has at least that
        probability; else the exploitability
    value: of the strategy against itself
    value_bounds: bounds of the game's value; with locks, of the game just named; None with rake
    mean_iteration_value: the mean over all iterations of the value of the strategies played in them
    infosets: the number of information sets
    backend: what computed the last iterations
    strategy: the strategy
    epsilon: the least probability of every action, in the solution and in best responses; usually 0
    regularized_gap: with a temperature of mmd, how far it is from that quantal response
        equilibrium: what both players together could gain, entropy included; else None
    output: the file that it was saved to
    interrupted: whether the run was stopped before its limits

    With epsilon all of these are of the game in which every action has at least that probability,
    locked hands left out; with locks the exploitability and the NashConv are of free play.
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
    epsilon: float = 0.0
    regularized_gap: float | None = None
    output: str | None = None
    interrupted: bool = field(default=False, repr=False)

    @property
    def end(self) -> Progress:
        """The last measurement, which is that of the solution."""
        return Progress(
            self.iterations,
            self.seconds,
            self.nodes_touched,
            self.exploitability_within,
            self.value,
        )

    def at(self, line: str = "") -> Node:
        """A decision of the strategy, with the values for both players and for each hand.

        Args:
            line: the actions and cards that lead there, as `check, bet 120, call / 7s / check`; ""
                is the first decision.

        Raises:
            InputError: the game has no cards, or the line leads nowhere.
        """
        from pokerbot.evaluation.node import node

        return node(self.strategy, line)

    @property
    def _caption(self) -> str:
        return f"Solution of {self.strategy.game.spec} by {self.algorithm}"

    def _repr_html_(self) -> str:
        """For notebooks: what `pokerbot solve` reports."""
        hidden = ("game", "algorithm", "parameters", "strategy", "output", "interrupted")
        shown = {key: value for key, value in vars(self).items() if key not in hidden}
        return fields(self._caption, shown)

    def __repr__(self) -> str:
        ended = ", interrupted" if self.interrupted else ""
        return (
            f"<{self._caption}:"
            f" {self.iterations:,} iterations in {self.seconds:.2f} s, exploitability"
            f" {self.exploitability:.3e}, value {self.value:+z.6f} chips per hand{ended}>"
        )


@dataclass(frozen=True, repr=False, kw_only=True)
class SpotSolution(Solution):
    """A solution of a spot of hold'em; pairs are of both players, out of position first.

    spot: the spot's name
    board: its public cards
    ev: the chips that the players get back from the pot on average, less their bets in the spot
    ev_bounds: bounds of the game's exact EV for the player out of position, from both best
        responses; None with rake
    equity: the players' shares of showdowns if no one bets
    exploitability_pot: the exploitability in per cent of the pot
    memory_bytes: about how many bytes solving it takes
    """

    spot: str
    board: str
    ev: tuple[float, float]
    ev_bounds: tuple[float, float] | None
    equity: tuple[float, float]
    exploitability_pot: float
    memory_bytes: int


def of_spot(found: Solution, values: tuple[float, float], memory: int) -> SpotSolution:
    """The solution of a spot, made of a plain solution.

    values: both players' expected net chips
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
