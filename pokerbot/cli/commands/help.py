"""`pokerbot help`: the same as `--help`, for those who try this first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerbot.cli.completion import matching

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The commands and what they do."""
    from pokerbot.cli import COMMANDS

    return matching(COMMANDS.items(), incomplete)


@click.command("help")
@click.argument("command", required=False, shell_complete=commands)
@click.pass_context
def command(ctx: click.Context, command: str | None) -> None:
    """Tell what pokerbot can do, or what COMMAND does."""
    group = ctx.find_root()
    if command is None:
        click.echo(group.get_help())
        return
    assert isinstance(group.command, click.Group)
    found = group.command.get_command(group, command)
    assert found is not None  # an unknown name raises UsageError
    with click.Context(found, group, command) as about:
        click.echo(about.get_help())
