"""What several tests of matches share."""

import pytest

from pokerbot.evaluation import match as matches


@pytest.fixture
def refused_once(monkeypatch):
    """Whether so many hands allow an interval is asked once for all seeds of a match.

    That takes five times as long as to play some hundred hands, and the seed does not count.
    """
    refusals, found = matches.refusals, {}

    def asked(pairing, hands, rehearse=None):
        played = [sigma.tobytes() for profile in pairing.profiles for sigma in profile]
        told = (pairing.form.game, *played, hands, rehearse is None)
        if told not in found:
            found[told] = refusals(pairing, hands, rehearse)
        return found[told]

    monkeypatch.setattr(matches, "refusals", asked)
