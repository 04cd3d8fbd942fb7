"""What the hands of a history show of the person's frequencies, beside the opponent's own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import Leaks, find_leaks
from pokerbot.files import printable
from pokerbot.play.record import Played, choices

if TYPE_CHECKING:
    from rich.console import Console


def leaks_of(hands: Iterable[Played]) -> Leaks:
    """The leaks of the person in hands against one and the same opponent's file.

    Raises:
        InputError: there are none, they are against several, or the file is not at hand.
    """
    from pokerbot.opponents import recall

    played = [hand for hand in hands if hand.counts]
    opponents = {(Path(hand.opponent), hand.sha256) for hand in played}
    if len(opponents) != 1:
        found = "no hands" if not opponents else f"{len(opponents)} opponents"
        raise InputError(f"leaks are for hands against one opponent, not {found}: use --opponent")
    path, sha256 = opponents.pop()
    strategy = recall(path, sha256)
    if strategy is None:
        raise InputError(f"{printable(path.stem)} as it was played is not at hand any more")
    return find_leaks(strategy, (each for hand in played for each in choices(hand)))


def show_leaks(out: Console, found: Leaks) -> None:
    """The frequencies beside the strategy's, those beyond chance marked, and what they offer."""
    out.print(f"{found.decisions:,} decisions; * is more than chance explains (95 %, all together)")
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
        f" {second:+.4f} chips per hand more against you acting first than the strategy allows,"
        f" {first:+.4f} acting second."
    )
    out.print(f"Caution: {found.caution}.")
