"""Where a cluster is, and the connection to it."""

from __future__ import annotations

import logging
import signal
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pokerbot.errors import InputError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

TIMEOUT = 5.0
"""Seconds in which a scheduler must answer."""
SCHEDULER = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.admin.log-length": 100,
    "distributed.admin.low-level-log-length": 100,
    "distributed.worker.profile.enabled": False,
}
"""A cluster of ours keeps few words in memory, measures nothing that nobody reads, and leaves it to
us to have runs done again.
"""


@dataclass(frozen=True)
class Address:
    """Where a cluster is: so many processes of this machine, or a scheduler that runs.

    Raises:
        InputError: it is neither, or nobody said that this network is to be trusted.
    """

    text: str
    trusted: bool = False

    def __post_init__(self) -> None:
        if self.processes:
            return
        try:
            found = urlsplit(self.text)
            fits = found.scheme in ("tcp", "tls") and found.hostname and found.port
        except ValueError:
            fits = False
        if not fits:
            raise InputError(
                f"is here, local:N, tcp://HOST:PORT or tls://HOST:PORT, not {self.text!r:.60}",
                parameter="on",
            )
        if found.scheme == "tcp" and not self.trusted and not _is_loopback(found.hostname):
            raise InputError(
                f"is needed for {self.text}: without TLS whoever reaches that network can run"
                " code there and here",
                parameter="trust_network",
            )

    @property
    def processes(self) -> int:
        """How many processes of this machine, 0 for a scheduler that runs."""
        kind, _, count = self.text.partition(":")
        whole = kind == "local" and count.isascii() and count.isdecimal() and len(count) < 5
        return int(count) if whole else 0


def _is_loopback(host: str | None) -> bool:
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False


@contextmanager
def connected(address: Address) -> Iterator[Client]:
    """A connection to the cluster; one of this machine's processes is there as long as it is."""
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs Dask: pip install 'pokerbot[cluster]'") from None
    logging.disable()  # what goes wrong is said by us
    try:
        with ExitStack() as stack, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                local = address.processes
                place = stack.enter_context(_processes(address)) if local else address.text
                client = Client(place, timeout=TIMEOUT, set_as_default=False)
            except (OSError, RuntimeError, TypeError, ValueError) as error:
                why = str(error).partition("\n")[0]
                raise InputError(f"no cluster answers at {address.text}: {why}") from None
            stack.callback(client.close, timeout=TIMEOUT)
            yield client
    finally:
        logging.disable(logging.NOTSET)


def _processes(address: Address) -> LocalCluster:
    """A cluster of processes that only this machine reaches."""
    import dask
    from distributed import LocalCluster

    dask.config.set(SCHEDULER)
    return LocalCluster(
        n_workers=address.processes,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        preload=[__name__],
    )


def dask_setup(worker: object) -> None:
    """In a process of `local:N`: Ctrl-C is for who started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
