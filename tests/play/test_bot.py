from collections import Counter
from dataclasses import fields

import numpy as np
import pytest

from pokerbot.games.betting import legal_actions, walk
from pokerbot.games.spot import Spot
from pokerbot.play.bot import Bot
from pokerbot.play.hand import Observation
from tests.play.tables import GAMES, IDS, fits, lopsided

DRAWS = 3000


def boards(game, round_):
    """The number of each board of a round, and the public card where there is one."""
    if not game.rules.rounds[round_].board:
        return [(0,)]
    return [(1 + card, card) for card in range(game.rules.deck.ranks)]


def decisions(game, most=12):
    """Some of the game's decisions, spread over all of them."""
    found = [
        Observation(game, Spot(betting, board, card))
        for betting in walk(game.rules)
        if not betting.over
        for board, *public in boards(game, betting.round)
        for card in range(game.rules.deck.ranks)
        if game.rules.deck.ways(*public, card)
    ]
    return found[:: max(1, len(found) // most)]


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_bot_acts_as_often_as_its_strategy_says(game):
    strategy = lopsided(game)
    bot = Bot(strategy.infosets, np.random.default_rng(21))
    for observation in decisions(game):
        taken = Counter(bot.choose(observation).name for _ in range(DRAWS))
        assert fits(taken, strategy.infosets[observation.key]), observation.key


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_bot_never_leaves_the_rules(game):
    strategy = lopsided(game)
    bot = Bot(strategy.infosets, np.random.default_rng(22))
    for observation in decisions(game, most=100):
        action = bot.choose(observation)
        assert action in legal_actions(game.rules, observation.betting)
        assert strategy.infosets[observation.key][action.name] > 0


def test_bot_has_no_reference_to_the_deck_the_hand_or_the_other_card():
    assert [field.name for field in fields(Bot)] == ["infosets", "dice"]
    assert [field.name for field in fields(Observation)] == ["game", "spot"]
    assert [field.name for field in fields(Spot)] == ["betting", "board", "hand"]


class Loaded:
    """Dice that fall as they are told."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


@pytest.mark.parametrize("chance", [0.4999998, 0.5000002])
def test_probabilities_that_do_not_quite_sum_to_one_are_no_trouble(chance):
    observation = decisions(GAMES[0])[0]
    names = [action.name for action in observation.actions]
    for number, name in ((0.0, names[0]), (0.4999999, names[0]), (1 - 2**-53, names[1])):
        bot = Bot({observation.key: dict.fromkeys(names, chance)}, Loaded(number))
        assert bot.choose(observation).name == name
