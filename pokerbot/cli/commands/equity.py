"""`pokerbot equity`: how often hands or ranges win when all-in, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import print_result, result_options, say
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.games.equity import Equity

LONG = 10
"""A calculation of more seconds than this is announced."""
WIDEST = 40
"""A range of more characters than this is cut off in the table."""


@click.command("equity")
@click.argument("first", metavar="HAND_OR_RANGE")
@click.argument("second", metavar="OTHER_HAND_OR_RANGE")
@click.option(
    "--board", metavar="CARDS", default="", help="The public cards so far, such as Td9d6hQc."
)
@result_options
def command(first: str, second: str, board: str, as_json: bool) -> None:
    """Tell how often the first hand or range wins against the second when both are all-in.

    Every pair of hands that share no card is counted on every board that may come. A range is
    written as QQ+,AKs,A5s-A2s:0.5, a hand as AhKh, and all hands as random.
    """
    from pokerbot.games.equity import equity, seconds_needed

    needed = seconds_needed(first, second, board)
    if needed > LONG:
        say(f"counting board by board, about {needed:,.0f} s …")
    found = equity(first, second, board)
    print_result(found, as_json, lambda out: _show(out, found, first, second))


def _show(out: Console, found: Equity, first: str, second: str) -> None:
    """Print a line for each side, and the number of deals."""
    first, second = _in_short(first), _in_short(second)
    width = max(len(first), len(second), 4)
    won, tied, lost = found.win, found.tie, found.lose
    out.print(f"{'':<{width}}   equity      win      tie     lose", style="bold")
    for name, equity, shares in (
        (first, found.equity, (won, tied, lost)),
        (second, 1 - found.equity, (lost, tied, won)),
    ):
        cells = "".join(f"{100 * share:7.2f} %" for share in shares)
        out.print(f"{name:<{width}}{100 * equity:7.2f} %{cells}")
    out.print(f"{number_of(found.deals, 'deal')}: every pair of hands on every board")


def _in_short(text: str) -> str:
    """A hand or range on one line, cut off if it is long: solvers' may be of a thousand hands."""
    text = " ".join(text.split())
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
