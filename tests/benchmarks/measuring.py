"""Time, memory and tables, shared by the benchmarks.

Seconds are the processor's (user and system): what one thread takes where nothing else runs. Other
work on the machine hardly counts then; what it does to the caches does, hence minima and ratios.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Row:
    """One figure: what it is, ours, the peer's, and whether the bound on `judged` is kept.

    judged: the number the bound is on; at_most, at_least: the bound; neither: for information.
    """

    what: str
    ours: str
    peer: str = ""
    judged: float | None = None
    at_most: float | None = None
    at_least: float | None = None
    unit: str = ""
    ok: bool = field(init=False)

    def __post_init__(self) -> None:
        value = float("nan") if self.judged is None else self.judged
        self.ok = (self.at_most is None or value <= self.at_most) and (
            self.at_least is None or value >= self.at_least
        )

    @property
    def cells(self) -> tuple[str, ...]:
        judged = "" if self.judged is None else f"{self.judged:.4g}{self.unit}"
        bound, verdict = "", ""
        for sign, limit in (("≤", self.at_most), ("≥", self.at_least)):
            if limit is not None:
                bound, verdict = f"{sign} {limit:g}{self.unit}", "ok" if self.ok else "MISSED"
        return self.what, self.ours, self.peer, judged, bound, verdict


class Report:
    """Rows as they come, one line each, and the exit status."""

    WIDTHS = (56, 27, 31, 11, 12, 6)

    def __init__(self, *, as_json: bool) -> None:
        self.as_json, self.rows = as_json, list[Row]()
        self._begun = time.perf_counter(), processor()
        self._line(("", "pokerbot", "peer", "judged", "bound", ""))

    def note(self, text: str) -> None:
        """Say something above the next rows."""
        if not self.as_json:
            print(f"\n{text}", flush=True)

    def add(self, *args: Any, **fields: Any) -> None:
        """Take up a Row and print it."""
        self.rows.append(Row(*args, **fields))
        self._line(self.rows[-1].cells)

    def _line(self, cells: Sequence[str]) -> None:
        if not self.as_json:
            padded = (cell.ljust(width) for cell, width in zip(cells, self.WIDTHS, strict=True))
            print("  ".join(padded).rstrip(), flush=True)

    def finish(self) -> int:
        """The exit status: 1 where a bound is missed."""
        missed = [row.what for row in self.rows if not row.ok]
        if self.as_json:
            print(json.dumps([asdict(row) for row in self.rows], indent=1, ensure_ascii=False))
        else:
            wall, own = time.perf_counter() - self._begun[0], processor() - self._begun[1]
            print(f"\n{own:.0f} s on the processor in {wall:.0f} s")
            print(f"missed: {'; '.join(missed)}" if missed else "all bounds kept")
        return int(bool(missed))


def parser(doc: str) -> argparse.ArgumentParser:
    """The arguments that every benchmark takes."""
    made = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--json", action="store_true", help="print the rows as JSON")
    made.add_argument("--only", default="", help="only the parts whose name contains this")
    return made


def main(doc: str, parts: Sequence[Callable[[Report], None]]) -> int:
    """Run the parts that --only asks for."""
    arguments = parser(doc).parse_args()
    report = Report(as_json=arguments.json)
    for part in parts:
        if arguments.only in part.__name__:
            part(report)
    return report.finish()


def clock(work: Callable[[], Any], times: int = 1) -> float:
    """Seconds that one call takes, over so many."""
    begun = processor()
    for _ in range(times):
        work()
    return (processor() - begun) / times


def processor() -> float:
    """Seconds on the processor, of this process and of those that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def in_turn(rounds: int, **works: tuple[Callable[[], Any], int]) -> dict[str, list[float]]:
    """Seconds per call of each work, (work, times) by name; all of them in every round."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, (work, times) in works.items():
            seconds[name].append(clock(work, times))
    return seconds


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """How many times ours theirs is: the median of the rounds' own ratios."""
    return statistics.median(b / a for a, b in zip(ours, theirs, strict=True))


def spread(seconds: Sequence[float]) -> str:
    """Median and minimum, in a readable unit."""
    return f"{amount(statistics.median(seconds))} (min {amount(min(seconds))})"


def amount(seconds: float) -> str:
    """Seconds in s, ms or µs."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def alone(code: str, timeout: float = 900) -> dict[str, Any]:
    """What `code` leaves in `result`, run in a process of its own, with `peak_bytes` of memory."""
    script = (
        f"import json, resource\n{code}\n"
        "result['peak_bytes'] = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(json.dumps(result))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=timeout
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return made
