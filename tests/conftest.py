"""What all tests rely on, however and wherever they are started."""

import gc
import os
import signal
from collections import Counter
from collections.abc import Iterator
from typing import Any

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(threads, "1")  # as the command does: each worker has a processor
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of 200 processes compiles everything anew

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.load_profile("same")

gc.set_threshold(50_000, 20, 100)  # a tenth of the time of the screens' tests went into looking

# A shell starts what it puts in the background with Ctrl-C ignored, nohup with the loss of the
# terminal, and children take that over.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also what is `slow` of files not named")
    parser.addoption("--whole", action="store_true", help="all: `slow`, `whole`, `thinned`")


def pytest_configure(config: pytest.Config) -> None:
    """Take what is slow where files, names, its mark or what failed last are asked for, too."""
    options, named = config.option, config.args_source is config.ArgsSource.ARGS
    asked = named or options.keyword or "slow" in options.markexpr or config.getoption("lf", False)
    options.slow |= options.whole or bool(asked)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the files; leave out what is `slow` or `whole`, and most cases of what is `thinned`.

    Of a test that is `thinned(n)` the suite takes one of each n cases: of the first n the first, of
    the next n the second and so on. What is varied the fastest, such as algorithms, has its turn
    whatever their number.
    """
    items.sort(key=lambda item: turn_of(scope_of(item.nodeid)))
    left_out = [kind for kind in ("slow", "whole") if not config.getoption(kind)]
    met: Counter[str] = Counter()
    left: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        mark, name = item.get_closest_marker("thinned"), item.nodeid.partition("[")[0]
        taken = mark is None or config.getoption("whole") or is_taken(met[name], *mark.args)
        left[taken and not any(map(item.get_closest_marker, left_out))].append(item)
        met[name] += 1
    items[:] = left[True]
    config.hook.pytest_deselected(items=left[False])


def is_taken(place: int, n: int) -> bool:
    """Whether the suite takes the case at this place."""
    return place % n == place // n % n


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: many tests wait, for a screen or another process."""
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 2


POTENTIAL: dict[tuple[int, ...], Any] = {}


@pytest.fixture(scope="module")
def boards_once() -> Iterator[None]:
    """What hands may come to on a board is counted once for all tests that ask for this.

    It takes most of a blueprint's iteration, and runs of the same seed draw the same boards.
    """
    from pokerbot.evaluation.heads_up import baselines
    from pokerbot.sequence.heads_up import buckets

    count = buckets.potential

    def once(board: Any) -> Any:
        key = (*board.tolist(),)
        if key not in POTENTIAL:
            for counted in POTENTIAL.setdefault(key, count(board)):
                counted.flags.writeable = False
        return POTENTIAL[key]

    with pytest.MonkeyPatch.context() as patch:
        for module in (buckets, baselines):
            patch.setattr(module, "potential", once)
        yield


FIRST = ("tests/test_crashes.py", "tests/tui/test_soak.py")
"""They fork this process a hundred times, or look at every object in it: as long as these are few.
After machine code was made that takes three to six times as long."""
MACHINE_CODE = {
    "machine code that no other test needs": (
        *("declared", "wide", "within_rounding", "700-100", "surroundings", "io/test_machine"),
        "compared_as_any_game",
    ),
    "machine code of turns and flops": (
        *("streamed", "drawn_spots", "True-sorted_hands"),
        *("a_turn_between", "a_turn_is_kept", "test_street_nodes"),
    ),
    "machine code": (
        *("compiled", "machine_code", "own_parts", "test_pages", "test_published"),
        *("test_reference", "test_reports", "heads_up", "test_blueprint", "test_subgames"),
        "rest_of_hand",
    ),
}
"""What the names of tests have that need machine code: one worker has all of a kind, and compiles
it. They come early, since they take the longest."""


def turn_of(scope: str) -> int:
    """When it is run: first, with the machine code, or with the rest."""
    return 0 if scope in FIRST else 1 if scope in MACHINE_CODE else 2


def scope_of(nodeid: str) -> str:
    """What one worker has whole: a kind of machine code, or else a file, whose tests share much."""
    for kind, names in MACHINE_CODE.items():
        if any(name in nodeid for name in names):
            return kind
    return nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep those together, in order; with pytest 9.2, xdist's groups by marks come to nothing."""
    from xdist.scheduler import LoadScopeScheduling

    class ByScope(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid)

    config.option.loadscopereorder = False  # it would go by how many tests there are
    return ByScope(config, log) if config.getvalue("dist") == "load" else None
