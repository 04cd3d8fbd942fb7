"""The screen on which a range is painted in the square of classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from pokerbot.errors import InputError
from pokerbot.games.cards import Cards, names_in
from pokerbot.games.holdem import SEATS
from pokerbot.games.ranges import CARDS, COMBINATIONS, Range, kind_of, name_of
from pokerbot.games.spot_file import read_spot
from pokerbot.play.view.amounts import number_of
from pokerbot.strategy import library
from pokerbot.tui.ranges.classes import HandClass
from pokerbot.tui.ranges.painting import PaintScreen
from pokerbot.tui.ranges.square import WEIGHT

HELP = """\
# Paint a range

- **arrows** move, **{paint.touch}** gives the class under the cursor the brush's weight, or removes
  it if it has that weight already; the mouse paints each class that it is drawn over
- **1** to **9** set the brush to 10 to 90 %, **0** sets it to 100 %
- **{paint.choose}** begins with another range: one of a spot at hand, all hands, or none
- **{paint.undo}** takes the last step back
- **{paint.take}** takes the range, **{paint.leave}** leaves it as it was
"""
Weights = Mapping[Cards, float]
KINDS = {name_of(kind): hands for kind, hands in COMBINATIONS.items()}


class PaintRangeScreen(PaintScreen[Weights]):
    """Lets the person paint a range; returns it as text, None if it is not to change.

    brush: the weight to paint with
    stroke: the weight that the present stroke gives, 0 if it removes classes
    wrong: why the square begins without what was typed, "" if that is valid
    """

    HELP = HELP
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(tenths), f"sized({(tenths or 10) - 1})", "Brush", show=False)
        for tenths in range(10)
    ]

    def __init__(self, seat: str, text: str, board: str) -> None:
        """Paint a seat's range, beginning with the one typed so far if that is valid."""
        begun, self.wrong = Range("").weights, ""
        try:
            begun = Range(text).weights
        except InputError as error:
            self.wrong = f"what you paint replaces what was typed, not valid yet: {error}"
        super().__init__(begun)
        self.seat = seat
        self.lying = {CARDS.get(name) for name in names_in(board)}
        self.brush, self.stroke = 1.0, 1.0

    @property
    def what(self) -> str:
        """As `PaintScreen`."""
        return f"the range of {self.seat}"

    def draw(self) -> None:
        """As `PaintScreen`."""
        sums: dict[str, float] = {}
        for hand, weight in self.painted.items():
            name = name_of(kind_of(hand))
            sums[name] = sums.get(name, 0.0) + weight
        classes = {
            name: HandClass(total / len(KINDS[name]), (), None, None, {})
            for name, total in sums.items()
        }
        self.canvas.show(classes, (), WEIGHT, 1.0)
        self.query_one("#comes-to", Static).update(self._told(classes))

    def _told(self, classes: Mapping[str, HandClass]) -> Content:
        """The class under the cursor, the brush, and the range in figures and as text."""
        fits = {h: w for h, w in self.painted.items() if not {*h} & self.lying}
        name = self.canvas.name_there
        there = classes[name].weight if name in classes else 0.0
        hands = number_of(len(fits), "hand") + (" on this board" if self.lying else "")
        percent = 100 * sum(self.painted.values()) / sum(map(len, KINDS.values()))
        text = Range.of(self.painted).short
        return Content("\n").join(
            [
                Content.assemble(
                    (f"{name} {100 * there:.0f} %", "b"), f"  brush {100 * self.brush:.0f} %"
                ),
                Content(f"{hands}, {percent:.1f} % of all before the flop"),
                Content(text or self.wrong or "nothing yet"),
            ]
        )

    def touched(self, name: str, *, first: bool) -> Weights:
        """As `PaintScreen`; a stroke that begins on a class with the brush's weight removes."""
        hands = KINDS[name]
        if first:
            same = all(self.painted.get(hand, 0.0) == self.brush for hand in hands)
            self.stroke = 0.0 if same else self.brush
        rest = {hand: weight for hand, weight in self.painted.items() if hand not in hands}
        return rest | (dict.fromkeys(hands, self.stroke) if self.stroke else {})

    def action_sized(self, place: int) -> None:
        """Set the brush to 10 % for place 0, to 20 % for 1 and so on."""
        self.brush = (place + 1) / 10
        self.draw()

    def action_choose(self) -> None:
        """Let the person choose among all hands, none, and the ranges of spots at hand."""
        self.beside(_at_hand, self.while_here(self._choose))

    def _choose(self, found: Mapping[str, Weights]) -> None:
        lines = [[name, f"{len(weights):,}"] for name, weights in found.items()]
        self.app.choose("Begin with", ("Range", "Hands"), [*found.values()], lines, self.change)

    def action_done(self) -> None:
        """As `PaintScreen`; what was typed stays where nothing is painted, though it be invalid."""
        self.dismiss(Range.of(self.painted).short if self.before else None)


def _at_hand() -> dict[str, Weights]:
    """All hands, none, and the ranges of spots at hand, by name; unreadable spots are skipped."""
    found: dict[str, Weights] = {"all hands": Range("random").weights, "none": {}}
    for name, path in library.spot_files().items():
        try:
            told = read_spot(path)
            for seat in SEATS:
                found[f"{name} {seat}"] = Range(str(told[f"{seat}.range"])).weights
        except InputError:
            continue
    return found
