"""Jam or fold to practise: what is dealt, and the reasons beside what a table of all-ins says."""

import numpy as np
import pytest

from pokerbot.games.all_in import CLASSES, meetings, outcomes
from pokerbot.games.betting import legal_actions
from pokerbot.games.spot import Spot
from pokerbot.opponents import short_stacks
from pokerbot.opponents.opponents import drill_opponent
from pokerbot.opponents.reasons import why
from pokerbot.opponents.reviews import remark
from pokerbot.play.view.amounts import chips


@pytest.fixture(scope="module")
def ines():
    return drill_opponent("ines")


def test_half_are_jams_and_half_calls_and_all_are_close(ines):
    drill = short_stacks.drill_of(ines, np.random.default_rng(4))
    seats = [each.spot.player for each in drill.spots]
    assert (seats.count(0), seats.count(1), drill.hands, drill.goal) == (5, 5, 10, 8)
    assert len({each.key for each in drill.spots}) == 10
    for each in drill.spots:
        worth = ines.judges[each.spot.player].chips(each.spot).values()
        assert max(worth) - min(worth) < short_stacks.CLOSE
    assert "10 big blinds" in drill.title


def test_other_draws_have_other_stacks_and_hands(ines):
    stacks = {short_stacks.drawn(np.random.default_rng(seed)).rules.stack for seed in range(40)}
    assert len(stacks) > 15
    assert (min(stacks) >= 2, max(stacks) <= 20) == (True, True)
    one, other = (short_stacks.drill_of(ines, np.random.default_rng(seed)) for seed in (1, 2))
    assert [each.key for each in one.spots] != [each.key for each in other.spots]


def test_done_again_it_has_other_hands(ines):
    first = short_stacks.drill_of(ines, np.random.default_rng(1))
    again = first.renewed()
    assert first.title == again.title
    assert {each.key for each in first.spots} != {each.key for each in again.spots}
    begins = [short_stacks.drill_of(ines, np.random.default_rng(seed)) for seed in range(8)]
    assert {each.spots[0].spot.player for each in begins} == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("who", ["ines", "hugo"])
def test_less_than_a_hundredth_of_a_blind_is_sound_and_best_only_what_reads_the_same(who):
    """In thousandths of a blind, as they are told: what is lost is 0.000 or it is not best."""
    opponent = drill_opponent(who)
    game, little = opponent.strategy.game, 0
    for seat, betting in enumerate([game.spot("AA:").betting, game.spot("AA:j").betting]):
        for hand in range(len(CLASSES)):
            for action in legal_actions(game.rules, betting):
                judged = opponent.judges[seat].judge(Spot(betting, 0, hand), action)
                if judged.fault:
                    assert remark(judged).startswith(f", {chips(judged.loss, 3)} chip")
                if judged.loss < 0.01:
                    assert judged.grade == ("best" if judged.loss < 0.0005 else "sound")
                    little += judged.loss >= 0.0005
    assert little > 1


def test_a_jam_is_explained_by_the_folds_and_what_is_won_when_called(ines):
    """76o at 10 blinds, by the counts of all-ins and how often each hand calls."""
    game, hand = ines.strategy.game, CLASSES.index("76o")
    spot = game.spot("76o:")
    _, jam = legal_actions(game.rules, spot.betting)
    decision = ines.judges[0].judge(spot, jam)
    calls = np.array([ines.strategy.infosets[f"{name}:j"]["call"] for name in CLASSES])
    called = float(meetings()[hand] @ calls)
    folds = 1 - called / meetings()[hand].sum()
    win, tie, _ = outcomes()[:, hand] / 1_712_304
    equity = float((win + tie / 2) @ calls) / called
    assert f"folds {folds:.0%} of the time and you take 1.5" in why(decision)
    assert f"when it calls you win {equity:.0%} of the time" in why(decision)
    worth = folds * 1 + (1 - folds) * 10 * (2 * equity - 1)
    assert decision.chips == pytest.approx({"fold": -0.5, "jam": worth})
    assert decision.decimals == 3


def test_a_call_is_explained_by_its_price_and_what_it_wins(ines):
    game = ines.strategy.game
    spot = game.spot("AA:j")
    _, call = legal_actions(game.rules, spot.betting)
    said = why(ines.judges[1].judge(spot, call))
    assert "To call 9 for a pot of 11 you must win 45% of the time; you win 85%." in said
    assert "beat" not in said
