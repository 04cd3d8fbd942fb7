"""`pokerbot evaluate`: how good a strategy is, from its probabilities alone."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import click

from pokerbot.cli.output import game_option, per_hand, player_argument, print_result, result_options

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.exact import Evaluation
    from pokerbot.games.game import Game


@click.command("evaluate")
@player_argument("who")
@game_option
@click.option(
    "--purify",
    type=float,
    metavar="THRESHOLD",
    help="Also measure the strategy without the actions less likely than this.",
)
@result_options
def command(who: str, game: str | None, purify: float | None, as_json: bool) -> None:
    """Measure the strategy of WHO exactly: value, best responses, exploitability.

    WHO is a file, a named opponent, a built-in bot, or a game (its least exploitable strategy at
    hand).
    """
    from pokerbot.evaluation.exact import evaluate, purified
    from pokerbot.opponents.finding import strategy_of

    strategy = strategy_of(who, game)
    evaluation = evaluate(strategy)
    if purify is None:
        print_result(evaluation, as_json, lambda out: _show(out, strategy.game, evaluation))
        return
    after = evaluate(purified(strategy, purify))
    compared = {
        **dataclasses.asdict(after),
        "purify": purify,
        "exploitability_before": evaluation.exploitability,
    }

    def show(out: Console) -> None:
        _show(out, strategy.game, after)
        _compare(out, evaluation, after, purify)

    print_result(compared, as_json, show)


def _show(out: Console, game: Game, found: Evaluation) -> None:
    """Print the evaluation for a person."""
    first, second = found.best_response_values
    out.print(f"{found.game} by {found.algorithm}: {found.infosets:,} information sets")
    out.print(f"exploitability  {per_hand(found.exploitability)}")
    if found.exploitability_within not in (None, found.exploitability):
        within = per_hand(found.exploitability_within)
        out.print(f"within          {within} if locked hands play as they are locked")
    out.print(f"NashConv        {per_hand(found.nash_conv)}")
    out.print(f"value           {found.value:+z.6f} chips per hand for player 1")
    if found.value_bounds is None:
        out.print("the game's own  none: with a rake no equilibrium is promised")
    else:
        low, high = found.value_bounds
        whose = "with the locks" if game.locks else "the game's own"
        out.print(f"{whose}  between {low:+z.6f} and {high:+z.6f}")
    out.print(f"best responses  win {first:+z.6f} as player 1, {second:+z.6f} as player 2")


def _compare(out: Console, before: Evaluation, after: Evaluation, threshold: float) -> None:
    """Print the exploitability before and after purification."""
    out.print(
        f"without actions below {threshold:g} the exploitability went from"
        f" {before.exploitability:.3g} to {after.exploitability:.3g} chips per hand"
    )
