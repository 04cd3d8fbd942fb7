"""What all tests rely on, however and wherever they are started."""

import gc
import os
import signal

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # as the command does: each worker has a processor
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of 200 processes compiles everything anew

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.load_profile("same")

gc.set_threshold(50_000, 20, 100)  # a tenth of the time of the screens' tests went into looking

# A shell starts what it puts in the background with Ctrl-C ignored, and children take that over.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait, for a screen or another process."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 2


MACHINE_CODE = "compiled", "test_machine_code", "test_reports"
"""What the names of tests have that need machine code: one worker has them all, and compiles it."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep groups of tests together where there are several workers."""
    if config.getoption("dist", "no") == "load":
        config.option.dist = "loadgroup"
    if hasattr(config, "workerinput"):
        config.option.loadgroup = True  # workers are not told of what changes here


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Make a group of them."""
    if config.pluginmanager.hasplugin("xdist"):
        for item in items:
            if any(part in item.nodeid for part in MACHINE_CODE):
                item.add_marker(pytest.mark.xdist_group("machine code"))
