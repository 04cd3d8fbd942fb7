import asyncio
import time
from dataclasses import replace
from datetime import date
from functools import cache
from inspect import iscoroutinefunction, signature

import pytest
from textual.app import App
from textual.css import stylesheet
from textual.css.model import RuleSet
from textual.screen import Screen
from textual.widget import Widget

from pokerbot.opponents.opponents import read
from pokerbot.play.view import dates
from pokerbot.strategy import blueprint, library, storage
from pokerbot.tui.lobby import rows

parse = stylesheet.parse
RuleSet.__hash__ = object.__hash__  # the same, but not in Python: it is asked for at every widget


@cache
def parsed(scope, css, read_from, colours, **told):
    """The rules of a style sheet, which each app would parse again: a tenth of its time."""
    return [*parse(scope, css, read_from, variable_tokens=dict(colours), **told)]


def parse_once(scope, css, read_from, *, variable_tokens, **told):
    colours = tuple((name, tuple(tokens)) for name, tokens in variable_tokens.items())
    return parsed(scope, css, read_from, colours, **told)


stylesheet.parse = parse_once


def once(look):
    """The same, but once for each file that ships, as each lobby asks; a test's own change."""
    look_at_shipped = cache(look)

    def found(path):
        return (look_at_shipped if path.is_relative_to(library.folders()[-1]) else look)(path)

    return found


read_once = once(read)
rows.read = lambda path: replace(read_once(path))
storage.fingerprint, blueprint.fingerprint = once(storage.fingerprint), once(blueprint.fingerprint)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem):
    """Run a test that is a coroutine, in a loop of its own."""
    test, given = pyfuncitem.obj, pyfuncitem.funcargs
    if not iscoroutinefunction(test):
        return None
    asyncio.run(test(**{name: given[name] for name in signature(test).parameters}))
    return True


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of the test's own, so that no test writes into a person's history."""
    folder = tmp_path / "data"
    monkeypatch.setenv("POKERBOT_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """The same local clock everywhere, in the same year."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(dates, "today", lambda: date(2026, 11, 29))


@pytest.fixture(autouse=True)
def no_cast(monkeypatch):
    """Nobody to be read beside the lobby, but where a test asks for them."""
    monkeypatch.setattr(rows, "named", list)
    monkeypatch.setattr(rows, "spots", list)


@pytest.fixture(autouse=True)
def undrawn(request, monkeypatch):
    """Frames that nobody looks at are laid out only: a quarter of the time goes into drawing them.

    A picture of the screen is drawn, and what a click falls on. Real terminals, and what is marked
    `drawn`, have every frame.
    """
    if request.node.get_closest_marker("drawn"):
        return
    render_lines, looking = Widget.render_lines, []

    def looked_at(look):
        def drawn(*at, **how):
            looking.append(look)
            try:
                return look(*at, **how)
            finally:
                looking.pop()

        return drawn

    monkeypatch.setattr(App, "export_screenshot", looked_at(App.export_screenshot))
    monkeypatch.setattr(Screen, "get_style_at", looked_at(Screen.get_style_at))
    monkeypatch.setattr(
        Widget, "render_lines", lambda each, crop: render_lines(each, crop) if looking else []
    )
