"""What the hands of a history show of the person's frequencies, beside the opponent's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerbot.evaluation.leaks import HABIT
from pokerbot.play.view.words import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.leaks import Leaks


def show_leaks(out: Console, found: Leaks) -> None:
    """The frequencies beside the strategy's, those beyond chance marked, and what they offer."""
    decisions = number_of(found.decisions, "decision")
    out.print(f"{decisions}; * is beyond chance (95 %, all together; {HABIT} or more)")
    out.print(
        f"{'':<16}{'action':<10}{'times':>7}{'you':>8}{'between':>16}{'bot':>8}", style="bold"
    )
    for row in found.rows:
        between = f"{row.low:.2f} and {row.high:.2f}"
        mark = "*" if row.beyond_chance else " "
        out.print(
            f"{row.infoset:<16}{row.action:<10}{row.times:>7}{row.observed:>8.2f}"
            f"{between:>16}{row.frequency:>8.2f}{mark}"
        )
    first, second = found.offered
    out.print(
        "Best responses to what you did would win"
        f" {second:+z.4f} chips per hand more against you acting first than the strategy allows,"
        f" {first:+z.4f} acting second.",
        soft_wrap=False,
    )
    out.print(f"Caution: {found.caution}.", soft_wrap=False)
