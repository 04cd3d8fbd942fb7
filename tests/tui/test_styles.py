"""Style sheets stay loaded once their screen was open: each speaks of its own screens only."""

from pathlib import Path

import pytest
from textual.css.stylesheet import Stylesheet

import pokerbot.tui
from tests.tui.driving import make_app

SHEETS = sorted(Path(pokerbot.tui.__file__).parent.glob("*/*.tcss"))


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_rule_begins_with_a_screen(path):
    sheet = Stylesheet(variables=make_app().theme_variables)
    sheet.read(path)
    rules = sheet.rules
    assert rules
    begun = {chain.selectors[0].name for rule in rules for chain in rule.selector_set}
    assert all(name.endswith("Screen") for name in begun), begun
