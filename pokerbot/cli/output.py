"""What commands share: options such as --json and --color, and how a result is printed."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, Context
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pokerbot.cli.completion import algorithms, files, games, players
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from rich.console import Console

    from pokerbot.plots.figure import Figure
    from pokerbot.runs.results import Progress

Command = TypeVar("Command", bound=Callable[..., Any])
Option = Callable[[Command], Command]


def options(*each: Option[Any]) -> Option[Any]:
    """Several options of click's as one, in the order of the help."""

    def add(command: Any) -> Any:
        for option in reversed(each):  # the last one added is the first in the help
            command = option(command)
        return command

    return add


color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    expose_value=False,
    callback=lambda ctx, _, value: ctx.meta.__setitem__("pokerbot.color", value),
    help="Colour on a terminal (auto, honours NO_COLOR), always or never.",
)
result_options = options(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object."), color_option
)
"""The options of a command that prints a result, by `print_result`."""
game_option = click.option(
    "--game", shell_complete=games, help="The game, if WHO does not name one."
)
force_option = click.option("--force", is_flag=True, help="Overwrite whatever the file holds.")
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    show_default=True,
    help="Seed of all random draws, if there are any.",
)
backend_option = click.option(
    "--backend",
    type=click.Choice(["auto", "numpy", "compiled"]),
    default="auto",
    show_default=True,
    help="Compute with NumPy or with compiled code, which needs numba.",
)
threads_option = click.option(
    "--threads",
    type=int,
    metavar="N",
    help="How many threads compiled code uses for an iteration of a large game.",
)
precision_option = click.option(
    "--precision",
    type=click.Choice(["double", "single", "half"]),
    help="How compiled code stores its numbers; half is 16 bits, for large turns and flops"
    " [double; single for large turns and flops].",
)


def player_argument(name: str, **settings: Any) -> Option[Any]:
    """An argument that names one or several players, as WHO does.

    Where a strategy here or in `strategies/` has that name, too, but is not meant, a warning tells.
    """

    def checked(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        if value and not ctx.resilient_parsing:
            for who in (value,) if isinstance(value, str) else value:
                _tell_hidden(who)
        return value

    return click.argument(name, callback=checked, shell_complete=players, **settings)


def _tell_hidden(who: str) -> None:
    """Warn if a strategy here or in `strategies/` is not meant by its bare name."""
    from pokerbot.evaluation.bots import hidden

    if (file := hidden(who)) is not None:
        name, named = printable(file.stem), printable(str(file))
        why = "since another strategy or a bot has that name"
        say(f"Warning: {name} does not mean {named}, {why}; write {named} for the file")


def algorithm_option(default: str) -> Option[Any]:
    """The option --algorithm of a command that has the same default for every game."""
    return click.option(
        "-a",
        "--algorithm",
        default=default,
        show_default=True,
        help="The algorithm; see pokerbot algorithms.",
        shell_complete=algorithms,
    )


def plot_option(what: str) -> Callable[[Command], Command]:
    """The option --plot, which draws `what`; a file that cannot be drawn is refused at once."""

    def checked(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
        if value is None:
            return None
        from pokerbot.plots.picture import check_picture

        check_picture(Path(value))
        return Path(value)

    told = f"Draw {what} to an .svg or .png file."
    return click.option("--plot", metavar="FILE", callback=checked, shell_complete=files, help=told)


def draw_to(plot: Path | None, figure: Callable[[], Figure]) -> None:
    """Draw a figure to the file that --plot names, if it names one, and say so."""
    if plot is None:
        return
    from pokerbot.plots.picture import draw

    draw(figure(), plot)
    say(f"drawn to {printable(str(plot))}")


def say(text: str) -> None:
    """Print a message on stderr, apart from the result."""
    click.echo(text, err=True)


def rounded_up(bound: float, digits: int) -> float:
    """The least number of so many significant digits that is not below a bound."""
    return float(Context(prec=digits, rounding=ROUND_CEILING).create_decimal_from_float(bound))


def print_result(result: Any, as_json: bool, show: Callable[[Console], None]) -> None:
    """Print a frozen result as one JSON object, or have `show` print it for a person."""
    if as_json:
        click.echo(json.dumps(_plain(result), allow_nan=False))
    else:
        show(console())


def _plain(value: Any) -> Any:
    """A result as values for JSON; of a dataclass all fields but those hidden from `repr`."""
    if dataclasses.is_dataclass(value):
        fields = (field.name for field in dataclasses.fields(value) if field.repr)
        return {name: _plain(getattr(value, name)) for name in fields}
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value


def console(*, stderr: bool = False) -> Console:
    """A console for stdout or stderr that writes colour only where it is wanted."""
    from rich.console import Console

    class Output(Console):
        """A console whose reader may stop reading early, as `head` does.

        It never hides the cursor: if it were stopped by Ctrl-Z or killed, the shell would be left
        without one.
        """

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def show_cursor(self, show: bool = True) -> bool:
            return False

    stream = sys.stderr if stderr else sys.stdout
    wanted = click.get_current_context().meta.get("pokerbot.color", "auto")
    there = stream.isatty()
    auto = there and not os.environ.get("NO_COLOR")
    coloured = {"always": True, "never": False}.get(wanted, auto)
    return Output(
        stderr=stderr,
        highlight=False,
        markup=False,
        soft_wrap=True,
        force_terminal=there or coloured,
        no_color=not coloured,
        color_system=("standard" if wanted == "always" else "auto") if coloured else None,
    )


def hyphened(text: str) -> str:
    """The text with hyphens in place of minus signs, as in all output of the command line."""
    return text.replace("−", "-")


def per_hand(chips: float) -> str:
    """An amount with its unit, in scientific notation if it is tiny."""
    return f"{chips:.3e} chips per hand" if abs(chips) < 1e-3 else f"{chips:.6f} chips per hand"


def ending(label: str, width: int, ends: Sequence[Progress]) -> str:
    """A line on where the runs of a label ended: medians over seeds, and the spread over them."""
    from statistics import median

    found = [end.exploitability for end in ends]
    iterations = median(end.iterations for end in ends)
    nodes, seconds = median(end.nodes_touched for end in ends), median(end.seconds for end in ends)
    seeds = f"  ({len(ends)} seeds: {min(found):.1e} to {max(found):.1e})" if len(ends) > 1 else ""
    return (
        f"  {label:<{width}}{median(found):8.1e} after {iterations:>9,.0f}"
        f" iterations, {nodes:>11,.0f} nodes, {seconds:.3f} s{seeds}"
    )
