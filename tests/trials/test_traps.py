"""The table of known faults has not rotted: what it changes stands there, what it names exists."""

import ast

import pytest

from tests.trials.faults import ROOT
from tests.trials.traps import traps


@pytest.mark.parametrize("trap", [*traps()], ids=lambda trap: trap.fault)
def test_the_fault_can_still_be_put_in(trap):
    changed = trap.source()
    ast.parse(changed)
    assert changed != (ROOT / trap.file).read_text("utf-8")
    for test in trap.tests:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), test
        assert not name or f"def {name}(" in (ROOT / path).read_text("utf-8"), test
