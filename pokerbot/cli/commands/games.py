"""`pokerbot games`: what can be played and solved."""

from __future__ import annotations

import json

import click

from pokerbot.cli.output import console, result_options


@click.command("games")
@result_options
def command(as_json: bool) -> None:
    """List the games and their parameters with the defaults."""
    from pokerbot.games.catalogue import every_family

    every = every_family().values()
    if as_json:
        listed = [
            {
                "name": family.name,
                "summary": family.summary,
                "parameters": {p.name: p.default for p in family.parameters},
                "ranges": {p.name: p.range for p in family.parameters},
            }
            for family in every
        ]
        click.echo(json.dumps({"games": listed}))
        return
    out = console()
    for family in every:
        out.print(family.name, style="bold", end="")
        out.print(f"  {family.summary}")
        for parameter in family.parameters:
            out.print(f"    {parameter.name}={parameter.default}  {parameter.range}")
