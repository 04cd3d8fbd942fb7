"""A blueprint's tree beside the real game: the mapping held to its own properties."""

import numpy as np
import pytest

from pokerbot.games.actions import LARGER
from pokerbot.games.betting import legal_action, start, successor
from pokerbot.games.heads_up import game_of, rules_of
from pokerbot.play.hand import deal
from pokerbot.sequence.heads_up.tree import DECISION, tree_of
from pokerbot.strategy.translation import Translator

STACK = 20
GAME = game_of(STACK)
TRANSLATOR = Translator(tree_of(rules_of(STACK)), GAME.rules)
NO_DRAWS = [0.5] * 40


def line(*names, bot=1, draws=NO_DRAWS):
    here, actions = start(GAME.rules), []
    for name in names:
        actions.append(legal_action(GAME.rules, here, name))
        here = successor(GAME.rules, here, actions[-1])
    return TRANSLATOR.follow(actions, bot, draws)


def counts(followed):
    return [(each.step, each.counts_as) for each in followed.counted]


def often_smaller(name):
    """How often a raise before the flop counts as half the pot, found by trying."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        told = counts(line(name, draws=[middle]))
        low, high = (middle, high) if told == [(0, "50% of the pot")] else (low, middle)
    return low


def test_sizes_that_are_known_count_as_themselves():
    for name in ("raise 200", "raise 300", "raise 2000", "call"):
        assert counts(line(name)) == []
    near = ("raise 200", "raise 400", "call", "bet 402")  # half of the pot, but for 2 in 800
    assert counts(line(*near, bot=0, draws=[0.999] * 4)) == []
    tree, here = TRANSLATOR.tree, line("raise 300")
    assert tree.betting[here.node].history == "r300"


def test_a_size_in_the_middle_of_two_is_as_likely_either():
    """Ganzfried & Sandholm: both as likely at (A + B + 2AB) / (A + B + 2), of parts of the pot."""
    smaller, larger = 0.5, 1.0
    even = (smaller + larger + 2 * smaller * larger) / (smaller + larger + 2)
    below, above = (often_smaller(f"raise {round(100 + 200 * even) + by}") for by in (-1, 1))
    assert below > 0.5 > above
    assert above == pytest.approx(0.5, abs=0.02)
    assert often_smaller("raise 299") < 0.02
    assert often_smaller("raise 202") > 0.95


def test_more_than_the_largest_is_all_in_and_less_than_the_smallest_a_check_or_a_call():
    assert counts(line("raise 1999", draws=[0.999])) == [(0, "all-in")]
    tiny = line("call", "check", "bet 100", bot=0, draws=[0.0] * 3)
    assert counts(tiny) == []  # half of a pot of 200
    big = ("raise 200", "raise 400", "call")
    tiny = line(*big, "bet 100", bot=0, draws=[0.0] * 4)
    assert counts(tiny) == [(3, "check")]
    assert TRANSLATOR.real(tiny)[0].name == "call"
    owed = line(*big, "check", "bet 200", bot=1)
    tree = TRANSLATOR.tree
    assert tree.nodes.kind[owed.node] == DECISION
    assert [each.kind for each in TRANSLATOR.real(owed)][:2] == ["fold", "call"]


def test_where_a_street_is_over_for_it_the_bot_calls():
    """A bet that counts as a check behind its own."""
    here = line("raise 200", "raise 400", "call", "check", "bet 100", bot=1, draws=[0.0] * 5)
    assert counts(here) == [(4, "check")]
    assert [each.name for each in TRANSLATOR.real(here)] == ["call"]
    called = line(
        "raise 200", "raise 400", "call", "check", "bet 100", "call", bot=1, draws=[0.0] * 6
    )
    assert called.betting.round == 2
    assert TRANSLATOR.tree.betting[called.node].round == 2


def test_a_call_of_what_counts_as_all_in_is_all_in():
    here = line("raise 900", draws=[0.999])
    assert counts(here) == [(0, "all-in")]
    assert [each.name for each in TRANSLATOR.real(here)] == ["fold", "raise 2000"]
    checked = ["call", *["check"] * 5]
    on_river = line(*checked, "bet 1000", bot=0, draws=[0.999] * 7)
    assert counts(on_river) == [(6, "all-in")]  # but no cards are left for which to raise
    assert [each.name for each in TRANSLATOR.real(on_river)] == ["fold", "call"]


def test_less_than_the_smallest_raise_is_a_call():
    followed = line("call", "check", "bet 200", "raise 400", bot=0, draws=[0.0] * 4)
    assert counts(followed) == [(3, "call")]  # a third of the pot


def test_each_action_has_a_draw_of_its_own():
    names = ("raise 250", "call", "check", "bet 300")
    for first, last in ((0.0, 0.999), (0.999, 0.0)):
        told = [f"{50 if draw == 0 else 100}% of the pot" for draw in (first, last)]
        followed = line(*names, draws=[first, 0.5, 0.5, last])
        assert counts(followed) == [(0, told[0]), (3, told[1])]


def test_a_size_is_a_part_of_the_real_pot():
    half = line("raise 250", "call", "check", "bet 250", draws=[0.0, 0.5, 0.5, 0.999])
    assert counts(half) == [(0, "50% of the pot")]  # the pot is 500, and 400 in the tree
    near = line("raise 200", "raise 400", "call", "bet 398", bot=0, draws=[0.0] * 4)
    assert counts(near) == []  # half of the pot, but for 2 in 800


def test_all_in_counts_as_all_in_also_where_the_pot_is_larger_than_in_the_tree():
    """Three times the pot, where the tree's all-in is four and a half times as much."""
    followed = line("raise 290", "call", "check", "bet 1710", draws=[0.0] * 4)
    assert counts(followed) == [(0, "50% of the pot")]
    assert max(TRANSLATOR.tree.betting[followed.node].chips) == 100 * STACK


def test_with_another_stack_all_in_is_all_in_and_other_sizes_are_parts_of_the_pot():
    """Half of the pot is all-in in the tree after two raises."""
    rules = game_of(50).rules
    deep = Translator(TRANSLATOR.tree, rules)
    here, actions = start(rules), []
    for name, real in (
        ("raise 300", ["fold", "call", "raise 200", "raise 300", "raise 5000"]),
        ("raise 900", ["fold", "call", "raise 600", "raise 900", "raise 5000"]),
        ("call", ["fold", "call", "raise 5000"]),
    ):
        assert [each.name for each in deep.real(deep.follow(actions, 0, NO_DRAWS))] == real
        actions.append(legal_action(rules, here, name))
        here = successor(rules, here, actions[-1])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_bot_is_never_lost(seed):
    """Whatever a person bets, it is at a decision of its own, with real actions that are legal."""
    rng = np.random.default_rng(seed)
    for number in range(40):
        hand, bot, draws = deal(GAME, rng), number % 2, rng.random(40)
        while not hand.over:
            actions = [step.action for step in hand.steps]
            if hand.betting.player == bot:
                here = TRANSLATOR.follow(actions, bot, draws)
                assert here.betting == hand.betting
                if TRANSLATOR.tree.nodes.kind[here.node] == DECISION:
                    there = TRANSLATOR.tree.betting[here.node]
                    assert (there.player, there.round) == (bot, hand.betting.round)
                choices = TRANSLATOR.real(here)
                hand = hand.after(choices[-1 if rng.random() < 0.3 else len(choices) // 2])
                followed = TRANSLATOR.follow([*actions, hand.steps[-1].action], bot, draws)
                assert counts(followed) == counts(here)
                continue
            legal = hand.observe().actions
            larger = [each for each in legal if each.kind in LARGER]
            size = int(rng.exponential(100))
            often = rng.random()
            hand = hand.after(
                larger[size] if often < 0.6 and size < len(larger) else legal[-len(larger) - 1]
            )
