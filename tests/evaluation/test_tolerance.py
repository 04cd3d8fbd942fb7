"""What is no fault at a spot, and where there is no grade, beside sums over pairs of hands."""

from itertools import product

import numpy as np
import pytest

from pokerbot import solve
from pokerbot.evaluation.action_values import MeasuredStrategy
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.evaluation.opponent_range import OpponentRange
from pokerbot.evaluation.tolerance import clear, own_fault, tolerance
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.equity import equity
from pokerbot.games.spot import Spot
from pokerbot.strategy.strategy import Strategy
from tests.play.tables import lopsided, uniform
from tests.trials.verdicts import compared, solved, summed

RIVER = make_game(
    "holdem",
    {
        "board": "Ks7h2d 4c Jh",
        "pot": 100,
        "stack": 200,
        "oop.range": "AA:0.5,KQs,T9s,AcKd:0.25",
        "ip.range": "KK,QQ:0.25,A7s",
        "oop.river.bet": "50%, a",
        "ip.river.bet": "50%, a",
        "oop.river.raise": "a",
        "ip.river.raise": "a",
    },
)
RULES = RIVER.rules
CARELESS = lopsided(RIVER)


def never_bets_half(strategy):
    """The same, but that player 1 never opens with half the pot."""
    infosets = {
        key: {"check": 1.0, "bet 50": 0.0, "bet 200": 0.0} if key.endswith(":") else dict(chances)
        for key, chances in strategy.infosets.items()
    }
    return Strategy(RIVER, infosets, {"name": "careful"})


def ways(first, second):
    return RULES.prior.ways(first, second, RULES.public)


def test_the_tolerance_is_the_exploitability_over_the_hands_share_of_its_range():
    measured = MeasuredStrategy(lopsided(RIVER))
    off, pot = measured.exact.exploitability, RULES.pot
    both = [range(len(hands)) for hands in RULES.hands]
    for seat in (0, 1):
        weights = np.array(
            [
                [
                    ways(*(pair if seat == 0 else pair[::-1]))
                    for pair in product([own], both[1 - seat])
                ]
                for own in both[seat]
            ]
        ).sum(axis=1)
        shares = weights / weights.sum()
        expected = np.clip(off / shares, 0.002 * pot, 0.02 * pot)
        found = tolerance(measured, measured.values(seat))
        assert found == pytest.approx(expected)


@pytest.mark.parametrize("ante", [1, 2])
def test_in_other_games_it_is_the_exploitability_within_parts_of_the_unit(ante):
    """Kuhn: an equilibrium, one player in six and one in one of whom plays at random."""
    game = parse_game(f"kuhn:ante={ante},bet={ante}")
    sound, told = solve(game, "ipm").strategy, []
    for part in (0, 1 / 6, 1):
        mixed = {
            key: {act: part / 2 + (1 - part) * p for act, p in chances.items()}
            for key, chances in sound.infosets.items()
        }
        measured = MeasuredStrategy(Strategy(game, mixed, {"name": "mixed"}))
        (limit,) = {*tolerance(measured, measured.values(0)).tolist()}
        told.append((measured.exact.exploitability, limit))
    (nearly, least), (some, between), (much, most) = told
    assert nearly < 0.01 * ante < some < 0.25 * ante < much
    assert (least, between, most) == pytest.approx((0.01 * ante, some, 0.25 * ante))


def test_where_all_trembled_it_is_what_the_solution_itself_gives_away_there():
    """Not what it does less than one time in ten; at least 0.2 and at most 2 % of the pot."""
    losses = np.array([0.0, 0.7, 5.0])
    assert own_fault(losses, np.array([0.6, 0.35, 0.05]), 100) == pytest.approx(0.7)
    assert own_fault(losses, np.array([0.95, 0.05, 0.0]), 100) == pytest.approx(0.2)
    assert own_fault(losses, np.array([0.0, 0.0, 1.0]), 100) == pytest.approx(2)


def test_where_all_trembled_nothing_is_a_fault_that_the_solution_does_one_time_in_ten():
    """Unless it gives away more than 2 % of the pot: what it takes itself set the limit."""
    strategy = Strategy(RIVER, solved(RIVER, 0.0003).infosets, {"name": "dcfr", "epsilon": 0.002})
    met = 0
    for judge in judges(strategy):
        for betting, board, _ in judge.tree.decisions():
            for hand in range(len(RULES.hands[judge.seat])):
                weighed = judge.weigh(Spot(betting, board, hand))
                own = (weighed.often >= 0.1) & (weighed.losses < 0.02 * RULES.pot)
                assert weighed.passes[own].all()
                met += int((own & (weighed.losses > 0.002 * RULES.pot)).sum())
    assert met


def test_where_all_trembled_only_what_is_clear_has_a_grade():
    """Near to what is a fault nothing is told but of what the solution does itself."""
    losses, often = np.array([0.0, 0.15, 0.3, 0.5]), np.array([1.0, 0.0, 0.0, 0.0])
    assert clear(losses, often, 100).tolist() == [True, False, False, True]
    mixed = np.array([0.8, 0.2, 0.0, 0.0])
    assert clear(losses, mixed, 100).tolist() == [True, True, False, True]
    rough = np.array([0.0, 2.1, 50.0])
    assert not clear(rough, np.array([0.8, 0.2, 0.0]), 100).any()


@pytest.mark.parametrize(("often", "graded"), [(0.005, False), (0.05, True)])
def test_where_all_trembled_who_seldom_comes_is_answered_without_a_grade(often, graded):
    """Half the pot is bet one time in 200: what trembles leave may be most of that."""
    opens = {"check": 1 - often, "bet 50": often, "bet 200": 0.0}
    infosets = {
        key: opens if key.endswith(":") else play for key, play in lopsided(RIVER).infosets.items()
    }
    strategy = Strategy(RIVER, infosets, {"name": "careful", "epsilon": 0.002})
    betting = successor(RULES, start(RULES), legal_actions(RULES, start(RULES))[1])
    judge = judges(strategy)[1]
    spots = [Spot(betting, 0, hand) for hand in range(len(RULES.hands[1]))]
    assert any(judge.weigh(spot).sure.any() for spot in spots) == graded


@pytest.mark.slow
def test_a_better_solution_judges_as_what_is_solved_again():
    """A river of few hands; a turn with its rivers by `python -m tests.trials.verdicts`."""
    fine = solved(RIVER, 0.0001)
    near, far = (summed([*compared(each, fine)]) for each in (solved(RIVER, 0.0003), CARELESS))
    assert near.graded > near.actions / 3
    assert near.wrong < 0.05
    assert far.wrong > 0.2


@pytest.mark.slow
def test_where_all_trembled_what_is_not_clear_has_no_grade():
    told = set()
    for judge in judges(solved(RIVER, 0.0003)):
        for betting, board, _ in judge.tree.decisions():
            for hand, place in product(range(len(RULES.hands[judge.seat])), range(2)):
                spot = Spot(betting, board, hand)
                if judge.comes(spot) and judge.trained(spot):
                    action = legal_actions(RULES, betting)[place]
                    ungraded = judge.judge(spot, action).grade == UNGRADED
                    told.add((bool(judge.weigh(spot).sure[place]), ungraded))
    assert told == {(True, False), (False, True)}


def test_a_decision_where_the_solution_hardly_comes_has_no_grade():
    judge = judges(never_bets_half(lopsided(RIVER)))[1]
    betting = start(RULES)
    check, half, _ = legal_actions(RULES, betting)
    after_bet, after_check = (successor(RULES, betting, each) for each in (half, check))
    hand = RULES.hands[1].find("KdKc")
    for action in legal_actions(RULES, after_bet):
        found = judge.judge(Spot(after_bet, 0, hand), action)
        assert (found.grade, found.fault, found.faultless) == (UNGRADED, 0, None)
    grades = {
        judge.judge(Spot(after_check, 0, hand), action).grade
        for action in legal_actions(RULES, after_check)
    }
    assert UNGRADED not in grades


@pytest.mark.parametrize("board", ["Td9d6h Qc", "Td9d6h Qc 2c"])
def test_how_often_a_call_wins_is_its_equity(board):
    """A tie counts half, and each card that may come as often as another."""
    given = {"board": board, "pot": 20, "stack": 20, "oop.range": "AhKh,QQ:0.5,JTs:0.25"}
    given |= {"ip.range": "AsKd,98s,JhTh", "oop.river.bet": "a"}
    given |= {} if board.endswith("2c") else {"oop.turn.bet": "a"}
    plays = uniform(make_game("holdem", given))
    rules = plays.game.rules
    bet = successor(rules, start(rules), legal_actions(rules, start(rules))[1])
    _, call = legal_actions(rules, bet)
    for place in range(len(rules.hands[1])):
        wins = OpponentRange(plays, Spot(bet, 0, place)).outcome(call).wins
        hand = rules.hands[1].name(place)
        assert wins == pytest.approx(equity(hand, given["oop.range"], board).equity)


def test_what_cards_rule_out_is_counted_over_the_whole_range():
    """AhAd faced with QQ, KK and A7s: it rules out two of the three suits of A7 that there are."""
    strategy = lopsided(RIVER)
    betting = start(RULES)
    hand = RULES.hands[0].find("AhAd")
    bet = legal_actions(RULES, betting)[1]
    after = successor(RULES, betting, bet)
    pays, folds, out_pays, out_folds = 0.0, 0.0, 0.0, 0.0
    own = set(RULES.hands[0][hand])
    for other, cards in enumerate(RULES.hands[1]):
        if set(cards) & set(RULES.public):
            continue
        weight = RULES.prior.weights[1][other]
        often = strategy.infosets[RIVER.key(Spot(after, 0, other))]["fold"]
        pays, folds = pays + weight * (1 - often), folds + weight * often
        if own & set(cards):
            out_pays, out_folds = out_pays + weight * (1 - often), out_folds + weight * often
    found = OpponentRange(strategy, Spot(betting, 0, hand)).outcome(bet).blocks
    assert found == pytest.approx((out_pays / pays, out_folds / folds))
