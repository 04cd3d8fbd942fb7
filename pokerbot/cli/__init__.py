"""The command line: a module for each command, imported only when the command is called.

A command's module parses the arguments, calls the library and prints the result.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click
from click.exceptions import Exit

from pokerbot.cli.interrupts import StoppedBySignal, unwinding
from pokerbot.cli.streams import standard_streams
from pokerbot.errors import InputError, meant
from pokerbot.io.files import printable
from pokerbot.io.machine import end, takes

PACKAGE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")
COMMANDS = {
    "solve": "Train a strategy for a game and save it.",
    "evaluate": "Measure how good a strategy is, exactly.",
    "show": "Print a strategy as a table.",
    "play": "Play against a strategy at the table.",
    "history": "List the hands that you have played, or replay one.",
    "match": "Let two strategies or bots play each other.",
    "tournament": "Let several strategies or bots play, a match for each pair.",
    "exploit": "Win the most from someone, at a risk that you choose.",
    "chart": "Chart up to which stack each hand jams or calls.",
    "equity": "Tell how often hands or ranges win when all-in.",
    "compare": "Run algorithms side by side on one game.",
    "sweep": "Run many algorithms on many games, as a plan says.",
    "train": "Train a blueprint for hold'em from the blinds.",
    "strength": "Measure how good a blueprint is.",
    "report": "Solve a spot on every card that may come next, or on many flops.",
    "reproduce": "Run the tables and figures of the documents.",
    "trace": "Work through an iteration, value by value.",
    "export": "Write a strategy in the format of another program.",
    "opponents": "List the opponents that have a name and a weakness.",
    "rules": "Tell how a game is played.",
    "games": "List the games and their parameters.",
    "algorithms": "List the algorithms and their parameters.",
    "help": "Tell what a command does.",
}


class LazyGroup(click.Group):
    """Knows its commands by name and summary, so that `--help` imports none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of `COMMANDS`."""
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
        """The command and its arguments; a UsageError if an option of one value is given twice."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            parser = command.make_parser(click.Context(command, ctx))
            _check_once(parser.parse_args([*rest])[2])
        return name, command, rest

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and print what `--help` or `--version` asks for."""
        try:
            return super().parse_args(ctx, args)
        except BrokenPipeError:  # click would exit with 1
            raise Exit(BROKEN_PIPE) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; in an error, a parameter is called by the name of its option."""
        try:
            return super().invoke(ctx)
        except InputError as error:
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            raise InputError(_spelled(error, command)) from error
        except BrokenPipeError:  # click would exit with 1
            return BROKEN_PIPE

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


BROKEN_PIPE = 141
"""The exit status where nobody reads the result: that of a process ended by SIGPIPE."""
COMPLETING = "_POKERBOT_COMPLETE"
"""The environment variable by which a shell asks for completions."""
NEW_HERE = "New here? pokerbot play begins with the rules in a minute, then lessons.\n"


def _message(error: click.ClickException | InputError | MemoryError) -> str:
    """The message of an error; where an argument is missing, with the values it may have."""
    if isinstance(error, MemoryError):
        return "this takes more memory than there is"
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
    """The arguments given; without any, `--help`, after a hint to someone who has not played."""
    if sys.argv[1:] or COMPLETING in os.environ:
        return sys.argv[1:]
    from pokerbot.io.own_files import history_file

    if not os.path.exists(history_file()):
        click.echo(NEW_HERE)
    return ["--help"]


def main() -> None:
    """Run the command line, and end the process with its exit status."""
    end(run())


def run() -> int:
    """Run the command line, and return the exit status.

    Every mistake of the user's is reported in one line, with status 2. BLAS gets one thread, as
    NumPy's products are too small here for a second one to help.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with standard_streams():
        return _run()


def _run() -> int:
    """Run the command, report an error on stderr if there is one, and return the exit status."""
    said = ""
    try:
        with unwinding():
            ended = cli.main(_arguments(), "pokerbot", standalone_mode=False)
        sys.stdout.flush()
        code = ended if isinstance(ended, int) else 0
    except (click.ClickException, InputError, MemoryError) as error:
        message = _message(error)
        said, code = f"Error: {printable(' '.join(message.split()))}", 2
    except (KeyboardInterrupt, click.Abort):
        said, code = "Stopped; nothing was saved.", 130
    except StoppedBySignal as stopped:
        said, code = "Stopped; nothing was saved.", stopped.code
        if not takes(sys.stderr):
            os._exit(code)  # a normal exit would wait for the terminal to take what is buffered
    except BrokenPipeError:
        code = BROKEN_PIPE
    except OSError as error:
        said, code = f"Error: cannot write the result: {error.strerror}", 2
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        said, code = f"Error: {told_fault(error)}", 1
    if said:
        print(said, file=sys.stderr)
    return code


def _check_once(given: Sequence[click.Parameter]) -> None:
    """Raise UsageError where an option is given twice, or beside one that contradicts it."""
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
    """The message of an error, which begins with its parameter, with the command's option there."""
    name = error.parameter
    for option in command.params if command and name else ():
        if isinstance(option, click.Option) and _means(option, name):
            return max(option.opts, key=len) + str(error).removeprefix(str(name))
    return str(error)


def _means(option: click.Option, name: str | None) -> bool:
    """Whether an option sets the parameter of this name: as --NAME, as --no-NAME or otherwise."""
    return name == option.name or not {f"--{name}", f"--no-{name}"}.isdisjoint(option.opts)


def told_fault(error: Exception) -> str:
    """The line that reports a bug in pokerbot, with where it is raised, and called from here.

    Python's development mode shows the traceback.
    """
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    own = next((each for each in reversed(frames) if each.filename.startswith(PACKAGE)), last)
    said = printable(" ".join(f"{type(error).__name__}: {error}".split()))[:200]
    places = [f"{os.path.basename(each.filename)}, line {each.lineno}" for each in (last, own)]
    where = ", from ".join(dict.fromkeys(places))
    return f"pokerbot itself has failed: {said} ({where}; PYTHONDEVMODE=1 shows more)"
