"""What users see, before and after a change inside: equal byte for byte, or named.

    python -m tests.trials.unchanged --write before.json
    python -m tests.trials.unchanged --against before.json

Fifty iterations of every algorithm on every game with each option, and the commands that report,
all through the command line, so that it outlives whatever is renamed inside. Perturbed games may
differ by 1e-12.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

GAMES = (
    *("kuhn", "kuhn:cards=5,bet=2", "kuhn:cards=70", "leduc", "leduc:ranks=2,suits=3,raises=3"),
    *("leduc-nolimit:stack=4", "von-neumann:hands=6", "von-neumann-raise:hands=5"),
    "von-neumann-raise:hands=5000",
)
SHOWN = ("kuhn", "leduc", "leduc-nolimit:stack=4", "von-neumann-raise:hands=5")
OPTIONS = (
    *("", "--updates simultaneous", "--epsilon 0.01", "--epsilon 0.6", "--averaging 1"),
    *("--init random --seed 3", "--iterate last", "--batch 7 --seed 1", "--set alpha=2"),
)
TIMES = re.compile(r'"(?:seconds|time|started)": [^,}]*|\d+\.\d+ s\b.*|\([\d,]+ a second\)')
TOLERANCE = 1e-12


def run(*arguments: str) -> str:
    """What a command prints, and its status, without what it took."""
    from pokerbot.cli import main

    out, err = io.StringIO(), io.StringIO()
    sys.argv, code = ["pokerbot", *arguments], None
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as left:
            code = left.code
    return TIMES.sub("…", f"{code}\n{out.getvalue()}\n{err.getvalue()}")


def solves() -> Iterator[tuple[str, str]]:
    """Every algorithm on every game with each of the options, and the file that it makes."""
    from pokerbot.solvers.catalogue import ALGORITHMS

    for game, algorithm, options in itertools.product(GAMES, ALGORITHMS, OPTIONS):
        count = "1" if algorithm == "lp" else "50"
        if game.endswith("=5000") and (algorithm in ("lp", "fp", "ipm") or options):
            continue
        file = Path("made.json")
        said = run("solve", game, "-a", algorithm, *options.split(), "-n", count, "-o", str(file))
        yield f"solve {game} {algorithm} {options}", said
        if file.exists():
            yield f"file {game} {algorithm} {options}", file.read_text()
            file.unlink()


def reports() -> Iterator[tuple[str, str]]:
    """What the commands that report say of strategies, bots, games and algorithms."""
    from pokerbot.solvers.catalogue import ALGORITHMS

    for command in ("games", "algorithms"):
        yield command, run(command) + run(command, "--json")
    for game in SHOWN:
        run("solve", game, "-a", "cfr+", "-n", "300", "-o", "a.json", "--force")
        run("solve", game, "-a", "xfp", "-n", "30", "-o", "b.json", "--force")
        bots = ["a.json", "b.json", "random", "call", "fold", "raise", "honest"]
        calls = [["evaluate", "a.json"], ["show", "b.json"], ["show", "a.json", "--json"]]
        calls += [["evaluate", "b.json", "--purify", "0.2"]]
        calls += [["match", "a.json", bot, "--hands", "2000"] for bot in bots[1:]]
        calls += [["match", "best-response:b.json", "b.json", "--hands", "500", "--no-duplicate"]]
        calls += [["tournament", *bots, "--hands", "200"]]
        for call in calls:
            yield f"{game}: {' '.join(call)}", run(*call)
        run("match", "a.json", "b.json", "--hands", "40", "--history", "h.jsonl")
        yield f"{game}: history", TIMES.sub("…", Path("h.jsonl").read_text())
        Path("h.jsonl").unlink()
    deals = {"kuhn": "Q K", "leduc": "Q K J", "von-neumann-raise:hands=5": "2 4"}
    for (game, deal), algorithm in itertools.product(deals.items(), ALGORITHMS):
        yield f"trace {game} {algorithm}", run("trace", game, "-a", algorithm, "-n", "2")
        call = ["trace", game, "-a", algorithm, "--deal", deal, "-n", "2"]
        yield f"trace {game} {algorithm} {deal}", run(*call)


def differs(name: str, one: str, other: str) -> bool:
    """Whether two results are not the same; numbers of perturbed games may be 1e-12 apart."""
    if one == other:
        return False
    if "epsilon" not in name:
        return True
    number = re.compile(r"-?\d+\.?\d*(?:e-?\d+)?")
    if number.sub("#", one) != number.sub("#", other):
        return True
    pairs = zip(number.findall(one), number.findall(other), strict=True)
    return any(abs(float(a) - float(b)) > TOLERANCE for a, b in pairs)


def main() -> int:
    """Write what there is now, or compare it with what was written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--against", type=Path)
    asked = parser.parse_args()
    before: dict[str, Any] = json.loads(asked.against.read_text()) if asked.against else {}
    target = asked.write.resolve() if asked.write else None
    os.environ["COLUMNS"] = "200"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found = dict(itertools.chain(reports(), solves()))
    if target:
        target.write_text(json.dumps(found))
    changed = [name for name in before if differs(name, before[name], found.get(name, ""))]
    for name in changed:
        print(f"changed: {name}")
    print(f"{len(found):,} results, {len(changed)} of {len(before):,} changed")
    return bool(changed)


if __name__ == "__main__":
    sys.exit(main())
