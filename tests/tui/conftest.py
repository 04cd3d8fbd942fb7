import time

import pytest

from pokerbot.tui.lobby import rows


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
