"""One who adapts is one opponent in all that is told of it; each hand is judged by its answer."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from pokerbot.opponents import opponents
from pokerbot.opponents.adapting import ADAPTING, by_now
from pokerbot.opponents.career import CareerCount
from pokerbot.opponents.cast import report
from pokerbot.opponents.leaks import leak_report
from pokerbot.opponents.reviews import Reviewer, costs_of, opponent_names
from pokerbot.opponents.win_share import NOTHING, WinShare
from pokerbot.play.history import sessions
from pokerbot.play.history.file import append, read
from pokerbot.strategy import library, storage
from pokerbot.tui.review import rows
from tests.opponents.known import best_against, known
from tests.opponents.test_win_share import hands
from tests.play.hands import NOON
from tests.play.tables import uniform

ANSWERS = ("kurt", "felix", "betty")
"""Whose strategies stand for what it played, a session with each."""


def history_of(folder, plays, many=40, answers=ANSWERS):
    """The history of so many hands against each answer, by one who `plays` so against it."""
    history = folder / "history.jsonl"
    for place, name in enumerate(answers):
        echo = opponents.adapting(storage.load(library.find(name)))
        path = folder / f"{place}" / "echo.gz"
        path.parent.mkdir(parents=True)
        storage.save(echo.strategy, path)
        played = hands(replace(echo, path=path), plays(echo.strategy), many, seed=place)
        begun = NOON + place * timedelta(days=1)
        append(history, *(replace(each, adapts=True, started=begun) for each in played))
    return history


@pytest.fixture
def history(tmp_path):
    """Of one who plays at random."""
    return history_of(tmp_path, lambda strategy: uniform(strategy.game).infosets)


def played_in(history):
    return [played for _, played in read(history)]


def faults(history):
    """What each decision gave away against the answer that it met: by where it was, and which."""
    against = [known(name) for name in ANSWERS]
    lost = Counter()
    for played in played_in(history):
        split = against[played.seed].breakdown(played.hand, played.person)
        for decision in split.decisions:
            lost[decision.infoset, decision.action] += decision.fault
    return lost


@pytest.mark.slow
def test_its_hands_are_against_one(history):
    played, found = played_in(history), sessions.summaries(history)
    assert len({each.sha256 for each in played}) == 3
    assert list(opponent_names(played).values()) == ["echo"]
    assert [str(row[1]) for row in rows.group_lines(found)] == ["all", *["echo"] * 3]
    ((name, count),) = rows.opponent_lines(played).values()
    assert (str(name), str(count)) == ("echo", "120")
    (chapter,) = CareerCount(Reviewer()).look(history).chapters
    assert (chapter.hands, chapter.ungraded) == (120, 0)


def test_in_several_games_it_has_the_game_beside_its_name(history):
    """A spot by its name, not by all that it is made of."""
    other = []
    for name in ("lea", "greta"):
        found = known(name)
        other += hands(found, found.strategy.infosets, 1)
    other = [replace(each, opponent="/x/echo.gz", adapts=True) for each in other]
    names = opponent_names([*played_in(history), *other])
    assert list(names.values()) == ["echo (kuhn)", "echo (leduc)", "echo (3bet-dry-river)"]
    elsewhere = replace(other[-1].hand.game, values=())
    twin = replace(other[-1], hand=replace(other[-1].hand, game=elsewhere))
    assert len({*opponent_names([*other, twin]).values()}) == 3


@pytest.mark.slow
def test_leaks_stand_beside_sound_play_with_what_each_cost_then(history, kurt):
    played = played_in(history)
    report = leak_report(Reviewer(), played)
    (found,) = report.beside
    assert found.beside == "sound"
    assert found.decisions == sum(len(each.decisions) for each in played)
    sound = opponents.adapting(kurt.strategy).reference.infosets
    assert all(row.frequency == sound[row.infoset][row.action] for row in found.rows)
    lost = Counter()
    for fault in report.faults:
        lost[fault.at] += fault.chips
    assert lost == pytest.approx({at: chips for at, chips in faults(history).items() if chips})


@pytest.mark.slow
def test_practice_knows_what_cost_against_all_its_answers(history, kurt):
    expected = Counter()
    for (infoset, _), fault in faults(history).items():
        expected[infoset] += fault
    found = costs_of(history, opponents.adapting(kurt.strategy), Reviewer()).ranking()
    assert {cost.seen.key: cost.lost for cost in found} == pytest.approx(
        {infoset: fault for infoset, fault in expected.items() if fault}
    )


@pytest.mark.slow
def test_a_hand_whose_answer_is_gone_costs_nothing(history, kurt):
    echo = opponents.adapting(kurt.strategy)
    before = costs_of(history, echo, Reviewer()).ranking()
    append(history, *(replace(each, sha256="ab" * 32, seed=9) for each in played_in(history)))
    assert costs_of(history, echo, Reviewer()).ranking() == before
    assert before


@pytest.mark.slow
def test_each_answer_has_what_there_was_to_win_from_it(tmp_path, kurt):
    """Who answers each best takes all, who plays soundly nothing; a sound answer offers none."""
    echo = opponents.adapting(kurt.strategy)
    stands = report(ADAPTING["kurt"], echo.strategy, echo.evaluation, kurt.strategy)

    def counted(history):
        found = WinShare(stands, echo, Reviewer())
        found.look(history)
        return found.taken

    for plays, truth in ((lambda _: kurt.strategy.infosets, 0.0), (best_against, 1.0)):
        history = history_of(tmp_path / f"{truth}", plays, 300)
        taken = counted(history)
        assert taken.hands == 900
        assert abs(taken.share - truth) < taken.margin < 0.3
        assert not taken.star
    history = history_of(tmp_path / "sound", lambda _: kurt.strategy.infosets, 20, ("kurt",))
    taken = counted(history)
    assert (taken.hands, taken.told) == (20, NOTHING)


def test_by_now_it_plays_as_it_played_last(history, kurt):
    echo = opponents.adapting(kurt.strategy)
    betty = storage.load(library.find("betty"))
    now = by_now(echo, sessions.summaries(history))
    assert (now.strategy, now.name, now.who) == (betty, "echo", echo.who)
    assert by_now(now, sessions.summaries(history)) is now
    last = played_in(history)[-1]
    append(history, replace(last, sha256="ab" * 32, number=41))
    assert by_now(echo, sessions.summaries(history)) is echo
