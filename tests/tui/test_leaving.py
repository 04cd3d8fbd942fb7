"""Sessions that are left in the middle of a hand, killed, or played by two apps at once."""

import os
import subprocess
from dataclasses import replace
from datetime import date

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.bots import ADAPTS
from pokerbot.opponents import finding
from pokerbot.opponents.finding import challenged
from pokerbot.opponents.open_tables import ELSEWHERE
from pokerbot.opponents.today import note_shown
from pokerbot.play.history import journal
from pokerbot.play.history.file import read
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.sessions import summaries
from pokerbot.play.session.challenge import Challenge, parse
from pokerbot.tui.app import PokerApp
from pokerbot.tui.table.challenge import ChallengeScreen
from pokerbot.tui.table.screen import TableScreen
from tests.trials.terminals import POKERBOT, Terminal
from tests.tui.driving import at_table, drive, press, take_by_key, text, until, view


def in_play(history):
    return [hand for _, hand in journal.found(history)]


async def resume(pilot, app):
    """Go on with what the lobby offers."""
    await until(pilot, lambda: app.screen.resumable)
    await press(pilot, "space")
    await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.ready)


async def leave_in_the_middle(pilot, app):
    """Play two hands to their end, and another until the bot has answered, with die and hint."""
    await until(pilot, lambda: at_table(app).ready)
    while True:
        table = at_table(app).table
        middle = len(table.hand.steps) > 2 and table.rolled and table.person_to_act
        if table.score.hands() >= 2 and middle:
            return
        if table.hand.over:
            await press(pilot, "space")
        else:
            if table.score.hands() >= 2:
                await press(pilot, "d", "h")
            await take_by_key(pilot, view(app).choices[0].kind[0])


def seen(app):
    """All that the table shows; of the course, whose last digits may differ, the hands."""
    at = at_table(app)
    session = replace(at.view.session, result_curve=at.view.session.result_curve.hands)
    return replace(at.view, session=session), at._decisions(), at._advice()


@pytest.mark.slow
@pytest.mark.parametrize("who", ["leduc-cfr+", "raise", ADAPTS])
def test_a_hand_goes_on_where_it_was(data, who):
    """With the bets, what the die showed, the hint and the coach's grades; to the same end."""
    game = None if who == "leduc-cfr+" else "leduc"
    history, ends = data / "history.jsonl", []
    first = PokerApp(31, finding.choose(who, game).read(), pace=0, history=history)
    first.coach = True

    async def leave(pilot):
        await leave_in_the_middle(pilot, first)
        await press(pilot, "d")
        ends.append(seen(first))

    drive(first, leave)
    (left,) = in_play(history)
    assert left.played.assisted
    assert left.die is not None
    second = PokerApp(32, None, pace=0, history=history)
    second.coach = True

    async def go_on(pilot):
        await resume(pilot, second)
        assert seen(second) == ends[0]
        assert len(at_table(second)._decisions()) == len(left.played.decisions) > 0
        while not at_table(second).table.hand.over:
            await press(pilot, view(second).choices[0].kind[0])

    drive(second, go_on)
    assert not in_play(history)
    (session,) = summaries(history)
    assert session.hands == left.played.number
    *_, (_, last) = read(history)
    steps = left.played.hand.steps
    assert (last.hand.held, last.hand.steps[: len(steps)]) == (left.played.hand.held, steps)
    assert (last.number, last.sha256, last.assisted) == (session.hands, left.played.sha256, True)


def test_the_first_hand_of_a_session_goes_on_too(data):
    history, before = data / "history.jsonl", []
    first = PokerApp(31, finding.choose("leduc-cfr+").read(), "second", 0, history=history)

    async def leave(pilot):
        assert len(view(first).choices) > 0
        assert not in_play(history)  # of a table that one has only looked at nothing is kept
        await until(pilot, lambda: at_table(first).ready)
        await press(pilot, "h", "c")
        before.append(at_table(first).table)

    drive(first, leave)
    assert not history.exists()
    second = PokerApp(32, None, "first", 0, history=history)

    async def go_on(pilot):
        await until(pilot, lambda: "resume" in text(second, "#last"))
        assert text(second, "#last").endswith("resume: leduc against leduc-cfr+, the first hand")
        await resume(pilot, second)
        table = at_table(second).table
        assert (table.hand, table.person, table.assisted) == (before[0].hand, 1, True)

    drive(second, go_on)


@pytest.mark.slow
def test_a_hand_that_cannot_be_read_is_set_aside_with_a_line_and_the_session_goes_on(data):
    history, told = data / "history.jsonl", []
    first = PokerApp(31, finding.choose("leduc-cfr+").read(), pace=0, history=history)
    drive(first, lambda pilot: leave_in_the_middle(pilot, first))
    ((path, left),) = journal.found(history)
    assert len(set(left.played.hand.held)) == 2
    harmed = path.read_bytes()[:-9]
    path.write_bytes(harmed)
    second = PokerApp(32, None, pace=0, history=history)
    second.notify = lambda text, **options: told.append(text)

    async def go_on(pilot):
        await resume(pilot, second)
        table = at_table(second).table
        assert (table.number, table.score.hands()) == (left.played.number, table.number - 1)
        assert {*table.hand.held} == {*left.played.hand.held}
        assert not table.rolled

    drive(second, go_on)
    assert len(told) == 1
    aside = path.with_name(f"{path.name}.unread-1")
    assert told[0].startswith(f"a hand in play cannot be resumed, and is kept as {aside}: ")
    assert aside.read_bytes() == harmed
    assert not path.exists()


@pytest.mark.slow
def test_a_hand_that_was_kept_when_the_app_was_killed_is_not_played_twice(data):
    history, number = data / "history.jsonl", []
    first = PokerApp(31, finding.choose("leduc-cfr+").read(), pace=0, history=history)

    async def play(pilot):
        await leave_in_the_middle(pilot, first)
        ((path, _),) = journal.found(history)
        content = path.read_bytes()
        while not at_table(first).table.hand.over:
            await press(pilot, view(first).choices[0].kind[0])
        number.append(at_table(first).table.number)
        path.write_bytes(content)  # as a kill after the hand was kept leaves it

    drive(first, play)
    second = PokerApp(32, None, pace=0, history=history)

    async def go_on(pilot):
        await resume(pilot, second)
        table = at_table(second).table
        assert table.number == table.score.hands() + 1 == number[0] + 1

    drive(second, go_on)


@pytest.mark.slow
def test_a_challenge_that_was_left_goes_on_whether_by_its_code_or_from_the_lobby(data):
    """Nor does leaving it make an ordinary session of it, with hints."""
    betty, history = finding.choose("betty").read(), data / "history.jsonl"
    challenge = Challenge(5, "alternate", 10, betty.sha256[:12], 1.0)
    states = []

    def app(wanted):
        return PokerApp(77, wanted, pace=0, history=history)

    async def play(pilot, app, hands):
        await until(pilot, lambda: isinstance(app.screen, ChallengeScreen) and app.screen.ready)
        table = at_table(app).table
        assert at_table(app).check_action("hint", ()) is False
        if states:
            assert (table.number, table.hand, table.score.hands()) == states[-1]
        mine = []
        while table.score.hands() < hands or (hands < 10 and not (mine and table.person_to_act)):
            key = "space" if table.hand.over else view(app).choices[0].kind[0]
            await press(pilot, key)
            mine = [step for step in table.hand.steps if step.player == table.person]
        states.append((table.number, table.hand, table.score.hands()))

    again = challenged(parse(challenge.code))
    for place, (wanted, hands) in enumerate([(again, 2), (again, 5), (None, 7), (again, 10)]):
        at = app(wanted)

        async def scenario(pilot, at=at, hands=hands, wanted=wanted):
            if wanted is None:
                await until(pilot, lambda: at.screen.resumable)
                await press(pilot, "space")
            await play(pilot, at, hands)

        drive(at, scenario)
        assert len(summaries(history)) == 1, place
    assert at.tables.duel.verdict.startswith("In 10 hands")
    states.clear()
    fresh = app(again)
    drive(fresh, lambda pilot: play(pilot, fresh, 1))
    assert [each.hands for each in summaries(history)][:-1] == [10]


@pytest.fixture
def quick(data):
    """The data folder, with a bot that takes no time."""
    data.mkdir()
    (data / "settings.json").write_text('{"pace": "at once"}')
    return data


def hands_of(history):
    """Every hand that there is; each line can be read, and counts."""
    found = [hand for _, hand in read(history)]
    assert not [hand for hand in found if isinstance(hand, InputError)]
    return found


def own(history):
    """How many were played at the table."""
    return sum(hand.mode == "play" for hand in hands_of(history))


def play_until(terminal, condition):
    """Take what can be taken, and deal, until that is so."""

    def played():
        terminal.send(b"c ")
        terminal.read(0.05)
        return condition()

    assert terminal.until(played), terminal.output[-2000:]


@pytest.mark.slow
def test_two_apps_keep_the_hands_of_both(quick):
    """And a match adds its own meanwhile: whoever reads finds whole lines, and each hand once."""
    history = quick / "history.jsonl"
    first = Terminal([*POKERBOT, "play", "kuhn-cfr+"], quick)
    play_until(first, lambda: len(hands_of(history)) >= 2)
    first.send(b"q")
    assert first.end() == 0
    note_shown(history, date.today())
    first, second = (Terminal([*POKERBOT, "play"], quick) for _ in range(2))
    for terminal in (first, second):
        assert terminal.until(lambda terminal=terminal: terminal.shows(b"resume:"))
    first.send(b" ")
    (session,) = summaries(history)
    assert first.until(lambda: journal.is_elsewhere(history, session.key))
    second.send(b" ")
    assert second.until(lambda: second.shows(ELSEWHERE[:20].encode()))
    match = [*POKERBOT, "match", "call", "kuhn-cfr+", "--hands", "300", "--history", history]
    with subprocess.Popen(match, stdout=subprocess.DEVNULL) as third:
        for _ in range(3):
            for terminal in (first, second):
                before = own(history)
                play_until(terminal, lambda before=before: own(history) > before)
        assert third.wait() == 0
    played = [each for each in summaries(history) if each.played.mode == "play"]
    assert len({each.key for each in played}) == len({each.played.seed for each in played}) == 2
    assert sum(each.hands for each in played) >= 2 + 2 * 3
    assert len([hand for hand in hands_of(history) if hand.mode == "match"]) == 300
    assert len(list(journal.found(history))) <= 2
    for terminal in (first, second):
        terminal.send(b"q")
        assert [terminal.end(), *terminal.faults()] == [0]
    assert {path.name for path in quick.iterdir()} <= {
        *("settings.json", "history.jsonl", "history.lock", "today.json", journal.FOLDER)
    }


@pytest.mark.slow
def test_what_is_killed_leaves_no_lock_and_its_hand_goes_on(quick):
    history = quick / "history.jsonl"
    first = Terminal([*POKERBOT, "play", "leduc-cfr+", "--seat", "first"], quick)
    assert first.until(lambda: first.shows(b"Your turn"))

    def in_the_middle():
        """The hand that is, not one that is over and whose file is still there."""
        over = len(hands_of(history))
        for _, hand in journal.found(history):
            if isinstance(hand, HandInPlay) and hand.played.number > over:
                return hand if len(hand.played.hand.steps) > 2 else None
        return None

    def at_rest():
        """Whether it is in one once the keys that were sent ahead are played."""
        before = in_the_middle()
        return before and not first.read(1.0) and in_the_middle() == before

    play_until(first, at_rest)
    first.process.kill()
    first.end()
    left = in_the_middle()
    os.close(first.master)
    second = PokerApp(32, None, pace=0, history=history)
    told = []
    second.notify = lambda text, **options: told.append(text)

    async def go_on(pilot):
        await resume(pilot, second)
        table = at_table(second).table
        before, steps = left.played.hand, table.hand.steps[: len(left.played.hand.steps)]
        assert (table.hand.held, steps) == (before.held, before.steps)
        assert table.number == left.played.number

    drive(second, go_on)
    assert not told
