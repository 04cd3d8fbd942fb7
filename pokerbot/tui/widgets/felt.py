"""The felt: a row for the bot, one for the middle of the table, and one for the person.

In games whose cards are told apart by suit, each card has a place of its own.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.geometry import Offset, Size
from textual.widgets import Static

from pokerbot.games.cards import names_in
from pokerbot.play.view.amounts import chips
from pokerbot.play.view.view import Scene, TableSide, moved
from pokerbot.play.view.words import NAMES
from pokerbot.tui.screen import Beside
from pokerbot.tui.widgets.card import Card

GLIDE = 0.35
"""How many seconds chips take to move, if there is time for it."""

LARGE = Size(90, 40)
"""From this size of the felt on, in columns and rows, the cards are larger."""

GROWS, FEW = (1, 2, 3, 4, 8, 20, 60, 200), 4
"""The amounts from which on one more chip is drawn, and the most chips on a small screen."""
POT = "pot "
MUTED = "$foreground 75%"


def draw_chips(amount: float, most: int) -> Content:
    """An amount as a row of at most `most` chips and a number; empty for 0."""
    if not amount:
        return Content("")
    row = "●" * min(max(bisect(GROWS, amount), 1), most)
    return Content.from_markup("[$accent]$row[/] [b]$amount[/b]", row=row, amount=chips(amount))


class Row(Horizontal):
    """A row of the felt: words on the left, then a card or several, and chips on the right."""

    def compose(self) -> ComposeResult:
        """The words, one card and the chips; `show_cards` adds more cards."""
        yield Static(classes="about", markup=False)
        with Container(classes="place"):
            yield Card()
        yield Static(classes="chips", markup=False)

    def show(self, about: Content, stake: Content, *, to_act: bool = False) -> None:
        """Show these words and chips; on this side's turn the words are brighter."""
        words = self.query_one(".about", Static)
        words.update(about)
        words.set_class(to_act, "-to-act")
        self.query_one(".chips", Static).update(stake)

    @property
    def card(self) -> Card:
        """Its card, the first one if there are several."""
        return self.query(Card).first()

    def show_cards(self, names: Sequence[str | None], *, most: int) -> None:
        """Show several cards, None for one that lies face down, and empty places up to `most`."""
        self.add_class("-several")
        there = [*self.query(Card)]
        if added := [Card() for _ in range(most - len(there))]:
            self.query_one(".place").mount(*added)
        for place, card in enumerate([*there, *added]):
            dealt = place < len(names)
            card.show_one(names[place] if dealt else None, dealt=dealt)


class Felt(Beside, Vertical):
    """Both hands, the board, the chips, and the status line: whose turn it is, or who has won."""

    _seen: Scene | None = None
    _flight = 0
    """The number of the newest movement of chips."""

    def compose(self) -> ComposeResult:
        """Three rows and the status line."""
        yield Row(id="bot")
        yield Row(id="middle", classes="-board")
        yield Row(id="you")
        yield Static(id="status", markup=False)
        yield Static(id="flight", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Make the cards larger if there is room, and draw as many chips as there is room for."""
        enough = event.size.width >= LARGE.width and event.size.height >= LARGE.height
        self.set_class(enough, "-large")
        self.call_after_refresh(self._show_again)

    def _show_again(self) -> None:
        if self._seen is not None:
            self.show(self._seen)

    def show(self, view: Scene, seconds: float = 0) -> None:
        """Draw a hand.

        seconds: how long chips move that have changed place since the last call; 0 for not
        """
        self.query_one("#flight").display = False
        if self._seen is not None and seconds and self.app.animation_level == "full":
            self._fly(moved(self._seen, view), seconds)
        self._seen = view
        self._show_side(self.query_one("#bot", Row), view.bot)
        self._show_side(self.query_one("#you", Row), view.you)
        self._show_cards(view)
        middle = self.query_one("#middle", Row)
        middle.set_class(not view.public, "-no-board")
        pot = Content.styled(POT, MUTED) + self._drawn(view.pot) if view.pot else Content()
        about = ""
        if view.public:
            about = "public cards" if " " in (view.board or "") else "public card"
        middle.show(Content.styled(about, MUTED), pot)
        status = self.query_one("#status", Static)
        status.update(view.status)
        net = view.net or 0
        status.update_classes({"-turn": view.you.to_act, "-won": net > 0, "-lost": net < 0})

    def _show_cards(self, view: Scene) -> None:
        """Show the cards of all three rows; in small decks, cards of a rank get different pips."""
        bot, middle, you = (self.query_one(f"#{name}", Row) for name in ("bot", "middle", "you"))
        self.set_class(view.told_apart, "-several")
        if view.told_apart:
            middle.show_cards((view.board or "").split(), most=view.public)
            for row, held in ((bot, view.bot.card), (you, view.you.card)):
                names = [None] * view.private if held is None else names_in(held)
                row.show_cards(names, most=view.private)
            return
        shown = [view.you.card, view.board, view.bot.card]
        pips = (
            shown[:place].count(label) if view.suits else None for place, label in enumerate(shown)
        )
        for row, label, pip in zip((you, middle, bot), shown, pips, strict=True):
            row.card.show(label, pip, dealt=row is not middle or label is not None)

    def _drawn(self, amount: float) -> Content:
        """An amount as chips, as many as the screen has room for."""
        small = any(self.screen.has_class(size) for size in ("-tiny", "-flat", "-narrow"))
        return draw_chips(amount, FEW if small else len(GROWS))

    def _fly(self, move: tuple[str, str, float] | None, seconds: float) -> None:
        """Move chips from one place to another, as `moved` names them: (from, to, amount)."""
        if move is None:
            return
        start, end, amount = move
        self._flight = number = self._flight + 1
        flight = self.query_one("#flight", Static)

        def land() -> None:
            if self._flight == number:  # else other chips move by now
                flight.display = False

        drawn = self._drawn(amount)
        flight.update(drawn)
        flight.offset = self._place(start, drawn.cell_length)
        flight.display = True
        flight.animate(
            "offset",
            self._place(end, drawn.cell_length),
            duration=seconds,
            on_complete=land,
        )

    def _place(self, name: str, width: int) -> Offset:
        """The place of chips, as an offset from the felt's upper left corner.

        A side's stack is at the edge of its row and beside the card, so that no chips move over
        the card.

        Args:
            name: the place, as `moved` names it.
            width: the width of the drawn chips in columns.
        """
        who, _, chips_of = name.partition(" ")
        row = self.query_one("#middle" if who == "pot" else f"#{who}", Row)
        part = row.query_one(".chips")
        room = part.size
        edge = {"bot": 0, "you": room.height - 1}.get(who if not chips_of else "", room.height // 2)
        centred = part.styles.content_align_horizontal == "center"
        before = len(POT) if who == "pot" else 0
        left = (room.width - width - before) // 2 if centred else 0
        inside = Offset(left + before, edge)
        return part.content_region.offset + inside - self.content_region.offset

    def _show_side(self, row: Row, side: TableSide) -> None:
        marker = "▶ " if side.to_act else ""
        lines = [Content.styled(f"{marker}{side.name}", "bold")]
        if side.stack is None:
            acts = "act" if side.name == NAMES[0] else "acts"
            told = f"{acts} {'first' if side.first else 'second'}"
        else:
            left = " left" if side.place[0].isdigit() else ""
            told = f"{side.place}, {chips(side.stack)}{left}"
        lines.append(Content.styled(told, MUTED))
        row.show(Content("\n").join(lines), self._drawn(side.front), to_act=side.to_act)
