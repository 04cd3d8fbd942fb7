"""A river against its own solution: grade, reason and figures of a decision say the same."""

import re

import pytest

from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.betting import legal_actions
from pokerbot.games.spot import Spot
from pokerbot.opponents.reasons import why
from pokerbot.strategy import library, storage
from pokerbot.tui.widgets.verdict import decision_lines

PRICED = re.compile(r"you must win ([\d.]+%) of the time; you win ([\d.]+%)")


@pytest.fixture(scope="module")
def decisions():
    """Every action of every seventh hand at every decision of a river where both may bet."""
    found = []
    for seat, judge in enumerate(judges(storage.load(library.find("3bet-ip-paired-river-dcfr")))):
        rules = judge.strategy.game.rules
        for betting, board, _ in judge.tree.decisions():
            for hand in range(0, len(rules.hands[seat]), 7):
                for action in legal_actions(rules, betting):
                    found.append(judge.judge(Spot(betting, board, hand), action))
    return [each for each in found if each.grade != "no grade"]


@pytest.mark.slow
def test_sound_is_what_gives_away_less_than_the_least_fault_and_nothing_else(decisions):
    assert any(each.loss < each.least for each in decisions)
    for each in decisions:
        assert (each.grade in ("best", "sound")) == (each.loss < each.least)
        assert not each.excuse


def test_what_is_a_fault_stands_as_more_than_nothing_beside_its_action(decisions):
    faults = [each for each in decisions if each.fault]
    assert any(max(each.chips.values()) > 100 for each in faults)
    for each in faults:
        (row,) = [str(line) for line in decision_lines(each) if str(line).startswith("▶")]
        assert float(row.split()[-2]) > 0


def test_a_price_and_what_is_won_read_alike_only_where_a_call_wins_what_a_fold_does(decisions):
    told = 0
    for each in decisions:
        said = PRICED.search(why(each))
        if said and said[1] == said[2]:
            told += 1
            gains = abs(each.chips["call"] - each.chips["fold"])
            assert gains < 0.001 * 2 * (each.outcomes[-1].pot + max(each.chips.values()))
    assert told


def test_of_two_that_are_as_good_a_reason_names_what_sound_play_does(decisions):
    """A call that never wins is compared with the fold, not with a bluff that wins no more."""
    told = 0
    for each in decisions:
        if each.fault and len(each.outcomes) == 2:
            rival = each.outcomes[1].action.name
            best = max(each.chips.values())
            alike = [name for name in each.chips if each.chips[name] > best - 0.04 * each.least]
            if len(alike) > 1:
                assert each.sound[rival] == max(each.sound[name] for name in alike)
                told += 1
    assert told
