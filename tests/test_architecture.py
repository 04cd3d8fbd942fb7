"""Who may import whom: the arrows of the plan, read off the source."""

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pokerbot"
FILES = sorted(PACKAGE.rglob("*.py"))
STANDARD = sys.stdlib_module_names | {"__future__"}

BELOW = {
    "errors": "",
    "io": "errors",
    "games": "io",
    "sequence": "games",
    "strategy": "sequence",
    "solvers": "sequence",
    "evaluation": "strategy",
    "plots": "io",
    "runs": "solvers evaluation plots",
    "bridges": "strategy",
    "reproduction": "runs",
    "play": "strategy",
    "opponents": "play evaluation",
    "tui": "opponents runs",
    "cli": "tui reproduction bridges",
    "extend": "solvers",
    "": "runs bridges extend",
    "__main__": "cli",
}
"""The rooms of the package that a room stands on; those that they stand on it may import, too."""


def under(name):
    """All the rooms that a room may import."""
    direct = set(BELOW[name].split())
    return direct.union(*(under(each) for each in direct))


ROOMS = {name: under(name) for name in BELOW}

OUTSIDE = {
    "io": {"llvmlite", "numba", "platformdirs", "psutil", "rich"},
    "games": {"numpy", "pyspiel"},
    "sequence": {"llvmlite", "numba", "numpy", "pyspiel"},
    "strategy": {"numpy"},
    "solvers": {"llvmlite", "numba", "numpy", "scipy"},
    "evaluation": {"numpy"},
    "plots": {"matplotlib"},
    "bridges": {"pyspiel"},
    "runs": {"numpy", "dask", "distributed"},
    "reproduction": {"numpy"},
    "play": {"numpy"},
    "opponents": {"numpy"},
    "tui": {"aiohttp", "numpy", "platformdirs", "rich", "textual", "textual_serve"},
    "cli": {"click", "textual", "rich", "platformdirs"},
}
"""What else a room may import, besides the standard library; the other rooms nothing."""

ONLY_POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
ONLY_POSIX |= {"os.fork", "os.getpgid", "os.getpgrp", "os.getpriority", "os.getuid", "os.killpg"}
ONLY_POSIX |= {"os.mkfifo", "os.nice", "os.setpgid", "os.setpriority", "os.setsid", "os.sysconf"}
ONLY_POSIX |= {"os.tcgetpgrp", "os.tcsetpgrp", "os.wait4"}
"""Modules and names of `os`; the signals that Windows has not are asked for by their names."""


@cache
def parsed(path):
    return ast.parse(path.read_text())


@cache
def nodes(path):
    return [*ast.walk(parsed(path))]


@cache
def imports(path):
    """(module, whether at the top level, whether for type checking only) of every import."""
    found = []

    def visit(node, top, typing):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                found.extend((name.name, top, typing) for name in child.names)
            elif isinstance(child, ast.ImportFrom):
                assert child.level == 0, f"{path}: a relative import"
                found.extend((f"{child.module}.{n.name}", top, typing) for n in child.names)
            checking = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
            function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            visit(child, top and not function, typing or checking)

    visit(parsed(path), True, False)
    return found


def room(path):
    """The first name below the package: `games`, `storage`; empty for the package itself."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py").removeprefix("__init__")


def named(path):
    return str(path.relative_to(PACKAGE))


def files(here):
    """The files of a room."""
    return [path for path in FILES if room(path) == here]


IN_ROOM = pytest.mark.parametrize("here", ROOMS, ids=lambda here: here or "pokerbot")


@IN_ROOM
def test_arrows_between_rooms(here):
    for path in files(here):
        for module, _, _ in imports(path):
            parts = module.split(".")
            if parts[0] == "pokerbot" and len(parts) > 1:
                assert parts[1] in ROOMS[here] | {here}, f"{named(path)} imports {module}"


@IN_ROOM
def test_nobody_imports_what_draws_or_what_commands(here):
    for path in files(here):
        for module, top, _ in imports(path):
            if module.startswith("pokerbot.cli"):
                assert here in ("cli", "__main__"), f"{named(path)}: {module}"
            if module.startswith("pokerbot.tui"):
                allowed = here == "tui" or (here == "cli" and not top)
                assert allowed, f"{named(path)}: {module} at the top level"


@IN_ROOM
def test_the_world_outside(here):
    for path in files(here):
        for module, top, typing in imports(path):
            name, at = module.split(".")[0], f"{named(path)}: {module}"
            if name in STANDARD or name == "pokerbot":
                continue
            assert name in OUTSIDE.get(here, set()), at
            assert name != "textual" or here == "tui" or (here == "cli" and typing), at
            heavy = name in ("scipy", "dask", "distributed", "pyspiel", "open_spiel")
            assert not heavy or not top or typing, f"{at} at the top level"
            assert here != "games" or not top or typing, f"{at} at the top level"
            assert here != "play" or typing, f"{at} at run time"


def test_imports_go_round_in_no_circle():
    """Those inside functions count; those for type checking alone do not."""
    modules = {
        ".".join(path.with_suffix("").relative_to(PACKAGE.parent).parts).removesuffix(
            ".__init__"
        ): path
        for path in FILES
    }

    def module_of(name):
        while name not in modules:
            name = name.rpartition(".")[0]
        return name

    ahead = {
        here: {
            module_of(name)
            for name, _, typing in imports(path)
            if name.startswith("pokerbot.") and not typing
        }
        - {here}
        for here, path in modules.items()
    }
    while free := [here for here, after in ahead.items() if not after & ahead.keys()]:
        for here in free:
            del ahead[here]
    circles = {here: sorted(after & ahead.keys()) for here, after in ahead.items()}
    assert not circles


@pytest.mark.parametrize("here", sorted(set(ROOMS) - {"sequence"}))
def test_only_sequence_knows_how_a_tree_is_laid_out(here):
    """Everyone else asks the operators, or the tree for the rows of a decision."""
    for path in files(here):
        read = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
        assert not read & {"starts", "above", "terminals", "endings"}, named(path)


def test_every_room_is_there_and_no_module_stands_beside_them():
    assert set(ROOMS) == {room(path) for path in FILES}
    assert set(OUTSIDE) <= set(ROOMS)
    assert {path.name for path in PACKAGE.glob("*.py")} == {
        "__init__.py",
        "__main__.py",
        "extend.py",
        "errors.py",
    }


@IN_ROOM
def test_what_only_posix_has_is_asked_for_in_one_place(here):
    for path in files(here):
        parts = [
            each
            for each in nodes(path)
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name)
        ]
        used = {f"{part.value.id}.{part.attr}" for part in parts}
        used |= {module for module, _, _ in imports(path)}
        asked = used & ONLY_POSIX | {each for each in used if each.startswith("signal.SIG")}
        asked -= {"signal.SIGINT", "signal.SIGTERM", "signal.SIG_IGN", "signal.SIG_DFL"}
        assert not asked or named(path) == "io/machine.py", f"{named(path)}: {asked}"


@pytest.mark.parametrize("here", sorted(set(ROOMS) - {"cli"}))
def test_only_what_commands_speaks_of_flags(here):
    """The library names a parameter; cli/ spells it as the command's option."""
    for path in files(here):
        for call in nodes(path):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "InputError":
                said = ast.unparse(call)
                assert not re.search(r"(?<!\w)--?[a-z]", said), f"{named(path)}: {said}"


@pytest.mark.parametrize("module", ["pokerbot.cli", "pokerbot.games.catalogue", "pokerbot"])
def test_what_must_start_fast_does_not_import_numpy(module):
    code = f"import json, sys, {module}; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(run.stdout))
    assert module in loaded
    assert not loaded & {"numpy", "scipy", "textual", "rich"}


@pytest.mark.slow
def imported_by(module):
    code = f"import json, sys, {module}; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {
        ".".join(name.split(".")[1:3])
        for name in json.loads(run.stdout)
        if name.startswith("pokerbot.")
    }


def test_the_lobby_imports_no_solvers_and_no_table():
    rooms = imported_by("pokerbot.tui.app")
    assert "tui.lobby" in rooms
    assert not rooms & {"solvers", "runs.solving", "runs.background", "tui.table"}


def test_to_find_a_player_imports_no_table_and_no_judges():
    """As `show`, `evaluate` and `export` do."""
    rooms = imported_by("pokerbot.opponents.finding")
    assert "strategy.library" in rooms
    assert not rooms & {"opponents.opponents", "play.table", "play.history", "evaluation.breakdown"}


def test_to_measure_a_strategy_does_not_import_masked_arrays():
    """`np.unique` and what is made of it do, where they are asked for nothing else."""
    code = (
        "import sys, numpy; known = {*sys.modules}; import pokerbot;"
        " pokerbot.evaluate('kuhn-gxfp'); sys.exit('numpy.ma' in {*sys.modules} - known)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_help_does_not_import_numpy():
    code = (
        "import sys; sys.argv = ['pokerbot', '--help']\n"
        "from pokerbot.cli import main\n"
        "try: main()\n"
        "finally: print(' '.join(sorted(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "solve" in run.stdout
    assert not set(run.stderr.split()) & {"numpy", "scipy", "textual"}


@pytest.mark.slow
def test_a_short_run_on_threads_does_not_load_numba():
    """Loading it takes longer than a river that is solved again, for which a person waits."""
    code = (
        "import sys, pokerbot\n"
        "pokerbot.solve('kuhn', 'cfr', iterations=2, threads=2)\n"
        "print('numba' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_pickle_is_nowhere():
    for path in FILES:
        assert not {m.split(".")[0] for m, _, _ in imports(path)} & {"pickle", "marshal", "shelve"}
        assert "allow_pickle=True" not in path.read_text()


def test_no_group_in_a_pattern_is_possessive():
    """Before Python 3.11.5 one of branches matches nothing (gh-106052): no shipped file was."""
    possessive = re.compile(r"\)[*+?]\+")
    assert [path for path in FILES if possessive.search(path.read_text())] == []


def test_no_handler_of_a_message_calls_its_bases():
    """Textual calls those by itself: what they begin would be begun twice."""
    calls = re.compile(r"super\(\)\.(on_(?!event\b)\w+)\(")
    screens = (PACKAGE / "tui").rglob("*.py")
    assert {name for file in screens for name in calls.findall(file.read_text())} == set()
