"""The options that say where runs are carried out, and how many at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.output import Command
from pokerbot.errors import InputError

if TYPE_CHECKING:
    from pokerbot.runs.executors import Executor


def execution_options(
    jobs: str = "1", what: str = "Runs at a time, each in a process"
) -> Callable[[Command], Command]:
    """The options that `executor` takes; jobs, of what: how many where nobody says, in words."""

    def add(command: Command) -> Command:
        for option in (
            click.option(
                "--jobs",
                type=click.IntRange(1, 10_000),
                metavar="N",
                help=f"{what} [{jobs}].",
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


@dataclass(frozen=True)
class Where:
    """Where runs are to be carried out, as a person says it.

    on: `here`, or where else; jobs: how many at a time, None where nobody says
    trust_network: whether a scheduler elsewhere is reached without TLS
    retries: how often a run is done again whose process is lost
    """

    on: str
    jobs: int | None
    trust_network: bool
    retries: int


def here(where: Where) -> Executor:
    """This process, or others of this machine."""
    from pokerbot.runs.executors.processes import of_this_machine

    return of_this_machine(1 if where.jobs is None else where.jobs, where.retries)


def cluster(where: Where) -> Executor:
    """A cluster at an address; raises InputError where it is none."""
    from pokerbot.runs.executors.cluster import Cluster
    from pokerbot.runs.executors.connection import Address

    if where.jobs is not None:
        raise InputError(f"has no effect on {where.on!r:.60}", parameter="jobs")
    return Cluster(Address(where.on, where.trust_network), where.retries)


def at_once(jobs: int | None, on: str) -> int | None:
    """How many runs are carried out at the same time, None where a cluster decides."""
    if on == "here":
        return jobs or 1
    from pokerbot.runs.executors.connection import Address

    return Address(on, trusted=True).processes or None


EXECUTORS: dict[str, Callable[[Where], Executor]] = {"here": here}
"""What carries runs out, by the name after `--on`; any other is a cluster's address."""


def executor(**asked: Any) -> Executor:
    """What carries runs out so, by the options above.

    Raises:
        InputError: that makes no sense.
    """
    where = Where(**asked)
    if where.trust_network and not where.on.startswith("tcp:"):
        raise InputError(f"has no effect on {where.on!r:.60}", parameter="trust_network")
    return EXECUTORS.get(where.on, cluster)(where)
