"""Another process of this program: lines of JSON go in and come out, and it ends with this one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from pokerbot.io.machine import APART

PACKAGE = Path(__file__).parents[1]


def start(module: str) -> subprocess.Popen[bytes]:
    """Start a module of this package as a process that the terminal's signals do not reach.

    It is to end itself when its input is closed, which happens however this process ends.
    """
    # So that no file of the current folder is imported in place of a module.
    path = os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module],
        env={**os.environ, "PYTHONPATH": path.rstrip(os.pathsep)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        **APART,
    )


def reason(status: int) -> str:
    """Why a process may have ended that was not told to."""
    if status >= 0:
        return f"stopped with status {status}"
    name = signal.Signals(-status).name
    return f"was ended by {name}{', out of memory?' if name == 'SIGKILL' else ''}"
