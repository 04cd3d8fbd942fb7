"""Which decisions a session of training deals, beside a walk through all pairs of hands."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.catalogue import make_game
from pokerbot.games.spot import Spot
from pokerbot.opponents import training
from pokerbot.opponents.opponents import made
from pokerbot.opponents.training import ANY, CLOSE, COST, LINE, WHOLE, Trainer
from pokerbot.play.session.practise import FRESH, Costs, Practice
from tests.evaluation.test_tolerance import RIVER, ways
from tests.play.tables import draws, fits, lopsided, play_hand

PLAYER = made(lopsided(RIVER), "someone")


def comes_up():
    """How often play comes to each decision, all pairs of hands in turn."""
    found = Counter()
    rules, infosets = RIVER.rules, PLAYER.strategy.infosets

    def walk(betting, held, often):
        if betting.over:
            return
        spot = Spot(betting, 0, held[betting.player])
        found[spot] += often
        for action in legal_actions(rules, betting):
            chance = infosets[RIVER.key(spot)][action.name]
            walk(successor(rules, betting, action), held, often * chance)

    for held in product(*(range(len(hands)) for hands in rules.hands)):
        if weight := ways(*held):
            walk(start(rules), held, weight)
    return +found


def drawn(mode, line=None, times=4000):
    draw = Trainer(PLAYER).drill(mode, 10, line).draw
    rng = np.random.default_rng(3)
    return Counter(draw(rng).spot for _ in range(times))


def is_close(spot):
    judge = PLAYER.judges[spot.player]
    chips = sorted(judge.chips(spot).values())
    apart = chips[-1] - chips[-2]
    return judge.least[spot.hand] <= apart < training.APART * sum(spot.betting.chips)


def shares(weights):
    return {spot: weight / sum(weights.values()) for spot, weight in weights.items()}


@pytest.mark.parametrize("mode", [ANY, CLOSE, LINE], ids=lambda mode: mode.name)
def test_a_decision_is_dealt_as_often_as_it_comes_up(mode, monkeypatch):
    monkeypatch.setattr(training, "APART", 0.3)  # in so small a game
    often = comes_up()
    line = next(iter(Trainer(PLAYER).lines())) if mode is LINE else None
    kept = {
        spot: weight
        for spot, weight in often.items()
        if (mode is not CLOSE or is_close(spot)) and line in (None, spot.betting)
    }
    assert 0 < len(kept) <= len(often)
    assert (len(kept) == len(often)) == (mode is ANY)
    assert fits(drawn(mode, line), shares(kept))


def test_where_a_solution_tells_no_close_ones_apart_all_close_ones_are_dealt(monkeypatch):
    monkeypatch.setattr(training, "APART", 0.3)
    for judge in PLAYER.judges:
        monkeypatch.setattr(judge, "least", np.full(len(judge.least), np.inf))
    judged = {spot: sorted(PLAYER.judges[spot.player].chips(spot).values()) for spot in comes_up()}
    close = {
        spot
        for spot, chips in judged.items()
        if chips[-1] - chips[-2] < training.APART * sum(spot.betting.chips)
    }
    dealt = set(drawn(CLOSE, times=500))
    assert dealt <= close
    assert len(dealt) > len(close) / 2


def test_who_can_only_check_has_no_close_decision(monkeypatch):
    """In the clairvoyance game oop alone may bet: after a check there is nothing to choose."""
    monkeypatch.setattr(training, "APART", 10)
    player, rng = made(lopsided(make_game("holdem", {})), "someone"), np.random.default_rng(3)
    draw = Trainer(player).drill(CLOSE, 10).draw
    assert {draw(rng).betting.history for _ in range(100)} == {"", "b20"}


def test_only_decisions_with_a_choice_are_dealt():
    """Where oop has no bets, the check that begins each hand is none."""
    bets = {"oop.river.bet": "", "ip.river.bet": "a"}
    spot = make_game("holdem", {**bets, "board": "2s3h4d 6c 7c", "pot": 10, "stack": 10})
    trainer, rng = Trainer(made(lopsided(spot), "someone")), np.random.default_rng(3)
    assert {line.history for line in trainer.lines()} == {"k", "kb10"}
    draw = trainer.drill(ANY, 10).draw
    assert {draw(rng).betting.history for _ in range(200)} == {"k", "kb10"}


def test_the_lines_stand_by_how_often_they_come_up():
    often, total = Counter(), 0
    for spot, weight in comes_up().items():
        often[spot.betting] += weight
        total += weight * (spot.betting == start(RIVER.rules))
    lines = Trainer(PLAYER).lines()
    assert [*lines] == [betting for betting, _ in often.most_common() if betting in lines]
    assert all(lines[each] == pytest.approx(often[each] / total) for each in lines)


def test_what_costs_most_is_dealt_most_and_the_rest_comes_as_it_comes_up():
    costs, rng = Costs(), np.random.default_rng(3)
    draw = Trainer(PLAYER).drill(COST, 10, costs=costs).draw
    often = shares(comes_up())
    assert fits(Counter(draw(rng).spot for _ in range(4000)), often)
    costly = draw(rng)
    costs.add(costly, 5.0)
    expected = {spot: FRESH * share for spot, share in often.items()}
    expected[costly.spot] += 1 - FRESH
    assert fits(Counter(draw(rng).spot for _ in range(4000)), expected)


def test_whole_hands_begin_with_the_deal_and_the_score_is_what_was_kept():
    drill = Trainer(PLAYER).drill(WHOLE, 3)
    table = Practice(PLAYER.strategy, (0.0, 0.0), draws(4), Costs(), drill=drill)
    rng = np.random.default_rng(1)
    for lost in (0.0, 30.0, 10.0):
        assert not table.hand.steps[: table.given]
        play_hand(table, rng)
        many = len([*table.hand.decisions(table.person)])
        table.grade([0.0] * many, right=not lost, lost=lost, at_stake=100.0)
        if not table.ended:
            table.next_hand()
    assert table.ended
    told = "1 of 3 hands right.\nScore 87: 40 of 300 chips at stake given away"
    assert f"{told}, 13.3% of the pot a hand." in table.summary
    table.lost, table.at_stake = 0.04, 2.0625
    assert "\nScore 98: 0.04 of 2.06 chips at stake given away, " in table.summary
