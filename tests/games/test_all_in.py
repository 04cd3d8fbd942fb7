"""The table of all-ins before the flop, beside published counts and another evaluator of hands."""

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerbot.games.all_in import CLASSES, FILE, RUNOUTS, meetings, outcomes, wins
from pokerbot.games.ranges import COMBINATIONS, DECK


def counts(own, other):
    return outcomes()[:, CLASSES.index(own), CLASSES.index(other)].tolist()


@pytest.mark.parametrize(
    ("own", "other", "told"),
    [
        ("AA", "KK", [50_371_344, 285_228, 10_986_372]),
        ("QQ", "AKs", [22_082_460, 178_116, 18_834_720]),
    ],
)
def test_published_counts(own, other, told):
    assert counts(own, other) == told
    assert counts(other, own) == told[::-1]


def test_every_pair_of_hands_meets_every_board():
    assert outcomes().min() > 0
    assert meetings().sum() == 1326 * 1225
    assert (outcomes().sum(axis=0) == RUNOUTS * meetings()).all()


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize("classes", ["AKs 22", "JTs 98o", "A2o A3o", "72o 72o", "TT T9s"])
def test_boards_dealt_at_random_agree_with_another_library(classes):
    own, other = classes.split()
    kinds = dict(zip(CLASSES, COMBINATIONS.values(), strict=True))
    pairs = [(a, b) for a in kinds[own] for b in kinds[other] if not {*a} & {*b}]
    rng, deals, won, tied = np.random.default_rng(0), 8000, 0, 0
    for place in rng.integers(len(pairs), size=deals):
        mine, theirs = pairs[place]
        left = [card for card in range(52) if card not in {*mine, *theirs}]
        board = rng.choice(left, 5, replace=False).tolist()
        one, two = (evaluate_cards(*map(DECK.label, (*hand, *board))) for hand in (mine, theirs))
        won, tied = won + (one < two), tied + (one == two)
    wins_, ties, losses = counts(own, other)
    for drawn, exact in ((won, wins_), (tied, ties)):
        share = exact / (wins_ + ties + losses)
        assert abs(drawn / deals - share) < 4 * (share * (1 - share) / deals) ** 0.5


def test_the_file_is_what_its_counts_are_packed_to():
    pytest.importorskip("numba")
    from tests.trials.all_ins import packed

    assert packed(wins()) == FILE.read_bytes()
    with pytest.raises(ValueError, match="multiples of 4"):
        packed(wins() + 1)
