"""The pages in .github/docs and the examples in docstrings say what comes out."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / ".github" / "docs" / f"{name}.md"
    for name in ("exercises", "extending", "glossary", "python")
]
"""Those whose examples are a session of Python, run from top to bottom."""
OLDER = sorted((ROOT / "tests" / "kept" / "pages").glob("[a-z]*.md"))
"""The examples of these pages at 8493360, before games were made of hands, boards and bets."""
WITH_EXAMPLES = [
    "pokerbot",
    "pokerbot.games.ranges",
    "pokerbot.sequence.ends",
    "pokerbot.solvers.regret",
]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(page, flags):
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=flags)
    assert tried > 3
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_say_what_comes_out(page):
    run(page, FLAGS)


@pytest.mark.slow
@pytest.mark.parametrize("page", OLDER, ids=lambda page: page.stem)
@pytest.mark.filterwarnings("ignore:the probabilities of:UserWarning")
def test_what_older_pages_show_still_comes_out(page):
    """Whatever words a refusal has."""
    run(page, FLAGS | doctest.IGNORE_EXCEPTION_DETAIL)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_docstrings_say_what_comes_out(module):
    failed, tried = doctest.testmod(import_module(module), optionflags=FLAGS)
    assert tried
    assert not failed
