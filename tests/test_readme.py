"""README.md and the pages in .github/docs tell the truth of strategies, programs and commands."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import shell
from tests.cli.running import Shell

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / ".github" / "docs").glob("*.md"))]
TEXT = "\n".join(text for page in PAGES if ">>>" not in (text := page.read_text()))
"""Without the sessions of Python, which `test_pages` runs."""

__all__ = ["shell"]


@pytest.mark.parametrize(
    "command",
    ["show kuhn-gxfp", "match leduc-cfr+ honest", "show 3bet-wet-river-dcfr --line check"],
)
def test_examples_come_out_as_printed(shell: Shell, command: str) -> None:
    printed = TEXT.split(f"$ pokerbot {command}\n")[1].split("```")[0].split("…")[0]
    assert shell(*command.split()).out.startswith(printed)


def test_a_strategy_written_by_hand_is_read(shell: Shell) -> None:
    ((written, printed),) = re.findall(
        r"```json\n(.*?)```\n+```console\n\$ pokerbot evaluate mine\n(.*?)```", TEXT, re.DOTALL
    )
    Path("mine.json").write_text(written)
    assert shell("evaluate", "mine").out == printed
    for name in ("kuhn-gxfp", "kuhn"):
        asked = "match", name, "call", "--hands", 2, "--game", "kuhn", "--json"
        before = shell(*asked).json["exact_ev"]
        Path(f"{name}.json").write_text('{"game": "kuhn"}')  # a report hides nothing
        assert shell(*asked).json["exact_ev"] == before


OLDER = (ROOT / "tests" / "kept" / "pages" / "README.md").read_text()
"""Its programs at 8493360; what they import goes on working."""
PROGRAM = re.compile(r"```python\n((?:import|from).*?)```\n(?:\n```\n(.*?)```)?", re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "printed"), dict.fromkeys(PROGRAM.findall(TEXT) + PROGRAM.findall(OLDER))
)
def test_programs_run_and_print_what_stands_below_them(code: str, printed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert not printed or run.stdout == printed


def test_every_command_is_told_of() -> None:
    from pokerbot.cli import COMMANDS

    assert [name for name in COMMANDS if f"pokerbot {name}" not in TEXT] == []


def test_shipped_strategies_are_those_that_their_commands_make() -> None:
    told = (ROOT / "strategies" / "README.md").read_text()
    made = re.findall(r"^pokerbot solve (\S+) -a (\S+) -n \d+$", told, re.MULTILINE)
    shipped = {path.stem for path in (ROOT / "strategies").glob("*.json")}
    assert shipped >= {f"{game}-{algorithm}" for game, algorithm in made}


def test_the_spot_is_one_that_comes_along() -> None:
    (block,) = re.findall(r"```toml\n(# A 3-bet.*?)```", TEXT, re.DOTALL)
    assert block == (ROOT / "strategies/spots/3bet-wet-river.toml").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for place, heading in re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", page.read_text()):
        led = page.parent / place if place else page
        assert led.is_file()
        assert not heading or heading in map(anchor, led.read_text().splitlines())


def test_what_the_pages_link_to_is_in_the_source_distribution() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    included = set(build["targets"]["sdist"]["include"])
    assert {".ci", "tests"} <= included
    for page in PAGES:
        for place in re.findall(r"\]\(([^)#:]+)", page.read_text()):
            led = (page.parent / place).resolve().relative_to(ROOT.resolve())
            assert led.parts[0] in included


def anchor(line: str) -> str:
    """What a link to a heading has after `#`."""
    return re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
