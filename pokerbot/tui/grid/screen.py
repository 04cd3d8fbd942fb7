"""The strategy browser: a whole strategy as a grid, or a comparison of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from pokerbot.evaluation.grid import Situation
from pokerbot.io.files import printable
from pokerbot.opponents.opponents import Opponent
from pokerbot.play.view.amounts import number_of
from pokerbot.play.view.words import so_far
from pokerbot.tui.grid.cells import BOTH, CHANGE, ONE
from pokerbot.tui.grid.matrix import Matrix
from pokerbot.tui.grid.spot import SpotPanel
from pokerbot.tui.popups.choose_opponent import ChooseOpponentScreen
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.turning import turned
from pokerbot.tui.widgets.keys import Keys

HELP = """\
# The strategy browser

A line is a situation: who acts (1 or 2), the public card, and the betting so far. Where words have
no room the betting is in letters: `k` check, `b` bet, `f` fold, `c` call, `r` raise. A column is
the card that this player holds. If there are more cards than situations, cards are the lines.

A cell is an information set. The bar shows how often the strategy takes each action, in per cent;
the number beside it is what the best action wins on average, in chips.

- **arrows**, **page up**, **page down** or a click move; the cell is shown in full beside or below
- **{browser.into}** shows only what follows this betting, **{browser.back}** goes one step back
- **{browser.find}** shows only what follows the betting that you type, in letters: `kb`, `b3r9c/k`
- **{browser.player}** shows both players, the first, or the second
- **{browser.order}** sorts by the betting, by how often situations come up, or when two strategies
  are compared, by how differently they play there
- **{browser.compare}** compares with another strategy for the game, B. **{browser.differ}** then
  changes what is shown: *both*, with B as the lower bar; how they *differ*, which is what B does
  more often than A, in per cent of all hands there; or *one* of them alone
- **{browser.solve}** changes the game and solves it anew
- **{browser.leave}** goes back

**often** is the frequency of an action. **chips** is what the action wins on average from the deal
on, against this strategy in the other seat, if all that follows is played perfectly. Actions that
the strategy mixes win about the same, if it is near an equilibrium. The best is bold. **% of
hands** is how often a hand comes here when both seats follow the strategy.
"""

Order = tuple[str, Callable[[Situation], float] | None]
"""(the order's name, the function of a situation that is largest first)."""


class BrowserScreen(BaseScreen[None]):
    """The grid, and the cell under the cursor in full."""

    HELP = HELP
    AUTO_FOCUS = "Matrix"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "into", "Into", key_display="enter", id="browser.into"),
        Binding("backspace", "back", "Up", id="browser.back", key_display="bksp"),
        Binding("escape", "leave", "Back", id="browser.leave"),
        Binding("a", "player", "Acting", id="browser.player"),
        Binding("o", "order", "Order", id="browser.order"),
        Binding("slash", "find", "Find", key_display="/", id="browser.find"),
        Binding("u", "compare", "Compare", id="browser.compare"),
        Binding("i", "differ", "Differ", id="browser.differ"),
        Binding("e", "solve", "Change it", id="browser.solve"),
    ]
    matrix = getters.query_one(Matrix)
    spot = getters.query_one(SpotPanel)

    def __init__(self, opponent: Opponent) -> None:
        """Show a strategy."""
        super().__init__()
        self.opponent = opponent
        self.other: Opponent | None = None
        self.shows = ONE
        self.after = [""]
        self.player: int | None = None
        self.order = 0
        self.apart: Mapping[Situation, float] = {}
        self.ready = False

    def compose(self) -> ComposeResult:
        """Title, grid and cell, keys."""
        with Horizontal(id="title"):
            yield Static(id="name", markup=False)
            yield Static(id="subtitle", markup=False)
        with Container(id="browser"):
            yield Matrix()
            yield SpotPanel()
        yield Input(placeholder="betting in letters, as kb or b3c/k", id="find", compact=True)
        yield Keys()

    def on_mount(self) -> None:
        """Prepare the grid."""
        self._lay_out()

    def _lay_out(self) -> None:
        """Prepare the grid in a thread beside the screen: a large strategy takes seconds."""
        self.query_one("#name", Static).update("Preparing …")
        self.beside(self._prepare, self._begin)

    def _prepare(self) -> Mapping[Situation, float]:
        """How far two strategies differ in each situation; empty if there is only one."""
        grid = self.opponent.grid
        return grid.apart(self.other.grid) if self.other is not None else {}

    def _begin(self, apart: Mapping[Situation, float]) -> None:
        self.apart, self.ready = apart, True
        self.draw()

    def draw(self) -> None:
        """Draw the situations that are asked for, once the grid is prepared."""
        if not self.ready:
            return
        grid, other = self.opponent.grid, self.other.grid if self.other else None
        _, first = self._orders[self.order]
        situations = grid.select(self.after[-1], self.player, first)
        self.matrix.show(grid, situations, other, self.shows)
        if not situations:
            self.spot.say(self._nothing())
        self.query_one("#name", Static).update(self._title())
        self.query_one("#subtitle", Static).update(self._selection(len(situations)))
        self.refresh_bindings()

    def _title(self) -> Content:
        title = printable(self.opponent.name)
        if self.other is not None:
            other = printable(self.other.name)
            title = {
                ONE: f"A {title} alone",
                BOTH: f"A {title}, B {other}",
                CHANGE: f"B {other} minus A {title}",
            }[self.shows]
        return self.titled(title)

    def _nothing(self) -> str:
        """Why no situation is shown."""
        whose = "" if self.player is None else f" of player {self.player + 1}"
        return f"No situation{whose} follows the betting {printable(self.after[-1])}."

    @property
    def _orders(self) -> list[Order]:
        """The orders in which situations can be shown."""
        orders: list[Order] = [("", None), ("most frequent first", attrgetter("reach"))]
        if self.apart:
            orders.append(("most different first", self.apart.__getitem__))
        return orders

    def _selection(self, situations: int) -> str:
        parts = [number_of(situations, "situation")]
        if self.player is not None:
            parts.append(f"player {self.player + 1}")
        if self.after[-1] and situations:
            parts.append(f"after {so_far(self.opponent.strategy.game.rules, self.after[-1])}")
        name, _ = self._orders[self.order]
        if name:
            parts.append(name)
        return ", ".join(parts)

    @on(Matrix.Moved)
    def tell(self) -> None:
        """Show the cell under the cursor in full."""
        matrix = self.matrix
        if matrix.grid is not None and matrix.situations:
            self.spot.show(matrix.grid, matrix.other, matrix.situation, matrix.hand)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        if action == "leave" or not self.ready:
            return action == "leave"
        there = {
            "into": bool(self.matrix.situations),
            "back": len(self.after) > 1,
            "differ": self.other is not None,
        }
        return there.get(action, True)

    def action_into(self) -> None:
        """Show only what follows the betting under the cursor."""
        after = self.matrix.situation.betting.history
        if after != self.after[-1]:
            self.after.append(after)
            self.draw()

    def action_back(self) -> None:
        """Show what was shown before."""
        self.after.pop()
        self.draw()

    def action_leave(self) -> None:
        """Leave the input field for the grid, or the screen."""
        if self.matrix.has_focus:
            self.app.pop_screen()
        else:
            self.matrix.focus()

    def action_find(self) -> None:
        """Open the field in which to type a betting."""
        field = self.query_one("#find", Input)
        field.display = True
        field.value = ""
        self.set_focus(field)

    @on(Input.Changed)
    def find(self, event: Input.Changed) -> None:
        """Show only what follows the betting that is typed so far."""
        self.after = ["", event.value] if event.value else [""]
        self.draw()

    @on(Input.Submitted)
    @on(Input.Blurred)
    def found(self) -> None:
        """Go back to the grid; if nothing follows the betting, show all of it."""
        self.query_one("#find", Input).display = False
        if not self.matrix.situations:
            self.after = [""]
            self.draw()
        self.matrix.focus()

    def action_player(self) -> None:
        """Show both players, the first, or the second."""
        self.player = turned((None, 0, 1), self.player)
        self.draw()

    def action_order(self) -> None:
        """Take the next order."""
        self.order = turned(range(len(self._orders)), self.order)
        self.draw()

    def action_differ(self) -> None:
        """Show one strategy, both, or how they differ."""
        self.shows = turned((ONE, BOTH, CHANGE), self.shows)
        self.draw()

    async def action_solve(self) -> None:
        """Open the form with this game, to change and solve it."""
        await self.app.change(self.opponent.strategy.game)

    def action_compare(self) -> None:
        """Choose another strategy of the same game."""
        self.app.push_screen(
            ChooseOpponentScreen(self.opponent, "Compare with", you=True), self._compare
        )

    def _compare(self, chosen: Opponent | None) -> None:
        if chosen is not None:
            self.other, self.shows, self.ready = chosen, BOTH, False
            self._lay_out()
