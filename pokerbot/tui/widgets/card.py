"""A playing card, as large as the style sheet makes it."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

BACK = "\u2571\u2572"
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
PIPS = "◆◇▲■"
"""The suits of small decks, by number: they only tell two cards of a rank apart."""


class Card(Widget):
    """A card face up with its label, a card face down, or the empty place of a card.

    label: its name if it lies face up, else None
    dealt: whether there is a card at all
    suit: its suit's number in small decks, None without suits
    """

    label: reactive[str | None] = reactive(None, layout=True)
    dealt: reactive[bool] = reactive(True)
    suit: reactive[int | None] = reactive(None)

    def show(self, label: str | None, suit: int | None = None, *, dealt: bool = True) -> None:
        """Show a card face up if it has a label, else face down; not dealt is an empty place."""
        self.label, self.suit = label, suit
        self.dealt = dealt
        self.update_classes({"-up": label is not None, "-down": label is None and dealt})

    def show_one(self, name: str | None, *, dealt: bool = True) -> None:
        """Show a card named by rank and suit, `Kh`, in the colour of its suit."""
        self.show(name and name[0] + SIGNS[name[1]], dealt=dealt)
        self.update_classes({f"-{suit}": name is not None and name[1] == suit for suit in SIGNS})

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the label needs; the style sheet's minimum is usually more."""
        return len(self.label or "") + 2

    def render(self) -> Content:
        """Draw the face, the back or nothing, to fit the size of the widget."""
        width, height = self.size
        if self.label is not None:
            pip = " " if self.suit is None else PIPS[self.suit % len(PIPS)]
            pip = self.label[1] if self.label[1:] in SIGNS.values() else pip
            return Content("\n".join(_face(self.label, width, height, pip)))
        if not self.dealt:
            return Content("")
        pattern = BACK * (width + 1)
        return Content("\n".join(pattern[row % 2 :][:width] for row in range(height)))


def _face(label: str, width: int, height: int, pip: str) -> list[str]:
    """The lines of a card: the label in two corners and a pip between, or only the label."""
    if height < 3:
        return [label.center(width)]
    blank = [" " * width] * ((height - 3) // 2)
    corners = f" {label}".ljust(width), f"{label} ".rjust(width)
    return [corners[0], *blank, pip.center(width), *blank, corners[1]]
