"""A scratch copy of the repository, to break on purpose and to run tests in."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".*_cache", "__pycache__", "*.egg-info", ".venv")
MEMORY = 6 << 30
"""Bytes of address space that a broken copy may ask for."""

PASSED, FAILED, NOT_RUN, TIMEOUT = 0, 1, 5, -1


class Scratch:
    """A copy of the working tree in a folder; every run is a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT)

    @contextmanager
    def changed(self, file: str, text: str) -> Iterator[None]:
        """The copy with another text in one of its files."""
        path = self.folder / file
        kept, times = path.read_bytes(), path.stat()
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_bytes(kept)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def run(
        self, tests: Sequence[str], timeout: float, plugins: Sequence[object] = ()
    ) -> tuple[int, str]:
        """Run tests up to the first that fails: pytest's status or TIMEOUT, and what was printed.

        A fork of this process, which has imported what is slow to import, but nothing of ours.
        """
        log = self.folder.with_suffix(".log")
        child = os.fork()
        if not child:
            self._become(log, tests, plugins)
        ended = time.monotonic() + timeout
        while time.monotonic() < ended:
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else FAILED, log.read_text(errors="replace")
            time.sleep(0.02)
        os.killpg(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return TIMEOUT, log.read_text(errors="replace")

    def _become(self, log: Path, tests: Sequence[str], plugins: Sequence[object]) -> None:
        """Turn this process into pytest in the copy."""
        os.setsid()
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(output, stream)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.chdir(self.folder)
        os.environ |= {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.dont_write_bytecode = True
        sys.path[:] = [str(self.folder), *(p for p in sys.path if p not in ("", str(ROOT)))]
        for name in list(sys.modules):
            if name.split(".")[0] in ("pokerbot", "tests"):
                del sys.modules[name]
        options = ["-x", "-q", "--tb=line", "-p", "no:cacheprovider", "-W", "ignore"]
        code = 3
        try:
            code = int(pytest.main([*options, *tests], plugins=list(plugins)))
        finally:
            sys.stdout.flush()
            os._exit(code)


def preload() -> None:
    """Import what most tests need and no fault touches."""
    import click.testing  # noqa: F401
    import numpy as np  # noqa: F401
    import rich.console  # noqa: F401
    import scipy.optimize
    import scipy.sparse  # noqa: F401
