"""The options that say where runs are carried out, and how many at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pokerbot.cli.output import Option, options
from pokerbot.errors import InputError

if TYPE_CHECKING:
    from pokerbot.runs.executors import Executor


def execution_options(
    jobs: str = "1", what: str = "How many runs to carry out at a time, each in its own process"
) -> Option[Any]:
    """The options that `executor` takes.

    jobs, what: the default of --jobs in words, and what it counts, for its help
    """
    return options(
        click.option(
            "--jobs", type=click.IntRange(1, 10_000), metavar="N", help=f"{what} [{jobs}]."
        ),
        click.option(
            "--on",
            metavar="WHERE",
            default="here",
            show_default=True,
            help="Where to compute: here, local:N (a Dask cluster of N processes on this machine),"
            " or a Dask scheduler at tcp://HOST:PORT or tls://HOST:PORT.",
        ),
        click.option(
            "--trust-network",
            is_flag=True,
            help="With tcp://: allow a scheduler on another machine without TLS.",
        ),
        click.option(
            "--retries",
            type=click.IntRange(0, 1000),
            default=3,
            show_default=True,
            help="How often to repeat a run whose process dies.",
        ),
    )


@dataclass(frozen=True)
class Where:
    """The values of the options above.

    on: `here` or the address of a cluster
    jobs: how many runs at a time, None if not given
    trust_network: whether to allow a scheduler on another machine without TLS
    retries: how often to repeat a run whose process dies
    """

    on: str
    jobs: int | None
    trust_network: bool
    retries: int


def here(where: Where) -> Executor:
    """An executor on this machine: in this process, or in several."""
    from pokerbot.runs.executors.processes import of_this_machine

    return of_this_machine(1 if where.jobs is None else where.jobs, where.retries)


def cluster(where: Where) -> Executor:
    """An executor on the cluster at an address; raises InputError for an unusable address."""
    from pokerbot.runs.executors.cluster import Cluster
    from pokerbot.runs.executors.connection import Address

    if where.jobs is not None:
        raise InputError(f"has no effect on {where.on!r:.60}", parameter="jobs")
    return Cluster(Address(where.on, where.trust_network), where.retries)


def at_once(jobs: int | None, on: str) -> int | None:
    """How many runs are carried out at the same time; None where their executor decides."""
    if on == "here":
        return jobs or 1
    if on in EXECUTORS:
        return jobs
    from pokerbot.runs.executors.connection import Address

    return Address(on, trusted=True).processes or None


EXECUTORS: dict[str, Callable[[Where], Executor]] = {"here": here}
"""How to make an executor, by the name after `--on`; any other name is a cluster's address."""


def executor(**asked: Any) -> Executor:
    """The executor that the options above ask for.

    Raises:
        InputError: the options contradict each other, or the address is unusable.
    """
    where = Where(**asked)
    if where.trust_network and not where.on.startswith("tcp:"):
        raise InputError(f"has no effect on {where.on!r:.60}", parameter="trust_network")
    return EXECUTORS.get(where.on, cluster)(where)
