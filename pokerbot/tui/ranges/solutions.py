"""The solution that the grid shows, and another one to compare with, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from pokerbot.evaluation.node import nodes_of
from pokerbot.evaluation.node_hands import OnCard
from pokerbot.evaluation.nodes import Nodes
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to
from pokerbot.games.cards import names_in
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent
from pokerbot.runs.solving import solve_river
from pokerbot.strategy.packed_profile import lacks_rivers
from pokerbot.tui.ranges.classes import Shown
from pokerbot.tui.ranges.line import LineStep
from pokerbot.tui.ranges.others import bet_by, differs, like_in

Compared = tuple[Opponent | None, Mapping[int, str]]
"""The solution to compare with, None for none.

With it the sizes taken there in place of others, by their places in the line.
"""


class Solutions:
    """Computes what the grid shows; for a turn this takes a second.

    opponent: the solution
    other: the solution to compare with, the same one to compare with another size, None for none
    """

    def __init__(self, opponent: Opponent, other: Opponent | None) -> None:
        self.opponent = opponent
        self._compared: Compared = other, {}
        self._others: tuple[Opponent, Nodes] | None = None
        """A solution that was compared with, and its decisions."""

    @property
    def other(self) -> Opponent | None:
        """The solution to compare with."""
        return self._compared[0]

    def at(self, here: LineStep) -> Shown:
        """The decision at a step, with the one of the other solution."""
        other, instead = self._compared  # another thread may change it meanwhile
        node = self._own.at(here.betting, here.board)
        if other is None:
            return Shown.of(node)
        rules, theirs = self.opponent.strategy.game.rules, other.strategy.game.rules
        there = like_in(theirs, rules, here.betting, here.board, instead)
        if there is None:
            return Shown.of(node)
        others = self._own if other is self.opponent else self._of(other)
        mine, its = bet_by(rules, here.betting), bet_by(theirs, there[0])
        return Shown.of(node, others.at(*there), (mine[0] - its[0], mine[1] - its[1]))

    def on_cards(self, here: LineStep) -> dict[str, OnCard]:
        """What follows each card that may be turned up, by the card's name."""
        return dict(self._own.on_cards(here.betting, here.board))

    def unknown(self, board: int) -> str:
        """Why `on_cards` has nothing after a board."""
        if self._lacks_rivers and self._streets_left(board) == 1:
            return "Rivers are not kept: pick one to solve it"
        return "Play never comes to these cards"

    def _of(self, other: Opponent) -> Nodes:
        known = self._others
        if known is None or known[0] is not other:
            self._others = known = other, nodes_of(other.strategy, solve=solve_river)
        return known[1]

    @cached_property
    def _own(self) -> Nodes:
        return nodes_of(self.opponent.strategy, solve=solve_river)

    def compare_with(self, other: Opponent | None, instead: Mapping[int, str]) -> None:
        """Compare with another solution, or with none."""
        self._compared, self._others = (other, instead), None

    def step_back(self, betting: Betting) -> None:
        """End a comparison with another size of a bet if that bet is no longer in the line."""
        done = len(actions_to(self.opponent.strategy.game.rules, betting))
        _, instead = self._compared
        if any(place >= done for place in instead):
            self.compare_with(None, {})

    def solved_again(self, board: int) -> str:
        """The remark that a river is solved again because the file is without it, or ""."""
        again = self._lacks_rivers and not self._streets_left(board)
        return ", the river is solved again" if again else ""

    @property
    def _lacks_rivers(self) -> bool:
        return lacks_rivers(self.opponent.strategy.infosets)

    def _streets_left(self, board: int) -> int:
        """How many streets come after a board."""
        boards = self.opponent.strategy.game.rules.boards
        return boards.streets - 1 - boards.street(board)

    def against(self, shown: Shown) -> str:
        """The remark on which solution or size a decision is compared with, or ""."""
        if self.other is None:
            return ""
        name, other = printable(self.other.name), shown.other
        if other is None:
            return f"; {name} has no such decision"
        sizes = differs(shown.node.line, other.node.line)
        name = " that" if self.other is self.opponent else f" {name}"
        ours, theirs = ({*names_in(each.node.board)} for each in (shown, other))
        on = f" on {other.node.board}" if ours != theirs else ""
        return f", beside{name}{on}{f' after {sizes}' if sizes else ''}"
