"""Iterations worked through: what the numbers of algorithms that sample stand for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game
from pokerbot.runs.tracing import Visit, parse_deal

SAMPLING = ("cs-mccfr", "es-mccfr", "os-mccfr", "vr-mccfr", "escher")
AFTER_CALL = {"J": -2.0, "K": 2.0}
"""Kuhn poker's chips after a call: the jack always loses, the king always wins; a fold costs 1."""


def facing(algorithm: str, deal: str | None, iterations: int) -> Iterator[tuple[Visit, float]]:
    """The visits of jacks and kings that face a bet, and what they win by a call."""
    found = pokerbot.trace("kuhn", algorithm, deal=deal, iterations=iterations)
    for visit in (visit for visits in found.iterations for visit in visits):
        if visit.actions == ["fold", "call"] and visit.infoset[0] in AFTER_CALL and visit.reach:
            yield visit, AFTER_CALL[visit.infoset[0]]


@pytest.mark.parametrize("deal", [None, "J K", "K J"])
@pytest.mark.parametrize("algorithm", ["cs-mccfr", "es-mccfr", "escher"])
def test_a_fold_costs_the_ante_and_a_call_twice_that_on_whatever_is_drawn(algorithm, deal):
    found = [*facing(algorithm, deal, 6)]
    assert len(found) > 3
    for visit, won in found:
        assert visit.utilities == pytest.approx([-1, won])


def test_an_own_action_that_is_drawn_counts_by_its_probability():
    """Outcome sampling explores: 0.6 of its draws are uniform. It is player 2's first decision."""
    drawn = set()
    for visit, won in facing("os-mccfr", "K J", 40):
        if visit.player == 1:
            continue
        (action,) = (place for place, chips in enumerate(visit.utilities) if chips)
        chance = 0.6 * 0.5 + 0.4 * visit.strategy[action]
        assert visit.utilities[action] == pytest.approx((-1, won)[action] / chance)
        drawn.add(action)
    assert drawn == {0, 1}
    (after_a_check,) = (visit for visit, _ in facing("os-mccfr", "J K", 1) if visit.player == 1)
    assert after_a_check.utilities in ([-2, 0], [0, -4])


@pytest.mark.parametrize("algorithm", SAMPLING)
def test_on_average_the_estimates_are_what_all_deals_say(algorithm):
    options = {"updates": "simultaneous"}
    drawn = pokerbot.trace("kuhn", algorithm, batch=40_000, **options).iterations[0]
    exact = pokerbot.trace("kuhn", "cfr", **options).iterations[0]
    assert [visit.infoset for visit in drawn] == [visit.infoset for visit in exact]
    for found, expected in zip(drawn, exact, strict=True):
        own = 0.5 if algorithm == "escher" and "kb" in found.infoset else 1.0  # unweighted
        assert found.reach == pytest.approx(own * expected.reach, abs=0.01)
        assert found.utilities == pytest.approx(expected.utilities, abs=0.08)
        regrets = [(chips - found.value) * found.reach for chips in found.utilities]
        assert found.regrets == pytest.approx(regrets)


STACK = {"pot": 20, "stack": 20, "oop.range": "AsAh,7d7c", "ip.range": "KcKd,2h2c"}
FLOP = {"board": "Ks 7h 2d", "oop.flop.bet": "50%", **STACK}
TURN = {"board": "Ks 7h 2d 3c", "oop.turn.bet": "50%", "oop.river.bet": "a", **STACK}


def test_a_deal_is_meant_whatever_the_order_of_its_cards():
    spot = make_game("holdem", FLOP)
    rules = spot.rules
    for deal in ("AsAh KcKd 3c 4c", "AhAs KdKc 3c 4c"):
        found = parse_deal(spot, deal)
        held = [rules.hands[seat].name(int(found.hands[seat][0])) for seat in (0, 1)]
        assert held == ["AsAh", "KdKc"]
        assert rules.boards.whole(int(found.board[0])) == "3c 4c"
    for refused in ("AsAh KcKc 3c 4c", "AsAh QcQd 3c 4c", "AsAh Kc 3c 4c", "KcKd AsAh 3c 4c"):
        with pytest.raises(InputError, match="one from AsAh to 7d7c, one from KdKc to 2h2c, and"):
            parse_deal(spot, refused)


def test_of_a_deal_its_hands_and_cards_are_followed():
    """On a turn; a river that is not dealt is not visited, nor is another hand."""
    found = pokerbot.trace(make_game("holdem", TURN), "cfr", deal="AhAs KdKc 4c")
    (visits,) = found.iterations
    rivers = {
        f"{hand}:{before}/4c:{after}"
        for before, bet in (("kk", "b20"), ("b10c", "b10"))
        for hand, after in (("AsAh", ""), ("KdKc", "k"), ("KdKc", bet))
    }
    assert {visit.infoset for visit in visits} == {"AsAh:", "KdKc:k", "KdKc:b10", *rivers}


@pytest.mark.parametrize("iterations", [0, -1, 1.5, 2**63])
def test_what_is_no_number_of_iterations_is_refused(iterations):
    with pytest.raises(InputError, match=r"^iterations must be "):
        pokerbot.trace("kuhn", "cfr", iterations=iterations)
