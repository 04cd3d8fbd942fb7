import math
import re
from types import SimpleNamespace

import numpy as np
import pytest

from pokerbot.evaluation.bots import best_responses
from pokerbot.evaluation.exact import expected
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.tally import students_t
from pokerbot.opponents.matchup import Matchup
from pokerbot.play.session.watch import MOST, SeatTallies, Watch, brief, look, statistics, verdict
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import GAMES, IDS, lopsided, uniform

KUHN = parse_game("kuhn")


def watch(a: Strategy, b: Strategy, seed: int = 0) -> Watch:
    found = Matchup(a, b)
    rng = np.random.default_rng(seed)
    return Watch(a, b, found.exact, found.without_luck, rng, found.enough)


def after(hands: int, mean: tuple[float, float], game_on: Watch, expected: float = 0.0) -> Watch:
    """Where it would stand if so many hands had that mean and margin, with and without luck."""
    tally = SimpleNamespace(mean=mean, count=hands, weigh=lambda exact: expected)
    game_on._won = game_on._adjusted = tally
    return game_on


def test_expectation_of_uniform_kuhn():
    assert expected(uniform(KUHN), uniform(KUHN)) == pytest.approx((1 / 8, -1 / 8))


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_steps_lead_through_whole_hands_with_the_seats_swapped(game):
    game_on, seats = watch(uniform(game), lopsided(game)), []
    for _ in range(60):
        before = game_on.hand
        choice = game_on.choice
        game_on.step()
        if before.over:
            assert choice is None
            assert game_on.hand.steps == ()
        else:
            player, taken = game_on.hand.steps[-1].player, game_on.hand.steps[-1].action.name
            assert choice[0] == ("A" if player == game_on.seat else "B")
            assert choice[1][taken] > 0
        if game_on.hand.over and not before.over:
            seats.append(game_on.seat)
            assert look(game_on).net == game_on.hand.net(game_on.seat)
    assert seats == [place % 2 for place in range(len(seats))]
    assert game_on.hands == len(seats) > 5


def test_a_showdown_says_whose_hand_beats_whose():
    game_on, told = watch(uniform(KUHN), lopsided(KUHN)), set()
    for _ in range(60):
        game_on.play_hand()
        hand, seat = game_on.hand, game_on.seat
        if hand.showdown:
            held = dict(zip("AB", hand.holdings(seat)[:: 1 - 2 * seat], strict=True))
            won, lost = "AB" if hand.winner == seat else "BA"
            told.add(won)
            why = look(game_on).status.splitlines()[0]
            assert why == f"{won}'s {held[won]} beats {lost}'s {held[lost]}."
    assert told == {"A", "B"}


def test_who_wins_a_spot_is_told_the_pot_and_what_counts_as_won():
    """A pot of 30 is folded at once: all of it is won, and 15 of it counts, as in a match."""
    spot = {"board": "Ks7h2d4cJh", "pot": 30, "stack": 20, "oop.range": "AA", "ip.range": "QQ"}
    game = make_game("holdem", {**spot, "oop.river.bet": "a"})
    game_on = watch(lopsided(game), uniform(game), seed=1)
    while game_on.hand.betting.folded is None or game_on.seat:
        game_on.play_hand()
    assert look(game_on).status == "B folds.\nA wins the pot of 30: +15."
    assert look(game_on).net == 15


@pytest.mark.slow
def test_what_was_won_comes_to_what_is_expected():
    game_on = watch(lopsided(KUHN, 1), lopsided(KUHN, 2), seed=3)
    while game_on.hands < 1500:
        game_on.play_hand()
    for mean, margin in (game_on.mean, game_on.without_luck):
        assert abs(mean - game_on.expected) < 2 * margin
    assert game_on.without_luck[1] < game_on.mean[1]
    assert verdict(game_on) == "What A has won fits the exact value."


@pytest.mark.slow
def test_how_the_mean_settles_is_what_the_hands_say():
    """Each mean and margin from the results themselves, within each seat, by NumPy."""
    game_on, won = watch(lopsided(KUHN, 1), lopsided(KUHN, 2), seed=3), []
    while game_on.hands < 3 * MOST:
        game_on.play_hand()
        won.append(game_on.hand.net(game_on.seat))
    stats, settling = pytest.importorskip("scipy.stats"), game_on.settling
    assert settling.exact == pytest.approx(sum(game_on.exact) / 2)
    assert MOST / 4 <= len(settling.points) < MOST
    assert settling.hands <= game_on.hands < settling.hands + settling.apart
    for place, (mean, margin) in enumerate(settling.points, start=1):
        so_far = np.array(won[: place * settling.apart])
        seats = so_far[::2], so_far[1::2]
        assert mean == pytest.approx(so_far.mean())
        off = math.sqrt(sum(len(seat) * seat.var(ddof=1) for seat in seats)) / len(so_far)
        t = stats.t.ppf(0.975, min(map(len, seats)) - 1)
        assert margin == pytest.approx(t * off, rel=1e-6)
    assert settling.sample(5)[0] is None
    assert settling.sample(5)[-1] == settling.points[-1]
    quarter = settling.points[len(settling.points) // 2 - 1]
    assert settling.sample(5)[2] == quarter


def test_a_best_response_has_nothing_but_luck():
    """It gives nothing away, so that without luck every hand is worth what its seat is."""
    b, form = lopsided(KUHN), compile_game(KUHN)
    answer = Strategy(KUHN, NamedProfile(form, best_responses(form, to_arrays(form, b.infosets))))
    game_on = watch(answer, b)
    while game_on.hands < 7:
        game_on.play_hand()
    assert game_on.without_luck == pytest.approx((game_on.expected, 0), abs=1e-12)
    assert game_on.expected == pytest.approx((4 * game_on.exact[0] + 3 * game_on.exact[1]) / 7)


def test_the_interval_leaves_out_what_the_seats_differ_by():
    tally = SeatTallies()
    for seat, chips in [(0, 5.0), (1, -5.0), (0, 5.0)]:
        assert tally.mean is None
        tally.add(seat, chips)
    tally.add(1, -5.0)
    assert tally.mean == (0, 0)
    tally.add(0, 8.0)
    mean, margin = tally.mean
    assert mean == pytest.approx(8 / 5)
    assert margin == pytest.approx(12.706205 * np.sqrt(3 * np.var([5, 5, 8], ddof=1)) / 5)


@pytest.mark.parametrize(
    ("mean", "margin", "shown", "interval"),
    [
        (-0.03, 0.2, "−0.0300", "−0.2300 to +0.1700"),
        (-0.0000851, 0.0000093, "−0.000085", "−0.000094 to −0.000076"),
        (0.5, 0.0, "+0.5000", "+0.5000 to +0.5000"),
    ],
)
def test_an_interval_has_the_decimals_that_its_width_needs(mean, margin, shown, interval):
    """So that it holds its mean as both are shown."""
    game_on = after(99, (mean, margin), watch(uniform(KUHN), uniform(KUHN)))
    assert statistics(game_on)[1:3] == (("A has won", shown), ("  95 %", interval))


@pytest.mark.parametrize("hands", [9, 99])
def test_figures_tell_a_hundredth_of_a_small_ante(hands):
    """They have three digits more than with an ante of 1, a thousand times as much."""
    small, whole = (
        after(hands, (0.256 * chip, 0.0512 * chip), watch(uniform(game), uniform(game)))
        for game, chip in ((parse_game("kuhn:ante=0.001,bet=0.001"), 0.001), (KUHN, 1.0))
    )
    told = [
        [re.findall(r"[−+±]0\.(\d+)", each) for each in (*dict(statistics(game_on)).values(), line)]
        for game_on, line in ((small, brief(small)), (whole, brief(whole)))
    ]
    assert told[0] == [[f"000{digits}" for digits in figure] for figure in told[1]]
    assert told[1][1] == (["26"] if hands < 30 else ["2560"])


@pytest.mark.parametrize(
    ("hands", "won", "luck"), [(29, 0, 0), (30, 1, 0), (99, 1, 0), (100, 1, 1)]
)
def test_few_hands_have_no_interval(hands, won, luck):
    game_on = after(hands, (0.5, 0.25), watch(uniform(KUHN), always("check", "call")))
    intervals = "–", "+0.2500 to +0.7500"
    told = statistics(game_on)
    assert (told[2][1], told[4][1]) == (intervals[won], intervals[luck])
    assert ("±" in brief(game_on)) == bool(won)


def always(*kinds: str) -> Strategy:
    """Plays Kuhn by these two kinds of action alone."""
    free, faced = ("check", "bet"), ("fold", "call")
    infosets = {
        f"{card}:{line}": {kind: float(kind in kinds) for kind in (faced if "b" in line else free)}
        for card in "JQK"
        for line in ("", "k", "b", "kb")
    }
    return Strategy(KUHN, infosets, {"name": "always"})


def careless() -> Strategy:
    """Plays best against one who always bets and calls, but folds one king in a hundred."""
    check, give_up, call = {"check": 1.0, "bet": 0.0}, {"fold": 1.0, "call": 0.0}, {"fold": 0.0}
    faced = {"J": give_up, "Q": {**call, "call": 1.0}, "K": {"fold": 0.01, "call": 0.99}}
    infosets = {}
    for card in "JQK":
        infosets[f"{card}:"] = infosets[f"{card}:k"] = check
        infosets[f"{card}:b"] = infosets[f"{card}:kb"] = faced[card]
    return Strategy(KUHN, infosets, {"name": "careless"})


@pytest.mark.parametrize(("hands", "enough"), [(100, False), (1000, False), (30_000, True)])
def test_rare_mistakes_take_more_hands_for_an_interval_without_luck(hands, enough):
    """A fold costs 3, once in 300 hands; how often Student's interval holds it, by the binomial."""
    rare, covering, chance = 1 / 300, 0.0, (299 / 300) ** hands
    for often in range(min(hands + 1, 500)):
        spread = math.sqrt(often * (hands - often) / (hands - 1)) / hands
        covering += chance * (abs(often / hands - rare) <= students_t(hands - 1) * spread)
        chance *= (hands - often) / (often + 1) * rare / (1 - rare)
    assert (covering > 0.93) == enough
    game_on = after(hands, (0.5, 0.25), watch(careless(), always("bet", "call")))
    assert (statistics(game_on)[4][1] != "–") == enough


def test_the_score_in_a_line_fits_the_smallest_screen():
    game_on = after(999_999, (-0.03, 0.04), watch(uniform(KUHN), uniform(KUHN)))
    assert brief(game_on).endswith("999,999 hands")
    assert len(brief(game_on)) <= 40


def test_the_score_before_there_is_any():
    game_on = watch(uniform(KUHN), uniform(KUHN))
    assert ("A has won", "–") in statistics(game_on)
    assert ("Exactly", "+0.0000") in statistics(game_on)
    assert ("  acting first", "+0.1250") in statistics(game_on)
    assert verdict(game_on) == "Under 30 hands tell little."


@pytest.mark.parametrize(("won", "fits"), [(2.1, True), (1.9, True), (2.6, False), (0.1, False)])
def test_the_verdict_is_by_what_is_expected_and_not_by_nothing(won, fits):
    game_on = after(100, (won, 0.5), watch(uniform(KUHN), uniform(KUHN)), expected=2.0)
    assert verdict(game_on).startswith("What A has won fits") == fits
