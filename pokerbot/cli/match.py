"""`pokerbot match`: two strategies or bots play each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import color_option, json_option, print_result, seed_option

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.match import Match


@click.command("match")
@click.argument("a")
@click.argument("b")
@click.option("--hands", type=int, default=100_000, show_default=True, help="How many to play.")
@seed_option
@click.option("--game", help="The game, where neither A nor B is a file.")
@click.option("--no-duplicate", is_flag=True, help="Do not play each deal twice, seats swapped.")
@json_option
@color_option
def command(
    a: str, b: str, hands: int, seed: int, game: str | None, no_duplicate: bool, as_json: bool
) -> None:
    """Let A and B play: strategy files or the bots random, call, fold, raise, honest.

    best-response:FILE is the bot that wins the most against FILE.
    """
    from pokerbot.evaluation.match import match

    played = match(a, b, hands=hands, seed=seed, game=game, duplicate=not no_duplicate)
    print_result(played, as_json, lambda out: _show(out, played))


def _show(out: Console, played: Match) -> None:
    """The result for a person."""
    how = "every deal twice with seats swapped" if played.duplicate else "seats alternating"
    out.print(f"{played.a} against {played.b}: {played.hands:,} hands of {played.game}, {how}")
    spread = "" if played.stderr is None else f" ± {played.stderr:.5f} (standard error)"
    out.print(f"result    {played.mean:+.5f}{spread} chips per hand for {played.a}")
    if played.ci95 is not None:
        low, high = played.ci95
        out.print(f"95 %      {low:+.5f} to {high:+.5f}")
    if played.luck_adjusted_ci95 is not None:
        low, high = played.luck_adjusted_ci95
        out.print(f"no luck   {played.luck_adjusted_mean:+.5f} ({low:+.5f} to {high:+.5f})")
    first, second = played.exact_ev_by_seat
    out.print(f"exactly   {played.exact_ev:+.5f} ({first:+.5f} first, {second:+.5f} second)")
    out.print(f"          {played.mbb_per_hand:+.1f} thousandths of an ante per hand")
    out.print(verdict(played))


def verdict(played: Match) -> str:
    """Who is ahead, and whether that is more than chance."""
    if abs(played.mean) < 1e-9:
        return "Neither is ahead."
    ahead = played.a if played.mean > 0 else played.b
    if played.significant:
        return f"{ahead} is ahead, by more than chance explains (95 %)."
    return f"{ahead} is ahead, by no more than chance explains."
