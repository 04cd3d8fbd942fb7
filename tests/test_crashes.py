"""Every call of every save: killed there, failing there, the power cut there."""

import pytest

from tests.trials import crashes

SHORT = {"new strategy", "checkpoint", "history", "hand in play"}
"""What the suite saves: each kind of content, and a file that is new, one replaced, one grown."""
SAVES = [
    pytest.param(save, marks=() if save.name in SHORT else pytest.mark.whole, id=save.name)
    for save in crashes.SAVES
]
WAYS = [
    pytest.param(crashes.kills, marks=pytest.mark.slow),
    pytest.param(crashes.faults, marks=pytest.mark.slow),
    crashes.power_cuts,
]


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("way", WAYS)
def test_the_old_or_the_new_file_is_there(way, save):
    tried = list(way(save))
    assert [lost for lost in tried if lost] == []
    assert len(tried) >= 12
