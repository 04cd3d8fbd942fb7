"""The solution that the grid shows, and another one beside it, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping

from pokerbot.evaluation.node import Nodes, OnCard, nodes_of
from pokerbot.games.actions import Betting
from pokerbot.games.betting import actions_to
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent
from pokerbot.runs.solving import again
from pokerbot.strategy.parts import by_street
from pokerbot.tui.ranges.classes import Shown
from pokerbot.tui.ranges.line import Step
from pokerbot.tui.ranges.others import bet_more, differs, like_in


class Solutions:
    """What is worked out beside the screen, which takes a second for a turn.

    opponent: the solution
    other: the one beside it, itself where another size is, None for none
    instead: by their places in the line, the sizes that are taken there
    """

    def __init__(self, opponent: Opponent, other: Opponent | None) -> None:
        self.opponent, self.other = opponent, other
        self.instead: Mapping[int, str] = {}
        self._nodes: Nodes | None = None
        self._others: Nodes | None = None

    def at(self, here: Step) -> Shown:
        """A decision, and the same of the other solution."""
        nodes = self._own()
        node, other = nodes.at(here.betting, here.board), self.other
        if other is None:
            return Shown.of(node)
        if other is self.opponent:
            self._others = nodes
        self._others = others = self._others or nodes_of(other.strategy, solve=again)
        rules = self.opponent.strategy.game.rules
        there = like_in(others, rules, here.betting, here.board, self.instead)
        more = bet_more(nodes, node, others, there) if there else (0.0, 0.0)
        return Shown.of(node, there, more)

    def on_cards(self, here: Step) -> dict[str, OnCard]:
        """What each card that may be turned up comes to."""
        return {each.card: each for each in self._own().on_cards(here.betting, here.board)}

    def _own(self) -> Nodes:
        self._nodes = self._nodes or nodes_of(self.opponent.strategy, solve=again)
        return self._nodes

    def compare_with(self, other: Opponent | None, instead: Mapping[int, str]) -> None:
        """Have another one beside it from now on, or none."""
        self.other, self.instead, self._others = other, instead, None

    def step_back(self, betting: Betting) -> None:
        """Compare no more with another size of a bet that is taken back."""
        done = len(actions_to(self.opponent.strategy.game.rules, betting))
        if any(place >= done for place in self.instead):
            self.compare_with(None, {})

    def again(self, board: int) -> str:
        """Whether what is shown is of a river that the file is without."""
        strategy = self.opponent.strategy
        kept, boards = by_street(strategy.infosets), strategy.game.rules.boards
        lacks = kept is not None and not kept.last
        last = boards.street(board) + 1 == boards.streets
        return ", the river is solved again" if lacks and last else ""

    def against(self, shown: Shown) -> str:
        """Which other solution a decision is beside."""
        if self.other is None:
            return ""
        name, other = printable(self.other.path.stem), shown.other
        if other is None:
            return f"; {name} has no such decision"
        sizes = differs(shown.node.line, other.node.line)
        name = " that" if self.other is self.opponent else f" {name}"
        return f", beside{name}{f' after {sizes}' if sizes else ''}"
