"""What a person's faults cost, held to what a player who plays so exactly gives away."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.leaks import wilson
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.leaks import describes, leak_report
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.session.drill import spot_at
from tests.opponents.known import known
from tests.opponents.test_beliefs import changed
from tests.opponents.test_win_share import hands

MANY = 900


@pytest.mark.slow
def test_what_a_fault_costs_is_what_it_gives_away_by_how_often_it_comes_up(kurt):
    """Kuhn: who folds each king to a bet gives away 3 chips, as often as kurt bets jacks into it.

    A king sits second in a sixth of the hands, with a jack across in half of them, and so on.
    """
    plays = kurt.strategy.infosets
    person = changed(kurt, lambda key: key.startswith("K"), "fold")
    report = leak_report(Reviewer(), hands(kurt, person, MANY))
    sound, own = report.beside
    assert (sound.beside, own.beside, report.hands) == ("sound", "bot", MANY)
    bets = sum(plays[f"{card}:"]["bet"] for card in "JQ") / 2
    checked = sum(plays[f"{card}:k"]["bet"] for card in "JQ") / 2 * person["K:"]["check"]
    for key, often in (("K:b", bets / 6), ("K:kb", checked / 6)):
        (row,) = (row for row in report.rows(sound) if row and row.infoset == key)
        price = report.price(row)
        assert row.action == "fold"
        low, high = price.interval
        assert low < 100 * 3 * often < high
        assert low < price.chips < high
        faults = round(MANY * price.chips / 300)
        assert price.interval == pytest.approx([300 * end for end in wilson(faults, MANY)])
        assert report.is_habit(row)
    assert {row.infoset for row in report.rows(sound) if row and report.is_habit(row)} == {
        "K:b",
        "K:kb",
    }


def test_what_was_done_once_is_listed_last_and_is_no_habit(kurt):
    """A king folded once gives chips away, but tells nothing of the next one."""
    played = hands(kurt, changed(kurt, lambda key: key.startswith("K"), "fold"), 30)
    for many in (20, 30):
        report = leak_report(Reviewer(), played[:many])
        rows = report.rows(report.beside[0])
        often, once = rows[: rows.index(None)], rows[rows.index(None) + 1 :]
        assert min(row.times for row in often) == {20: 2, 30: 3}[many]
        assert {row.times for row in once} == {1}
    (folded,) = (row for row in once if report.price(row).chips)
    assert (folded.infoset, folded.action) == ("K:kb", "fold")
    assert not report.is_habit(folded)


def test_of_two_actions_one_line_says_what_both_would():
    """The share of the other is the rest of 100 %; of more than two each is listed."""
    lea = known("lea")
    report = leak_report(Reviewer(), hands(lea, known("bruno").strategy.infosets, 60))
    found, _ = report.beside
    rows = [row for row in report.rows(found) if row is not None]
    count = Counter(row.infoset for row in found.rows)
    assert {2, 3} <= set(count.values())
    expected = {key: 1 if actions == 2 else actions for key, actions in count.items()}
    assert Counter(row.infoset for row in rows) == expected
    alone = [row for row in rows if count[row.infoset] == 2]
    assert all(row.observed >= row.frequency or report.price(row).chips for row in alone)
    assert {report.price(row).chips > 0 for row in alone} == {True, False}


def test_what_costs_nothing_is_no_leak(kurt):
    """To bet every jack into felix, who folds too much, is far from sound and wins the most."""
    felix = known("felix")
    person = changed(felix, lambda key: key in ("J:", "J:k"), "bet")
    report = leak_report(
        Reviewer(),
        hands(
            felix, {**kurt.strategy.infosets, **{key: person[key] for key in ("J:", "J:k")}}, 300
        ),
    )
    sound, _ = report.beside
    (row,) = (row for row in sound.rows if (row.infoset, row.action) == ("J:k", "bet"))
    assert row.beyond_chance
    assert report.price(row).chips == 0
    assert not report.is_habit(row)
    costless = [each for each in report.rows(sound) if each and not report.price(each).chips]
    more = [each.times * (each.observed - each.frequency) for each in costless]
    assert more == sorted(more, reverse=True)  # of two actions the one that is taken too often
    assert more[-1] >= 0 < len(more)


@pytest.mark.slow
def test_hands_that_no_file_judges_any_more_count_in_nothing_and_are_told(kurt):
    """Played against one who adapts, whose strategy of then is not kept: unknown, not faultless."""
    person = changed(kurt, lambda key: key.startswith("K"), "fold")
    played = [replace(each, adapts=True) for each in hands(kurt, person, 200)]
    lost = [replace(each, sha256="0" * 64) for each in played[:150]]
    whole, some = (leak_report(Reviewer(), each) for each in (played[150:], [*lost, *played[150:]]))
    assert (whole.hands, whole.left_out, whole.omission) == (50, 0, "")
    assert (some.hands, some.left_out) == (50, 150)
    assert some.omission.startswith("150 more are not counted")
    assert some.by_week() == whole.by_week()
    rows, same = some.rows(some.beside[0]), whole.rows(whole.beside[0])
    assert rows == same
    assert [some.price(row) for row in rows if row] == [whole.price(row) for row in same if row]
    with pytest.raises(InputError, match="is not at hand any more"):
        leak_report(Reviewer(), lost)


def test_the_trend_is_by_weeks_of_the_local_date(kurt):
    person = changed(kurt, lambda key: key.startswith("K"), "fold")
    played = hands(kurt, person, 200)
    later = [replace(each, time=each.time + timedelta(7)) for each in played[100:]]
    report = leak_report(Reviewer(), [*played[:100], *later])
    (one, first), (two, second) = report.by_week()
    assert two - one == timedelta(7)
    assert one.weekday() == two.weekday() == 0
    assert one <= played[0].time.astimezone().date() < two
    total = sum(fault.chips for fault in report.faults)
    assert first + second == pytest.approx(total)
    kings = [chips for _, chips in report.by_week(["k"])]
    jacks = [chips for _, chips in report.by_week(["j"])]
    assert sum(kings) > 0.9 * total > 0
    assert sum(jacks) < 0.1 * total


@pytest.mark.parametrize(
    ("game", "key", "words", "others"),
    [
        ("kuhn", "K:b", ("k", "second", "bet", "round1"), ("j", "first", "raised", "checked")),
        ("kuhn", "J:", ("j", "first", "checked"), ("bet", "second", "b")),
        ("leduc", "Q/Q:kbrc/k", ("pair", "q", "second", "raised", "round2"), ("first", "round1")),
    ],
)
def test_decisions_are_found_by_what_they_are(game, key, words, others):
    seen = spot_at(parse_game(game), key)
    assert all(describes(seen, [word]) for word in words)
    assert describes(seen, words)
    assert not any(describes(seen, [*words, other]) for other in others)
