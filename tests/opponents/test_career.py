"""The career beside what the hands themselves say."""

import os
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pokerbot import solve
from pokerbot.errors import InputError
from pokerbot.games.tally import Tally, students_t
from pokerbot.opponents.career import LEAST_DECISIONS, MOST_PERIODS, CareerCount
from pokerbot.opponents.ladder import Ladder
from pokerbot.opponents.opponents import read
from pokerbot.opponents.reviews import Reviewer, ungraded
from pokerbot.play.history import file
from pokerbot.play.history.file import append
from pokerbot.strategy.storage import save
from tests.play import test_match as match
from tests.play.hands import NOON
from tests.play.hands import played as hands_of
from tests.tui.test_review import hands


@pytest.fixture
def history(tmp_path):
    """Two sessions of Kuhn, one of Leduc in between, and what does not count."""
    first, later = hands("kuhn-cfr+", 90, 1), hands("kuhn-cfr+", 60, 2)
    session = [*first, *hands("leduc-cfr+", 9), *(replace(each, seed=2) for each in later)]
    played = [
        replace(each, time=NOON + place * timedelta(hours=5), assisted=place % 10 == 3)
        for place, each in enumerate(session)
    ]
    gone = [replace(each, sha256="cd" * 32) for each in hands("kuhn-cfr+", 4)]
    echo = [replace(each, adapts=True) for each in hands("kuhn-cfr+", 3, 5)]
    path = tmp_path / "history.jsonl"
    append(path, *played, *hands("kuhn-cfr+", 5, mode="practise"), *gone, *echo)
    return path, played


def test_equal_losses_are_added_up_once(history, monkeypatch):
    """With thousands of hands each line and each size of the screen took half a second."""
    path, _ = history
    found = CareerCount(Reviewer()).look(path)
    chapter = next(each for each in found.chapters if each.hands == 150)
    sums, add_sums = [], Tally.add_sums
    monkeypatch.setattr(Tally, "add_sums", lambda *told: sums.append(told) or add_sums(*told))
    overall, losses = chapter.overall, {lost for _, lost in chapter._decided}
    counts = [count for tally, count, *_ in sums if tally is sums[0][0]]
    assert len(counts) == len(losses) < overall.decisions / 4
    assert sum(counts) == overall.decisions
    assert overall.lost == pytest.approx(np.mean([lost for _, lost in chapter._decided]))


@pytest.mark.slow
def test_what_all_hands_say(history):
    path, played = history
    found, reviewer = CareerCount(Reviewer()).look(path), Reviewer()
    echo, gone, kuhn, leduc = found.chapters
    assert (found.hands, found.sessions) == (len(played) + 7, 5)
    assert [each.hands for each in found.chapters] == [3, 4, 150, 9]
    assert (gone.ungraded, gone.overall, gone.periods) == (4, None, ())
    assert (echo.ungraded, leduc.periods) == (0, ())
    assert (gone.score.deviation, echo.score.deviation) == (None, None)  # it may play in other ways
    assert kuhn.score.deviation == reviewer.opponent(played[0]).deviation > 0
    own = [each for each in played if each.hand.game.name == "kuhn"]
    won, sure, faults, flawless = 0.0, 0.0, [], []
    for each in own:
        split = reviewer.breakdown(each)
        won += each.result - split.game_value
        sure += split.seat_value - split.game_value - sum(d.loss for d in split.decisions)
        if not each.assisted:
            faults += [(each.time, d.fault) for d in split.decisions]
            flawless += [d.grade == "best" for d in split.decisions if d.grade != "sound"]
    assert kuhn.won == sum(each.result for each in own)
    assert kuhn.score.result_curve.after[-1] == pytest.approx(won)
    assert kuhn.score.result_curve.luck_free[-1] == pytest.approx(sure)
    streaks = (len(list(group)) for perfect, group in groupby(flawless) if perfect)
    assert kuhn.score.accuracy.best_streak == max(streaks)
    check_periods(kuhn, faults)


@pytest.mark.slow
def test_at_a_spot_what_was_won_is_compared_with_what_the_game_is_worth(tmp_path):
    """Half of the pot of 440 is each player's before they act, and is in what they win."""
    played, path = hands("3bet-wet-river-dcfr", 6), tmp_path / "history.jsonl"
    append(path, *played)
    reviewer = Reviewer()
    (chapter,) = CareerCount(reviewer).look(path).chapters
    worth = reviewer.opponent(played[0]).game_values
    assert chapter.won == sum(each.result + 220 for each in played)
    assert chapter.result == pytest.approx(sum(each.result - worth[each.person] for each in played))
    append(path, *(replace(each, sha256="cd" * 32) for each in played))
    gone, _ = CareerCount(reviewer).look(path).chapters
    assert gone.result == gone.won == chapter.won  # what the game is worth is not known any more


@pytest.mark.slow
def test_a_match_is_a_chapter_of_its_own_with_what_was_won(tmp_path):
    """Not judged, as it is against a blueprint; its hands add up all the same."""
    kept, ended, rng = [], [], np.random.default_rng(3)
    table = match.table_of(3, keep=lambda table: kept.append(match.record_of(table)))
    for _ in range(60):
        match.play_out(table, rng)
        if min(table.stacks) == 0:
            ended.append(table.stacks[0] > 0)
        table.next_hand()
    path = tmp_path / "history.jsonl"
    append(path, *kept, *(replace(each, mode="play", match=()) for each in kept[:2]))
    rest, chapter = CareerCount(Reviewer()).look(path).chapters
    assert (chapter.match, chapter.hands, chapter.ungraded) == (True, len(kept), len(kept))
    assert (chapter.matches[True], chapter.matches[False]) == (sum(ended), len(ended) - sum(ended))
    assert ended
    assert chapter.score.won() == chapter.won == sum(each.result for each in kept)
    assert (rest.match, rest.hands, sum(rest.matches.values())) == (False, 2, 0)


def test_of_jam_or_fold_it_is_not_said_that_it_is_judged_at_the_table():
    """The coach of a match is silent there, and in every hand before the turn."""
    table = match.table_of(3, blinds=8)
    match.play_out(table, np.random.default_rng(3))
    assert table.jams
    told = ungraded(match.record_of(table))
    assert told.endswith("heads-up-20 are judged at the table alone, from the turn on.")


def test_sessions_without_a_starting_time_are_told_apart(tmp_path):
    """Their hands' numbers start again; the review tells them apart so, too."""
    path = tmp_path / "history.jsonl"
    first = [replace(each, started=None) for each in hands("kuhn-cfr+", 4)]
    append(path, *first, *(replace(each, time=each.time + timedelta(1)) for each in first))
    assert CareerCount(Reviewer()).look(path).sessions == 2


def check_periods(chapter, faults):
    """Parts of as many decisions, the mean in each, its interval or that with a blunder more."""
    sizes = [each.decisions for each in chapter.periods]
    assert sum(sizes) == len(faults)
    assert len(sizes) == min(MOST_PERIODS, len(faults) // LEAST_DECISIONS) > 3
    assert max(sizes) - min(sizes) <= 1
    start = 0
    for period in chapter.periods:
        part = faults[start : start + period.decisions]
        lost = [each for _, each in part]
        assert (period.first, period.last) == (part[0][0], part[-1][0])
        assert period.lost == pytest.approx(np.mean(lost))
        margins = [
            students_t(len(each) - 1) * np.std(each, ddof=1) / sqrt(len(each))
            for each in (lost, [*lost, np.mean(lost) + 1.0])
        ]
        assert period.margin == pytest.approx(max(margins))
        start += period.decisions
    assert chapter.overall.lost == pytest.approx(np.mean([each for _, each in faults]))


def test_a_faultless_start_is_no_certainty(tmp_path):
    reviewer, path = Reviewer(), tmp_path / "history.jsonl"
    best = [
        each
        for each in hands("kuhn-cfr+", 200)
        if all(d.grade == "best" for d in reviewer.breakdown(each).decisions)
    ]
    append(path, *best[:30])
    (chapter,) = CareerCount(reviewer).look(path).chapters
    assert chapter.overall.lost == 0
    assert chapter.overall.margin > 0.02


def told(found):
    """All that a career tells, in values."""
    chapters = []
    for each in found.chapters:
        score, matches = each.score, [*each.matches.items()]
        counts = each.who, each.hands, each.won, each.ungraded, matches, each.overall, each.periods
        sums = score.without_luck, score.breakdown, score.accuracy, score.assisted
        chapters.append((counts, sums, [*score.result_curve.after]))
    return chapters, found.sessions, found.ratings


def test_a_further_look_counts_what_is_new_and_leaves_what_was_told(history, tmp_path):
    """As one look at the whole; a look that is given up goes on where it was."""
    path, _ = history
    lines, grown = path.read_bytes().splitlines(keepends=True), tmp_path / "grown.jsonl"
    count = CareerCount(Reviewer())
    grown.write_bytes(b"".join(lines[:70]))
    before = count.look(grown)
    was = told(before)
    assert before.hands == count.counted == 70
    grown.write_bytes(b"".join(lines))
    some = iter([True] * 25)
    count.look(grown, lambda: next(some, False))
    assert count.counted == 95
    after = count.look(grown)
    assert told(after) == told(CareerCount(Reviewer()).look(path))
    assert told(before) == was
    assert told(count.look(grown)) == told(after)
    grown.write_bytes(b"".join(lines[30:]))  # another history
    assert told(count.look(grown)) == told(CareerCount(Reviewer()).look(grown))


def test_a_judge_knows_once_a_file_has_come_or_gone(history, tmp_path, monkeypatch):
    """A better solution, or the file of an opponent who was gone, may judge hands otherwise."""
    monkeypatch.chdir(tmp_path)
    path, played = history
    reviewer, gone = Reviewer(), replace(played[0], opponent=str(tmp_path / "a.json"), sha256="0")
    CareerCount(reviewer).look(path)
    assert reviewer.breakdown(gone) is None
    assert reviewer.current
    (tmp_path / "a.json").write_text("{}")
    assert not reviewer.current
    reviewer = Reviewer()
    assert reviewer.current
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "b.json").write_text("{}")
    assert not reviewer.current


def test_a_judge_knows_of_a_change_before_another_hand_was_looked_for_there(history, tmp_path):
    """A file that is solved again has a hand's fingerprint, and later that of another hand."""
    path, (played, *_) = tmp_path / "mine.json", history[1]
    first, then = (replace(played, opponent=str(path), sha256=each * 64) for each in "ab")
    reviewer = Reviewer()
    assert reviewer.opponent(first) is None
    path.write_text("{}")
    assert reviewer.opponent(then) is None
    assert not reviewer.current


def test_who_is_known_already_is_judged_by_the_best_solution_there_is_now(tmp_path, monkeypatch):
    """Its own judges may be older than that solution."""
    monkeypatch.chdir(tmp_path)
    weak, good = (
        solve("kuhn:cards=5", "cfr+", iterations=each, backend="numpy").strategy
        for each in (1, 500)
    )
    save(weak, Path("strategies/weak.json"))
    opponent = read(Path("strategies/weak.json"))
    assert opponent.judges[0].reference == weak
    save(good, Path("strategies/good.json"))
    (played,) = hands_of(weak.game, 1)
    reviewer = Reviewer()
    reviewer.know(opponent)
    found = reviewer.opponent(replace(played, sha256=opponent.sha256))
    assert found.judges[0].reference == good


@pytest.mark.slow
@pytest.mark.parametrize(("of", "name", "at"), [(Reviewer, "reviewed", 70), (Ladder, "add", 100)])
def test_a_hand_that_could_not_be_judged_is_counted_by_a_later_look(
    history, monkeypatch, of, name, at
):
    """As where there was no memory for the judges of a large file."""
    path, _ = history
    count, calls, usual = CareerCount(Reviewer()), [], getattr(of, name)

    def fails(*given):
        calls.append(given)
        if len(calls) == at:
            raise InputError("no memory")
        return usual(*given)

    with monkeypatch.context() as patched:
        patched.setattr(of, name, fails)
        with pytest.raises(InputError):
            count.look(path)
    assert count.counted == at - 1
    assert told(count.look(path)) == told(CareerCount(Reviewer()).look(path))


def test_a_hand_is_judged_once(history, monkeypatch):
    """Also where the history was copied, so that it is read anew."""
    path, played = history
    reviewer, judged, breakdown = Reviewer(), [], Reviewer.breakdown
    monkeypatch.setattr(
        Reviewer, "breakdown", lambda self, hand: judged.append(hand) or breakdown(self, hand)
    )
    first = [*map(reviewer.reviewed, file.hands(path)[: len(played)])]
    os.utime(path, (1, 1))
    again = [*map(reviewer.reviewed, file.hands(path)[: len(played)])]
    assert judged == played
    assert all(each is same for each, same in zip(first, again, strict=True))
