"""The address of a cluster, and the connection to it."""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pokerbot.errors import InputError, os_errors_as, without
from pokerbot.io.files import printable

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

TIMEOUT = 5.0
"""Seconds in which a scheduler must answer."""
TLS, NEEDED = "distributed.comm.tls", ("ca-file", "client.cert")
"""The section of Dask's configuration with the certificates, and those that TLS needs."""
SCHEDULER = {
    "distributed.scheduler.allowed-failures": 0,
    "distributed.admin.log-length": 100,
    "distributed.admin.low-level-log-length": 100,
    "distributed.worker.profile.enabled": False,
}
"""Settings of clusters on this machine: short logs, no profile, and no repeated runs.

`Tasks` repeats runs instead.
"""
FORKED = {"distributed.worker.multiprocessing-method": "forkserver"}
"""Where there is a fork server, it loads Dask once for all processes, in a third of the time."""

QUIETLY = "ignore::UserWarning:multiprocessing.resource_tracker"
"""Has Python's resource tracker clean up after an interrupted start without a warning."""


@dataclass(frozen=True)
class Address:
    """The address of a cluster: `local:N` for processes of this machine, or that of a scheduler.

    text: the address
    trusted: whether the user has said that the network is to be trusted

    Raises:
        InputError: it is neither, or it is in a network without TLS that is not trusted.
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
        """The number of processes of this machine, 0 for a scheduler's address."""
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
    """Connect to a cluster; that of `local:N` is started, and ends with the connection.

    Raises:
        InputError: Dask is not installed, nothing answers, or the certificates are refused.
    """
    try:
        from distributed import Client
    except ImportError:
        raise without("distributed", "a cluster needs Dask") from None
    if address.text.startswith("tls:"):
        _check_certificates()
    logging.disable()  # errors are reported as InputError instead
    try:
        with ExitStack() as stack, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                local = address.processes
                place = stack.enter_context(_processes(address)) if local else address.text
                client = Client(place, timeout=TIMEOUT, set_as_default=False)
            except (OSError, RuntimeError, TypeError, ValueError) as error:
                raise InputError(_refusal(address, str(error).partition("\n")[0])) from None
            stack.callback(client.close, timeout=TIMEOUT)
            yield client
    finally:
        logging.disable(logging.NOTSET)


def _check_certificates() -> None:
    """Raise InputError if Dask's configuration names no certificates, or they cannot be read."""
    import dask

    for name in (*NEEDED, "client.key"):
        found = dask.config.get(f"{TLS}.{name}")
        if not found and name in NEEDED:
            raise InputError(f"tls:// needs certificates: Dask's configuration has no {TLS}.{name}")
        if found and "\n" not in str(found):  # with line breaks it is the certificate itself
            where = f"{printable(str(found))}, {TLS}.{name} in Dask's configuration"
            with os_errors_as(f"cannot read {where}"), open(found, "rb"):
                pass


def _refusal(address: Address, why: str) -> str:
    """The message that there is no connection; `why` is Dask's."""
    why = re.sub(r"^in <.*?>: \w+: |\. Check your security.*", "", why)
    if address.text.startswith("tls:") and not why.startswith("Timed out"):
        why = why or "no TLS there"
        return f"{address.text} does not take the certificates in Dask's configuration: {why}"
    return f"no cluster answers at {address.text}: {why}"


def _processes(address: Address) -> LocalCluster:
    """A cluster of processes of this machine, which only this machine can reach."""
    import dask
    from distributed import LocalCluster

    dask.config.set(SCHEDULER)
    if "forkserver" in multiprocessing.get_all_start_methods():
        dask.config.set(FORKED)
        _serve_forks()
    return LocalCluster(
        n_workers=address.processes,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        memory_limit=0,
        silence_logs=logging.CRITICAL,
        preload=[__name__],
    )


def _serve_forks() -> None:
    """Start the process that workers are forked from; they all ignore Ctrl-C."""
    from multiprocessing import forkserver

    from distributed.utils import get_mp_context

    get_mp_context()  # sets which modules the fork server loads
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.warnoptions.append(QUIETLY)
    try:
        forkserver.ensure_running()
    finally:
        sys.warnoptions.remove(QUIETLY)
        signal.signal(signal.SIGINT, before)


def dask_setup(worker: object) -> None:
    """In a worker process of `local:N`: ignore Ctrl-C, which the starting process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def dask_teardown(worker: object) -> None:
    """In a worker process of `local:N`: end at once, whatever is under way."""
    os._exit(0)
