"""The options that say where runs are carried out, and how many at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pokerbot.errors import InputError

if TYPE_CHECKING:
    from pokerbot.runs.executors import Executor

Command = TypeVar("Command", bound=Callable[..., Any])


def execution_options(jobs: str = "1") -> Callable[[Command], Command]:
    """The options that `executor` takes; jobs: how many where nobody says, in words."""

    def add(command: Command) -> Command:
        for option in (
            click.option(
                "--jobs",
                type=click.IntRange(1, 10_000),
                metavar="N",
                help=f"Runs at a time, each in a process [{jobs}].",
            ),
            click.option(
                "--on",
                metavar="WHERE",
                default="here",
                show_default=True,
                help="here, local:N, tcp://HOST:PORT or tls://HOST:PORT (a Dask scheduler).",
            ),
            click.option(
                "--trust-network",
                is_flag=True,
                help="Reach a scheduler elsewhere without TLS.",
            ),
            click.option(
                "--retries",
                type=click.IntRange(0, 1000),
                default=3,
                show_default=True,
                help="Do a run again that often if its process is lost.",
            ),
        ):
            command = option(command)
        return command

    return add


def executor(*, jobs: int | None, on: str, trust_network: bool, retries: int) -> Executor:
    """What carries runs out so.

    Raises:
        InputError: that makes no sense.
    """
    from pokerbot.runs.executors import InProcess
    from pokerbot.runs.executors.cluster import Cluster
    from pokerbot.runs.executors.connection import Address
    from pokerbot.runs.executors.processes import Processes

    if trust_network and not on.startswith("tcp:"):
        raise InputError(f"has no effect on {on!r:.60}", parameter="trust_network")
    if on != "here":
        if jobs is not None:
            raise InputError(f"has no effect on {on!r:.60}", parameter="jobs")
        return Cluster(Address(on, trust_network), retries)
    return InProcess() if jobs in (None, 1) else Processes(jobs, retries)
