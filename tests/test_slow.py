"""Which tests the suite takes: what is slow is left out, and without extras there is the rest."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TESTS = """
import pytest

@pytest.mark.slow
def test_slow():
    assert False

def test_quick():
    pass
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "tests").mkdir()
    shutil.copy(HERE / "conftest.py", tmp_path / "tests")
    shutil.copy(HERE.parent / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "test_both.py").write_text(TESTS)
    return tmp_path


def ran(folder, *arguments):
    command = [sys.executable, "-m", "pytest", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()[-1].partition(" in ")[0]


def test_the_suite_leaves_out_what_is_slow_and_a_named_file_has_it(folder):
    assert ran(folder) == "1 passed, 1 deselected"
    assert ran(folder, "tests/test_both.py") == "1 failed, 1 passed"
    assert ran(folder, "-k", "test_slow") == "1 failed, 1 deselected"


@pytest.mark.slow
def test_what_is_slow_is_taken_by_its_mark_and_if_it_failed_last(folder):
    assert ran(folder, "-m", "slow") == "1 failed, 1 deselected"
    assert ran(folder, "--lf") == "1 failed"


WITHOUT_EXTRAS = """
import sys
sys.modules |= dict.fromkeys(["distributed", "matplotlib", "numba", "scipy", "textual_serve"])
from contextlib import suppress
from importlib import import_module
from pathlib import Path
import pytest
files = [*Path("tests").rglob("test_*.py"), *Path("tests").rglob("conftest.py")]
for file in files:
    with suppress(pytest.skip.Exception):
        import_module(".".join(file.with_suffix("").parts))
print(len(files))
"""


@pytest.mark.slow
def test_without_the_extras_every_file_of_tests_can_be_read():
    """The tests that need one are left out; none ends the suite before it begins.

    They are imported as they are: to list all tests would take twice as long.
    """
    command = [sys.executable, "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, cwd=HERE.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > 100
