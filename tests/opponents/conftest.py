import pytest

from tests.opponents.known import known


@pytest.fixture(scope="session")
def kurt():
    return known("kurt")
