"""What a person is believed to do too often, held to players whose habits are known."""

from dataclasses import replace
from math import comb
from pathlib import Path
from types import SimpleNamespace

import pytest
from numpy.random import default_rng

from pokerbot.evaluation.bots import best_responses
from pokerbot.evaluation.exact import values_by_seat
from pokerbot.games.catalogue import make_game
from pokerbot.opponents import adapting, beliefs, opponents
from pokerbot.opponents.adapting import LAST, habit_report
from pokerbot.opponents.habits import PRIOR, model, shown
from pokerbot.opponents.open_tables import OpenTables
from pokerbot.opponents.reviews import Reviewer
from pokerbot.play.history import file, sessions
from pokerbot.play.history.file import append, read
from pokerbot.play.history.record import Again, choices
from pokerbot.play.session.drill import spot_at
from pokerbot.runs.responses import exploit
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library, storage
from pokerbot.strategy.arrays import to_arrays
from pokerbot.strategy.strategy import Strategy
from tests.opponents.known import known
from tests.opponents.test_win_share import hands
from tests.play.hands import played
from tests.play.tables import latest, play_hand, uniform


@pytest.fixture(scope="module", params=["kurt", "lea"])
def sound(request):
    return known(request.param)


def changed(opponent, which, action):
    """Equilibrium play, but for one action that is always taken in some information sets."""
    infosets = opponent.strategy.infosets
    return infosets | {
        key: {each: float(each == action) for each in chances}
        for key, chances in infosets.items()
        if which(key) and action in chances
    }


def test_a_known_habit_is_named(kurt):
    folder = changed(kurt, lambda key: key.startswith("Q"), "fold")
    found = beliefs.beliefs(hands(kurt, folder, 150), kurt.strategy)
    assert found[0].words == "you fold a queen to a bet too often"
    bluffer = changed(kurt, lambda key: key.startswith("J"), "bet")
    found = beliefs.beliefs(hands(kurt, bluffer, 150), kurt.strategy)
    assert [each.words for each in found] == ["you bet with a jack too often"]
    assert found[0].taken == found[0].times > found[0].expected


def test_a_habit_with_any_holding_is_told_once():
    lea = known("lea")
    caller = changed(lea, lambda key: True, "call")
    found = beliefs.beliefs(hands(lea, caller, 150), lea.strategy)
    assert {each.words for each in found} <= {
        "you call a bet too often",
        "you call a raise too often",
    }
    assert found


def test_what_is_faced_is_of_the_present_round():
    """A bet, whatever was raised in the round before."""
    lea = known("lea")
    for key, faced in {
        "K/J:kbrc/b": "a bet",
        "K/J:kbc/br": "a raise",
        "K:br": "a raise",
        "K/J:kbrc/": "",
    }.items():
        seen = spot_at(lea.strategy.game, key)
        told = beliefs._situations(seen, lea.strategy.infosets[key])
        assert {each for each, _, _ in told} == {faced}


@pytest.mark.parametrize(
    ("spec", "key", "faced", "held"),
    [
        ("jam-or-fold", "A2s:", "the blind", "A2s"),
        ("jam-or-fold", "KK:j", "a jam", "KK"),
        ("kuhn:cards=18", "7:b", "a bet", "a 7"),
        ("kuhn:cards=18", "8:b", "a bet", "an 8"),
        ("kuhn:cards=18", "11:", "", "an 11"),
        ("kuhn:cards=18", "18:kb", "a bet", "an 18"),
        ("von-neumann-raise:hands=118", "81:br", "a raise", "an 81"),
        ("von-neumann-raise:hands=118", "118:", "", "a 118"),
        ("3bet-wet-river", "AdKh:", "", "no pair"),
        ("3bet-wet-river", "AdAc:", "", "a pair"),
        ("3bet-wet-river", "QsTs:k", "", "two pair"),
        ("3bet-wet-river", "TsTh:", "", "three of a kind"),
        ("3bet-wet-river", "KsJs:b680", "a bet", "a straight"),
    ],
)
def test_what_is_faced_and_held_is_called_as_people_call_it(spec, key, faced, held):
    """A blind is no bet, and on a river not all hands are pairs."""
    seen = spot_at(library.game_named(spec), key)
    told = beliefs._situations(seen, dict.fromkeys((each.name for each in seen.actions), 0.5))
    assert {(faces, holds) for faces, holds, _ in told} == {(faced, ""), (faced, held)}


def test_who_folds_to_the_blind_does_not_fold_to_a_bet():
    """Who jams too little in the first seat, and is sound in the second one."""
    kept = known("jam-or-fold-lp")
    folder = changed(kept, lambda key: key.endswith(":"), "fold")
    (found,) = beliefs.beliefs(hands(kept, folder, 100), kept.strategy)
    assert found.words == "you fold to the blind too often"
    assert found.taken == found.times == 50


def test_a_habit_with_any_holding_is_one_with_every_holding():
    """20 folds to 20 jams, sound play 8. Wilson's interval of n out of n begins at n / (n + z²)."""
    ines = known("ines").strategy
    believed = [
        beliefs.Belief("a jam", "", "fold", 20, 20, 8.0, 1.0),
        beliefs.Belief("the blind", "72o", "jam", 5, 5, 0.0, 1.0),
    ]
    plays = beliefs.with_habits(ines, believed)
    assert plays.infosets["AA:j"] == pytest.approx({"fold": 1 - 1 / 21 / 0.6, "call": 1 / 21 / 0.6})
    assert plays.infosets["72o:j"] == pytest.approx({"fold": 1.0, "call": 0.0})
    same = {key for key, chances in ines.infosets.items() if plays.infosets[key] == chances}
    assert same >= {key for key in ines.infosets if key.endswith(":")}


@pytest.mark.parametrize(("truth", "sound", "times"), [(0.3, 0.4, 30), (0.1, 0.2, 80)])
def test_a_habit_is_seldom_taken_for_a_stronger_one(truth, sound, times):
    """By all that can be counted: in 5 of 6 cases its share is no more than the true one."""
    often = sound + truth * (1 - sound)
    more = 0.0
    for taken in range(times + 1):
        found = beliefs.Belief("a bet", "", "fold", taken, times, sound * times, 0.0)
        chance = comb(times, taken) * often**taken * (1 - often) ** (times - taken)
        more += chance * (found.share > truth)
        assert 0 <= found.share < 1
    assert 0.1 < more < 1 / 6


def test_of_several_sizes_a_habit_keeps_the_proportions():
    chances = {"check": 0.5, "bet 1": 0.375, "bet 2": 0.125}
    more = beliefs._more_often(chances, "bet", 0.5)
    assert more == pytest.approx({"check": 0.25, "bet 1": 0.5625, "bet 2": 0.1875})
    assert beliefs._more_often({"check": 1.0, "bet 1": 0.0, "bet 2": 0.0}, "bet", 0.5) == {
        "check": 0.5,
        "bet 1": 0.25,
        "bet 2": 0.25,
    }
    assert beliefs._more_often(chances, "raise", 0.5) == chances


@pytest.mark.parametrize("always", ["fold", "call"])
def test_forty_hands_of_jam_or_fold_tell_how_to_win_from_a_habit(always):
    """A best response to what they show wins nearly the most, though few classes came up twice."""
    ines = known("ines")
    person = replace(ines.strategy, infosets=changed(ines, lambda key: True, always))
    report = habit_report(hands(ines, person.infosets, LAST), ines.strategy)
    form = compile_game(person.game)
    plays = to_arrays(form, person.infosets)
    most = sum(values_by_seat(form, best_responses(form, plays), plays))
    modelled = to_arrays(form, report.model.infosets)
    assert sum(values_by_seat(form, best_responses(form, modelled), plays)) > 0.95 * most


def test_hands_with_sizes_of_ones_own_show_habits_too(tmp_path):
    """Who goes all-in where the solution bets half: a bet, and what follows counts for nothing."""
    given = {"board": "2s3h4d6c7c", "oop.range": "KK", "ip.range": "AA,QQ", "pot": 20, "stack": 90}
    usual, other = (make_game("holdem", {**given, "oop.river.bet": bet}) for bet in ("50%", "a"))
    history = tmp_path / "history.jsonl"
    sized = (replace(each, again=(Again(0, "gone.spot", "ab" * 32),)) for each in played(other, 60))
    append(history, *sized)
    own = shown(file.hands(history), usual)
    bets = [each.decisions[0][1].kind == "bet" for each in own if each.person == 0]
    assert any(key not in uniform(usual).infosets for each in own for key, _ in choices(each))
    sound = Strategy.of(usual, lambda key, actions: [1.0] + [0.0] * (len(actions) - 1))
    report = habit_report(own, sound, len(own))
    (found,) = report.beliefs
    assert (report.hands, found.words) == (60, "you bet with a pair too often")
    assert (found.taken, found.times) == (sum(bets), len(bets))
    assert report.apart[0].infosets == sound.infosets


def test_of_many_habits_the_three_are_told_that_come_up_most():
    """By how many times a hand the action is taken in excess, with the prior of ten decisions."""
    lea = known("lea")
    played = hands(lea, uniform(lea.strategy.game).infosets, 400)
    found = beliefs.beliefs(played, lea.strategy)
    excess = [(one.taken - one.expected) / (one.times + PRIOR) * one.times for one in found]
    assert [one.weight for one in found] == pytest.approx([each / 400 for each in excess])
    assert excess == sorted(excess, reverse=True)
    assert len(found) == 3


@pytest.mark.slow
def test_of_sound_players_nothing_is_believed(sound):
    """All that is believed of one is right for 19 of 20."""
    found = [
        beliefs.beliefs(hands(sound, sound.strategy.infosets, 60, seed), sound.strategy)
        for seed in range(10)
    ]
    assert sum(map(bool, found)) <= 1
    assert not habit_report(hands(sound, sound.strategy.infosets, 60), sound.strategy).beliefs


def test_what_an_answer_wins_the_most_by(kurt):
    """To bet a jack, into one who folds; calls with a queen are more, and win nothing from him.

    A jack comes to a third of all who act first, and that is half of the hands.
    """
    folder = replace(kurt.strategy, infosets=changed(kurt, lambda key: True, "fold"))
    jack = kurt.strategy.infosets["J:"]
    plays = changed(kurt, lambda key: key == "Q:b", "call") | {
        "J:": {"check": jack["check"] - 0.1, "bet": jack["bet"] + 0.1}
    }
    answer = replace(kurt.strategy, infosets=plays)
    kind, often, _ = beliefs.explained(answer, kurt.strategy, folder, [])
    assert kind == "bet"
    assert often == pytest.approx(0.1 / 3 / 2, abs=1e-9)


def test_where_an_answer_does_not_come_it_does_nothing_more_often(kurt):
    """It calls every bet, into one who always bets; but it bets its jacks, and faces none there."""
    sound = kurt.strategy.infosets
    bets = replace(kurt.strategy, infosets=changed(kurt, lambda key: key[2:] in ("", "k"), "bet"))
    calls = changed(kurt, lambda key: key in ("Q:b", "Q:kb", "J:kb"), "call")
    answer = replace(kurt.strategy, infosets=calls | {"J:": {"check": 0.0, "bet": 1.0}})
    kind, often, _ = beliefs.explained(answer, kurt.strategy, bets, [])
    queens = 1 - sound["Q:b"]["call"] + sound["Q:"]["check"] * (1 - sound["Q:kb"]["call"])
    assert kind == "call"
    assert often == pytest.approx(queens / 3 / 2, abs=1e-9)


def test_a_sentence_names_the_habit_that_an_action_is_for(kurt):
    """To call with a queen wins from one who bets every jack, not from one who folds to bets."""
    bluffs = changed(kurt, lambda key: key.startswith("J"), "bet")
    folds = changed(kurt, lambda key: key.startswith("Q") and key.endswith("b"), "fold")
    person = {key: bluffs[key] if key.startswith("J") else folds[key] for key in bluffs}
    report = habit_report(hands(kurt, person, 300), kurt.strategy, 300)
    assert {each.words for each in report.beliefs} >= {
        "you bet with a jack too often",
        "you fold a queen to a bet too often",
    }
    for spot, action, because in (
        ("Q:kb", "call", "you bet with a jack too often"),
        ("J:k", "bet", "you fold a queen to a bet too often"),
    ):
        plays = kurt.strategy.infosets | {spot: {"fold": 0.0, "check": 0.0, action: 1.0}}
        plays[spot] = {each: plays[spot][each] for each in kurt.strategy.infosets[spot]}
        answer = replace(kurt.strategy, infosets=plays)
        found = adapting.answer(report, answer)
        assert found.takes == action
        assert found.says == f"I {action} where sound play would not because {because}."
        assert f"Because {because} I **{action}**" in found.page
        assert ", less than once in 100 hands." in replace(found, often=0.004).page
        assert ", 1 time in 100 hands." in replace(found, often=0.006).page
    both = kurt.strategy.infosets | {
        key: {each: float(each == action) for each in kurt.strategy.infosets[key]}
        for key, action in (("Q:kb", "call"), ("Q:b", "call"), ("J:k", "bet"))
    }
    mean = replace(report, apart=(report.model,) * len(report.beliefs))
    unexplained = adapting.answer(mean, replace(kurt.strategy, infosets=both))
    assert "because" not in unexplained.says


@pytest.mark.slow
def test_on_a_river_a_habit_is_taken_away_from_all_hands_that_show_it():
    """Where nobody calls too often, a bet for value wins no more than sound play."""
    vera = known("vera")
    played = hands(vera, changed(vera, lambda key: True, "call"), 40)
    report = habit_report(played, vera.strategy)
    place = [each.words for each in report.beliefs].index("you call a bet too often")
    decided = [each for hand in played for each in hand.decisions]
    others = [
        (seen.key, action.name)
        for seen, action in decided
        if "r" in seen.betting.history or "b" not in seen.betting.history
    ]
    assert 0 < len(others) < len(decided)
    assert report.apart[place] == model(others, vera.strategy)
    answer = adapting.answer(report, exploit(report.model, risk=report.risk).strategy)
    assert answer.says == "I bet where sound play would not because you call a bet too often."


def test_who_changes_is_followed(kurt):
    """After as many hands as tell, nothing is believed of what was done before."""
    before = hands(kurt, changed(kurt, lambda key: True, "fold"), 60)
    told = habit_report(before, kurt.strategy)
    assert (told.hands, told.latest) == (60, LAST)
    assert [each.words for each in told.beliefs] == ["you fold to a bet too often"]
    now = hands(kurt, kurt.strategy.infosets, LAST)
    after = habit_report(before + now, kurt.strategy)
    assert after == replace(habit_report(now, kurt.strategy), hands=60 + LAST)
    assert not after.beliefs
    bets = hands(kurt, changed(kurt, lambda key: True, "bet"), LAST)
    after = habit_report(before + bets, kurt.strategy)
    assert after == replace(habit_report(bets, kurt.strategy), hands=60 + LAST)
    assert after.beliefs


def test_without_one_habit_a_person_still_has_the_others():
    """Who calls all bets and raises: less one habit, also where no hand came, the other is left."""
    lea = known("lea")
    caller = hands(lea, changed(lea, lambda key: True, "call"), 150)
    report = habit_report(caller, lea.strategy, 150)
    apart = dict(zip((each.words for each in report.beliefs), report.apart, strict=True))
    bet, raised = "J/K:kk/kb", "J/Q:kk/br"  # where sound play never calls
    assert not {bet, raised} & {seen.key for hand in caller for seen, _ in hand.decisions}
    for habit, without, left in (("bet", bet, raised), ("raise", raised, bet)):
        plays = apart[f"you call a {habit} too often"].infosets
        assert plays[without]["call"] == pytest.approx(0, abs=1e-3)
        assert plays[left]["call"] > 0.5


@pytest.mark.slow
def test_an_answer_is_kept_in_little_room(tmp_path):
    """Half a megabyte for every ten hands would fill a disk; its hands are graded by the rest."""
    nora = known("nora")
    answer = adapting.answer(habit_report([], nora.strategy), nora.strategy).opponent
    storage.save(answer.strategy, tmp_path / "echo.gz")
    assert (tmp_path / "echo.gz").stat().st_size < nora.path.stat().st_size / 8
    kept = opponents.read(tmp_path / "echo.gz")
    assert (kept.strategy, kept.sha256) == (answer.strategy, answer.sha256)
    assert kept.evaluation.value == pytest.approx(nora.evaluation.value, abs=1e-5)
    assert kept.evaluation.nash_conv == pytest.approx(nora.evaluation.nash_conv, abs=1e-4)


def test_each_hand_is_judged_by_what_was_played_in_it(kurt, tmp_path):
    """One who adapts plays on in one session, by strategies that are kept with the hands."""
    begins, rng = opponents.adapting(kurt.strategy), default_rng(4)
    felix = opponents.adapting(storage.load(library.find("felix")))
    tables = OpenTables(1, tmp_path / "history.jsonl", print)
    sitting = tables.at(begins, "alternate")
    table = sitting.table
    for _ in range(2):
        play_hand(table, rng)
        table.next_hand()
    play_hand(table, rng)
    sitting.change(SimpleNamespace(opponent=felix))
    for _ in range(2):
        table.next_hand()
        play_hand(table, rng)
    assert not tables.unkept
    kept = [played for _, played in read(tables.history)]
    assert [played.sha256 for played in kept] == [begins.sha256] * 3 + [felix.sha256] * 2
    files = {path for path in (tmp_path / "opponents").rglob("*") if path.is_file()}
    assert files == {Path(played.opponent) for played in kept}
    reviewer = Reviewer()
    played = [reviewer.opponent(each).strategy.infosets for each in kept]
    assert played == [kurt.strategy.infosets] * 3 + [felix.strategy.infosets] * 2
    (session,) = sessions.summaries(tables.history)
    assert (session.hands, session.played.adapts) == (5, True)
    assert len(list(sessions.hands(tables.history, session))) == 5
    assert latest(sessions.summaries(tables.history)) == session


def test_the_one_who_adapts_deals_other_cards_than_the_one_as_whom_it_begins(kurt):
    echo = replace(opponents.adapting(kurt.strategy), sha256=kurt.sha256)
    assert echo.draws(1)(1, 0).random() != kurt.draws(1)(1, 0).random()
