"""What a person takes of what there is to win, held to what players are exactly worth."""

from dataclasses import replace
from datetime import timedelta
from threading import Thread

import pytest

from pokerbot.evaluation.exact import evaluate, expected
from pokerbot.evaluation.gains import gains
from pokerbot.opponents.cast import member, report
from pokerbot.opponents.reviews import Reviewer
from pokerbot.opponents.win_share import (
    ENOUGH,
    NOTHING,
    Taken,
    WinShare,
    beaten,
    win_share_against,
)
from pokerbot.play.bot import Bot
from pokerbot.play.history.file import append
from pokerbot.play.history.record import HandRecord
from pokerbot.play.table import Table
from pokerbot.play.view.words import spot
from tests.opponents.known import best_against, known
from tests.play.hands import NOON
from tests.play.tables import uniform


@pytest.fixture(scope="module")
def felix():
    return known("felix")


@pytest.fixture(scope="module")
def stands():
    one = member("felix")
    plays = one.strategy()
    return report(one, plays, evaluate(plays), one.without_leak.strategy())


def hands(opponent, infosets, many, seed=3):
    """Hands of a person who plays so against an opponent."""
    kept = []

    def keep(table):
        time = NOON + timedelta(seconds=table.number)
        path, hand, seat = str(opponent.path), table.hand, table.person
        kept.append(HandRecord(hand, seat, path, opponent.sha256, seed, table.number, time, NOON))

    draws = opponent.draws(seed)
    table = Table(opponent.strategy, opponent.values, draws, keep=keep)
    person = Bot(infosets, draws(0, 0))
    while len(kept) < many:
        if table.hand.over:
            table.next_hand()
        elif table.bot_to_act:
            table.bot_act()
        else:
            table.act(person.choose(table.hand.observe()))
    return kept


def players(felix):
    """Who plays soundly, who answers felix best, and what share of what is there each takes."""
    return [(known("kurt").strategy.infosets, 0.0), (best_against(felix.strategy), 1.0)]


@pytest.mark.slow
def test_a_sound_player_takes_nothing_of_it_and_the_best_answer_all(felix, stands):
    for infosets, truth in players(felix):
        counted = WinShare(stands, felix, Reviewer())
        for played in hands(felix, infosets, 600):
            counted.add([played])
        assert abs(counted.taken.share - truth) < counted.taken.margin < 0.3
        assert counted.taken.star == (truth > ENOUGH)


def test_what_is_there_to_win_is_that_of_the_seats_that_were_played(felix, stands):
    """Most of it in the first; and the one hand more, as bad as random play, has the mean."""
    (infosets, _), _ = players(felix)
    at_random = expected(uniform(felix.strategy.game), felix.strategy)
    played = hands(felix, infosets, 40)
    for seat in (0, 1):
        counted, own = (
            WinShare(stands, felix, Reviewer()),
            [each for each in played if each.person == seat],
        )
        counted.add(own)
        judged = (felix.breakdown(each.hand, seat) for each in own)
        lost = sum(each.mistakes + each.missed for each in judged)
        offered = len(own) * (stands.most[seat] - stands.equilibrium_wins[seat]) + stands.to_win
        by_random = (1 - counted.taken.share) * offered - lost
        assert by_random == pytest.approx((sum(stands.most) - sum(at_random)) / 2)


def test_a_few_hands_without_a_fault_earn_no_star(felix, stands):
    counted = WinShare(stands, felix, Reviewer())
    assert counted.taken is None
    for played in hands(felix, players(felix)[1][0], 5):
        counted.add([played])
    assert not counted.taken.star
    assert counted.taken.margin > 0.5
    assert counted.taken.told == NOTHING
    assert "you take" not in counted.told


def test_ten_hands_tell_where_they_leave_something_open(felix, stands):
    assert Taken(9, 0.5, 0.3, star=False).told == NOTHING
    assert Taken(10, 0.5, 0.3, star=False).told == "50 ±30 % "
    assert Taken(10, 0.5, 1.0, star=False).told == NOTHING


def test_hints_practice_and_other_opponents_do_not_count(felix, stands, tmp_path):
    history, (infosets, _) = tmp_path / "history.jsonl", players(felix)[0]
    first, *others = hands(felix, infosets, 4)
    strange = [replace(others[0], assisted=True), replace(others[1], mode="practise")]
    append(history, first, *strange, replace(others[2], sha256="0" * 64))
    counted = WinShare(stands, felix, Reviewer())
    counted.look(history)
    assert counted.hands == 1


def test_what_wins_is_told_in_shares_of_what_there_is(felix, stands):
    counted = win_share_against(felix, Reviewer())
    for played in hands(felix, players(felix)[1][0], 200):
        counted.add([played])
    taken, said = counted.taken, beaten(counted).splitlines()
    assert f"{100 * taken.share:.0f} ±{100 * taken.margin:.0f} % of the 0.16 chips" in said[0]
    assert f"felix {stands.leak}" in said[1]
    found = gains(felix.strategy, known("kurt").strategy)
    for line, each in zip(said[2:-1], found, strict=False):
        assert float(line.split()[0]) == round(100 * each.chips / stands.to_win)
        assert line.endswith(f"{spot(felix.strategy.game.rules, each.infoset)}: {each.action}")
    assert len(said) == 2 + 3 + 1
    assert said[-1] == "Next: betty."


def test_a_second_look_counts_what_is_new(felix, tmp_path):
    history, (infosets, _) = tmp_path / "history.jsonl", players(felix)[0]
    first, second, third = hands(felix, infosets, 3)
    counted = win_share_against(felix, Reviewer())
    append(history, first, second)
    counted.look(history)
    assert counted.hands == 2
    append(history, third)
    for _ in range(2):
        counted.look(history)
        assert counted.hands == 3


@pytest.mark.slow
@pytest.mark.parametrize("kept", [0, 20, 60])
def test_a_history_that_another_machine_has_replaced_is_counted_anew(felix, tmp_path, kept):
    """Its first hands were counted still, and as many of the other's were passed over."""
    path, there = tmp_path / "history.jsonl", tmp_path / "other.jsonl"
    (sound, _), (best, _) = players(felix)
    append(path, *hands(felix, best, 40))
    counted = win_share_against(felix, Reviewer())
    counted.look(path)
    assert counted.hands == 40
    there.touch()
    append(there, *hands(felix, sound, kept, seed=4))
    there.replace(path)
    counted.look(path)
    anew = win_share_against(felix, Reviewer())
    anew.add(hands(felix, sound, kept, seed=4))
    assert counted.hands == kept
    assert counted.taken == anew.taken


def test_two_looks_at_once_count_each_hand_once(felix, tmp_path):
    history, (infosets, _) = tmp_path / "history.jsonl", players(felix)[0]
    append(history, *hands(felix, infosets, 200))
    _ = felix.judges
    counted = win_share_against(felix, Reviewer())
    looks = [Thread(target=counted.look, args=(history,)) for _ in range(3)]
    for look in looks:
        look.start()
    for look in looks:
        look.join()
    assert counted.hands == 200


def test_nothing_is_to_be_taken_from_one_without_a_leak(felix, tmp_path):
    assert win_share_against(known("kurt"), Reviewer()) is None
    assert win_share_against(replace(felix, path=tmp_path / "felix.json"), Reviewer()) is None
