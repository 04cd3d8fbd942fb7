"""Values of games by the book's linear program, by lp and by CFR.

The long version is `python -m tests.trials.values`.
"""

import pytest

pytest.importorskip("scipy")

from tests.trials import values
from tests.trials.values import RANGES, compare


@pytest.mark.parametrize(
    "spec",
    [
        "kuhn:cards=12,ante=3,bet=10",
        "kuhn:cards=20",
        "leduc:ranks=2,suits=2,raises=3",
        "leduc:ranks=3,suits=1,raises=1",
        "leduc:ranks=4,suits=3,raises=1",
        "leduc-nolimit:ranks=2,stack=4",
        "von-neumann:hands=20,bet=3",
        "von-neumann-raise:hands=10,pot=3",
    ],
)
def test_three_ways_to_a_value_agree(spec):
    assert any(spec in specs() for specs in RANGES.values())
    found = compare(spec)
    assert found.agrees, found


@pytest.mark.parametrize("wrong", [1e-6, -1e-3])
def test_a_value_that_is_a_little_off_shows(monkeypatch, wrong):
    right = values.game_value
    monkeypatch.setattr(values, "game_value", lambda book: right(book) + wrong)
    assert not compare("kuhn").agrees
