"""The felt: a row for the bot, one for the middle of the table, one for the person."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from pokerbot.play.view import Scene, Side
from pokerbot.play.words import chips
from pokerbot.tui.widgets.card import Card

MOST_DRAWN = 4
MUTED = "$foreground 60%"


def draw_chips(amount: float) -> Content:
    """An amount as a short row of chips and its number; nothing for nothing."""
    if not amount:
        return Content("")
    row = "●" * min(max(int(amount), 1), MOST_DRAWN)
    return Content.from_markup("[$accent]$row[/] [b]$amount[/b]", row=row, amount=chips(amount))


class Row(Horizontal):
    """Words on the left, a card, chips on the right."""

    def compose(self) -> ComposeResult:
        """The three of them."""
        yield Static(classes="about", markup=False)
        yield Card()
        yield Static(classes="chips", markup=False)

    def show(self, about: Content, stake: Content) -> None:
        """Fill in the words and the chips."""
        self.query_one(".about", Static).update(about)
        self.query_one(".chips", Static).update(stake)

    @property
    def card(self) -> Card:
        """The card in it."""
        return self.query_one(Card)


class Felt(Vertical):
    """Both hands, the public card, the chips, and whose turn it is or who has won."""

    def compose(self) -> ComposeResult:
        """Three rows and the status line."""
        yield Row(id="bot")
        yield Row(id="middle")
        yield Row(id="you")
        yield Static(id="status", markup=False)

    def show(self, view: Scene) -> None:
        """Draw a hand."""
        self._show_side(self.query_one("#bot", Row), view.bot)
        self._show_side(self.query_one("#you", Row), view.you)
        middle = self.query_one("#middle", Row)
        middle.card.show(view.board, dealt=view.board is not None)
        middle.set_class(not view.has_board, "-no-board")
        pot = Content.styled("pot ", MUTED) + draw_chips(view.pot)
        about = "public card" if view.has_board else ""
        middle.show(Content.styled(about, MUTED), pot)
        status = self.query_one("#status", Static)
        status.update(view.status)
        status.set_class(view.you.to_act, "-turn")
        status.set_class((view.net or 0) > 0, "-won")
        status.set_class((view.net or 0) < 0, "-lost")

    def _show_side(self, row: Row, side: Side) -> None:
        row.card.show(side.card)
        row.set_class(side.to_act, "-to-act")
        marker = "▶ " if side.to_act else ""
        lines = [Content.styled(f"{marker}{side.name}", "bold")]
        order = "acts first" if side.first else "acts second"
        lines.append(Content.styled(order, MUTED))
        if side.stack is not None:
            lines.append(Content.styled(f"{chips(side.stack)} left", MUTED))
        row.show(Content("\n").join(lines), draw_chips(side.front))
