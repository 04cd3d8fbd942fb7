from collections import Counter

import numpy as np
import pytest

from pokerbot.games.betting import actions_to, start, successor, walk
from pokerbot.games.catalogue import parse_game
from pokerbot.games.spot import Spot
from pokerbot.play.hand import Observation
from pokerbot.play.session.drill import against_the_clock
from pokerbot.play.session.practise import (
    FRESH,
    RECENT,
    TREMBLE,
    Costs,
    Practice,
    anywhere,
    deal_at,
    longest,
)
from pokerbot.strategy.posterior import posterior
from tests.play.tables import GAMES, IDS, draws, fits, lopsided, play_hand, visits

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc:raises=1")
MANY = 2000


def seen_by(seen, infosets):
    boards = seen.game.rules.boards.after(seen.board)
    found = posterior(seen.game, infosets, seen.spot)
    return {(other, boards[at]): found[other, at] for other, at in np.argwhere(found).tolist()}


def every_observation(game):
    """What a player sees at each information set, by its key."""
    seen = (
        Observation(game, Spot(betting, board, card))
        for betting in walk(game.rules)
        if not betting.over
        for board, card, _ in game.views(betting.round, betting.player)
    )
    return {each.key: each for each in seen}


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_way_to_every_betting(game):
    for betting in walk(game.rules):
        here = start(game.rules)
        for action in actions_to(game.rules, betting):
            here = successor(game.rules, here, action)
        assert here == betting
        assert len(actions_to(game.rules, betting)) <= longest(game.rules)


@pytest.mark.parametrize(
    "game", [KUHN, LEDUC, parse_game("von-neumann-raise:hands=4")], ids=lambda game: game.spec
)
def test_posterior_is_that_of_enumeration(game):
    """The opponent's probabilities count, the player's own do not: those may be anything."""
    strategy = lopsided(game)
    for player in (0, 1):
        expected = visits(
            game,
            lambda actor, key, action, own=player: (
                0.3 if actor == own else strategy.infosets[key][action]
            ),
        )
        for key, seen in every_observation(game).items():
            if seen.betting.player == player:
                total = sum(expected[key].values())
                exact = {cards: p / total for cards, p in expected[key].items() if p}
                assert seen_by(seen, strategy.infosets) == pytest.approx(exact)


def test_nothing_follows_where_the_bot_never_lets_one_come():
    infosets = {**lopsided(KUHN).infosets}
    seen = every_observation(KUHN)["Q:b"]
    never = {**infosets, **{key: {"check": 1.0, "bet": 0.0} for key in ("J:", "Q:", "K:")}}
    assert seen_by(seen, never) == {}


@pytest.mark.slow
def test_hands_are_dealt_by_the_posterior():
    strategy, rng = lopsided(LEDUC), np.random.default_rng(5)
    seen = every_observation(LEDUC)["Q:b"]
    dealt = [deal_at(seen, strategy.infosets, rng) for _ in range(MANY)]
    assert {(hand.observe(), len(hand.steps)) for hand in dealt} == {(seen, 1)}
    assert fits(
        Counter((hand.held[0], hand.final_board) for hand in dealt),
        seen_by(seen, strategy.infosets),
    )


@pytest.mark.slow
def test_fresh_spots_are_drawn_as_often_as_they_come_up():
    strategy, rng = lopsided(KUHN), np.random.default_rng(6)
    weights = Counter()
    for person in (0, 1):

        def chance(actor, key, action, own=person):
            often = strategy.infosets[key][action]
            actions = len(strategy.infosets[key])
            return TREMBLE / actions + (1 - TREMBLE) * often if actor == own else often

        players = {key: player for player, key, _ in KUHN.information_sets()}
        for key, ways in visits(KUHN, chance).items():
            if players[key] == person:
                weights[key] += sum(ways.values())
    total = sum(weights.values())
    seen = Counter(anywhere(KUHN, strategy.infosets, rng).key for _ in range(MANY))
    assert fits(seen, {key: weight / total for key, weight in weights.items()})


def test_the_bot_does_not_tremble_the_person_does():
    """Against a player 1 who never bets no one faces a bet; what the bot never does can come up."""
    infosets = {**lopsided(KUHN).infosets}
    infosets |= {key: {"check": 1.0, "bet": 0.0} for key in ("J:", "Q:", "K:", "J:k", "Q:k", "K:k")}
    rng = np.random.default_rng(8)
    histories = {anywhere(KUHN, infosets, rng).betting.history for _ in range(300)}
    assert histories == {"", "k"}
    always = {key: {"check": 0.0, "bet": 1.0} for key in ("J:", "Q:", "K:")}
    bets = {key: {"check": 0.0, "bet": 1.0} for key in ("J:k", "Q:k", "K:k")}
    drawn = {anywhere(KUHN, infosets | always | bets, rng).betting.history for _ in range(300)}
    assert drawn == {"", "b", "kb"}


def test_what_spots_cost():
    seen = every_observation(KUHN)
    costs = Costs()
    assert costs.draw(np.random.default_rng(0)) is None
    for lost in (0.5, 0.5, 0.2):
        costs.add(seen["Q:b"], lost)
    costs.add(seen["J:"], 0.3)
    costs.add(seen["K:"], 0.0)
    queen, jack = costs.ranking()
    assert (queen.seen, queen.times) == (seen["Q:b"], 3)
    assert queen.was == queen.now == pytest.approx(0.4)
    assert queen.cost == pytest.approx(1.2)
    assert costs.total == pytest.approx(1.5)
    assert costs.chance(jack) == pytest.approx((1 - FRESH) * 0.2)
    rng = np.random.default_rng(7)
    drawn = Counter(found and found.key for found in (costs.draw(rng) for _ in range(MANY)))
    assert fits(drawn, {None: FRESH, "Q:b": (1 - FRESH) * 0.8, "J:": (1 - FRESH) * 0.2})


def test_a_spot_that_is_learned_costs_no_more():
    seen = every_observation(KUHN)["Q:b"]
    costs = Costs()
    costs.add(seen, 1.0)
    for practised in range(1, RECENT + 1):
        before = costs.at(seen).cost
        costs.add(seen, 0.0, practised=True)
        assert costs.at(seen).cost < before
        assert costs.at(seen).practised == practised
    assert costs.total == 0
    (learned,) = costs.ranking()
    assert (learned.was, learned.now, learned.times) == (1, 0, 1)


def test_a_decision_met_only_in_practice_counts_as_one():
    costs = Costs()
    costs.add(every_observation(KUHN)["J:b"], 0.5, practised=True)
    (cost,) = costs.ranking()
    assert (cost.times, cost.was, cost.cost) == (0, 0, 0.5)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_hands_begin_at_a_decision_and_are_played_on(game):
    strategy, kept = lopsided(game), []
    table = Practice(strategy, (0.0, 0.0), draws(9), Costs(), kept.append)
    rng = np.random.default_rng(10)
    for number in range(1, 16):
        assert table.person_to_act
        assert table.number == number
        spot = table.spot
        assert (spot.hand, spot) == (table.hand.held[table.person], table.hand.observe())
        play_hand(table, rng)
        assert table.spot == spot
        assert len(kept) == number
        table.next_hand()


def test_a_hand_begins_where_it_costs():
    strategy = lopsided(KUHN)
    costs = Costs()
    costs.add(every_observation(KUHN)["Q:b"], 1.0)
    table = Practice(strategy, (0.0, 0.0), draws(9), costs)
    rng, spots = np.random.default_rng(10), Counter()
    for _ in range(100):
        spots[table.spot.key] += 1
        play_hand(table, rng)
        table.next_hand()
    assert spots["Q:b"] > 70
    assert len(spots) > 3


def test_against_the_clock_what_was_wrong_comes_no_more_often_than_the_rest():
    """Four of five hands began where one had just been told what is best."""

    def begun(fault):
        drill, rng = against_the_clock("leduc"), np.random.default_rng(1)
        table = Practice(lopsided(LEDUC), (0.0, 0.0), draws(2), Costs(), drill=drill)
        spots = []
        for _ in range(40):
            spots.append(table.spot.key)
            play_hand(table, rng)
            many = len([*table.hand.decisions(table.person, table.given)])
            table.grade([fault] * many, right=not fault)
            table.next_hand()
        return spots

    assert begun(1.0) == begun(0.0)
    assert len({*begun(1.0)}) > 20
