"""Algorithms of one's own on the command line, as module:object."""

import json
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from pokerbot.errors import InputError
from pokerbot.runs.codec import pack, unpack
from pokerbot.runs.own import _gather, _text, find_own
from tests.cli.running import Shell

NEEDS_DASK = pytest.mark.skipif(find_spec("distributed") is None, reason="needs Dask")

RULE = """
import numpy as np
from pokerbot import RegretRule
from pokerbot.solvers.regret import power

def tammelins(R, r, t, boost):
    "Regrets floored at 0, which boost leaves alone."
    R = np.maximum(R + r, 0)
    return R, R

rule = RegretRule(tammelins, (power("boost", 1.0),))
number = 3
"""
COMPARE = "compare", "kuhn", "-n", 20, "--backend", "numpy", "--json"


@pytest.fixture(autouse=True)
def anew() -> None:
    """Forget the modules of other tests."""
    for name in ("own_rules", "own_library", "own_parts", "own_parts.floors", "own_parts.rules"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("jobs", [1, 2])
def test_compare_takes_them_with_their_settings(shell: Shell, jobs: int) -> None:
    Path("own_rules.py").write_text(RULE)
    own = "own_rules:rule", "own_rules:rule:boost=2,averaging=1"
    ran = shell(*COMPARE, *(part for each in own for part in ("-a", each)), "--jobs", jobs)
    assert ran.code == 0, ran.err
    plain, boosted = ran.json["curves"]
    assert (plain["label"], boosted["label"]) == ("tammelins", "tammelins:averaging=1,boost=2")
    linear = shell(*COMPARE, "-a", "cfr+").json["curves"][0]
    assert boosted["points"][-1]["value"] == linear["points"][-1]["value"]


NAMED = """
from pokerbot.extend import Minimization, SelfPlaying, by_power
odd = SelfPlaying("../<odd>", "", Minimization(rule, by_power(1)))
"""


def test_solve_and_trace_take_them(shell: Shell) -> None:
    """The rule, and how it is averaged, are those of CFR+."""
    Path("own_rules.py").write_text(RULE + NAMED)
    solved, traced = [], []
    for algorithm in ("own_rules:odd", "cfr+"):
        ran = shell("solve", "kuhn", "-a", algorithm, "-n", 20, "--backend", "numpy", "--json")
        assert ran.code == 0, ran.err
        solved.append(ran.json)
        traced.append(shell("trace", "kuhn", "-a", algorithm, "--json").json["iterations"])
    assert solved[0]["nash_conv"] == solved[1]["nash_conv"]
    assert solved[0]["output"] == "strategies/kuhn-----odd-.json"
    assert traced[0] == traced[1]
    assert "ModuleNotFoundError" in shell("solve", "kuhn", "-a", "no_such_module:rule").err


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("own_rules:missing", "no algorithm 'own_rules:missing': AttributeError"),
        ("no_such_module:rule", "no algorithm 'no_such_module:rule': ModuleNotFoundError"),
        ("own_rules:number", "not an algorithm: 3"),
        ("own_rules:rule:wrong=2", "wrong"),
        ("dcfr:rule", "'rule' is no key=value in the algorithm 'dcfr:rule'"),
        ("cfrplus:beta=-2", "no algorithm 'cfrplus'; there are cfr, "),
    ],
)
def test_what_is_none_is_refused_in_a_line(shell: Shell, entry: str, said: str) -> None:
    Path("own_rules.py").write_text(RULE)
    ran = shell(*COMPARE, "-a", entry)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "entry", ["dcfr:beta=-2", "dcfr:one", "cfrplus:beta=-2", "own_rules:rule:boost=2"]
)
def test_solve_leaves_no_settings_out_that_follow_a_name(shell: Shell, entry: str) -> None:
    """It takes them with --set alone."""
    Path("own_rules.py").write_text(RULE)
    ran = shell("solve", "kuhn", "-a", entry, "-n", 1)
    assert ran.code == 2
    assert ran.err.startswith(f"Error: no algorithm {entry!r}; there are cfr, ")


PLAN = """
games = ["kuhn", "leduc:ranks=2"]
algorithms = ["cfr", "own_rules:rule", "own_rules:rule:boost=2,averaging=1"]
iterations = 20
"""
LABELS = ["cfr", "tammelins", "tammelins:averaging=1,boost=2"]


def planned(shell: Shell, *options: object) -> list[dict[str, Any]]:
    """The runs of the plan, without their seconds."""
    ran = shell("sweep", "plan.toml", "--json", *options)
    assert ran.code == 0, ran.err
    return [{**run, "seconds": 0} for run in ran.json["runs"]]


@pytest.fixture
def plan(shell: Shell) -> None:
    Path("own_rules.py").write_text(RULE)
    Path("plan.toml").write_text(PLAN)


@pytest.mark.slow
@pytest.mark.usefixtures("plan")
def test_plans_take_them_in_processes_too(shell: Shell) -> None:
    runs = planned(shell, "--jobs", 1)
    assert [run["label"] for run in runs] == 2 * LABELS
    assert {run["algorithm"] for run in runs} == {"cfr", "tammelins"}
    assert len({run["output"] for run in runs}) == len(runs)
    plus = shell("solve", "kuhn", "-a", "cfr+", "-n", 20, "--backend", "numpy", "--json").json
    assert runs[2]["exploitability"] == plus["exploitability"]
    assert planned(shell, "--jobs", 2, "--out", "again") == runs
    assert planned(shell, "--continue", "--jobs", 1) == runs


@pytest.mark.slow
@NEEDS_DASK
@pytest.mark.usefixtures("plan")
def test_plans_take_them_on_a_cluster_too(shell: Shell) -> None:
    there = planned(shell, "--on", "local:1", "--out", "there")
    assert there == planned(shell, "--jobs", 1)


@pytest.mark.slow
@pytest.mark.usefixtures("plan")
@pytest.mark.parametrize("changed", ["own_rules.py", "own_parts/floors.py"])
def test_a_module_that_was_changed_does_not_mix_into_its_folder(shell: Shell, changed: str) -> None:
    Path("own_parts").mkdir()
    Path("own_parts/floors.py").write_text("def floor(x):\n    return x\n")
    Path("own_rules.py").write_text("import own_parts.floors\n" + RULE)
    planned(shell, "--jobs", 1)
    with open(changed, "a") as file:
        file.write("# 3\n")
    ran = shell("sweep", "plan.toml", "--continue")
    assert ran.code == 2
    assert ran.err == ("Error: own_rules was changed since the runs in plan: give another folder\n")
    assert len(planned(shell, "--out", "new")) == 6


def test_what_draws_nothing_runs_once_whatever_the_order_of_the_seeds(shell: Shell) -> None:
    Path("own_rules.py").write_text(RULE)
    text = 'games = ["kuhn"]\nalgorithms = ["own_rules:rule"]\niterations = 3\nseeds = '
    Path("plan.toml").write_text(f"{text}[1, 0]")
    (first,) = planned(shell, "--jobs", 1)
    done = Path("plan/runs.jsonl").read_bytes()
    Path("plan.toml").write_text(f"{text}[0, 1, 2]")
    (again,) = planned(shell, "--jobs", 1, "--continue")
    assert again == first | {"seed": 1}
    assert Path("plan/runs.jsonl").read_bytes() == done


def test_no_module_that_only_a_line_names_is_imported(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("own_rules.py").write_text(RULE)
    Path("plan.toml").write_text(
        'games = ["kuhn"]\nalgorithms = ["own_rules:rule"]\niterations = 3'
    )
    planned(shell, "--jobs", 1)
    Path("strange.py").write_text("raise SystemExit(7)")
    monkeypatch.syspath_prepend(Path.cwd())
    line = json.loads(Path("plan/runs.jsonl").read_text())
    line["run"]["algorithm"] |= {"module": "strange", "text": _text("strange")[0]}
    Path("plan/runs.jsonl").write_text(f"{json.dumps(line)}\n")
    ran = shell("sweep", "plan.toml", "--continue", "--jobs", 1)
    assert (ran.code, "runs that are not of this plan" in ran.err) == (2, True)


@pytest.mark.usefixtures("plan")
def test_what_a_module_is_where_it_runs_must_be_what_it_was_where_it_was_asked_for() -> None:
    Path("unlike.py").write_text(RULE)
    here = find_own("unlike", "rule")
    assert unpack(pack(here)) == here
    Path("unlike.py").write_text("print('not to be run')\n" + RULE)
    with pytest.raises(InputError, match="is not the same text here"):
        replace(here, place="rule.update").algorithm()


def test_of_what_a_module_imports_what_stands_beside_it_counts_and_no_library(
    tmp_path: Path,
) -> None:
    for name, text in {
        "top.py": "import numpy, pokerbot, one.two\nfrom one import three",
        "one/__init__.py": "",
        "one/two.py": "from . import four\nfrom .five import x",
        "one/three.py": "",
        "one/four.py": "import top",
        "one/five.py": "x = 3",
        "one/six.py": "",
        "pokerbot/__init__.py": "",
        "elsewhere.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    texts: dict[Path, bytes] = {}
    _gather(tmp_path / "top.py", tmp_path, tmp_path, texts)
    found = {path.relative_to(tmp_path).as_posix() for path in texts}
    assert found == {
        "top.py",
        *(f"one/{n}.py" for n in ("two", "three", "four", "five", "__init__")),
    }


@pytest.mark.usefixtures("shell")
def test_of_an_installed_package_its_own_files_count_and_no_other_library(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So a sweep goes on after a library beside it was updated."""
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"purelib": str(Path.cwd())})
    Path("own_parts").mkdir()
    for name in ("own_library", "own_parts/__init__", "own_parts/floors"):
        Path(f"{name}.py").touch()
    imports = "import own_library\nfrom own_parts import floors\n"
    Path("own_parts/rules.py").write_text(imports + RULE)
    before = find_own("own_parts.rules", "rule")
    Path("own_library.py").write_text("# 3\n")
    assert find_own("own_parts.rules", "rule") == before
    Path("own_parts/floors.py").write_text("# 3\n")
    assert find_own("own_parts.rules", "rule") != before
