"""Printing a decision of a strategy: both players' EV, and its hands in a square or a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pokerbot.evaluation.node_hands import marks, said
from pokerbot.games.cards import RANKS
from pokerbot.play.view.amounts import chips

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.node_hands import Node

COLOURS = {"fold": ["blue"], "call": ["green"], "size": ["yellow", "red", "magenta"]}
BAR = 30
MOST_HANDS = 50
"""So many hands at most are printed where none are asked for."""
HARDLY = 0.0005
"""A class is not drawn if it makes up a smaller part of the hands here: it is hardly trained."""


def show_node(out: Console, node: Node, *, listed: bool) -> None:
    """Print a decision and what it is worth, with its hands.

    listed: whether to print all hands one by one, even where a square of classes can be drawn
    """
    lies = f"{node.board}, " if node.board else ""
    where = f"after {node.line}" if node.line else "first"
    out.print(f"{lies}pot {chips(node.pot)}: {node.player} to act {where}")
    _show_frequencies(out, node)
    if listed or not node.has_classes:
        _show_hands(out, node, len(node.hands) if listed else MOST_HANDS)
    else:
        _show_square(out, node)


def _show_frequencies(out: Console, node: Node) -> None:
    """Print both players' EV and equity, and a bar for each action."""
    if node.frequencies is None or node.ev is None or node.equity is None:
        out.print("\nPlay by this solution never reaches this decision.")
        return
    if not node.trained:
        out.print("\nPlay by this solution hardly reaches this decision: it may be untrained here.")
    width = max(len(f"{share:z.2f}") for share in node.ev)
    out.print(f"\n        {'EV':>{width}}  equity", style="bold")
    for seat, share, equity in zip(node.seats, node.ev, node.equity, strict=True):
        out.print(f"{seat:<6}  {share:>z{width}.2f}  {100 * equity:4.1f} %")
    out.print()
    names = _named(node)
    for mark, name, often in zip(marks(node.actions), names, node.frequencies, strict=True):
        colour = mark.among(COLOURS)
        out.print(f"{mark.letter} ", style=colour, end="")
        out.print(f"{name:<{max(map(len, names))}}  {100 * often:5.1f} %", end="")
        bar = "█" * round(BAR * often)
        out.print(bar and f"  {bar}", style=colour)


def _show_square(out: Console, node: Node) -> None:
    """Print a square of classes of hands, each marked with its most frequent action."""
    found, cells = marks(node.actions), {}
    for name, often in node.classes().items():
        if sum(often) >= HARDLY:
            mark = found[often.index(max(often))]
            cells[name] = mark.letter, f"reverse {mark.among(COLOURS)}"
    out.print()
    show_square(out, cells, 2)
    out.print("The most frequent action of each class; suited hands lie above the diagonal.")
    out.print("--hands tells more.")


def show_square(out: Console, cells: Mapping[str, tuple[str, str]], width: int = 4) -> None:
    """Print the usual square of hand classes, suited ones above the diagonal.

    cells: a text and its Rich style for each class to show
    width: the width of a text in columns
    """
    from pokerbot.games.ranges import SQUARE

    out.print(" " + "".join(f" {rank:>{width}}" for rank in reversed(RANKS)), style="bold")
    for rank, row in zip(reversed(RANKS), SQUARE, strict=True):
        out.print(rank, style="bold", end="")
        for name in row:
            text, look = cells.get(name, ("·", "dim"))
            out.print(f" {text:>{width}}", style=look, end="")
        out.print()


def _show_hands(out: Console, node: Node, most: int) -> None:
    """Print a row for each of the first `most` hands: weight, equity, EV, then by action."""
    actions = _named(node)
    widths = [max(len(action), 16) for action in actions]
    heads = "".join(f"  {action:>{width}}" for action, width in zip(actions, widths, strict=True))
    first = max(5, *map(len, node.hands))
    out.print(f"\n{'hand':<{first}}  weight  equity        EV{heads}", style="bold")
    for name, held in list(node.hands.items())[:most]:
        equity = "–" if held.equity is None else f"{100 * held.equity:.1f} %"
        does = [
            f"{100 * chance:5.1f} % {_amount(ev):>8}"
            for chance, ev in zip(held.strategy, held.action_evs, strict=True)
        ]
        cells = "".join(f"  {cell:>{width}}" for cell, width in zip(does, widths, strict=True))
        out.print(f"{name:<{first}}  {held.weight:6.3f}  {equity:>7}  {_amount(held.ev):>8}{cells}")
    if len(node.hands) > most:
        out.print(f"and {len(node.hands) - most:,} more; choose with --hands")


def _named(node: Node) -> list[str]:
    """The actions in words."""
    return [*(map(said, node.actions) if node.is_holdem else node.actions)]


def _amount(ev: float | None) -> str:
    return "–" if ev is None else f"{ev:z.2f}"
