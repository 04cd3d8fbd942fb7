"""The command line: one module a command, loaded when it is called; each parses, calls, prints."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from pokerbot.cli.interrupts import Stopped, unwinding
from pokerbot.cli.streams import standard_streams
from pokerbot.errors import InputError, meant
from pokerbot.io.files import printable
from pokerbot.io.machine import end, takes

COMMANDS = {
    "solve": "Train a strategy for a game and save it.",
    "evaluate": "Measure how good a strategy is, exactly.",
    "show": "Print a strategy as a table.",
    "play": "Play against a strategy at the table.",
    "history": "List the hands that you have played, or replay one.",
    "match": "Let two strategies or bots play each other.",
    "tournament": "Let many of them play, each pair a match.",
    "exploit": "Win the most from someone, at a risk that you choose.",
    "chart": "Chart up to which stack each hand jams or calls.",
    "equity": "Tell how often hands and ranges win all-in.",
    "compare": "Run algorithms side by side on one game.",
    "sweep": "Run many algorithms on many games, as a plan says.",
    "train": "Train a blueprint for hold'em from the blinds.",
    "strength": "Measure how good a blueprint is.",
    "report": "Solve a spot on every card that may come next, or on many flops.",
    "reproduce": "Run the tables and figures of the documents.",
    "trace": "Work through an iteration, value by value.",
    "export": "Write a strategy as other programs read it.",
    "opponents": "List the opponents that have a name.",
    "rules": "Tell how a game is played.",
    "games": "List the games and their parameters.",
    "algorithms": "List the algorithms and their parameters.",
    "help": "Tell what a command does.",
}


class LazyGroup(click.Group):
    """Knows its commands by name and summary, so that `--help` imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, from the module of that name."""
        if cmd_name not in COMMANDS:
            raise click.UsageError(f"no command {cmd_name!r:.60}{meant(cmd_name, COMMANDS)}")
        command: click.Command = import_module(f"pokerbot.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command and what it is given, where an option of one value is given once."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            parser = command.make_parser(click.Context(command))
            _check_once(parser.parse_args([*rest])[2])
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a message about a parameter names it as the command spells it."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            raise InputError(_spelled(error, command)) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table of commands in `--help`."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: pokerbot play",
)
@click.version_option(package_name="pokerbot")
def cli() -> None:
    """Solve poker games, from Kuhn to Texas hold'em, and play them."""


COMPLETING = "_POKERBOT_COMPLETE"
"""Where a shell that completes a line says so."""
NEW_HERE = "New here? pokerbot play begins with the rules in a minute, then lessons.\n"


def _message(error: click.ClickException | InputError) -> str:
    """What is wrong; where something is missing, what there is to choose from."""
    if not isinstance(error, click.ClickException):
        return str(error)
    message = error.format_message()
    if isinstance(error, click.MissingParameter) and error.param and error.ctx:
        if isinstance(error.param.type, click.Choice):
            return message
        offered = [each.value for each in error.param.shell_complete(error.ctx, "") if each.value]
        told = f"; there are {', '.join(offered)}" if offered else ""
        return message.rstrip(".") + told
    return message


def _arguments() -> list[str]:
    """What is asked for; without anything help, for one who has not played how to begin first."""
    if sys.argv[1:] or COMPLETING in os.environ:
        return sys.argv[1:]
    from pokerbot.cli.commands.history import history_file

    if not history_file().exists():
        click.echo(NEW_HERE)
    return ["--help"]


def main() -> None:
    """The script: run the command line, and end the process with its status."""
    end(run())


def run() -> int:
    """Run the command line; the exit status. Every fault of the user's is one line and status 2.

    NumPy's products are small here, and a second thread for them only costs.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with standard_streams():
        return _run()


def _run() -> int:
    """Run the command that is asked for, say why it ended; the exit status."""
    said = ""
    try:
        with unwinding():
            ended = cli.main(_arguments(), "pokerbot", standalone_mode=False)
        sys.stdout.flush()
        code = ended if isinstance(ended, int) else 0
    except (click.ClickException, InputError) as error:
        message = _message(error)
        said, code = f"Error: {printable(' '.join(message.split()))}", 2
    except (KeyboardInterrupt, click.Abort):
        said, code = "Stopped; nothing was saved.", 130
    except Stopped as stopped:
        said, code = "Stopped; nothing was saved.", stopped.code
        if not takes(sys.stderr):
            os._exit(code)  # nor would it take what is still to be written
    except BrokenPipeError:
        code = 141
    except OSError as error:
        said, code = f"Error: cannot write the result: {error.strerror}", 2
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        said, code = f"Error: {_own(error)}", 1
    if said:
        print(said, file=sys.stderr)
    return code


def _check_once(given: Sequence[click.Parameter]) -> None:
    """Raise UsageError where one option, or one that says otherwise, would hide another."""
    first: dict[str | None, click.Parameter] = {}
    for each in given:
        if not isinstance(each, click.Option) or each.multiple:
            continue
        there = each.name in first
        if first.setdefault(each.name, each) is not each:
            other = max(first[each.name].opts, key=len)
            raise click.UsageError(f"{max(each.opts, key=len)} does not go with {other}")
        if there and not each.is_flag:
            raise click.UsageError(f"{max(each.opts, key=len)} is given twice")


def _spelled(error: InputError, command: click.Command | None) -> str:
    """The message with the command's own option in place of the parameter that it begins with."""
    name = error.parameter
    for option in command.params if command and name else ():
        if isinstance(option, click.Option) and _means(option, name):
            return max(option.opts, key=len) + str(error).removeprefix(str(name))
    return str(error)


def _means(option: click.Option, name: str | None) -> bool:
    """Whether a parameter is given by an option, as what it is or as what it is not."""
    return name == option.name or not {f"--{name}", f"--no-{name}"}.isdisjoint(option.opts)


def _own(error: Exception) -> str:
    """A fault of pokerbot's own, in a line; Python's development mode shows all of it."""
    *_, last = traceback.extract_tb(error.__traceback__)
    said = printable(" ".join(f"{type(error).__name__}: {error}".split()))[:200]
    where = f"{os.path.basename(last.filename)}, line {last.lineno}"
    return f"pokerbot itself has failed: {said} ({where}; PYTHONDEVMODE=1 shows more)"
