"""Lessons and puzzles beside what the evaluation says of their spots; what is learned."""

import tracemalloc
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path
from shutil import copy2

import pytest

import pokerbot
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.games.catalogue import parse_game
from pokerbot.opponents.cast import CAST, member
from pokerbot.opponents.lessons import FIRST, LESSONS
from pokerbot.opponents.marking import count
from pokerbot.opponents.opponents import drill_opponent, read
from pokerbot.opponents.progress import Learned, Missed, drills, progress
from pokerbot.opponents.puzzles import AGAINST_ONE, RIVER
from pokerbot.opponents.reviews import ReviewedHand, Reviewer
from pokerbot.opponents.training import ANY, WHOLE, Trainer
from pokerbot.play.history.file import append
from pokerbot.play.session.dice import SIDES, action_for, names_as_shown
from pokerbot.play.session.drill import against_the_clock, drill_at, spot_at
from pokerbot.play.session.practise import Costs, Practice
from pokerbot.play.session.score import Verdict
from pokerbot.strategy import library, storage
from tests.opponents.known import known
from tests.opponents.test_beliefs import changed
from tests.opponents.test_win_share import hands as played_by
from tests.play.hands import NOON
from tests.tui.test_review import hands

CLEAR = 0.05
opponent = cache(drill_opponent)


def worth(who, seen):
    """What each action wins there on average, and the judge."""
    judge = opponent(who).judges[seen.betting.player]
    assert judge.comes(seen.spot)
    return judge.chips(seen.spot)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_what_a_lesson_calls_right_wins_the_most_and_comes_up(lesson):
    drill = lesson.drill
    assert {seen.key for seen in drill.spots} == set(lesson.spots)
    for seen in drill.spots:
        chips, right = worth(lesson.against, seen), lesson.spots[seen.key]
        low, high, *_ = sorted(chips.values())[-2:]
        if drill.mix:
            often = opponent(lesson.against).strategy.infosets[seen.key].values()
            assert 0.1 < max(often) < 0.9
            assert low == pytest.approx(high, abs=1e-4)
        else:
            assert max(chips, key=chips.get) == right
            assert high - low > CLEAR * seen.game.rules.unit
    if not drill.mix:
        assert len(set(lesson.spots.values())) > 1 or lesson.name == "sizes: small"


def test_lessons_name_their_game_and_the_next_one():
    for lesson, following in pairwise(LESSONS):
        name = "Hold'em on " if lesson.game.is_spot else f"{lesson.game.spec.capitalize()}. "
        assert lesson.drill.told.startswith(name)
        assert lesson.next is following
        assert lesson.drill.after == f"Next: {following.name}."
    assert LESSONS[-1].next is None
    assert LESSONS[-1].drill.after.endswith(f"{FIRST.capitalize()}.")


def test_what_lesson_2_says_is_what_is_graded_best():
    """Jacks are bet and given up to a bet, queens opened with a bet: half of what beats them folds.

    And it says so of no other hand.
    """
    told = LESSONS[1].point
    assert "Bet a jack" in told
    assert "open with a queen" in told
    assert "Give a jack up when he bets" in told
    felix = opponent("felix").strategy.infosets
    for hand, better in (("J", "QK"), ("Q", "K")):
        folds = [felix[f"{card}:b"]["fold"] for card in better]
        assert sum(folds) / len(folds) == pytest.approx(0.5, abs=0.01)
        chips = worth("felix", spot_at(parse_game("kuhn"), f"{hand}:"))
        assert chips["bet"] - chips["check"] > CLEAR
    chips = worth("felix", spot_at(parse_game("kuhn"), "J:b"))
    assert chips["fold"] - chips["call"] > CLEAR


def test_lesson_4_says_which_end_of_the_die_means_what():
    """As the die is read: the sides in the order of the buttons."""
    assert "check 67%, bet 33%, a die from 0 to 66 says check, from 67 on bet" in LESSONS[3].point
    read = [action_for({"check": 0.67, "bet": 0.33}, die) for die in (0, 66, 67, 99)]
    assert read == ["check", "check", "bet", "bet"]


def test_lesson_9_says_which_size_nina_pays_most_often():
    """Not the only one that she pays: with a queen below a king she pays each of them."""
    lesson = LESSONS[8]
    assert "it is the one that she pays most often" in lesson.point
    nina, deck = opponent("nina").strategy.infosets, Counter("JJQQKK")
    for key in lesson.spots:
        own, board = key.split(":")[0].split("/")
        left = deck - Counter(own + board)
        came = {card: left[card] * nina[f"{card}:k"]["check"] for card in left}
        pays = [
            sum(came[card] * (1 - nina[f"{card}/{board}:kk/b{size}"]["fold"]) for card in came)
            for size in range(1, 8)
        ]
        assert max(pays[1:]) < 0.9 * pays[0]


def test_lesson_10_says_what_an_all_in_with_one_pair_meets():
    """Some of the hands that fold are better ones; all that call are."""
    lesson = LESSONS[9]
    assert "it beats most of what would fold, and what would call beats it" in lesson.point
    solved = opponent(lesson.against).strategy
    rules = solved.game.rules
    strength = [rules.strengths(seat, 0) for seat in (0, 1)]
    for key in (key for key, right in lesson.spots.items() if right == "check"):
        mine = rules.hands[1].find(key.split(":")[0])
        folds, calls = Counter(), Counter()
        for hand, cards in enumerate(rules.hands[0]):
            if not {*cards} & {*rules.hands[1][mine]}:
                name = rules.hands[0].name(hand)
                comes = rules.prior.weights[0][hand] * solved.infosets[f"{name}:"]["check"]
                answer = solved.infosets[f"{name}:kb680"]
                worse = strength[0][hand] < strength[1][mine]
                folds[worse] += comes * answer["fold"]
                calls[worse] += comes * answer["call"]
        assert folds[True] > 1.5 * folds[False] > 0.2 * folds[True]
        assert calls[True] < 0.001 < calls[False]


def test_a_lesson_is_dealt_as_its_spots_say():
    lesson = LESSONS[5]
    clara = opponent(lesson.against)
    table = Practice(clara.strategy, (0.0, 0.0), clara.draws(1), Costs(), drill=lesson.drill)
    assert table.hand.observe().key == next(iter(lesson.spots))


def test_the_table_of_puzzles_has_clear_answers_and_lasts_a_year():
    table = AGAINST_ONE.decisions
    assert len(table) == len(set(table)) > 366
    small = [(who, key) for who, key in table if not member(who).game.startswith("leduc-no")]
    assert len(small) > 150
    for place, (who, key) in enumerate(table):
        day = date.fromordinal(date(2027, 1, 1).toordinal() // len(table) * len(table) + place)
        against, drill = AGAINST_ONE.drill(day)
        assert (against, drill.spots[0].key) == (who, key)
        assert drill.name == f"puzzle {day.isoformat()}"
        if (who, key) in small:
            low, high, *_ = sorted(worth(who, drill.spots[0]).values())[-2:]
            assert high - low > 0.19
    assert set(dict(table)) <= {each.name for each in CAST}
    day = date(2026, 11, 22)
    assert (
        AGAINST_ONE.drill(day + timedelta(len(table)))[1].spots == AGAINST_ONE.drill(day)[1].spots
    )
    assert "first answer counts" in AGAINST_ONE.drill(day)[1].after


def test_the_rivers_of_the_days_have_clear_answers_and_last_a_year():
    """The best action wins from 2 % of the pot on; worked out again on one of the solutions."""
    table = RIVER.decisions
    assert len(table) == len(set(table)) > 366
    assert {who for who, _ in table} == {
        path.stem for path in library.spots() if "-river-" in path.stem
    }
    name = "3bet-wet-river-dcfr"
    solution = known(name)
    for who, key in table:
        if who == name:
            seen = spot_at(solution.strategy.game, key)
            low, high, *_ = sorted(solution.judges[seen.spot.player].chips(seen.spot).values())[-2:]
            assert high - low >= 0.02 * 440
    day = date.fromordinal(date(2027, 1, 1).toordinal() // len(table) * len(table) + 5)
    against, drill = RIVER.drill(day)
    assert (against, drill.spots[0].key) == table[5]
    assert drill.name == f"puzzle river {day.isoformat()}"


def test_a_puzzle_tells_what_its_first_answer_gave_away():
    """Not what the decisions after it did; here a fold costs twelve times as much as the check."""
    who, drill = AGAINST_ONE.drill(date(2026, 12, 7))
    against, (seen,) = opponent(who), drill.spots
    table = Practice(against.strategy, (0.0, 0.0), against.draws(1), Costs(), drill=drill)
    for kind in ("check", "bet", "fold"):
        actions = {each.kind: each for each in table.hand.observe().actions}
        table._take(actions[kind])

    def grade(hand, person):
        own = against.breakdown(hand, person).decisions[-2:]
        count(table, own)
        return Verdict(0.0, tuple(each.loss for each in own), (None, False))

    table.judge(grade)
    chips = worth(who, seen)
    lost = max(chips.values()) - chips["check"]
    assert table.summary.startswith(f"Not right: {lost:.2f} chips given away.")


def test_what_is_learned_is_what_began_right(tmp_path):
    """Of several goes at a lesson the best counts, of a puzzle the first try, day by day."""
    reviewer, path = Reviewer(), tmp_path / "history.jsonl"
    assert not progress(path, reviewer).hands
    some = [each for each in hands("kuhn-cfr+", 90, mode="practise") if each.decisions]
    begun = {True: [], False: []}
    for each in some:
        begun[ReviewedHand(each, reviewer.breakdown(each)).decisions[0].grade == "best"].append(
            each
        )
    right, wrong = begun[True], begun[False]
    goes = Counter({1: 3, 2: 4, 3: 4})
    lessons = [
        replace(each, drill="lesson: bluff", seed=seed)
        for seed, count in goes.items()
        for each in (*right[:count], *wrong[: 10 - count])
    ]
    today = NOON.date()
    tries = {0: [], 1: [right[0], wrong[0]], 2: [right[1]], 3: [wrong[0], right[0]], 4: [right[0]]}
    puzzled = [
        replace(each, drill=f"puzzle {today - timedelta(days)}", seed=seed)
        for days, of_day in tries.items()
        for seed, each in enumerate(of_day)
    ]
    append(path, *lessons, *puzzled, *some[:3])
    found = progress(path, reviewer)
    assert found.hands
    assert (found.best["lesson: bluff"], found.lessons) == (4, 0)
    solved = [found.solved(today - timedelta(days)) for days in range(6)]
    assert solved == [None, True, True, False, True, None]
    assert found.streak(today) == 2
    assert found.streak(today - timedelta(2)) == 1
    assert found.streak(today - timedelta(3)) == 0
    append(path, *(replace(right[0], drill="lesson: value bet", number=n) for n in range(1, 9)))
    assert progress(path, reviewer).lessons == 1
    trained = [*right[:3], wrong[0]]
    append(
        path, *(replace(each, drill="train: any", number=n) for n, each in enumerate(trained, 1))
    )
    assert progress(path, reviewer).trained == (3, 4)


def test_a_drill_without_a_grade_says_so_at_its_end():
    against = known("kuhn-cfr+")
    drill = Trainer(against).drill(ANY, 2)
    table = Practice(
        against.strategy, (0.0, 0.0), against.draws(1), Costs(), drill=replace(drill, scored=False)
    )
    for played in hands("kuhn-cfr+", 2, mode="practise"):
        table.hand, table.person, table.given = played.hand, played.person, 0
        table.grade([0.0] * len(played.decisions), right=None)
    assert table.ended
    assert table.summary.endswith("2 without a grade.")


class SomeUngraded(Reviewer):
    """Gives no grade to decisions with a queen."""

    def breakdown(self, played):
        found = super().breakdown(played)
        graded = tuple(
            replace(each, grade=UNGRADED) if each.infoset.startswith("Q") else each
            for each in found.decisions
        )
        return replace(found, decisions=graded)


@pytest.mark.parametrize("mode", [ANY, WHOLE], ids=lambda mode: mode.name)
def test_training_is_told_as_the_table_counted_it(tmp_path, mode):
    """By every decision of whole hands, else by the first.

    What has no grade is neither right nor wrong, and does not come back.
    """
    reviewer, path = SomeUngraded(), tmp_path / "history.jsonl"
    against = known("kuhn-cfr+")
    drill = Trainer(against).drill(mode, 60)
    table = Practice(against.strategy, (0.0, 0.0), against.draws(1), Costs(), drill=drill)
    right, missed, ungraded = [], set(), 0
    for played in hands("kuhn-cfr+", 60, mode="practise"):
        reviewed = ReviewedHand(replace(played, drill=drill.name), reviewer.breakdown(played))
        append(path, reviewed.played)
        table.hand, table.person, table.given = played.hand, played.person, 0
        table.rolled = (None,) * len(reviewed.decisions)
        count(table, reviewed.decisions)
        own = reviewed.decisions if mode is WHOLE else reviewed.decisions[:1]
        good = {
            each.infoset: each.grade in ("best", "sound") for each in own if each.grade != UNGRADED
        }
        right += [all(good.values())] if good else []
        ungraded += not good
        missed |= {key for key in good if not good[key]}
    found = progress(path, reviewer)
    assert ungraded
    assert 0 < sum(right) < len(right)
    assert (table.right, table.ungraded) == (right, ungraded)
    assert table.ended
    assert f"{sum(right)} of {len(right)} hands right, {ungraded} without a grade" in table.summary
    assert found.trained == (sum(right), len(right))
    assert {each.seen.key for each in found.missed} == missed


def test_what_was_missed_comes_back_after_one_day_three_and_seven(tmp_path):
    """Leitner's steps: too early does not count, and wrong once more is the next day again."""
    reviewer, path = Reviewer(), tmp_path / "history.jsonl"
    some = [each for each in hands("kuhn-cfr+", 200, mode="practise") if each.decisions]
    key = "K:b"
    there = [each for each in some if each.decisions[0][0].key == key]
    right, wrong = (
        next(
            replace(each, drill="spot")
            for each in there
            if bool(ReviewedHand(each, reviewer.breakdown(each)).decisions[0].faultless) == good
        )
        for good in (True, False)
    )
    begun = NOON.astimezone().date()

    def due_after(*tries):
        """When it comes back after tries on such days, each right or not."""
        path.unlink(missing_ok=True)
        for day, good in tries:
            time = NOON + timedelta(day)
            append(path, replace(right if good else wrong, time=time, seed=day))
        found = progress(path, reviewer)
        for each in found.missed:
            assert [drill.spots for _, drill in found.due(each.due)] == [(each.seen,)]
            assert found.due(each.due - timedelta(1)) == []
            assert each.seen.key == key
        return [(each.due - begun).days for each in found.missed]

    assert due_after((0, True)) == []
    assert due_after((0, False)) == [1]
    assert due_after((0, False), (0, True)) == [1]
    assert due_after((0, False), (1, True)) == [4]
    assert due_after((0, False), (1, True), (3, True)) == [4]
    assert due_after((0, False), (1, True), (4, True)) == [11]
    assert due_after((0, False), (1, True), (6, True)) == [13]
    assert due_after((0, False), (1, True), (4, True), (11, True)) == []
    assert due_after((0, False), (1, True), (4, False)) == [5]
    assert due_after((0, False), (1, True), (4, False), (3, True)) == [5]  # the clock set back
    assert due_after((365, False), (1, True)) == [4]  # from a wrong year
    assert due_after((365, False), (1, True), (4, True), (11, True)) == []


@pytest.mark.slow
def test_what_was_missed_comes_back_after_its_solution_was_solved_again(tmp_path):
    """The new solution judges it: a jack that calls loses a chip to any."""
    path, solution = tmp_path / "history.jsonl", tmp_path / "mine.json"
    storage.save(pokerbot.solve("kuhn", "dcfr", iterations=300).strategy, solution)
    old = read(solution)
    calls = changed(old, lambda key: key == "J:b", "call")
    some = played_by(old, calls, 60)
    wrong = next(each for each in some if [*map(key_of, each.decisions)] == ["J:b"])
    append(path, replace(wrong, drill="spot"))
    due = NOON.date() + timedelta(1)

    def back():
        return [(each.played.sha256, each.seen.key) for each in progress(path, Reviewer()).missed]

    assert back() == [(old.sha256, "J:b")]
    storage.save(pokerbot.solve("kuhn", "ipm").strategy, solution, force=True)
    new = read(solution)
    assert back() == [(new.sha256, "J:b")] != [(old.sha256, "J:b")]
    reviewer = Reviewer()
    ((hand, drill),) = progress(path, reviewer).due(due)
    assert reviewer.opponent(hand).sha256 == new.sha256
    assert drill.hands == 1
    folded = next(each for each in played_by(new, new.strategy.infosets, 60) if is_fold(each))
    append(path, replace(folded, drill=drill.name, time=NOON + timedelta(1), seed=9))
    (missed,) = progress(path, Reviewer()).missed
    assert (missed.step, missed.due) == (1, due + timedelta(3))
    storage.save(pokerbot.solve("leduc", "cfr+", iterations=2).strategy, solution, force=True)
    assert back() == []


def key_of(decision):
    return decision[0].key


def is_fold(played):
    return [(seen.key, action.name) for seen, action in played.decisions] == [("J:b", "fold")]


@pytest.mark.parametrize(("ahead", "comes"), [(-3, 1), (0, 1), (1, 0), (7, 0), (8, 1), (365, 1)])
def test_what_is_due_later_than_any_step_was_missed_by_a_wrong_clock_and_comes(ahead, comes):
    """It stayed away for as long as the clock had been ahead: a year, or many."""
    seen, today = spot_at(parse_game("kuhn"), "K:b"), NOON.date()
    played = replace(hands("kuhn-cfr+", 1)[0], drill="spot")
    missed = Missed(played, seen, 0, today + timedelta(ahead))
    assert len(Learned(missed=(missed,)).due(today)) == comes


def test_what_is_due_comes_once_each_and_does_not_end_early():
    seen = [spot_at(parse_game("kuhn"), f"{card}:{line}") for card in "JQK" for line in ("", "kb")]
    played = replace(hands("kuhn-cfr+", 1)[0], drill="spot")
    today = NOON.date()
    missed = [Missed(played, each, 0, today) for each in seen]
    ((_, drill),) = Learned(missed=tuple(missed)).due(today)
    assert drill.spots == tuple(seen)
    assert not drill.ended([True] * 5)
    assert drill.ended([True] * 6)


def test_against_the_clock_what_is_wrong_is_taken_away(tmp_path):
    drill = against_the_clock("kuhn")
    assert drill.score([True, True, False, True]) == 2
    assert not drill.ended([True] * 100)
    tracemalloc.start()
    assert not drill.reached([True] * 100)
    assert tracemalloc.get_traced_memory()[1] < 10**6
    tracemalloc.stop()
    reviewer, path = Reviewer(), tmp_path / "history.jsonl"
    some = [each for each in hands("kuhn-cfr+", 60, mode="practise") if each.decisions]
    graded = [ReviewedHand(each, reviewer.breakdown(each)).decisions[0] for each in some]
    append(path, *(replace(each, drill=drill.name) for each in some))
    right = sum(bool(each.faultless) for each in graded)
    assert 0 < right < len(some)
    assert progress(path, reviewer).best[drill.name] == 2 * right - len(some)


def test_a_mixed_decision_is_learned_with_the_die_alone(tmp_path):
    """The lesson asks that the die is thrown where the bot mixes, and done as it says."""
    reviewer, path = Reviewer(), tmp_path / "history.jsonl"
    mixing = next(lesson.drill for lesson in LESSONS if lesson.drill.mix)
    for played in hands("kuhn-cfr+", 200, mode="practise"):
        judged = ReviewedHand(played, reviewer.breakdown(played)).decisions
        if judged and judged[0].grade == "best" and 0.1 < max(judged[0].frequencies.values()) < 0.9:
            break
    order = [judged[0].frequencies[name] for name in names_as_shown(judged[0].frequencies)]
    first = names_as_shown(judged[0].frequencies)[0] == judged[0].action
    said, other = (0, SIDES - 1) if first else (SIDES - 1, 0)
    assert len(order) == 2
    for seed, die, best in ((1, None, 0), (2, other, 0), (3, said, 1)):
        rest = (None,) * (len(judged) - 1)
        append(path, replace(played, drill=mixing.name, seed=seed, rolled=(die, *rest)))
        assert progress(path, reviewer).best[mixing.name] == best
        assert not progress(path, reviewer).missed, "its action is right, which is all that is due"
    append(path, replace(played, drill="lesson: bluff", seed=4))
    assert progress(path, reviewer).best["lesson: bluff"] == 1


def test_the_decision_of_a_hand_again():
    played = next(each for each in hands("kuhn-cfr+", 20) if each.decisions)
    seen, _ = played.decisions[0]
    against = Reviewer().opponent(played)
    assert against.strategy == read(library.find("kuhn-cfr+")).strategy
    drill = drill_at(seen)
    table = Practice(against.strategy, (0.0, 0.0), against.draws(1), Costs(), drill=drill)
    assert table.hand.observe() == seen
    for _ in range(3):
        assert table.hand.observe() in drill.spots
        while not table.hand.over:
            actor = table.act if table.person_to_act else lambda _: table.bot_act()
            actor(table.hand.observe().actions[0])
        table.next_hand()


def test_lessons_and_puzzles_are_of_the_spots_that_ship(tmp_path, monkeypatch):
    """Another spot's solution of the same name, or a faulty file of a spot, ended the app."""
    other = library.find("srp-dry-river-dcfr").resolve()
    monkeypatch.chdir(tmp_path)
    Path("strategies").mkdir()
    (name,) = {each.against for each in LESSONS if each.against.startswith("3bet-wet")}
    for taught in (name, RIVER.drill(date(2026, 11, 24))[0]):
        copy2(other, f"strategies/{taught}.spot")
    Path("3bet-dry-river.toml").write_text("[oop]\npot = =", encoding="utf-8")
    lesson = replace(next(each for each in LESSONS if each.against == name))
    assert len(lesson.drill.spots) == len(lesson.spots)
    assert lesson.game == drill_opponent(name).strategy.game
    solution, drill = RIVER.drill(date(2026, 11, 24))
    assert drill.spots[0].game == drill_opponent(solution).strategy.game
    assert "speed: 3bet-dry-river" in drills.__wrapped__()
