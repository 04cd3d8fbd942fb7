import pytest


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """A data folder of the test's own, so that no test writes into a person's history."""
    folder = tmp_path / "data"
    monkeypatch.setenv("POKERBOT_DATA", str(folder))
    return folder
