"""Turns and rivers solved again: best responses gain little, and what is safe stays safe."""

import numpy as np
import pytest

pytest.importorskip("numba")


from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up import cards
from pokerbot.sequence.heads_up.board import BOTH, Walker
from pokerbot.sequence.heads_up.buckets import alive, scores
from pokerbot.sequence.heads_up.tree import CHANCE, tree_of
from pokerbot.solvers.subgames import Layer, Leaving, Subgame, met

RIVER = np.array([3, 21, 30, 40, 51])


@pytest.fixture(scope="module")
def subtree():
    """The river of a pot that was limped and checked, four blinds deep."""
    tree = tree_of(rules_of(4))
    streets = np.flatnonzero((tree.nodes.kind == CHANCE) & (tree.nodes.street == 2))
    return tree_of(tree.rules, tree.betting[streets[0]])


def test_hands_meet_that_share_no_card():
    reach = np.ones((2, cards.HANDS)) * alive(RIVER)
    assert met(reach) == pytest.approx(1081 * 990)


def test_regrets_and_averages_fade_as_in_discounted_cfr(subtree):
    """By 1.5, 0 and 2 (Brown & Sandholm 2019), where nothing is added in the fourth iteration."""
    layer = Layer(Walker(subtree), RIVER, None)
    layer.regret[:] = np.arange(len(layer.regret)) % 3 - 1.0
    layer.average[:] = 1
    before = layer.regret.copy()
    layer.learn(4, BOTH)
    assert layer.regret == pytest.approx(before * np.where(before > 0, 8 / 9, 1 / 2))
    assert layer.average == pytest.approx(9 / 16)


def test_hands_that_are_alive_are_put_into_groups_of_equal_size(subtree):
    """By their strength, with the middle of those that are equally strong."""
    layer = Layer(Walker(subtree), RIVER, 20)
    won = scores(RIVER)[alive(RIVER)]
    upto = [(won < each).sum() + (won <= each).sum() for each in won]
    found = layer.buckets[0, 3][np.argsort(layer.board.order)]
    assert (found == np.array(upto) * 20 // (2 * 1081)).all()


def test_a_river_is_solved_to_the_value_of_the_clairvoyance_game(subtree):
    """One with the nuts or nothing against a hand between, the pot 2 and 3 behind.

    Of the bets of who has the nuts or nothing 3 in 8 are bluffs; then the other, who does not win
    by calling, loses the pot as often as there is a bet.
    """
    held = cards.deck().cards
    there = np.flatnonzero(alive(RIVER))
    won = scores(RIVER)[there]
    best, worst = there[won.argmax()], there[won.argmin()]
    between = there[np.argsort(won)[len(there) // 2]]
    assert not {*held[best]} & {*held[between]}
    assert not {*held[worst]} & {*held[between]}
    reach = np.zeros((2, cards.HANDS))
    reach[1, [best, worst]], reach[0, between] = 0.5, 1
    solved = Subgame(subtree, RIVER, reach)
    solved.iterate(600)
    solved.settle()
    gained = (solved.reach * solved.worth(3)).sum()
    assert gained / 2 / met(reach) < 2e-3
    worth = (solved.reach * solved.worth())[1].sum()
    nuts, bluffs = 0.5, 0.5 * 3 / 5
    assert worth == pytest.approx(nuts + bluffs - (0.5 - bluffs), abs=5e-3)


def test_the_other_wins_no_more_than_by_leaving(subtree):
    rng = np.random.default_rng(4)
    reach = rng.random((2, cards.HANDS)) * alive(RIVER)
    loose = Subgame(subtree, RIVER, reach)
    loose.iterate(60)
    loose.settle()
    alone = np.zeros(cards.HANDS)
    alone[loose.top.board.order] = loose.worth(3)[0]
    stays = np.zeros(cards.HANDS)
    safe = Subgame(subtree, RIVER, reach, Leaving(0, alone, stays))
    safe.iterate(300)
    safe.settle()
    most = safe.worth(3)[0] - alone[safe.top.board.order]
    unit = met(reach) / len(most)
    assert most.max() < 0.02 * unit


def test_who_may_leave_stays_at_least_and_at_most_as_often_as_is_told(subtree, monkeypatch):
    """Every second hand would lose the most by leaving, and every other one win it."""
    rng, walk, reached = np.random.default_rng(5), Subgame._walk, []
    least = rng.random(cards.HANDS) / 2
    most = least + rng.random(cards.HANDS) / 2
    loses = np.arange(cards.HANDS) % 2 == 0
    reach = np.ones((2, cards.HANDS))
    leaving = Leaving(0, np.where(loses, -1e6, 1e6), least, most)
    solved = Subgame(subtree, RIVER, reach, leaving)

    def seen(self, reach, *more, **options):
        reached.append(reach.copy())
        return walk(self, reach, *more, **options)

    monkeypatch.setattr(Subgame, "_walk", seen)
    solved.iterate(3)
    order = solved.top.board.order
    assert reached[-1][0] == pytest.approx(np.where(loses, most, least)[order])
    assert (reached[-1][1] == 1).all()
