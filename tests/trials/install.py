"""A clean install: the wheel in a new environment, away from the checkout.

`python -m tests.trials.install [--python EXE] [--lowest] [--suite]`: builds the wheel, installs it,
with the oldest dependencies that pyproject.toml allows if so asked, and has `solve`, `match` and
`play` find the strategies that ship. --suite runs the tests there, too.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.trials.terminals import ROOT, SCREEN, Terminal

SHORT = [
    "tests/test_compatibility.py",
    "tests/strategy/test_storage.py",
    "tests/runs/test_checkpoint.py",
]
SHORT += [
    "tests/cli",
    "tests/play",
    "tests/tui",
    "tests/evaluation",
    "tests/solvers",
    "tests/games",
]
COMMANDS = [
    ["--version"],
    ["games"],
    ["solve", "leduc", "-n", "50"],
    ["evaluate", "kuhn-gxfp"],
    ["match", "leduc-cfr+", "leduc-dcfr+", "--hands", "1000"],
    ["tournament", "kuhn-gxfp", "kuhn-cfr+", "honest", "--hands", "1000"],
]


def run(*command: str | Path, cwd: Path, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run without a trace of the checkout in the environment."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    clean["POKERBOT_DATA"] = str(cwd)
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    if check and done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done


def lowest() -> list[str]:
    """What pyproject.toml asks for, at the least version that it allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    asked = [*project["dependencies"], *extras["lp"], *extras["plot"]]
    return [re.sub(r">=([0-9.]+)", r"==\1", each) for each in asked]


def play(script: Path, folder: Path) -> str:
    """What is wrong with sitting down at the table."""
    environment = {"PYTHONPATH": "", "POKERBOT_DATA": str(folder)}
    terminal = Terminal([str(script), "play", "leduc"], folder, **environment)
    seen = terminal.until(lambda: terminal.shows(b"Your turn"))
    terminal.send(b"q")
    status, faults = terminal.end(), terminal.faults()
    told = b"leduc" in terminal.output.rpartition(SCREEN[1])[2]
    return "" if seen and told and status == 0 and not faults else f"status {status}, {faults}"


def main() -> int:
    """Build, install, run; a row for what was tried."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="the interpreter to install for")
    parser.add_argument("--lowest", action="store_true", help="the oldest dependencies")
    parser.add_argument("--suite", action="store_true", help="run the tests there")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, there = Path(name), Path(name, "there")
        there.mkdir()
        pip = (sys.executable, "-m", "pip")
        run(*pip, "wheel", "-q", "--no-deps", "-w", folder, ROOT, cwd=folder)
        (wheel,) = folder.glob("*.whl")
        run(given.python, "-m", "venv", folder / "env", cwd=folder)
        python = folder / "env" / "bin" / "python"
        pins = lowest() if given.lowest else []
        wheels = (python, "-m", "pip", "install", "-q", "--only-binary", ":all:")
        run(*wheels, f"{wheel}[lp,plot]", *pins, cwd=folder)
        listed = run(python, "-m", "pip", "list", "--format=freeze", cwd=folder).stdout.split()
        version = run(python, "--version", cwd=folder).stdout.strip()
        wanted = (
            "click",
            "matplotlib",
            "numpy",
            "platformdirs",
            "psutil",
            "rich",
            "scipy",
            "textual",
        )
        print(version, *(each for each in listed if each.partition("==")[0] in wanted), sep=", ")
        script = python.with_name("pokerbot")
        wrong = []
        for arguments in COMMANDS:
            done = run(script, *arguments, cwd=there, check=False)
            if done.returncode or done.stderr:
                wrong.append(f"{' '.join(arguments)}: {done.returncode}: {done.stderr[-500:]}")
        if fault := play(script, there):
            wrong.append(f"play: {fault}")
        if given.suite:
            run(python, "-m", "pip", "install", "-q", "pytest", "hypothesis", cwd=folder)
            test = (python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *SHORT)
            done = run(*test, cwd=ROOT, check=False)
            print(done.stdout.strip().splitlines()[-1])
            wrong += [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
        print(f"clean install {len(COMMANDS) + 1} commands, lost: {len(wrong)}")
        for line in wrong:
            print(f"  {line}")
        return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
