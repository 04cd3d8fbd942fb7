import pytest

from pokerbot.opponents import opponents
from pokerbot.strategy import library


@pytest.fixture(scope="session")
def kurt():
    return opponents.read(library.find("kurt"))
