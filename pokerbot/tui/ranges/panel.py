"""The texts below and beside the square: the whole range's play, and a class hand by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from pokerbot.evaluation.node_hands import Node, NodeHand, said
from pokerbot.play.view.amounts import decimal, fixed, number_of
from pokerbot.tui.ranges.classes import HandClass, Shown, with_suits
from pokerbot.tui.widgets.bars import filled

BAR = 20
UNPLAYED = "Play by this solution never reaches this decision."
"""The text at decisions to which the solution's own play does not lead."""
UNTRAINED = "Play hardly comes here: this may be untrained."
"""The text at decisions to which it leads with less than 0.1 % of a range."""
WHOLE = 0.9995
"""A weight that reads 1.000, and is not told."""
SHORT = {"first": "1st", "second": "2nd"}
"""Short names of seats, so that both fit into a line."""


class Totals(Static):
    """Both players' EV and equity, and a line for each action of the player to act."""

    @dataclass
    class Taken(Message):
        """An action was clicked."""

        place: int

    def __init__(self) -> None:
        super().__init__(id="totals", markup=False)

    def show(
        self,
        shown: Shown,
        keys: Sequence[tuple[str, bool]],
        colours: Sequence[str],
        *,
        low: bool,
    ) -> None:
        """Draw what the range does.

        keys: for each action its letter or digit, and whether the hand goes on after it
        colours: the colour of each action
        low: whether there is room for one line only
        """
        node, other = shown.node, shown.other.node if shown.other else None
        often = node.frequencies or [0.0] * len(node.actions)
        hardly = node.ev is not None and not node.trained
        if low:
            shares = zip(keys, often, strict=True)
            line = "  ".join(f"{key} {100 * share:.0f}%" for (key, _), share in shares)
            self.update(Content(f"{line}  untrained?" if hardly else line))
            return
        width = max(len(said(action)) for action in node.actions)
        lines = [Content("  ").join(self._worth(node))]
        if hardly:
            lines.append(Content(UNTRAINED))
        was = _by_action(other) if other else {}
        if shown.change is not None:
            changes = map(" ".join, zip(node.seats, map(fixed, shown.change), strict=True))
            lines.append(Content(f"change of EV: {', '.join(changes)}"))
        rows = zip(colours, keys, node.actions, often, strict=True)
        for place, (colour, (key, on), action, share) in enumerate(rows):
            before = f"was {100 * was[action]:5.1f} %  " if action in was else ""
            told = Content.assemble(
                (f"{key:<2}", "b $text-primary" if on else "dim"),
                f"{said(action):<{width}}  {100 * share:5.1f} %  {before}",
                (filled(share, BAR // 2 if other else BAR), colour),
            )
            lines.append(told.stylize(Style.from_meta({"place": place})))
        self.update(Content("\n").join(lines))

    @staticmethod
    def _worth(node: Node) -> Iterator[Content]:
        if node.ev is None or node.equity is None:
            yield Content(UNPLAYED)
            return
        for seat, ev, equity in zip(node.seats, node.ev, node.equity, strict=True):
            style, name = "b" if seat == node.player else "", SHORT.get(seat, seat)
            yield Content.styled(f"{name} EV {_amount(ev)}, eq. {100 * equity:.1f} %", style)

    def on_click(self, event: events.Click) -> None:
        """Take the action whose line was clicked, be it on several rows of a narrow screen."""
        if event.get_content_offset(self) is not None:
            begins = self.screen.get_style_at(self.content_region.x, event.screen_offset.y)
            if (place := begins.meta.get("place")) is not None:
                self.post_message(self.Taken(place))


class ClassPanel(VerticalScroll, can_focus=False):
    """A class of hands: its means, and the actions of each of its hands."""

    DEFAULT_CLASSES = "box aside"

    def compose(self) -> ComposeResult:
        """A text that `show` fills."""
        yield Static(id="hands", markup=False)

    def show(
        self,
        name: str,
        there: HandClass | None,
        node: Node,
        colours: Sequence[str],
        other: HandClass | None,
    ) -> None:
        """Draw a class at a decision.

        there: the class, None if it is not in the range
        colours: the colour of each action; none for the player who waits
        other: the class in another solution, if there is one to compare with
        """
        self.border_title = name
        lines = [Content("Not in the range here.")] if there is None else []
        if there is not None:
            weight = "" if there.weight >= WHOLE else f", weight {there.weight:.3f}"
            lines.append(Content(f"{number_of(len(there.hands), 'hand')}{weight}"))
            lines.append(Content(f"EV {_amount(there.ev)}, eq. {_percent(there.equity)}"))
            if other is not None:
                lines.append(Content(f"was EV {_amount(other.ev)}, weight {other.weight:.3f}"))
            for hand, held in there.hands.items():
                lines += _told(hand, held, node, colours)
        self.query_one("#hands", Static).update(Content("\n").join(lines))
        self.scroll_home(animate=False)


def _told(name: str, held: NodeHand, node: Node, colours: Sequence[str]) -> Iterator[Content]:
    """The lines about a hand.

    They tell its equity, and its weight if that is not 1, then the frequency and EV of each action.
    """
    yield Content("")
    cards = [(name, "b")]
    if len(name) == 4:  # two cards; else a class of hands
        both = name[:2], name[2:]
        red = ("b $text-error" if each[1] in "hd" else "b" for each in both)
        cards = [*zip(map(with_suits, both), red, strict=True)]
    weight = "" if held.weight >= WHOLE else f"  {held.weight:.3f}"
    yield Content.assemble(*cards, f"  eq. {_percent(held.equity)}{weight}")
    if not colours:
        yield Content(f"  EV {_amount(held.ev)}")
        return
    best = max((ev for ev in held.action_evs if ev is not None), default=None)
    width = max(map(len, node.actions))
    rows = zip(colours, node.actions, held.strategy, held.action_evs, strict=True)
    for colour, action, chance, ev in rows:
        line = f"{action:<{width}} {100 * chance:3.0f}%{_amount(ev):>8}"
        bold = "b" if ev is not None and ev == best else ""
        yield Content.assemble(("▌", colour), (line, bold))


def _by_action(node: Node) -> dict[str, float]:
    """The frequency of each action, by its name."""
    return dict(zip(node.actions, node.frequencies or (), strict=False))


def _amount(ev: float | None) -> str:
    return "–" if ev is None else decimal(ev)


def _percent(part: float | None) -> str:
    return "–" if part is None else f"{100 * part:.1f} %"
