"""Sessions are saved as they go: listed, read back, and gone on with where they stood."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.play.table import Table
from tests.play import test_match as match
from tests.play.hands import NOON, played
from tests.play.tables import GAMES, IDS, draws, latest, play_hand, uniform

VERSION_1 = Path(__file__).parent / "history-version-1.jsonl"
LEDUC = parse_game("leduc")


def tables_hands(game, seat, stops):
    """The hands of a session that is left and gone on with after each of these numbers of hands."""
    kept = []

    def keep(table):
        hand = next(played(game, 1))
        kept.append(replace(hand, hand=table.hand, person=table.person, number=table.number))

    rng = np.random.default_rng(9)
    for stop in stops:
        table = Table(uniform(game), (0.25, -0.25), draws(5), seat, keep, list(kept))
        for _ in range(stop):
            play_hand(table, rng)
            table.next_hand()
        actions = table.hand.observe().actions
        if table.person_to_act and not table.hand.after(actions[0]).over:
            table.act(actions[0])  # leave in the middle of a hand
    return table, kept


@pytest.mark.parametrize("seat", ["alternate", "second"])
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_session_with_stops_is_the_session_without(game, seat):
    through, hands = tables_hands(game, seat, [30])
    stopped, again = tables_hands(game, seat, [7, 0, 1, 1, 12, 9])
    assert again == hands
    assert [hand.number for hand in again] == list(range(1, 31))
    assert (
        (stopped.number, stopped.person)
        == (through.number, through.person)
        == (31, 0 + (seat == "second"))
    )
    for seats in ((), (0,), (1,)):
        assert stopped.score.hands(*seats) == through.score.hands(*seats)
        assert stopped.score.won(*seats) == through.score.won(*seats)
    assert stopped.score.result_curve == through.score.result_curve
    assert stopped.score.difference == through.score.difference


def test_hands_draw_their_cards_the_bots_dice_and_the_die_apart():
    found = {draws(5)(number, kind).random() for number in range(50) for kind in range(3)}
    assert len(found) == 150


def session(path, count, seed=1, number=1, **changes):
    """Append hands of a session, from a number on, ten seconds apart."""
    hands = list(played(LEDUC, number + count - 1, seed=seed))[number - 1 :]
    times = (NOON + timedelta(seconds=10 * hand.number) for hand in hands)
    hands = [replace(hand, time=time, **changes) for hand, time in zip(hands, times, strict=True)]
    append(path, *hands)
    return hands


def test_sessions_are_listed_with_what_they_came_to(tmp_path):
    path = tmp_path / "history.jsonl"
    assert sessions.summaries(path) == []
    assert latest(sessions.summaries(path)) is None
    started = NOON - timedelta(minutes=1)
    first = session(path, 5, seed=1, started=NOON)
    with open(path, "ab") as file:
        file.write(b"{torn\n")
    other = session(path, 3, seed=1, started=started, assisted=True)
    first += session(path, 4, seed=1, number=6, started=NOON)
    session(path, 2, seed=2, started=NOON, mode="practise")
    found = sessions.summaries(path)
    assert [(each.played.seed, each.started, each.played.mode) for each in found] == [
        *((1, started, "play"), (1, NOON, "play"), (2, NOON, "practise"))
    ]
    assert [each.hands for each in found] == [3, 9, 2]
    last = latest(sessions.summaries(path))
    assert last == found[1]
    assert last.won == sum(hand.result for hand in first)
    assert last.played == first[-1]
    assert list(sessions.hands(path, last)) == first
    assert list(sessions.hands(path, found[0])) == other
    assert list(sessions.hands(path, *found[:2])) == [*first[:5], *other, *first[5:]]
    assert latest(found, ("practise",)) == found[2]
    assert latest(found, ("match",)) is None


def test_what_a_session_at_a_spot_came_to_counts_folding_at_once_as_nothing(tmp_path):
    """The pot of 30 with which it begins is both players': half of it is in each result."""
    told = {"board": "Td9d6hQc7s", "pot": 30, "stack": 40, "oop.river.bet": "a"}
    spot = make_game("holdem", told | {"oop.range": "AA,54s", "ip.range": "KK"}, "my")
    hands = [*played(spot, 9)]
    append(tmp_path / "history.jsonl", *hands)
    (found,) = sessions.summaries(tmp_path / "history.jsonl")
    assert found.won == sum(hand.result + 15 for hand in hands) != 0


def test_a_session_that_goes_on_in_two_places_at_once_counts_each_hand_once(tmp_path):
    """Both deal the same hands: they counted twice, in its result and among the leaks."""
    path, game = tmp_path / "history.jsonl", LEDUC
    began = list(session(path, 4, seed=3, started=NOON))
    kept = []

    def keep(table):
        at = replace(began[0], hand=table.hand, person=table.person, number=table.number)
        kept.append(at)
        append(path, at)

    tables = [Table(uniform(game), (0.0, 0.0), draws(3), keep=keep, past=began) for _ in range(2)]
    rngs = [np.random.default_rng(seed) for seed in (1, 2)]
    for turn in (0, 1, 0, 0, 1, 1, 1):
        play_hand(tables[turn], rngs[turn])
        tables[turn].next_hand()
    assert [hand.number for hand in kept] == [5, 5, 6, 7, 6, 7, 8]
    (found,) = sessions.summaries(path)
    counted = [kept[turn] for turn in (0, 2, 3, 6)]
    assert list(sessions.hands(path, found)) == [*began, *counted]
    assert (found.hands, found.won) == (8, sum(h.result for h in [*began, *counted]))
    again = {line: str(fault) for line, fault in read(path) if isinstance(fault, InputError)}
    assert again == {
        line: f"hand {number} of its session is there already"
        for line, number in ((6, 5), (9, 6), (10, 7))
    }
    assert Table(uniform(game), (0.0, 0.0), draws(3), past=sessions.hands(path, found)).number == 9


def test_one_who_adapts_deals_the_same_hands_whatever_it_plays_by_then(tmp_path):
    path = tmp_path / "history.jsonl"
    (began,) = session(path, 1, seed=3, started=NOON, adapts=True)
    append(path, replace(began, sha256="cd" * 32))
    assert list(sessions.hands(path, *sessions.summaries(path))) == [began]


def test_hands_of_a_match_of_ones_own_count_once_in_a_history_joined_with_its_copy(tmp_path):
    path, kept = tmp_path / "history.jsonl", match.hands_of(3)
    append(path, *kept)
    path.write_bytes(2 * path.read_bytes())
    (found,) = sessions.summaries(path)
    assert (found.hands, found.won) == (3, sum(each.result for each in kept))


def test_of_matches_of_bots_that_began_at_once_every_hand_counts(tmp_path):
    path = tmp_path / "history.jsonl"
    for _ in range(2):
        session(path, 3, started=NOON, mode="match")
    assert [each.hands for each in sessions.summaries(path)] == [6]


def test_a_clock_that_jumps_changes_no_session(tmp_path):
    """Hands are told apart by their numbers and kept in their order, whatever the clock says."""
    path = tmp_path / "history.jsonl"
    hands = list(played(LEDUC, 5))
    days = (0, 3, -20_000, 2_500_000, 1)
    hands = [
        replace(hand, started=NOON, time=NOON + timedelta(days=day))
        for hand, day in zip(hands, days, strict=True)
    ]
    append(path, *hands)
    (found,) = sessions.summaries(path)
    assert list(sessions.hands(path, found)) == hands
    assert (found.hands, found.played) == (5, hands[-1])


def test_hands_of_version_1_are_read_for_ever(tmp_path):
    lines = [json.loads(line) for line in VERSION_1.read_text().splitlines()]
    hands = [hand for _, hand in read(VERSION_1)]
    new = {
        "version": 2,
        "started": None,
        "mode": "play",
        "assisted": False,
        "rolled": [],
        "given": 0,
    }
    assert [hand.content() for hand in hands] == [{**line, **new} for line in lines]
    found = sessions.summaries(VERSION_1)
    assert [each.hands for each in found] == [6] * 5
    for each in found:
        own = [line for line in lines if line["seed"] == each.played.seed]
        assert each.won == sum(line["result"] for line in own)
        assert [hand.content()["time"] for hand in sessions.hands(VERSION_1, each)] == [
            line["time"] for line in own
        ]
    assert latest(sessions.summaries(VERSION_1)) == found[-1]


def test_in_version_1_a_session_starts_where_the_numbers_start_again(tmp_path):
    path = tmp_path / "history.jsonl"
    first = session(path, 4)
    later = [replace(hand, time=hand.time + timedelta(days=1)) for hand in first[:2]]
    append(path, *later)
    found = sessions.summaries(path)
    assert [each.hands for each in found] == [4, 2]
    assert list(sessions.hands(path, found[1])) == later
    gone_on = replace(first[2], time=NOON + timedelta(days=2), started=found[1].started)
    append(path, gone_on)
    assert list(sessions.hands(path, latest(sessions.summaries(path)))) == [
        *later,
        gone_on,
    ]


def test_every_hand_finds_its_session(tmp_path):
    """Those without a starting time, too: they begin with the session's first hand."""
    path = tmp_path / "history.jsonl"
    first = session(path, 4)
    later = [replace(hand, time=hand.time + timedelta(days=1)) for hand in first[:2]]
    told = [replace(hand, started=NOON + timedelta(days=2)) for hand in first[:3]]
    append(path, *later, *told)
    found = sessions.summaries(path)
    assert [each.hands for each in found] == [4, 2, 3]
    for each in found:
        for hand in sessions.hands(path, each):
            assert sessions.session_of(hand, found) == each
    assert sessions.session_of(replace(first[0], seed=99), found) is None
