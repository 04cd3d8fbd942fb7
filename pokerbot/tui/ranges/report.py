"""The screen that solves a spot on every card that may come next, and colours the deck."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.games.catalogue import HOLDEM, make_game
from pokerbot.games.game import Game
from pokerbot.games.holdem import on_next_card
from pokerbot.games.ranges import DECK
from pokerbot.io.files import printable
from pokerbot.play.view.amounts import number_of
from pokerbot.runs.boards import ReportBoards, Solved, boards_of
from pokerbot.runs.executors import Event, Failed, Finished
from pokerbot.runs.executors.processes import Processes
from pokerbot.tui.ranges.deck import CardPicker
from pokerbot.tui.screen import BaseScreen
from pokerbot.tui.widgets.keys import Keys

HELP = """\
# The next cards

The spot is solved on every card that may come next, one after the other beside the screen. The pot
and the stack are the spot's, as if both players had checked. Cards that differ only in their suit
are solved once.

- Below each card stands oop's EV after it, in per cent of the pot; with **{report.turn}** it is
  oop's equity, or how often the first to act bets. Red is the least of all cards, green the most
- **arrows** or a click choose the card that is described in full below
- **{report.pick}** goes on to the spot with this card, to change and solve it by itself
- **{report.leave}** goes back; cards that are not solved by then stay unsolved

`pokerbot report SPOT.toml` prints the same as a table, and can draw it.
"""


class NextCards(CardPicker):
    """A deck in which enter goes to the spot with the card under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick", "Its spot", key_display="enter", id="report.pick")
    ]

    def clicked(self) -> None:
        """Stay here: to go on would end the solving of the other cards."""


class ReportScreen(BaseScreen[Game | None]):
    """Solves a spot on every next card; returns the spot with a picked card, None without one.

    never_next: the cards that cannot come next
    found: what follows each card that is solved, by its name
    cards: how many cards there are to solve
    """

    TITLE = "Next cards"
    HELP = HELP
    CSS_PATH = "deck.tcss"
    AUTO_FOCUS = "NextCards"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "turn", "Mode", id="report.turn"),
        Binding("escape", "dismiss(None)", "Back", id="report.leave"),
    ]
    deck = getters.query_one(NextCards)

    def __init__(self, game: Game) -> None:
        """Solve a spot of a flop or a turn on every card."""
        super().__init__()
        self.game = game
        self.found: dict[str, Solved] = {}
        self.never_next = game.rules.never_next(game.rules.public)
        self.cards = DECK.cards - len(self.never_next)

    def compose(self) -> ComposeResult:
        """The title, the deck and the keys."""
        with Horizontal(id="title"):
            yield Static(self.titled(printable(self.game.spec)), markup=False)
            yield Static("Laying out …", id="subtitle", markup=False)
        yield NextCards("Each card that may come next:")
        yield Keys()

    def on_mount(self) -> None:
        """Begin to solve."""
        self.deck.show(self.never_next)
        self.beside(self._work, lambda _: self._show(), self.refuse)

    def _work(self) -> None:
        boards = boards_of(self.game)
        runs = boards.runs("dcfr")

        def tell(event: Event) -> None:
            match event:
                case Finished(place, Solved() as solved):
                    self.call_later(self._take, boards, place, solved)
                case Failed(reason=why):
                    raise InputError(why)

        Processes(1, 0).carry_out(runs, tell, lambda: not self.wanted)

    def _take(self, boards: ReportBoards, place: int, solved: Solved) -> None:
        """Note the result for a card, which holds for its equivalents, too."""
        self.found |= dict.fromkeys(boards.cards[place], solved)
        self._show()

    def _show(self) -> None:
        done = len(self.found)
        left = f", {done} of {number_of(self.cards, 'card')} …" if done < self.cards else ""
        self.query_one("#subtitle", Static).update(f"{self.deck.heading}{left}")
        self.deck.tell(self.found, self.game.rules.pot)

    def refuse(self, error: InputError) -> None:
        """Say what is wrong; what was solved by then stays, and no more cards are awaited."""
        self.cards = len(self.found)
        self._show()
        super().refuse(error)

    def action_turn(self) -> None:
        """Show other numbers: EV, equity, or how often the first to act bets."""
        self.deck.turn()
        self._show()

    @on(CardPicker.Picked)
    def go_on(self, event: CardPicker.Picked) -> None:
        """Leave with the spot on this card, which is made beside the screen."""
        given = on_next_card(self.game.parameters, DECK.label(event.card))
        self.beside(partial(make_game, HOLDEM.name, given), self.dismiss, self.refuse)
