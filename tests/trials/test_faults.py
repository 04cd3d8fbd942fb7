"""What the trial of faults names exists."""

import pytest

from tests.trials.faults import ROOT, functions


@pytest.mark.parametrize("function", [*functions([])], ids=lambda function: function.place)
def test_a_function_is_there_and_so_are_its_tests(function):
    first, last = function.lines()
    assert 0 < first < last
    for test in function.tests:
        assert (ROOT / test).exists(), test
