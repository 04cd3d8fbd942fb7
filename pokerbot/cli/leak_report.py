"""The report on a person's leaks: what mistakes cost, and frequencies compared with sound play."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pokerbot.evaluation.leaks import HABIT
from pokerbot.play.view.amounts import number_of
from pokerbot.play.view.words import spot, taken

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.leaks import Leak
    from pokerbot.opponents.leaks import LeakReport


def leaks_told(report: LeakReport) -> dict[str, Any]:
    """The report as JSON: frequencies, the cost of each choice, and what they offer opponents."""
    beside, *_ = report.beside
    prices = map(report.price, beside.rows)
    rows = [
        {**asdict(row), "per_100": price.chips, "per_100_ci95": price.interval}
        for row, price in zip(beside.rows, prices, strict=True)
    ]
    weeks = {week.isoformat(): chips for week, chips in report.by_week()}
    return {
        **asdict(beside),
        "hands": report.hands,
        "left_out": report.left_out,
        "rows": rows,
        "per_100_by_week": weeks,
    }


def show_leaks(out: Console, report: LeakReport) -> None:
    """Print the report for a person, the costliest choices first."""
    beside, *_ = report.beside
    rows = report.rows(beside)
    decisions = number_of(beside.decisions, "decision")
    out.print(f"{decisions} in {number_of(report.hands, 'hand')}; lost: chips per 100 hands")
    if report.omission:
        out.print(report.omission, soft_wrap=False)
    out.print(f"* costs, and is beyond chance (95 %, all together; {HABIT} or more)")
    rules = {key: seen.game.rules for key, seen in report.seen.items()}
    listed = [row and taken(rules[row.infoset], row.infoset, row.action) for row in rows]
    width = max([10, *(len(did or "") + 1 for did in listed)])
    costs = [("", "") if row is None else _cost(report, row) for row in rows]
    left = max([8, *(len(lost) for lost, _ in costs)])
    middle = max([20, *(len(between) + 2 for _, between in costs)])
    out.print(
        f"{'lost':>{left}}{'95 %':>{middle}}{'times':>7}{'you':>6}{beside.beside:>7}"
        f"   {'action':<{width}}at",
        style="bold",
    )
    for row, did, (lost, between) in zip(rows, listed, costs, strict=True):
        if row is None:
            out.print("came up once", style="dim")
            continue
        mark = "*" if report.is_habit(row) else " "
        often = "–" if row.frequency is None else f"{row.frequency:.2f}"
        out.print(
            f"{lost:>{left}}{between:>{middle}}{row.times:>7}{row.observed:>6.2f}"
            f"{often:>7}{mark}  {did:<{width}}{spot(rules[row.infoset], row.infoset)}"
        )
    weeks = [f"{week:%Y-%m-%d} {chips:.{report.decimals}f}" for week, chips in report.by_week()]
    out.print(f"Lost per 100 hands, by week: {', '.join(weeks)}", soft_wrap=False)
    (first, second), fine = beside.offered, report.decimals + 2
    out.print(
        "Best responses to what you did would win"
        f" {second:+z.{fine}f} chips per hand more against you acting first than sound play allows,"
        f" {first:+z.{fine}f} acting second.",
        soft_wrap=False,
    )
    out.print(f"Caution: {beside.caution}.", soft_wrap=False)


def _cost(report: LeakReport, row: Leak) -> tuple[str, str]:
    """What an action costs, and between what the cost lies, as the table tells them."""
    price, to = report.price(row), report.decimals
    return f"{price.chips:.{to}f}", " to ".join(f"{end:.{to}f}" for end in price.interval or ())
