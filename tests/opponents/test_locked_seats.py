"""Decisions in a seat whose own play a lock gives: graded by what they win, with no sound play.

Aces, who are locked to check, or queens against kings. Whoever bets has queens, as far as the kings
know: they always call, so that aces win a pot of 20 by a check and 10 more by a bet.
"""

from dataclasses import replace
from io import StringIO

import pytest
from rich.console import Console

import pokerbot
from pokerbot.cli.leak_report import show_leaks
from pokerbot.evaluation.leaks import BOT, SOUND, find_leaks
from pokerbot.games.betting import legal_actions, start
from pokerbot.games.catalogue import make_game
from pokerbot.games.spot import Spot
from pokerbot.opponents.hand_report import hand_lines
from pokerbot.opponents.leaks import leak_report
from pokerbot.opponents.opponents import made
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.session.dice import read_roll
from pokerbot.tui.widgets.verdict import decision_lines
from tests.opponents.test_win_share import hands

SPOT = {"board": "2s3h4d 6c 7c", "pot": 20, "stack": 10}
LOCK = {"player": "oop", "line": "", "hands": "AA", "play": {"check": 1}}
RANGES = {"oop.range": "AA,QQ", "oop.river.bet": "a", "ip.range": "KK"}
SAID = "A lock gives your seat's play here: sound play is not known."


def opponent(epsilon=0.0):
    game = make_game("holdem", {**SPOT, **RANGES, "lock": [LOCK]})
    return made(pokerbot.solve(game, "dcfr", iterations=500, epsilon=epsilon).strategy, "locked")


@pytest.fixture(scope="module")
def locked():
    return opponent()


def judged(opponent, hand):
    """The first decision with a hand, by the action taken."""
    rules = opponent.strategy.game.rules
    spot = Spot(start(rules), 0, rules.hands[0].find(hand))
    judge = opponent.judges[0]
    return {each.name: judge.judge(spot, each) for each in legal_actions(rules, spot.betting)}


@pytest.mark.parametrize("epsilon", [0.0, 1e-3])
def test_a_locked_blunder_is_one_and_is_not_shown_as_sound(epsilon):
    for action, each in judged(opponent(epsilon), "AhAd").items():
        assert each.chips == pytest.approx({"check": 20, "bet 10": 30}, abs=0.02)
        assert each.grade == {"check": "blunder", "bet 10": "best"}[action]
        assert not each.sound
        assert read_roll(50, each.sound, action) is None
        told = [str(line) for line in decision_lines(each)]
        assert told[1].endswith(SAID)
        assert [line.split()[-1] for line in told[2:]] == ["sound", "–", "–"]


def test_hands_that_are_not_locked_keep_what_sound_play_does(locked):
    for each in judged(locked, "QhQd").values():
        assert each.sound["check"] > 0.99
        assert SAID not in " ".join(str(line) for line in decision_lines(each))


def test_review_and_leaks_tell_no_sound_play_where_a_lock_gives_it(locked):
    """The person checks all aces: each check gives away 10, and the leaks say what that costs."""
    sure = {key: {**play} for key, play in locked.strategy.infosets.items()}
    reviewer = Reviewer(locked)
    played = [each for each in hands(locked, sure, 40) if each.person == 0]
    checked = next(each for each in played if "A" in first(each))
    told = "\n".join(hand_lines(reviewer.reviewed(checked), 1))
    assert SAID in " ".join(told.split())
    assert "sound play 100" not in told
    assert " that your seat's locks and this opponent give away\n" in told
    report = leak_report(reviewer, played)
    sound, own = ({row.infoset: row for row in report.rows(each) if row} for each in report.beside)
    aces, queens = sound["AA:"], sound["QQ:"]
    assert (aces.frequency, aces.beyond_chance) == (None, False)
    assert queens.frequency is not None
    assert own["AA:"].frequency is not None
    assert report.price(aces).chips == pytest.approx(1000 * aces.times / len(played))
    assert report.rows(report.beside[0])[0] is aces
    with StringIO() as told:
        show_leaks(Console(file=told, width=120), report)
        (line,) = (line for line in told.getvalue().splitlines() if " AA" in line)
    assert line.split("AA")[0].split()[-3:] == ["1.00", "–", "check"]


def first(played):
    return played.hand.game.rules.hands[0].name(played.hand.held[0])


def test_frequencies_at_a_lock_offer_nothing_beside_sound_play(locked):
    """What betting all aces gives up cannot be told: the play beside it is not sound."""
    done = [("AhAd:", "bet 10")] * 40
    beside = find_leaks(locked.strategy, SOUND, done)
    assert beside.offered == (0, 0)
    assert "sound play is not known" in beside.caution
    own = find_leaks(locked.strategy, BOT, done)
    assert {row.action: row.frequency for row in own.rows} == {"check": 1, "bet 10": 0}
    free = replace(locked.strategy, game=make_game("holdem", {**SPOT, **RANGES}))
    assert {row.frequency for row in find_leaks(free, SOUND, done).rows} == {0, 1}
