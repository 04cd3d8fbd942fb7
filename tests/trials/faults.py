"""Small faults in what has gone wrong in projects of this kind, each to be met by the tests.

    pip install -e '.[trials]'
    nice -n 19 python -m tests.trials.faults [WORDS] [--most N]

Cosmic Ray puts them in, one at a time, in a copy: a comparison or an operator replaced by another,
a number by its neighbour, `break`, an exception, a loop or a decorator. WORDS choose: the kind of
fault, the function's file or its name. Of each function's faults N are tried, chosen at random;
0 tries all. What survives is printed as a difference: the tests overlook it, or it changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

ROOT = Path(__file__).parents[2]
LEFT_OUT = ignore_patterns(".git", ".*_cache", "__pycache__", "*.egg-info", ".venv")
LONGEST = 180
"""Seconds that tests may take before they count as hanging, which is one way to meet a fault."""
NEVER_MEANT = (
    r"core/ReplaceBinaryOperator_(BitOr_\w+|\w+_(BitAnd|BitOr|BitXor|LShift|RShift|FloorDiv|Mod))"
)
"""Operators that nobody writes for another by mistake, and what joins types."""
CONFIG = """
[cosmic-ray]
module-path = "{file}"
timeout = {timeout}
test-command = "{tests}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.line-filter.lines]
"{file}" = "{first}-{last}"
[cosmic-ray.filters.operators-filter]
exclude-operators = ['{left}']
"""

WHERE: dict[str, dict[str, str]] = {
    "rules": {
        "games/dealer.py:Dealer": "play/test_hand.py sequence/test_deals.py",
        "games/cards.py:Deck.ways": "games/test_catalogue.py",
        "games/betting.py:start": "games/test_betting.py",
        "games/betting.py:act": "games/test_betting.py",
        "games/betting.py:successor": "games/test_betting.py",
        "games/betting.py:net": "games/test_betting.py",
        "sequence/showdown.py:paired_hands": "sequence/test_showdown.py sequence/test_kernels.py",
        "sequence/showdown.py:sorted_hands": "sequence/test_kernels.py",
        "play/hand.py:Hand": "play/test_hand.py",
    },
    "information sets": {
        "games/actions.py:Betting": "games/test_betting.py games/test_catalogue.py",
        "games/game.py:Game._cards": "games/test_betting.py games/test_catalogue.py",
        "sequence/layout.py:Layout": "sequence/test_compile.py",
        "strategy/arrays.py:NamedProfile": "strategy solvers/test_conformance.py",
    },
    "solvers": {
        "sequence/operators/vectorized.py:VectorizedOperators": "sequence/test_operators.py",
        "sequence/operators/__init__.py:draw": "sequence/test_operators.py",
        "sequence/compile.py:SeatEnds": "sequence/test_compile.py",
        "sequence/histories.py:SampledGame": "solvers/test_sampling.py",
        "sequence/sampled.py:SampledDeals": "solvers/test_sampling.py",
        "solvers/minimizer.py:RegretMinimizer": "solvers/test_reference.py solvers/test_floors.py",
        "solvers/minimizer.py:match_regrets": "solvers/test_reference.py",
        "solvers/regret.py:discounted": "solvers/test_reference.py",
        "solvers/regret.py:predictive": "solvers/test_reference.py",
        "solvers/learner.py:Learner": "solvers/test_conformance.py",
        "solvers/linear.py:LinearProgram": "solvers/test_published.py solvers/test_conformance.py",
        "solvers/sampling.py:SampledGradients": "solvers/test_sampling.py",
        "solvers/selfplay.py:SelfPlay": "solvers/test_reference.py",
    },
    "floors": {
        "sequence/floors.py:action_floor": "solvers/test_floors.py",
        "sequence/floors.py:make_floor": "sequence/test_operators.py solvers/test_floors.py",
        "solvers/algorithm.py:floors_of": "solvers/test_floors.py",
        "solvers/selfplay.py:SeatBySeat": "solvers/test_floors.py",
    },
    "exploitability": {
        "evaluation/exact.py:Exact": "evaluation/test_exact.py",
        "evaluation/exact.py:evaluate_plans": "evaluation/test_exact.py solvers/test_floors.py",
        "evaluation/bots.py:seat_bots": "evaluation/test_match.py",
        "runs/training.py:Training.solution": "runs/test_training.py solvers/test_published.py",
    },
    "grading": {
        "evaluation/breakdown.py:Judge": "evaluation/test_breakdown.py",
        "evaluation/whole_judge.py:WholeJudge": "evaluation/test_breakdown.py",
        "evaluation/soundness.py:soundness": "evaluation/test_breakdown.py",
        "play/session/score.py:Score": "play/test_score.py",
    },
    "files": {
        "io/files.py:whole_file": "strategy/test_storage.py",
        "io/files.py:decode_json": "strategy/test_storage.py",
        "io/files.py:decode_text": "strategy/test_storage.py",
        "io/files.py:is_whole": "strategy/test_storage.py",
        "io/files.py:printable": "strategy/test_storage.py",
        "strategy/storage.py:dump": "strategy/test_storage.py",
        "strategy/storage.py:check_target": "strategy/test_storage.py",
        "strategy/checking.py:check_infosets": "strategy",
        "games/parameters.py:Parameter": "games/test_catalogue.py",
        "runs/checkpoint.py:_array": "runs/test_checkpoint.py runs/test_hostile_checkpoints.py",
        "play/history/file.py:append": "play/test_history.py",
        "play/history/reading.py:from_content": "play/test_record.py",
    },
    "terminal": {
        "cli/commands/play.py:command": "tui/test_command.py",
        "tui/screen.py:Beside": "tui/test_reading.py tui/test_screen.py",
        "tui/widgets/keys.py:Keys": "tui/test_terminal.py",
        "tui/widgets/chart.py:ResultChart": "tui/test_chart.py tui/test_table.py",
        "play/view/view.py:look": "play/test_view.py",
    },
}
"""By kind of fault, `FILE:FUNCTION` or `FILE:CLASS.METHOD` of the package, and tests to meet it."""


@dataclass(frozen=True)
class Function:
    """A function or class of the package, and the tests that meet what is wrong in it."""

    kind: str
    place: str
    tests: list[str]

    @property
    def file(self) -> str:
        return f"pokerbot/{self.place.partition(':')[0]}"

    def lines(self) -> tuple[int, int]:
        """The first and the last; raises LookupError where it no longer exists."""
        node: ast.AST = ast.parse((ROOT / self.file).read_text("utf-8"))
        for name in self.place.partition(":")[2].split("."):
            found = [
                each for each in ast.iter_child_nodes(node) if getattr(each, "name", "") == name
            ]
            if not found:
                raise LookupError(f"there is no {self.place}")
            node = found[-1]
        assert isinstance(node, ast.FunctionDef | ast.ClassDef)
        return node.lineno, node.end_lineno or node.lineno


def functions(words: list[str]) -> Iterator[Function]:
    """Those with all these words in their kind or place."""
    for kind, places in WHERE.items():
        for place, tests in places.items():
            if all(word in f"{kind} {place}" for word in words):
                yield Function(kind, place, [f"tests/{test}" for test in tests.split()])


def survivors(function: Function, copy: Path, most: int) -> tuple[int, list[str]]:
    """How many faults were tried, and those that the tests pass with, as differences."""
    first, last = function.lines()
    tests = f"{sys.executable} -m pytest -x -q -p no:cacheprovider {' '.join(function.tests)}"
    config, session = copy.with_suffix(".toml"), copy.with_suffix(".sqlite")
    config.write_text(
        CONFIG.format(
            file=function.file,
            first=first,
            last=last,
            tests=tests,
            timeout=LONGEST,
            left=NEVER_MEANT,
        )
    )

    def do(*command: object) -> str:
        script = [Path(sys.executable).with_name(str(command[0])), *map(str, command[1:])]
        return subprocess.run(script, cwd=copy, check=True, capture_output=True, text=True).stdout

    do("cosmic-ray", "init", config, session, "--force")
    do("cr-filter-lines", session, "--config", config)
    do("cr-filter-operators", session, config)
    if most:
        leave_out_all_but(most, session)
    do("cosmic-ray", "exec", config, session)
    report = do("cr-report", "--show-diff", session)
    tried = re.findall(r"test outcome: TestOutcome\.(\w+)\n=== DIFF ===\n(.*?)\n====", report, re.S)
    return len(tried), [diff for outcome, diff in tried if outcome == "SURVIVED"]


def leave_out_all_but(most: int, session: Path) -> None:
    """Skip what is too much, at random."""
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    with use_db(session, WorkDB.Mode.open) as work:
        pending = sorted(work.pending_work_items, key=lambda item: str(item.mutations))
        random.Random(1).shuffle(pending)
        skipped = WorkResult(WorkerOutcome.SKIPPED)
        work.set_multiple_results([item.job_id for item in pending[most:]], skipped)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--most", type=int, default=10, metavar="N")
    told = parser.parse_args()
    tried = overlooked = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        copytree(ROOT, copy, ignore=LEFT_OUT)
        for function in functions(told.words):
            count, found = survivors(function, copy, told.most)
            tried, overlooked = tried + count, overlooked + len(found)
            print(f"{function.kind:18}{count:4} tried {len(found):4} survived  {function.place}")
            print(*found, sep="\n", flush=True)
    print(f"{tried} faults, {overlooked} survived")
    sys.exit(bool(overlooked) or not tried)


if __name__ == "__main__":
    main()
