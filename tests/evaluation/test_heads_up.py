"""Best responses to a blueprint, and simple players."""

from math import comb
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("numba")

from pokerbot.errors import Abandoned, InputError
from pokerbot.evaluation.heads_up.baselines import (
    Contest,
    all_in,
    before_flop,
    built_in,
    by_odds,
    chart,
    check_fold,
    jam_or_fold,
    play_of,
    rows,
)
from pokerbot.evaluation.heads_up.responses import PAIRS, Responses
from pokerbot.evaluation.heads_up.strength import SAMPLES, Measuring, estimate, strength
from pokerbot.games.all_in import CLASSES, RUNOUTS, meetings, outcomes
from pokerbot.games.betting import act, legal_actions, start
from pokerbot.games.heads_up import rules_of
from pokerbot.sequence.heads_up.board import NEVER
from pokerbot.sequence.heads_up.buckets import Bucketing, alive
from pokerbot.sequence.heads_up.tree import DECISION, Sizes, ends_of_street, tree_of
from pokerbot.sequence.heads_up.walk import unplayed
from pokerbot.strategy.blueprint import Blueprint, in_parts

SIZES = Sizes(flop=(2, 1), turn=(2, 1), river=3)
TURN = np.array([3, 21, 30, 40])


@pytest.fixture(scope="module")
def responses():
    """Those to one who always takes the first action, or the second, alike often."""
    tree = tree_of(rules_of(2))
    play = unplayed(tree.nodes, SIZES.counts)
    play.cells[:] = 0.5
    return Responses(tree, Bucketing(SIZES), play)


def always(tree, place):
    """The play that takes, at each decision with every hand, the action at `place(betting)`."""
    play = unplayed(tree.nodes, SIZES.counts)
    for node in np.flatnonzero(tree.nodes.kind == DECISION).tolist():
        play.at(tree.nodes, node)[:, int(place(tree.betting[node]))] = 1
    return play


def test_both_seats_values_add_up_to_nothing_and_a_turn_is_its_rivers(responses):
    found = responses.values(TURN, NEVER)[0]
    rivers = [np.append(TURN, card) for card in range(52) if card not in TURN]
    alone = sum(responses.values(river, NEVER)[0] for river in rivers)
    assert found.sum() == pytest.approx(0, abs=1e-6)
    assert found == pytest.approx(alone / 44, abs=1e-6)


def test_who_may_change_more_gains_more(responses):
    gains = [responses.values(TURN, best)[0].sum(axis=1).sum() for best in (NEVER, 3, 2)]
    assert gains[0] < gains[1] < gains[2]
    river = np.append(TURN, 51)
    assert responses.values(river, 3)[0].sum() / PAIRS > 0.01


def test_the_chart_is_worth_what_all_in_or_fold_is():
    """Published values of the game, from exact linear programs."""
    jams, calls = jam_or_fold(10, 400)
    win, _, lose = outcomes()
    met, showdown = meetings(), 10 * (win - lose) / RUNOUTS
    value = jams @ (met @ (1 - calls) + showdown @ calls) - (1 - jams) @ met.sum(axis=1) / 2
    assert value / met.sum() == pytest.approx(-0.045370753, abs=2e-5)


def test_by_the_chart_hands_that_go_all_in_need_not_call():
    """Published charts: 54s goes all-in with up to some 14 big blinds, and calls with up to 3."""
    rules = rules_of(10)
    opening, place = start(rules), CLASSES.index("54s")
    actions = legal_actions(rules, opening)
    facing = act(rules, opening, actions[-1])
    for betting, plays in ((opening, 1), (facing, 0)):
        found = chart(10)(legal_actions(rules, betting), betting, np.zeros(len(CLASSES)))
        assert found[place, -1] == pytest.approx(plays, abs=0.01)
        assert found[CLASSES.index("AA"), -1] == pytest.approx(1)


def test_aces_win_most_against_any_hand():
    equity = before_flop()
    assert equity[CLASSES.index("AA")] == pytest.approx(0.8520, abs=5e-5)
    assert equity[CLASSES.index("32o")] == pytest.approx(0.3230, abs=5e-5)


def test_simple_players_play_a_strategy():
    tree = tree_of(rules_of(2))
    many = tree.nodes.below[0]
    for rule in (built_in("call"), built_in("random"), all_in, check_fold, by_odds):
        play = play_of(tree, rule)
        opening = play.cells[: len(CLASSES) * many].reshape(-1, many)
        assert opening.sum(axis=1) == pytest.approx(1)
        assert (play.cells >= 0).all()


def test_all_in_wins_the_blinds_from_who_folds(responses):
    """The big blind's from the small blind, and the small blind's from the big."""
    tree = responses.tree
    contest = Contest(tree, play_of(tree, all_in), play_of(tree, check_fold))
    lying = np.append(TURN, 51)
    wins = contest.wins(lying, *[rows(lying)] * 2)
    assert wins == pytest.approx((1 + 0.5) / 2)


def test_before_the_flop_the_best_against_who_folds_takes_the_blinds(responses):
    """All flops worth nothing, as where both check to the end."""
    tree = responses.tree
    found = Responses(tree, responses.bucketing, always(tree, lambda node: 0))
    flops = [np.zeros((len(ends_of_street(tree.nodes, 0)), 2, len(CLASSES)))] * 2
    assert found.game(flops, NEVER) == pytest.approx([-0.5, 0.5])
    assert found.game(flops, 0) == pytest.approx([1, 0.5])


@pytest.fixture
def after_flops(responses, monkeypatch):
    """Responses to one who calls before the flop, and a function that gives two flops' values.

    After the flop the small blind wins so much of each hand that is met, and the big blind 1.
    """
    tree = responses.tree
    calls = Responses(tree, responses.bucketing, always(tree, lambda node: node.to_call > 0))

    def flops(wins):
        def values(flop, best, roots, reach):
            assert best == 1, "best responses from the flop on"
            met = alive(flop) * comb(52 - 3 - 2, 2)
            return np.tile([wins * met, met], (len(roots), 1, 1))

        monkeypatch.setattr(calls, "values", values)
        return [calls.after_flop(flop) for flop in (TURN[:3], TURN[1:])]

    return calls, flops


def test_a_sample_of_flops_counts_the_pairs_of_hands_that_see_them(after_flops):
    calls, flops = after_flops
    for few in (flops(3)[:1], flops(3)):
        assert calls.game(few, 1) == pytest.approx([3, 1])


def test_the_small_blind_calls_where_the_flops_to_choose_by_are_good(after_flops):
    calls, flops = after_flops
    good, bad = flops(9), flops(-9)
    assert calls.game(good, 0)[0] == pytest.approx(9)
    assert calls.game(bad, 0, good)[0] == pytest.approx(-9)
    all_in_or_fold = np.maximum(2 * (2 * before_flop() - 1), -0.5)
    wins = pytest.approx(np.average(all_in_or_fold, weights=meetings().sum(axis=1)))
    assert calls.game(bad, 0)[0] == calls.game(good, 0, bad)[0] == wins


def test_a_flop_is_stopped_before_it_is_done(responses):
    """It takes minutes."""
    asked = []

    def stopped():
        asked.append(True)
        return len(asked) == 3

    found = Responses(responses.tree, responses.bucketing, responses.play, stopped)
    with pytest.raises(Abandoned):
        found.after_flop(TURN[:3])
    assert len(asked) == 3


def even():
    """The blueprint that takes all actions alike often."""
    tree = tree_of(rules_of(2))
    play = unplayed(tree.nodes, SIZES.counts)
    for decision in play.decisions(tree.nodes):
        decision[:] = 1 / decision.shape[1]
    return Blueprint(2, SIZES, 0, 1, in_parts(tree, SIZES, play.cells))


def test_an_error_is_that_of_a_mean_whose_spread_is_estimated():
    """Of 1, 2, 4 and 9 big blinds: squares of 38 about the mean of 4, over 3 and 4."""
    found = estimate([1, 2, 4, 9])
    assert (found.mbb, found.samples) == (4000, 4)
    assert found.stderr == pytest.approx(1000 * (38 / 3 / 4) ** 0.5)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), "1"])
def test_what_is_no_time_is_refused(seconds):
    with pytest.raises(InputError, match=r"^seconds must be a number above 0"):
        strength(even(), seconds=seconds)


@pytest.mark.slow
def test_the_whole_game_is_estimated_from_below_and_from_above():
    """Of two flops that are each other's opposite, the other one says what loses on each."""
    measuring = Measuring(even(), None, 0, lambda _: None)
    ends = len(ends_of_street(measuring.blueprint.tree.nodes, 0))
    worth = np.random.default_rng(1).normal(size=(ends, 2, len(CLASSES))) * 20_000
    alike, apart = (measuring._whole((worth, each)) for each in (worth, -worth))
    assert alike["all"].mbb == pytest.approx(alike["all_at_most"].mbb)
    assert alike["all"].mbb > alike["postflop"].mbb
    assert apart["all"].mbb < apart["postflop"].mbb < apart["all_at_most"].mbb


@pytest.mark.slow
def test_no_parts_time_goes_into_making_machine_code(monkeypatch):
    """What is evaluated first takes 0.4 s, four times what the part that comes first may take.

    By a clock that goes on by a hundredth whenever it is read.
    """
    blueprint = even()
    values, waits, clock = Responses.values, [0.4], [0.0]

    def read_clock():
        clock[0] += 0.01
        return clock[0]

    def compiled(self, lying, best, *others):
        clock[0] += waits.pop() if waits else 0
        return values(self, lying, best, *others) if len(lying) == 5 else np.zeros((1, 2, 1326))

    monkeypatch.setattr(Responses, "values", compiled)
    monkeypatch.setattr(
        "pokerbot.evaluation.heads_up.strength.time", SimpleNamespace(perf_counter=read_clock)
    )
    assert strength(blueprint, seconds=1).value.samples > 2


@pytest.mark.slow
def test_two_or_three_boards_have_no_standard_error(monkeypatch):
    """Three normal samples lie within one such error of their mean in 58 % of cases, not 68 %."""
    rng, place = np.random.default_rng(1), "pokerbot.evaluation.heads_up.strength"
    monkeypatch.setattr(f"{place}.Measuring.worth", lambda *_: rng.normal(size=2))
    monkeypatch.setattr(f"{place}.Measuring._wins", lambda *_: rng.normal(size=6).tolist())

    def after_flop(*_):
        raise Abandoned

    monkeypatch.setattr(Responses, "after_flop", after_flop)
    for boards, has_error in ((3, False), (4, True)):
        monkeypatch.setattr(f"{place}.SAMPLES", dict.fromkeys(SAMPLES, boards))
        found = strength(even())
        told = [found.value, found.gains["river"], found.gains["turn_river"]]
        for each in (*told, *found.baselines.values()):
            assert each.mbb is not None
            assert each.samples == boards
            assert (each.stderr is not None) == has_error
