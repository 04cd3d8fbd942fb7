"""Which table one comes to, and what is kept of its hands."""

import gc
import json
import weakref
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from numpy.random import default_rng

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.games.heads_up import game_of
from pokerbot.opponents import open_tables
from pokerbot.opponents.finding import choose, whole_game
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.opponents import BlueprintOpponent, built_in, recall
from pokerbot.opponents.resuming import LeftSession, left, match_left
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.hand import Hand
from pokerbot.play.history import journal, sessions
from pokerbot.play.history.beside import folder_for
from pokerbot.play.history.file import append, hands, read
from pokerbot.play.session.challenge import Challenge
from pokerbot.play.session.practise import Costs
from pokerbot.strategy.strategy import Strategy
from tests.play import test_match as match
from tests.play.hands import NOON, played
from tests.play.tables import latest, play_hand, uniform
from tests.tui.driving import opponent

KUHN, LEDUC = parse_game("kuhn"), parse_game("leduc")


@pytest.fixture
def tables(tmp_path):
    return OpenTables(7, tmp_path / "history.jsonl", pytest.fail)


def test_a_session_that_was_left_goes_on_with_the_seat_that_is_asked_for_last(tables):
    sitting = tables.at(opponent(KUHN), "first")
    assert sitting.table.person == 0
    assert tables.at(opponent(KUHN), "second") is sitting
    assert sitting.table.seat == "second"
    assert tables.at(opponent(LEDUC), "second").table.person == 1


def test_a_file_that_is_written_anew_is_another_opponent(tables):
    """Even one of another game: nothing of what it held before is judged by what it holds now."""
    before = opponent(KUHN)
    now = replace(opponent(LEDUC), path=before.path, sha256="1" * 64)
    sitting = tables.at(before, "first")
    assert tables.at(now, "first").table.game == LEDUC
    assert tables.at(before, "first") is sitting


def test_a_session_goes_on_unless_another_has_begun_at_the_table(tables, tmp_path):
    past = [replace(hand, sha256="0" * 64) for hand in played(KUHN, 3)]
    append(tmp_path / "history.jsonl", *past)
    (saved,) = sessions.summaries(tmp_path / "history.jsonl")
    against = opponent(KUHN, uniform(KUHN))
    tables.at(against, "first")  # no hand is over there
    assert tables.resume(against, "first", LeftSession(saved, tuple(past)))
    sitting = tables.at(against, "first")
    table = sitting.table
    assert (table.score.hands(), table.number) == (3, 4)
    assert tables.resume(against, "first", LeftSession(saved, tuple(past[:1])))
    assert tables.at(against, "first") is sitting


def test_each_hand_is_kept_when_it_ends_with_its_number_at_its_table(tables):
    before = datetime.now(UTC) - timedelta(seconds=1)
    found = [choose(spec).read() for spec in ("kuhn", "leduc")]
    for line in range(1, 7):
        against = found[line % 2]
        table = tables.at(against, "alternate").table
        if table.hand.over:
            table.next_hand()
        assert len(read(tables.history)) == line - 1
        play_hand(table, default_rng(line))
        at, kept = read(tables.history)[-1]
        assert (at, kept.number, kept.seed) == (line, (line + 1) // 2, 7)
        assert (kept.hand, kept.person) == (table.hand, table.person)
        assert kept.result == table.hand.net(table.person)
        assert kept.opponent == str(against.path.resolve())
        assert before <= kept.time <= datetime.now(UTC)
        assert recall(against.path, kept.sha256).strategy == against.strategy
    assert not tables.unkept


def test_a_session_is_gone_on_with_where_it_stood(tmp_path):
    """The same hands as of one that was not left, whatever the seed of what goes on."""
    against, kept = choose("leduc").read(), []
    for stops in ([6], [2, 4]):
        history, rng = tmp_path / f"{len(stops)}.jsonl", default_rng(52)
        for seed, stop in enumerate(stops):
            tables = OpenTables(seed, history, pytest.fail)
            if last := latest(sessions.summaries(history)):
                assert tables.resume(against, "alternate", left(history, last))
            table = tables.at(against, "alternate").table
            for _ in range(stop):
                play_hand(table, rng)
                table.next_hand()
            assert len(hands(history)) == table.score.hands() == table.number - 1
        kept.append([(each.hand, each.person, each.number, each.seed) for each in hands(history)])
    assert kept[0] == kept[1]


def test_a_home_that_was_moved_still_has_its_opponents(tmp_path):
    """Files of those that had none are beside the history; its hands name where that was."""
    first, moved = tmp_path / "first" / "history.jsonl", tmp_path / "moved" / "history.jsonl"
    table = OpenTables(31, first, pytest.fail).at(built_in("call", KUHN), "first").table
    play_hand(table, default_rng(52))
    table.next_hand()
    table.hint()
    first.parent.rename(moved.parent)
    (kept,) = hands(moved)
    assert Reviewer().breakdown(kept) is not None
    session = latest(sessions.summaries(moved))
    assert left(moved, session).in_play.played.opponent == kept.opponent


def test_a_hand_of_another_game_that_says_it_is_of_a_session_is_passed_over(tables):
    against = choose("leduc").read()
    for game in (LEDUC, KUHN):
        its = (replace(each, sha256=against.sha256, started=NOON) for each in played(game, 2))
        append(tables.history, *its)
    (session,) = sessions.summaries(tables.history)
    assert tables.resume(against, "first", left(tables.history, session))
    assert tables.at(against, "first").table.score.hands() == 2


@pytest.mark.parametrize("harm", ["another version", "other cards"])
def test_a_hand_in_play_that_cannot_go_on_is_set_aside_with_a_line(tmp_path, harm):
    """The session goes on with that hand anew."""
    history, against, told = tmp_path / "history.jsonl", choose("leduc").read(), []
    table = OpenTables(7, history, pytest.fail).at(against, "first").table
    play_hand(table, default_rng(1))
    table.next_hand()
    table.roll()
    ((path, kept),) = journal.found(history)
    assert len(set(kept.played.hand.held)) == 2
    content = json.loads(path.read_text())
    if harm == "other cards":
        content["hand"]["cards"].reverse()
    else:
        content["version"] += 1
    path.write_text(json.dumps(content))
    (session,) = sessions.summaries(history)
    after, found = OpenTables(8, history, told.append), left(history, session)
    assert after.resume(against, "first", found)
    again = after.at(against, "first").table
    assert (again.number, again.score.hands(), again.hand) == (2, 1, table.hand)
    assert again.die is None
    (line,) = filter(None, [found.lost, *told])
    aside = path.with_name(f"{path.name}.unread-1")
    assert line.startswith(f"a hand in play cannot be resumed, and is kept as {aside}: ")
    assert json.loads(aside.read_text()) == content
    assert not path.exists()


def test_what_cannot_be_kept_is_told_once_and_play_goes_on(tmp_path):
    """Of the lock, the hand in play and three hands."""
    (tmp_path / "full").write_text("in the way")
    told = []
    tables = OpenTables(7, tmp_path / "full" / "[" / "history.jsonl", told.append)
    table = tables.at(choose("kuhn").read(), "first").table
    for seed in range(3):
        play_hand(table, default_rng(seed))
        table.next_hand()
    assert len(tables.unkept) == 3
    (line,) = told
    assert line.startswith("cannot lock ")
    assert line.endswith(f": {tables.unkept[0].cause}")


@pytest.mark.slow
def test_a_hand_of_a_match_that_is_dealt_all_in_is_over_and_not_in_play(tmp_path):
    """Its file of a hand in play was told to be damaged, and set aside."""
    history = tmp_path / "history.jsonl"
    tables = OpenTables(7, history, pytest.fail)
    table = tables.at(whole_game("heads-up", match=True).read(), "alternate").table
    match.play_out(table, default_rng(3))
    table.stacks = [3960, 40]
    table.next_hand()
    assert table.hand.over
    assert [each.number for each in hands(history)] == [1, 2]
    assert not [*journal.found(history)]
    table.stacks = [3000, 1000]
    table.next_hand()
    assert [hand.played.number for _, hand in journal.found(history)] == [3]


def test_a_match_goes_on_whose_next_hand_is_dealt_all_in(tmp_path):
    """It was left with a big blind to play for: going on with it ended the app."""
    history, kept = tmp_path / "history.jsonl", []
    before = match.table_of(18, keep=lambda table: kept.append(match.record_of(table)))
    rng = default_rng(18)
    match.play_out(before, rng)
    before.next_hand()
    match.play_out(before, rng)
    assert before.stacks == [3900, 100]
    append(history, *kept)
    (session,) = sessions.summaries(history)
    plays = Strategy(game_of(20), {}, {"name": "blueprint"}, 1, 0)
    against = BlueprintOpponent(Path("heads-up-20.blueprint"), plays, 64 * "0", match=True)
    tables = OpenTables(7, history, pytest.fail)
    assert tables.resume(against, "alternate", left(history, session))
    sitting = tables.at(against, "alternate")
    table = sitting.table
    assert (table.number, table.before, table.hand.over) == (3, (3900, 100), True)
    assert sitting.key == session.key, "or its hand in play is not found again"
    assert [each.match for each in hands(history)][2:] == [(3900, 100)]
    assert sum(table.stacks) == 4000


def test_a_match_goes_on_until_one_has_all_the_chips(tmp_path):
    """Whatever was played since, and with the next match where a hand of it was begun."""
    history, kept, rng = tmp_path / "history.jsonl", [], default_rng(18)
    table = match.table_of(18, keep=lambda table: kept.append(match.record_of(table)))
    match.play_out(table, rng)
    append(history, replace(kept[0], started=kept[0].started - timedelta(days=1)))
    assert match_left(history, "another's") is None
    (left_one,) = match_left(history, kept[0].who).past
    assert left_one.match == (2000, 2000)
    while min(table.stacks):
        append(history, kept[-1])
        append(history, *played(KUHN, 1, seed=len(kept)))
        found = match_left(history, kept[0].who)
        assert [each.number for each in found.past] == [each.number for each in kept]
        table.next_hand()
        match.play_out(table, rng)
    append(history, kept[-1])
    assert match_left(history, kept[0].who) is None
    table.next_hand()
    next_one = replace(kept[-1], hand=table.hand, number=table.number, match=table.before)
    begun = journal.HandInPlay(next_one, None, hinted=False)
    journal.write(journal.place(history, found.session.key), begun)
    assert match_left(history, kept[0].who).in_play == begun


@pytest.mark.parametrize("elsewhere", [{2}, {1, 2}, {1}, set()])
def test_a_match_goes_on_that_no_other_pokerbot_plays(tmp_path, monkeypatch, elsewhere):
    """Of two that were left; if both are played elsewhere, the last one, of which that is told."""
    history, kept, rng = tmp_path / "history.jsonl", [], default_rng(18)
    table = match.table_of(18, keep=lambda table: kept.append(match.record_of(table)))
    match.play_out(table, rng)
    begun = {day: kept[0].started + timedelta(day) for day in (1, 2)}
    append(history, *(replace(kept[0], started=time) for time in begun.values()))
    played_elsewhere = {begun[day] for day in elsewhere}
    monkeypatch.setattr(journal, "is_elsewhere", lambda _, key: key[-1] in played_elsewhere)
    found = match_left(history, kept[0].who).session.started
    assert found == begun[1 if elsewhere == {2} else 2]


@pytest.mark.slow
def test_nothing_is_kept_of_tables_that_are_left_for_good(tmp_path):
    """Of practice, which is begun at each visit, and of challenges, but for the last one."""
    against = opponent(KUHN, uniform(KUHN))
    tables = OpenTables(7, tmp_path / "history.jsonl", pytest.fail)
    drill = tables.practice(against, 3, Costs())
    challenge = Challenge(7, "first", 10, against.sha256[:12], 0.5)
    duel = tables.take(against, challenge)
    for sitting in (drill, duel):
        play_hand(sitting.table, default_rng(1))
        assert len(sitting.played) == 1
    left = weakref.WeakSet([drill.table, duel.table])
    tables.take(against, challenge)
    del sitting, drill, duel
    gc.collect()
    assert not left


@pytest.mark.parametrize("who", ["kuhn", "echo"])
def test_hands_that_could_not_be_kept_are_kept_as_soon_as_that_works(tmp_path, who):
    """So that a disk that was full for a while leaves no gap; echo is in no file before that."""
    told, history = [], tmp_path / "full" / "history.jsonl"
    (tmp_path / "full").write_text("in the way")
    tables = OpenTables(7, history, told.append)
    sitting = tables.at(choose(who, None if who == "kuhn" else "kuhn").read(), "first")
    finished = []
    for seed in range(4):
        if seed == 2:
            assert len(tables.unkept) == 2
            assert not sitting.played
            (tmp_path / "full").unlink()
        play_hand(sitting.table, default_rng(seed))
        finished.append(sitting.table.hand)
        if seed < 3:
            sitting.table.next_hand()
    assert [each.hand for each in hands(history)] == finished
    assert [each.number for each in sitting.played] == [1, 2, 3, 4]
    assert not tables.unkept
    assert not list(journal.found(history))
    assert len(told) == len(set(told))


@pytest.mark.slow
@pytest.mark.parametrize("space", [True, False])
def test_a_hand_that_could_not_be_kept_is_not_replaced_by_the_next_one(
    tmp_path, monkeypatch, space
):
    """Its file was: after a power cut it was gone, and the match went on with other stacks."""
    history, told = tmp_path / "history.jsonl", []
    tables = OpenTables(7, history, told.append)
    against = whole_game("heads-up", match=True).read()
    table, chips = tables.at(against, "alternate").table, [[2000, 2000]]
    for seed in (3, 2):
        match.play_out(table, default_rng(seed))
        won = int(table.hand.net(table.person))
        assert 0 < abs(won) < 2000
        chips.append([chips[-1][0] + won, chips[-1][1] - won])
        if seed == 3:
            table.next_hand()
            monkeypatch.setattr(open_tables, "append", refuse)
    if space:
        monkeypatch.setattr(open_tables, "append", append)
    table.next_hand()
    assert len(told) == 1
    kept = [each.number for each in hands(history)]
    ((_, hand),) = journal.found(history)
    assert ([*kept, hand.played.number]) == ([1, 2, 3] if space else [1, 2])
    (session,) = sessions.summaries(history)
    after = OpenTables(8, history, pytest.fail)
    assert after.resume(against, "alternate", left(history, session))
    again = after.at(against, "alternate").table
    assert again.number == len(kept) + 1
    assert again.stacks == chips[len(kept)]


def refuse(*_):
    raise InputError("cannot write the history: No space left on device")


def test_hands_that_could_not_be_kept_are_kept_at_the_end(tmp_path):
    history = tmp_path / "full" / "history.jsonl"
    (tmp_path / "full").write_text("in the way")
    tables = OpenTables(7, history, lambda told: None)
    for game in (KUHN, LEDUC):
        play_hand(tables.at(opponent(game, uniform(game)), "first").table, default_rng(1))
    tables.keep_owed()
    assert len(tables.unkept) == 2
    (tmp_path / "full").unlink()
    tables.keep_owed()
    assert [each.hand.game for each in hands(history)] == [KUHN, LEDUC]
    assert not tables.unkept


def test_a_hand_in_play_after_one_that_was_owed_is_kept_where_another_hand_finds_room(
    tmp_path, monkeypatch
):
    """Also where the person does nothing more at that table."""
    history = tmp_path / "history.jsonl"
    tables = OpenTables(7, history, lambda told: None)
    table = tables.at(choose("leduc").read(), "first").table
    monkeypatch.setattr(open_tables, "append", refuse)
    play_hand(table, default_rng(1))
    table.next_hand()
    table.act(table.hand.observe().actions[0])
    ((_, kept),) = journal.found(history)
    assert kept.played.number == 1
    monkeypatch.setattr(open_tables, "append", append)
    play_hand(tables.at(choose("kuhn").read(), "first").table, default_rng(1))
    assert [each.hand.game for each in hands(history)] == [LEDUC, KUHN]
    ((_, kept),) = journal.found(history)
    assert (kept.played.number, len(kept.played.hand.steps)) == (2, 1)


def test_a_hand_that_cannot_be_kept_holds_up_no_other_session(tmp_path):
    tables = OpenTables(7, tmp_path / "history.jsonl", lambda told: None)
    echo = choose("echo", "kuhn").read()
    folder = folder_for(tmp_path, echo.sha256)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")  # of the file that echo is written to
    for each in (echo, opponent(LEDUC, uniform(LEDUC))):
        play_hand(tables.at(each, "first").table, default_rng(1))
    assert [each.hand.game for each in hands(tables.history)] == [LEDUC]
    assert len(tables.unkept) == 1
    folder.unlink()
    tables.keep_owed()
    assert [each.hand.game for each in hands(tables.history)] == [LEDUC, KUHN]


def test_no_chips_are_counted_to_begin_a_session(tmp_path, monkeypatch):
    """Adding up 100,000 hands took seconds, in which no key was answered."""
    history, against = tmp_path / "history.jsonl", opponent(KUHN)
    before = OpenTables(7, history, pytest.fail).at(against, "first")
    late = [replace(each, seed=7, started=before.started) for each in played(KUHN, 2)]
    append(history, *(replace(each, sha256=against.sha256) for each in late))
    assert len(hands(history)) == len(late)  # which checks their results
    monkeypatch.setattr(Hand, "net", lambda *_: pytest.fail("counted"))
    assert OpenTables(7, history, pytest.fail).at(against, "first").started > before.started
