import time
from dataclasses import replace
from functools import cache

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from pokerbot.opponents.opponents import read
from pokerbot.strategy import library
from pokerbot.tui.lobby import rows

parsed, parse_rules = {}, Stylesheet._parse_rules


def parsed_once(sheet, *texts, **places):
    """Textual parses all sheets anew for each app, several times; here they are the same ones."""
    key = texts, *places.values(), *sheet._variables.values()
    if key not in parsed:
        parsed[key] = parse_rules(sheet, *texts, **places)
    return parsed[key]


@cache
def shipped(path):
    return read(path)


def read_once(path):
    """The strategies that ship are at hand in each lobby; a test's own files change."""
    return replace(shipped(path)) if path.is_relative_to(library.folders()[-1]) else read(path)


rows.read = read_once
Stylesheet._parse_rules = parsed_once
RuleSet.__hash__ = object.__hash__  # as its own, without a call: 100,000 times an app


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of the test's own, so that no test writes into a person's history."""
    folder = tmp_path / "data"
    monkeypatch.setenv("POKERBOT_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """The same local clock everywhere."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


@pytest.fixture(autouse=True)
def no_cast(monkeypatch):
    """Nobody to be read beside the lobby, but where a test asks for them."""
    monkeypatch.setattr(rows, "named", list)


@pytest.fixture(autouse=True)
def undrawn(request, monkeypatch):
    """Frames that nobody looks at are laid out only: a quarter of the time goes into drawing them.

    Real terminals, pictures and what is marked `drawn` have them all.
    """
    if not request.node.get_closest_marker("drawn"):
        monkeypatch.setattr(Screen, "_compositor_refresh", lambda screen: None)
