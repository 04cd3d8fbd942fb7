"""Every call of every save: killed there, failing there, the power cut there."""

import pytest

from tests.trials import crashes


@pytest.mark.thinned(2)
@pytest.mark.parametrize("save", crashes.SAVES, ids=lambda save: save.name)
@pytest.mark.parametrize("way", [crashes.kills, crashes.faults, crashes.power_cuts])
def test_the_old_or_the_new_file_is_there(way, save):
    tried = list(way(save))
    assert [lost for lost in tried if lost] == []
    assert len(tried) > 12
