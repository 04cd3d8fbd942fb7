"""`pokerbot show`: a strategy as a table: headings are betting histories, rows information sets."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerbot.cli.node_report import show_node
from pokerbot.cli.output import (
    console,
    draw_to,
    game_option,
    player_argument,
    plot_option,
    print_result,
    result_options,
    say,
)
from pokerbot.errors import InputError
from pokerbot.games.betting import spoken
from pokerbot.io.files import printable
from pokerbot.play.view.amounts import number_of

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.evaluation.node_hands import Node
    from pokerbot.games.actions import Betting
    from pokerbot.games.game import Game
    from pokerbot.plots.figure import Figure
    from pokerbot.strategy.strategy import Strategy

BY_CLASS = ("", "jam")
"""The betting histories at which jam or fold has decisions."""
MOST_HISTORIES = 100
MOST_HANDS = 13
MOST_ACTIONS = 6

Row = tuple[str, Mapping[str, float]]


@click.command("show")
@player_argument("who")
@game_option
@click.option(
    "--line", metavar="ACTIONS", help="Show one decision: where these actions lead; see above."
)
@click.option(
    "--hands",
    metavar="HAND,...",
    help="At a decision, show only these hands or classes of hands.",
)
@plot_option("the square of hands")
@result_options
def command(
    who: str,
    game: str | None,
    line: str | None,
    hands: str | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Print the strategy of WHO as a table, by player and betting history, or one decision of it.

    WHO is a file, a named opponent, a built-in bot, or a game (its least exploitable strategy at
    hand).

    --line "check, bet 120, call / 7s / check" is the decision to which these actions lead; / ends
    a street and names the card that is turned up. Of spots of hold'em the first decision is shown
    if none is named. EV is what a player wins from there on: a share of the pot and of what is bet
    later, minus the player's own later bets.

    If there are very many hands, neighbours that play alike share a row; if there are very many
    betting histories, those that play reaches most often are shown.
    """
    from pokerbot.games.jam_or_fold import ByClass
    from pokerbot.opponents.finding import strategy_of

    strategy = strategy_of(who, game)
    by_class = strategy.game.has_cards and isinstance(strategy.game.rules, ByClass)
    one = line is not None or hands is not None or strategy.game.is_spot
    lines = BY_CLASS if by_class and not one else (line or "",)
    draw_to(plot, lambda: _squares(strategy, lines, hands))
    if one:
        _show_node(strategy, line or "", hands, as_json)
    elif as_json:
        by_name = {key: dict(chances) for key, chances in strategy.infosets.items()}
        click.echo(json.dumps({"infosets": by_name}))
    elif by_class:
        for each in BY_CLASS:
            _show_node(strategy, each, None, as_json)
    else:
        _show(console(), strategy)


def _squares(strategy: Strategy, lines: Sequence[str], hands: str | None) -> Figure:
    """Squares that show how often each class of hands bets, calls or raises, one per decision."""
    from pokerbot.plots.figure import Figure, Square

    squares = []
    for found in (_node(strategy, line, hands) for line in lines):
        if not found.has_classes:
            raise InputError(
                f"draws classes of hold'em hands, not {strategy.game.spec:.60}", parameter="plot"
            )
        where = f"{found.player} after {found.line}" if found.line else f"{found.player} to open"
        squares.append(Square(where, found.chips_in()))
    return Figure(f"{_title(strategy)}: how often each hand puts chips in", squares)


def _show_node(strategy: Strategy, line: str, hands: str | None, as_json: bool) -> None:
    """Print one decision, with all its hands or some of them."""
    found = _node(strategy, line, hands)

    def show(out: Console) -> None:
        out.print(_title(strategy), style="bold")
        show_node(out, found, listed=hands is not None)

    print_result(found, as_json, show)


def _node(strategy: Strategy, line: str, hands: str | None) -> Node:
    """One decision, with all its hands or some."""
    from pokerbot.evaluation.node import node

    found = node(strategy, line, _solve)
    return found if hands is None else found.of(hands)


def _solve(river: Game) -> Strategy:
    """Solve a river that the file leaves out; a message says so."""
    from pokerbot.runs.solving import solve_river

    begun = time.perf_counter()
    solved = solve_river(river)
    seconds = time.perf_counter() - begun
    say(f"the file is without rivers: this one was solved again in {seconds:.2f} s")
    return solved


def _title(strategy: Strategy) -> str:
    trained = number_of(strategy.iterations, "iteration")
    return f"{strategy.game.spec} by {strategy.maker}, {trained}"


def _show(out: Console, strategy: Strategy) -> None:
    """Print the table for a person."""
    from pokerbot.games.betting import legal_actions, walk

    game = strategy.game
    if not game.has_cards:
        _show_infosets(out, strategy)
        return
    nodes = [node for node in walk(game.rules) if not node.over]
    shown = _most_played(strategy, nodes) if len(nodes) > MOST_HISTORIES else set(nodes)
    out.print(_title(strategy))
    for player in (0, 1):
        out.print(f"\nPlayer {player + 1}", style="bold")
        for node in nodes:
            if node.player == player and node in shown:
                actions = [action.name for action in legal_actions(game.rules, node)]
                keys = game.keys(node, [*game.views(node.round, node.player)])
                rows = [(key, strategy.infosets[key]) for key in keys]
                alike = game.rules.deck.ranks > MOST_HANDS
                _show_decision(out, node, actions, list(_merged(rows) if alike else rows))
    if len(shown) < len(nodes):
        left = len(nodes) - len(shown)
        out.print(f"\n{left:,} betting histories that play reaches less often are not shown")


def _show_infosets(out: Console, strategy: Strategy) -> None:
    """Print each information set of a game without betting, under its own name."""
    out.print(_title(strategy))
    shown = None
    for player, key, actions in strategy.game.information_sets():
        if player != shown:
            out.print(f"\nPlayer {player + 1}", style="bold")
        shown = player
        cells = [f"  {action} {strategy.infosets[key][action]:.2f}" for action in actions]
        out.print(f"  {printable(' '.join(key.split())):<32}{''.join(cells)}")


def _show_decision(out: Console, node: Betting, actions: list[str], rows: list[Row]) -> None:
    """Print the information sets of a betting history, with all actions or the likeliest ones."""
    heading = f"  {spoken(node.history):<34}"
    if len(actions) > MOST_ACTIONS:
        out.print(heading, style="dim")
        for key, chances in rows:
            likeliest = sorted(actions, key=lambda action: -chances[action])[:MOST_ACTIONS]
            cells = [
                f"  {name} {chances[name]:.2f}" for name in likeliest if chances[name] >= 0.005
            ]
            out.print(f"    {key:<32}{''.join(cells)}")
        return
    width = max(6, *(len(action) for action in actions))
    out.print(heading + "".join(f"  {action:>{width}}" for action in actions), style="dim")
    for key, chances in rows:
        cells = [f"  {chances[action]:>{width}.2f}" for action in actions]
        out.print(f"    {key:<32}{''.join(cells)}")


def _merged(rows: list[Row]) -> Iterator[Row]:
    """The rows, with neighbouring hands that would print alike merged into one: `3–8:kb`."""
    printed = groupby(rows, key=lambda row: [f"{chance:.2f}" for chance in row[1].values()])
    for _, group in printed:
        alike = list(group)
        first, last = alike[0][0], alike[-1][0]
        name = first if first == last else f"{first.partition(':')[0]}–{last}"
        yield name, alike[0][1]


def _most_played(strategy: Strategy, nodes: list[Betting]) -> set[Betting]:
    """The decisions that are reached most often if both players follow the strategy."""
    from pokerbot.sequence.compile import compile_game
    from pokerbot.sequence.reach import decision_reach
    from pokerbot.strategy.arrays import to_arrays

    form = compile_game(strategy.game)
    reach = decision_reach(form, to_arrays(form, strategy.infosets))
    return set(sorted(nodes, key=lambda node: -reach[node])[:MOST_HISTORIES])
