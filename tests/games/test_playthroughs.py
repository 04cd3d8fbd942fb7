"""Every game of the catalogue plays as its golden text says; none is without one."""

import pytest

from pokerbot.games.catalogue import parse_game
from tests.reference.rules import BY_CARD
from tests.trials.playthroughs import FOLDER, playthrough

REMAKE = "python -m tests.trials.playthroughs"


@pytest.mark.parametrize("name", BY_CARD)
def test_a_game_plays_as_its_playthrough_says(name):
    path = FOLDER / f"{name}.txt"
    assert path.exists(), f"{name} has no playthrough: {REMAKE}"
    assert playthrough(parse_game(name)) == path.read_text(encoding="utf-8"), REMAKE


def test_no_playthrough_is_without_its_game():
    assert {path.stem for path in FOLDER.iterdir()} <= set(BY_CARD)
