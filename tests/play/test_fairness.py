"""The table is fair; the long version is `python -m tests.trials.fairness`."""

from collections import Counter

import pytest

pytest.importorskip("scipy", reason="its tests of chance need SciPy: the extra lp")
from pokerbot.games.catalogue import parse_game
from pokerbot.games.spot import Spot
from pokerbot.play import table
from pokerbot.play.hand import Hand, Observation
from pokerbot.play.table import Table
from tests.play.tables import lopsided
from tests.trials.fairness import (
    bot_alone,
    bot_at_the_table,
    consecutive_deals,
    first_deals,
    p_value,
    persons_die,
    told_apart,
)

KUHN = parse_game("kuhn")
SPECS = ["kuhn", "leduc", "von-neumann-raise:hands=3"]


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS[:2])
def test_every_deal_is_as_likely_as_it_should_be(spec):
    game = parse_game(spec)
    assert consecutive_deals(game, 120).fair
    assert first_deals(game, 120).fair


@pytest.mark.slow
@pytest.mark.parametrize("spec", SPECS)
def test_the_bot_plays_its_strategy_whatever_the_hidden_cards(spec):
    strategy = lopsided(parse_game(spec))
    assert bot_alone(strategy, 300).fair
    assert bot_at_the_table(strategy, 40).fair


@pytest.mark.slow
def test_every_side_of_the_die_is_as_likely():
    verdict = persons_die(KUHN, 100)
    assert len(verdict.values) > 3
    assert verdict.fair


@pytest.mark.parametrize("spec", [*SPECS, "leduc-nolimit:stack=3"])
def test_hidden_cards_change_neither_the_bots_action_nor_its_dice(spec):
    game = parse_game(spec)
    count, differing = told_apart(lopsided(game), range(2))
    assert count >= 4 * len(list(game.information_sets()))
    assert differing == []


@pytest.mark.slow
def test_a_card_that_comes_a_little_too_often_is_noticed(monkeypatch):
    def marked(game, cards):
        first, second = cards.choice(3, size=2, replace=False).tolist()
        if first == 0 and cards.random() < 0.3:
            first, second = second, first
        return Hand(game, (first, second), 0, honest(game, cards).betting)

    honest = table.deal
    monkeypatch.setattr(table, "deal", marked)
    assert not consecutive_deals(KUHN, 60).fair
    assert not first_deals(KUHN, 60).fair


@pytest.mark.slow
@pytest.mark.parametrize("seen", ["held", "final_board"])
def test_a_bot_that_peeks_is_noticed(monkeypatch, seen):
    """With the other's card, or the public card before it is turned up, in place of its own."""

    def peeking(hand):
        other = 1 - hand.betting.player
        card = hand.held[other] if seen == "held" else hand.final_board - 1
        return Observation(hand.game, Spot(hand.betting, hand.board, card))

    monkeypatch.setattr(Hand, "observe", peeking)
    assert told_apart(lopsided(parse_game("leduc:suits=3")), range(1))[1]


def test_dice_that_are_rolled_once_more_for_a_king_are_noticed(monkeypatch):
    honest = Table.bot_act

    def nervous(self):
        if self.hand.held[self.person] == 2:
            self._bot.dice.random()
        honest(self)

    monkeypatch.setattr(Table, "bot_act", nervous)
    assert told_apart(lopsided(KUHN), range(1))[1]


def test_p_values():
    assert p_value(Counter(a=50, b=50), {"a": 0.5, "b": 0.5}) == 1
    assert p_value(Counter(a=60, b=40), {"a": 0.5, "b": 0.5}) == pytest.approx(0.0455, abs=1e-4)
    assert p_value(Counter(a=50, b=49, c=1), {"a": 0.5, "b": 0.5, "c": 0.0}) == 0
