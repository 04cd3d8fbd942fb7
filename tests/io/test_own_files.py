import subprocess
import sys
from contextlib import suppress
from functools import partial

import pytest

from pokerbot.io import own_files
from pokerbot.io.files import write_whole
from pokerbot.opponents.puzzles import first_answers, note_answer
from pokerbot.tui.settings import Settings, keep, load

ANSWER = """
from pokerbot.opponents.puzzles import *
note_answer(Path({!r}), "puzzle 2", right=False)
"""
PACE = """
from pokerbot.tui.settings import *
keep(Path({!r}), {{"pace": "slowly"}})
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "other", "read", "both"),
    [
        (
            partial(note_answer, name="puzzle 1", right=True),
            ANSWER,
            first_answers,
            {"puzzle 1": True, "puzzle 2": False},
        ),
        (partial(keep, changed={"theme": "nord"}), PACE, load, Settings("nord", "slowly")),
    ],
    ids=["puzzles", "settings"],
)
def test_of_two_changes_at_the_same_moment_both_are_kept(
    tmp_path, monkeypatch, change, other, read, both
):
    """Another process changes the file after this one has read it, and before it writes it."""
    path, others = tmp_path / "own.json", []

    def after_another(*args):
        others.append(subprocess.Popen([sys.executable, "-c", other.format(str(path))]))
        with suppress(subprocess.TimeoutExpired):  # it waits for this one
            others[0].wait(3)
        write_whole(*args)

    monkeypatch.setattr(own_files, "write_whole", after_another)
    change(path)
    assert others[0].wait() == 0
    assert read(path) == both
