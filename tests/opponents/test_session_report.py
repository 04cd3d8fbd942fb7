"""What one is told when one leaves the table."""

import re
from dataclasses import astuple, replace
from types import SimpleNamespace

import pytest
from numpy.random import default_rng

from pokerbot.cli.commands import play
from pokerbot.evaluation.breakdown import Decision
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.finding import whole_game
from pokerbot.opponents.hand_report import _decision
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.reviews import (
    MOST_MISSED,
    ReviewedHand,
    Reviewer,
    listed,
    ordered,
    verdict,
)
from pokerbot.opponents.session_report import session_report
from pokerbot.play.hand import deal
from pokerbot.play.session.score import Score, Verdict
from pokerbot.play.view.words import spot
from tests.opponents.known import known
from tests.play.tables import play_hand


def told(key):
    """The words of an information set of felix's game."""
    return spot(parse_game("kuhn").rules, key)


def sat(folder, many, *, at_random, soundly=False):
    """A session against felix, by one who plays at random, or does what is best, or sound."""
    felix, rng = known("felix"), default_rng(4)
    tables = OpenTables(1, folder / "history.jsonl", pytest.fail)
    sitting = tables.at(felix, "alternate")
    table = sitting.table
    while table.number < many or not table.hand.over:
        if table.hand.over:
            table.next_hand()
        elif table.bot_to_act:
            table.bot_act()
        elif at_random:
            actions = table.hand.observe().actions
            table.act(actions[rng.integers(len(actions))])
        else:
            advice = felix.advise(table.hand)
            often = advice.sound
            best = max(often, key=often.get) if soundly and often else advice.action
            table.act(next(a for a in table.hand.observe().actions if a.name == best))
    table.judge(lambda hand, person: verdict(felix.breakdown(hand, person)), many)
    return felix, tables, sitting


@pytest.mark.slow
def test_the_worst_hands_and_what_to_drill(tmp_path):
    felix, _, sitting = sat(tmp_path, 120, at_random=True)
    sure, worst, drill = sitting.report()
    exact = sitting.table.score.without_luck
    assert sure == f"luck taken out: {exact[0]:+.2f} ± {exact[1]:.2f} chips".replace("-", "−")
    lost, where = {}, {}
    for played in sitting.played:
        split = felix.breakdown(played.hand, played.person)
        lost[played.number] = split.mistakes
        for each in split.decisions:
            at = each.infoset, each.action
            where[at] = where.get(at, 0) + each.fault
    named = re.findall(r"hand (\d+) \(\w – .\) −(\d\.\d\d)", worst)
    assert len(named) == 3
    assert [float(chips) for _, chips in named] == pytest.approx(
        sorted(lost.values())[:-4:-1], abs=0.0051
    )
    assert all(lost[int(number)] == pytest.approx(float(c), abs=0.0051) for number, c in named)
    assert float(re.search(r"(\d+\.\d\d) chips lost", drill)[1]) == pytest.approx(
        100 * max(where.values()) / 120, abs=0.0051
    )


def test_small_chips_are_told_to_as_many_decimals_as_matter():
    """At a hundredth of a chip, two decimals tell nothing of what is won without luck."""
    score = Score((0.0, 0.0), unit=0.01)
    for chips in (0.03, -0.01):
        score.add(0, chips)
        score.judge(Verdict(0.0, (0.0012,), (True,)))
    sure, *_ = session_report(score, [], Reviewer())
    assert sure.startswith("luck taken out: −0.0024 ± ")


@pytest.mark.slow
def test_what_came_up_once_is_drilled_only_where_nothing_came_up_twice(tmp_path):
    felix, _, sitting = sat(tmp_path, 120, at_random=True)
    reviewer, there = Reviewer(felix), {}
    for played in sitting.played:
        faults = ReviewedHand(played, reviewer.breakdown(played)).decisions
        if sum(each.fault > 0 for each in faults) == 1:
            (fault,) = (each for each in faults if each.fault)
            there.setdefault((fault.fault, fault.infoset, fault.action), []).append(played)
    (most, key, action), dear = max(there.items())
    (least, other, did), cheap = min(each for each in there.items() if len(each[1]) > 1)
    assert most > 2 * least
    *_, said = session_report(sitting.table.score, [*cheap[:2], dear[0]], reviewer)
    hundred = 100 * 2 * least / 3
    assert said == f"drill: {told(other)}: {did}, {hundred:.2f} chips lost in 100 hands"
    hinted = [replace(each, assisted=True) for each in cheap[1:]]
    *_, said = session_report(sitting.table.score, [cheap[0], dear[0], *hinted], reviewer)
    assert said == f"drill: {told(key)}: {action}, {most:.2f} chips lost the one time"


def test_who_plays_soundly_drills_what_that_misses(tmp_path):
    felix, _, sitting = sat(tmp_path, 40, at_random=False, soundly=True)
    missed = {}
    for played in sitting.played:
        for each in felix.breakdown(played.hand, played.person).decisions:
            assert not each.fault
            missed[each.infoset, each.action] = (
                missed.get((each.infoset, each.action), 0) + each.loss
            )
    *_, drill = sitting.report()
    (key, action), chips = max(missed.items(), key=lambda each: each[1])
    assert drill == f"drill: {told(key)}: {action}, {chips / 0.4:.2f} chips missed in 100 hands"
    reviewed = ordered(list(map(Reviewer(felix).reviewed, sitting.played)), MOST_MISSED)
    assert sum(each.missed for each in reviewed) == pytest.approx(sum(missed.values()), abs=0.1)
    most, *_, least = (round(each.missed, 2) for each in reviewed)
    assert most > least == 0
    assert not any(each.lost for each in reviewed)


def test_who_makes_no_mistake_has_nothing_to_drill(tmp_path):
    *_, sitting = sat(tmp_path, 12, at_random=False)
    (sure,) = sitting.report()
    assert sure.startswith("luck taken out: ")


def test_before_all_is_judged_nothing_is_told(tmp_path):
    *_, sitting = sat(tmp_path, 3, at_random=True)
    sitting.table.next_hand()
    play_hand(sitting.table, default_rng(5))
    assert not [*sitting.report()]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_what_is_told_at_the_end_is_ascii_where_the_screens_are(tmp_path, capsys, ascii_only):
    _, tables, _ = sat(tmp_path, 12, at_random=True)
    play._tell_how_it_went(tables, ascii_only=ascii_only)
    told = capsys.readouterr().out
    assert "luck taken out" in told
    assert told.isascii() == ascii_only


def test_at_the_end_a_match_is_told_apart_from_single_hands(tmp_path, capsys):
    tables = OpenTables(7, tmp_path / "history.jsonl", pytest.fail)
    for match in (False, True):
        sitting = tables.at(whole_game("heads-up", match=match).read(), "first")
        fold, *_ = sitting.table.hand.observe().actions
        sitting.table.act(fold)
    play._tell_how_it_went(tables, ascii_only=True)
    assert capsys.readouterr().out.splitlines() == [
        "heads-up-20: 1 hand, -50 chips",
        "heads-up-20, match: 1 hand, -50 chips",
    ]


def test_of_many_actions_the_best_and_the_one_taken_are_listed():
    """A single one that would be left out is listed, too: the line in its place is as long."""
    chips = {"check": 0.0, "bet 1": 5.0, "bet 2": 4.0, "bet 3": 3.0, "bet 4": 2.0, "bet 5": 1.0}
    taken = SimpleNamespace(chips=chips, action="bet 4", sound=dict.fromkeys(chips, 0.125))
    for most, kept, left in (
        (2, ["bet 1", "bet 2", "bet 4"], ["check", "bet 3", "bet 5"]),
        (3, ["bet 1", "bet 2", "bet 3", "bet 4"], ["check", "bet 5"]),
    ):
        *alone, rest = listed(taken, most)
        assert [(line.name, line.wins, line.loses) for line in alone] == [
            (each, chips[each], 5.0 - chips[each]) for each in kept
        ]
        assert [line.name for line in alone if line.taken] == ["bet 4"]
        won = max(chips[each] for each in left)
        told = f"… {len(left)} more", left, won, 5.0 - won, 0.125 * len(left), False
        assert astuple(rest) == told
    assert [line.actions for line in listed(taken, 5)] == [[each] for each in chips]
    taken.sound = {}
    assert {line.sound for line in listed(taken, 2)} == {None}


def test_the_report_on_a_hand_says_how_many_actions_share_a_line_and_what_they_win_at_most():
    chips = {"check": -3.0} | {f"bet {size}": 8.0 - size for size in range(1, 9)}
    decision = Decision(
        **{"infoset": "J:", "round": 0, "action": "bet 7", "chips": chips, "frequencies": {}},
        **{"sound": dict.fromkeys(chips, 1 / 9), "loss": 6.0, "least": 0.01, "grade": "blunder"},
    )
    seen = deal(parse_game("leduc-nolimit"), default_rng(1)).observe()
    *_, before, last = _decision(seen, decision)
    assert before.split() == ["bet", "7", "+1", "chips,", "sound", "play", "11%"]
    assert " ".join(last.split()) == "… 2 more 0 chips at most, sound play 22%"
    *_, last = _decision(seen, replace(decision, sound={}))
    assert last.endswith(" chips at most")
