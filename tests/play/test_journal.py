"""The hand in play: a session that is left in the middle of a hand goes on in the middle of it."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.play.hand import replayed
from pokerbot.play.history import journal
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.record import HandRecord
from pokerbot.play.history.sessions import SessionSummary, summaries
from pokerbot.play.table import Table
from tests.play.hands import NOON
from tests.play.tables import GAMES, IDS, draws, latest, lopsided

LEDUC = parse_game("leduc")


def record(table, **changes):
    known = {"started": NOON, "rolled": table.rolled, "assisted": table.assisted, **changes}
    if not any(die is not None for die in table.rolled):
        known["rolled"] = ()
    return HandRecord(table.hand, table.person, "/x", "ab" * 32, 5, table.number, NOON, **known)


class Sitting:
    """Plays a session at random; at each change it may be left, and gone on with from the file."""

    def __init__(self, game, path, *, leaves):
        self.game, self.path, self.leaves = game, path, leaves
        self.kept, self.left = [], np.random.default_rng(11)
        self.sit_down()

    def sit_down(self):
        known = {"keep": self.keep, "note": self.note}
        self.table = Table(lopsided(self.game), (0.0, 0.0), draws(5), past=list(self.kept), **known)

    def keep(self, table):
        self.kept.append(record(table))
        journal.drop(self.path)

    def note(self, table):
        journal.write(self.path, HandInPlay(record(table), table.die, table.hinted))

    def between(self):
        """Be killed here, perhaps, and come back."""
        if not self.leaves or self.left.random() < 0.5:
            return
        before = self.table
        self.sit_down()
        if self.path.exists():
            self.table.resume_hand(journal.read(self.path))
        if not before.hand.over:
            while len(self.table.hand.steps) < len(before.hand.steps):
                self.table.bot_act()
            for name in ("hand", "person", "number", "rolled", "die", "hinted", "assisted"):
                assert getattr(self.table, name) == getattr(before, name), name

    def play(self, hands):
        rng = np.random.default_rng(9)
        for _ in range(hands):
            while not self.table.hand.over:
                self.between()
                if self.table.bot_to_act:
                    self.table.bot_act()
                    continue
                if rng.random() < 0.3:
                    self.table.roll()
                    self.between()
                if rng.random() < 0.2:
                    self.table.hint()
                    self.between()
                actions = self.table.hand.observe().actions
                self.table.act(actions[rng.integers(len(actions))])
            assert not self.path.exists()
            self.between()
            if self.table.hand.over:
                self.table.next_hand()
        return self.kept


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("game", GAMES[:-1], ids=IDS[:-1])  # the last has no name of its own
def test_a_session_left_in_the_middle_of_its_hands_is_the_session_without(game, tmp_path):
    through = Sitting(game, tmp_path / "through", leaves=False).play(40)
    assert Sitting(game, tmp_path / "left", leaves=True).play(40) == through


def in_the_middle(tmp_path, steps=2):
    """A hand of Leduc in play, and the file it is in."""
    table, path = (
        Table(lopsided(LEDUC), (0.0, 0.0), draws(5), "first"),
        tmp_path / "in-play" / "x.json",
    )
    while len(table.hand.steps) < steps:
        actions = table.hand.observe().actions
        calls = next(each for each in actions if each.kind in ("check", "call"))
        table.act(calls) if table.person_to_act else table.bot_act()
    hand = HandInPlay(record(table), 17, True)
    journal.write(path, hand)
    return path, hand


def test_it_is_read_as_it_was_written(tmp_path):
    path, hand = in_the_middle(tmp_path)
    assert journal.read(path) == hand
    assert [each for _, each in journal.found(tmp_path / "history.jsonl")] == [hand]
    assert path.stat().st_size < 1000


@pytest.mark.slow
def test_no_damage_is_taken_for_a_hand(tmp_path):
    """Cut anywhere, with anything missing or of another kind: an error, never a crash."""
    path, _ = in_the_middle(tmp_path)
    text = path.read_text()
    content = json.loads(text)
    broken = [text[:cut] for cut in range(len(text))]
    for where, free in ((content, {"die"}), (content["hand"], {"given", "opponent"})):
        for key in where.keys() - free:
            value = where.pop(key)
            if value is not None:  # else it is null as it was
                broken.append(json.dumps(content))
            for other in (7.5, "x", -1, {"x": 1}):
                where[key] = other
                broken.append(json.dumps(content))
            where[key] = value
    for each in broken:
        path.write_text(each)
        with pytest.raises(InputError):
            journal.read(path)


def test_a_hand_that_the_session_does_not_come_to_is_refused(tmp_path):
    _, hand = in_the_middle(tmp_path)
    strategy, seen = lopsided(LEDUC), hand.played.hand
    other = replace(seen, held=seen.held[::-1])
    assert other != seen
    wrong = [replace(hand.played, hand=other), replace(hand.played, number=2)]
    dealt = replayed(seen, 1)
    others = [each for each in dealt.observe().actions if each != seen.steps[1].action]
    wrong += [replace(hand.played, hand=dealt.after(each)) for each in others]
    for played in wrong:
        table = Table(strategy, (0.0, 0.0), draws(5), "first")
        before = table.hand
        with pytest.raises(InputError):
            table.resume_hand(replace(hand, played=played))
        assert (table.hand, table.number, table.assisted) == (before, 1, False)
        table.resume_hand(hand)
        assert table.hand == seen
    past = [record(table)]
    table = Table(strategy, (0.0, 0.0), draws(5), "first", past=past)
    with pytest.raises(InputError):
        table.resume_hand(hand)


def test_every_session_has_a_file_of_its_own(tmp_path):
    """Else the hand in play of one would take the place of another's."""
    keys = [
        (5, "ab" * 32, "play", NOON),
        (6, "ab" * 32, "play", NOON),
        (5, "cd" * 32, "play", NOON),
        (5, "ab" * 32, "practise", NOON),
        (5, "ab" * 32, "play", NOON + timedelta(seconds=1)),
    ]
    assert len({journal.place(tmp_path / "history.jsonl", key) for key in keys}) == len(keys)


def test_the_opponent_of_a_hand_in_play_is_found_where_the_history_is_now(tmp_path):
    path, hand = in_the_middle(tmp_path)
    tail = Path("opponents", hand.played.sha256[:12], "echo.gz")
    journal.write(path, replace(hand, played=replace(hand.played, opponent=f"/gone/{tail}")))
    (tmp_path / tail).parent.mkdir(parents=True)
    (tmp_path / tail).touch()
    assert journal.read(path).played.opponent == str(tmp_path.resolve() / tail)


def test_of_two_hands_in_play_the_one_that_was_left_last_goes_on(tmp_path):
    _, hand = in_the_middle(tmp_path)
    later = replace(hand.played, seed=6, time=hand.played.time + timedelta(seconds=1))
    for in_play in ([hand.played, later], [later, hand.played]):
        assert latest([], in_play=in_play).key.seed == 6


def test_every_file_that_is_set_aside_is_kept(tmp_path):
    path = tmp_path / "hand.json"
    for text in ("one", "two", "three"):
        path.write_text(text)
        journal.left_aside(path, InputError("damaged"))
    there = {each.name: each.read_text() for each in tmp_path.iterdir()}
    assert there == {
        f"hand.json.unread-{number}": text for number, text in enumerate(("one", "two", "three"), 1)
    }


def test_a_session_of_which_no_hand_is_over_can_be_the_last_one(tmp_path):
    _, hand = in_the_middle(tmp_path)
    history = tmp_path / "history.jsonl"
    found = latest(summaries(history), in_play=[hand.played])
    assert (found.played, found.started, found.hands) == (hand.played, NOON, 0)
    assert found.key == (5, "ab" * 32, "play", NOON)
    assert latest(summaries(history), in_play=[hand.played], challenge="X") is None


def test_a_hand_that_was_left_comes_before_a_later_session_until_it_is_over(tmp_path):
    """One that has the number of its session's last hand is over."""
    _, hand = in_the_middle(tmp_path)
    begun = NOON + timedelta(hours=1)
    later = SessionSummary(begun, replace(hand.played, started=begun, time=begun), hands=1)
    assert latest([later], in_play=[hand.played]).started == NOON
    own = SessionSummary(NOON, hand.played, hands=1)
    assert latest([own, later], in_play=[hand.played]) == later
    before = SessionSummary(NOON, replace(hand.played, number=hand.played.number - 1), hands=1)
    assert latest([before, later], in_play=[hand.played]) == before
