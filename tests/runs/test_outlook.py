"""What is told of a run before it begins: how long it may take."""

import pytest

from pokerbot.runs.outlook import LOADING, _seconds

MEASURED = {
    "a flop of 10 and 13 hands": (241_978, 2_782_747, 72e-3),
    "a flop of 69 and 48 hands": (241_978, 14_155_713, 198e-3),
    "srp-dry-flop": (743_946, 225_043_665, 2.424),
    "3bet-paired-turn": (2_272, 333_984, 3.23e-3),
    "srp-oop-wet-turn": (8_884, 1_963_364, 19.7e-3),
    "srp-dry-river": (76, 32_414, 0.311e-3),
}
"""Sequences, cells, and the seconds that an iteration of dcfr once took on one thread."""


@pytest.mark.parametrize("name", MEASURED)
def test_the_forecast_is_near_what_was_measured_whatever_the_hands(name):
    """It counted cells alone: with few hands it was a third of what it took."""
    rows, cells, took = MEASURED[name]
    told = (_seconds(1000, rows, cells, 0) - LOADING) / 1000
    assert took / 1.5 < told < took * 1.5
