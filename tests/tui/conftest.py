import time
from dataclasses import replace
from functools import cache

import pytest
from textual.css import stylesheet
from textual.strip import Strip
from textual.widget import Widget

from pokerbot.opponents.opponents import read
from pokerbot.strategy import library
from pokerbot.tui.lobby import rows

render_lines = Widget.render_lines
parse = stylesheet.parse


def blank(widget, crop):
    """Nothing in the place of a widget, but for single lines: a click asks what it falls on."""
    if crop.height == 1:
        return render_lines(widget, crop)
    return [Strip.blank(crop.width)] * crop.height


@cache
def parsed(scope, css, read_from, colours, **told):
    """The rules of a style sheet, which each app would parse again: a tenth of its time."""
    return [*parse(scope, css, read_from, variable_tokens=dict(colours), **told)]


def parse_once(scope, css, read_from, *, variable_tokens, **told):
    colours = tuple((name, tuple(tokens)) for name, tokens in variable_tokens.items())
    return parsed(scope, css, read_from, colours, **told)


stylesheet.parse = parse_once


@cache
def shipped(path):
    return read(path)


def read_once(path):
    """The strategies that ship are at hand in each lobby; a test's own files change."""
    return replace(shipped(path)) if path.is_relative_to(library.folders()[-1]) else read(path)


rows.read = read_once


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
    monkeypatch.setattr(rows, "spots", list)


@pytest.fixture(autouse=True)
def undrawn(request, monkeypatch):
    """Frames that nobody looks at are laid out only: a quarter of the time goes into drawing them.

    Real terminals, pictures and what is marked `drawn` have them all.
    """
    if not request.node.get_closest_marker("drawn"):
        monkeypatch.setattr(Widget, "render_lines", blank)
