"""`pokerbot algorithms`: what can solve a game."""

from __future__ import annotations

import json

import click

from pokerbot.cli.output import console, result_options


@click.command("algorithms")
@result_options
def command(as_json: bool) -> None:
    """List the algorithms and their settings with the defaults."""
    from pokerbot.solvers.catalogue import ALGORITHMS
    from pokerbot.solvers.options import NAMED

    listed = [
        {
            "name": algorithm.name,
            "summary": algorithm.summary,
            **{name: algorithm.default(name) for name in NAMED},
            "settings": algorithm.settings,
        }
        for algorithm in ALGORITHMS.values()
    ]
    if as_json:
        click.echo(json.dumps({"algorithms": listed}))
        return
    out = console()
    for algorithm in ALGORITHMS.values():
        numbers = [f"--set {key}={value:g}" for key, value in algorithm.settings.items()]
        for name in NAMED:
            if name == "horizon":
                continue  # -n says it
            default = algorithm.default(name)
            numbers += [] if default is None else [f"--{name} {default:g}"]
        out.print(f"{algorithm.name:<9}", style="bold", end="")
        out.print(f"  {algorithm.summary}")
        if numbers:
            out.print(f"{'':<11}{'  '.join(numbers)}", style="dim")
