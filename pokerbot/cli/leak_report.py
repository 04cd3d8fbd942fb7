"""What the hands of a history show of the person's frequencies, beside the opponent's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerbot.evaluation.leaks import HABIT
from pokerbot.opponents.reviews import ranked
from pokerbot.play.view.words import number_of, spot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import Console

    from pokerbot.evaluation.leaks import Leaks
    from pokerbot.opponents.reviews import ActionAt


def show_leaks(out: Console, found: Leaks, lost: Mapping[ActionAt, float]) -> None:
    """The frequencies beside the strategy's, the costly ones first, and what they offer.

    lost: the chips that each choice gave away by mistake in all hands
    """
    decisions = number_of(found.decisions, "decision")
    out.print(f"{decisions}; * is beyond chance (95 %, all together; {HABIT} or more)")
    out.print(
        f"{'lost':>6}{'times':>7}{'you':>6}{found.beside:>6}{'95 %':>14}   {'action':<10}at",
        style="bold",
    )
    for row in ranked(found.rows, lost):
        if row is None:
            out.print("came up once", style="dim")
            continue
        between = f"{row.low:.2f} to {row.high:.2f}"
        mark = "*" if row.beyond_chance else " "
        out.print(
            f"{lost.get((row.infoset, row.action), 0.0):>z6.2f}{row.times:>7}{row.observed:>6.2f}"
            f"{row.frequency:>6.2f}{between:>14}{mark}  {row.action:<10}{spot(row.infoset)}"
        )
    first, second = found.offered
    out.print(
        "Best responses to what you did would win"
        f" {second:+z.4f} chips per hand more against you acting first than the strategy allows,"
        f" {first:+z.4f} acting second.",
        soft_wrap=False,
    )
    out.print(f"Caution: {found.caution}.", soft_wrap=False)
