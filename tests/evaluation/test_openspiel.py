"""OpenSpiel as a peer, where it is installed; at length: `python -m tests.trials.openspiel`."""

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel comes with the extra bench")

from tests.trials.openspiel import (
    GAMES,
    NEAR,
    Peer,
    our_strategies_there,
    their_policies_here,
)


@pytest.mark.parametrize("name", GAMES)
def test_it_values_our_strategies_as_we_do(name):
    assert our_strategies_there(Peer(name), 4 if name == "leduc_poker" else 20) <= NEAR


@pytest.mark.parametrize("name", [name for name in GAMES if name != "leduc_poker"])
def test_we_value_its_policies_as_it_does(name):
    assert their_policies_here(Peer(name), 20) <= NEAR


def test_one_probability_that_is_read_wrongly_shows(monkeypatch):
    honest = Peer.as_policy

    def confused(self, strategy):
        return honest(self, strategy | {"Q:b": {"fold": 0.5, "call": 0.5}})

    monkeypatch.setattr(Peer, "as_policy", confused)
    assert our_strategies_there(Peer("kuhn_poker"), 5) > 1e-3
