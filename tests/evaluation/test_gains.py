"""Where the chips come from that there are to win, held to exact values and to arithmetic."""

import pytest

from pokerbot.evaluation.exact import evaluate
from pokerbot.evaluation.gains import gains
from pokerbot.opponents.cast import CAST, member, report


@pytest.mark.parametrize("one", [one for one in CAST if not one.sound], ids=lambda one: one.name)
def test_all_decisions_together_bring_what_there_is_to_win(one):
    plays, free = one.strategy(), one.without_leak.strategy()
    stands, found = report(one, plays, evaluate(plays), free), gains(plays, free)
    assert sum(each.chips for each in found) == pytest.approx(stands.to_win, abs=1e-9)
    assert [each.chips for each in found] == sorted((each.chips for each in found), reverse=True)


def test_a_bluff_at_felix_brings_what_arithmetic_says():
    """He folds half of his queens and kings: a bet with the jack loses 0.5, a check the ante.

    One time in three the first to act holds it, and half of the hands are played there.
    """
    felix, kurt = member("felix").strategy(), member("kurt").strategy()
    first, *_ = gains(felix, kurt)
    assert (first.infoset, first.action) == ("J:", "bet")
    assert first.chips == pytest.approx(kurt.infosets["J:"]["check"] * 0.5 / 3 / 2, abs=1e-3)
