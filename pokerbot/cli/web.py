"""`pokerbot play --web`: the same app for a browser on this machine."""

from __future__ import annotations

import os

import click
from click.core import ParameterSource

from pokerbot.cli.output import options
from pokerbot.errors import InputError, without

PORT, OWN = 8000, "127.0.0.1"
NOT_PASSED_ON = {"web", "host", "trust_network"}


web_options = options(
    click.option(
        "--web",
        is_flag=False,
        flag_value=PORT,
        type=click.IntRange(1, 65535),
        metavar="[PORT]",
        help=f"Play in a browser on this machine, at a port [{PORT}].",
    ),
    click.option("--host", metavar="ADDRESS", help=f"With --web: the address to serve at [{OWN}]."),
    click.option(
        "--trust-network",
        is_flag=True,
        help="With --host: allow an address that others reach. Whoever opens it plays as you and"
        " writes files here.",
    ),
)
"""The options that have a command served to a browser."""


def serve(port: int, host: str, *, trust_network: bool) -> None:
    """Serve this command, with its other arguments, to browsers until Ctrl-C.

    Raises:
        InputError: other machines reach the address and the network is not trusted, the address
            cannot be used, or textual-serve is missing.
    """
    try:
        from pokerbot.tui import web
    except ImportError:
        raise without("textual-serve", "a browser needs textual-serve") from None
    if not web.is_own(host) and not trust_network:
        raise InputError(
            f"others can reach {host:.60}, and whoever opens that page plays as you and writes"
            " files here: add --trust-network if you want that",
            parameter="host",
        )
    from pokerbot.runs.child_process import environment, python

    os.environ.update(environment())
    ended = web.serve([*python("pokerbot"), "play", *_given()], host, port)
    click.get_current_context().exit(128 + ended if ended else 0)


def _given() -> list[str]:
    """The arguments of this command, without those that say where it is served."""
    context, words = click.get_current_context(), []
    for parameter in context.command.params:
        name = parameter.name or ""
        value, source = context.params.get(name), context.get_parameter_source(name)
        if name in NOT_PASSED_ON or value is None or source is ParameterSource.DEFAULT:
            continue
        if isinstance(parameter, click.Option):
            words.append(parameter.opts[0])
        if value is not True:
            words.append(str(value))
    return words
