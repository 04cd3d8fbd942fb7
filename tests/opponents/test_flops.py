"""A flop that is kept without its rivers: what decisions are worth, and rivers that are solved."""

from __future__ import annotations

import numpy as np
import pytest

import pokerbot
from pokerbot import solve
from pokerbot.evaluation.breakdown import UNGRADED
from pokerbot.games.betting import spoken, start
from pokerbot.games.game import Game
from pokerbot.games.spot import Spot, at_line
from pokerbot.opponents.decisions import place_of
from pokerbot.opponents.finding import choose
from pokerbot.opponents.opponents import Opponent
from pokerbot.opponents.rests import Rests, SolvedRest
from pokerbot.opponents.training import ANY, CLOSE, LINE, Trainer
from pokerbot.play.hand import Hand, play_out
from pokerbot.play.session.practise import deal_at
from pokerbot.sequence.meeting import dealt_on
from pokerbot.strategy.strategy import Strategy
from tests.opponents.known import known
from tests.play.hands import after


def flop() -> Opponent:
    return known("3bet-wet-flop-dcfr")


@pytest.mark.slow
def test_a_flop_is_found_by_the_name_of_its_spot():
    """Its file tells what it is worth, without the rivers that measuring it would take."""
    found = choose("3bet-wet-flop").read()
    assert found.sha256 == flop().sha256
    assert found.evaluation == flop().evaluation


def roughly(game: Game) -> Strategy:
    return solve(game, iterations=60, backend="numpy", epsilon=0.002).strategy


def played(line: str, held: tuple[str, str] = ("AsAh", "QsQh"), river: str = "3c") -> Hand:
    """A hand that has come along a line, with the cards that it names."""
    game = flop().strategy.game
    betting, board = at_line(game.rules, line)
    first, second = (hands.find(name) for hands, name in zip(game.rules.hands, held, strict=True))
    boards = game.rules.boards
    at = {game.rules.deck.label(boards.turned(last)[-1]): last for last in boards.after(board)}
    names = ",".join(line.split("/")[::2]).split(",")
    dealt = play_out(game, (first, second), at.get(river, board), ())
    hand = after(dealt, *filter(str.strip, names))
    assert hand.betting == betting
    return hand


def solved(hand: Hand) -> list[SolvedRest]:
    root = Rests(flop()).to_solve(hand)
    assert root is not None
    return [Rests(flop()).solve(root, roughly)]


def test_what_hands_win_at_first_comes_to_the_value_that_was_found_with_rivers():
    """Each hand as often as it is dealt, each action as often as it is taken."""
    opponent, rules = flop(), flop().strategy.game.rules
    judge = opponent.judges[0]
    dealt = dealt_on(rules, 0, 0, np.ones(len(rules.hands[1])))
    assert dealt.sum() == pytest.approx(1)
    total = 0.0
    for hand, weight in enumerate(dealt.tolist()):
        weighed = judge.weigh(Spot(start(rules), 0, hand))
        assert weighed.losses.min() == 0
        total += weight * float(weighed.often @ weighed.values)
    assert total == pytest.approx(opponent.values[0], abs=0.02)


def test_a_river_is_solved_as_soon_as_it_is_there_and_judged_by_that():
    hand = played("bet 68, call / 2d / check, check / 3c")
    assert Rests(flop()).lacks_river(hand)
    root = Rests(flop()).to_solve(hand)
    assert root == (hand, None)
    again = solved(hand)
    assert not Rests(flop(), again).lacks_river(hand)
    assert Rests(flop(), again).to_solve(hand) is None
    river = again[0].opponent.strategy.game.parameters
    assert (river["board"], river["pot"], river["stack"]) == ("Td9d6h 2d 3c", 341, 832)
    hand = after(hand, "check", "bet 256")
    decisions = Rests(flop(), again).breakdown(hand, 0).decisions
    assert [each.action for each in decisions] == ["bet 68", "check", "check"]
    assert [each.infoset for each in decisions] == [seen.key for seen, _ in hand.decisions(0)]
    assert all(each.grade != UNGRADED for each in decisions)
    assert {each.pot for each in decisions} == {205}
    advice = Rests(flop(), again).advise(hand).chips
    assert set(advice) == {"fold", "call", "raise 832"}
    assert advice["fold"] == pytest.approx(-68)  # since the deal
    assert len(Rests(flop()).breakdown(hand, 0).decisions) == 2  # as long as nobody knows the river


def test_after_what_hardly_happens_a_river_is_solved_and_not_graded(monkeypatch):
    monkeypatch.setattr("pokerbot.evaluation.tolerance.HARDLY", 2.0)
    hand = played("check, check / 2d / check, check / 4c", river="4c")
    assert Rests(flop()).to_solve(hand) == (hand, None)
    again = solved(hand)
    decisions = Rests(flop(), again).breakdown(after(hand, "check"), 0).decisions
    assert decisions[-1].grade == UNGRADED
    assert decisions[-1].outcomes


@pytest.mark.slow
def test_decisions_are_dealt_as_often_as_the_solution_comes_there():
    """A line comes up as often as each of its actions is taken, as `node` has it by street."""
    trainer = Trainer(flop(), 1)
    lines = {spoken(betting.history): often for betting, often in trainer.lines().items()}
    first, after_check, after_bet = map(_taken, ("", "check", "bet 68"))
    assert lines["to open"] == pytest.approx(1)
    assert lines["check"] == pytest.approx(first["check"])
    assert lines["check, bet 68"] == pytest.approx(first["check"] * after_check["bet 68"])
    assert lines["check, check | "] == pytest.approx(first["check"] * after_check["check"])
    assert lines["bet 68, call | "] == pytest.approx(first["bet 68"] * after_bet["call"])
    rng = np.random.default_rng(1)
    river = next(each for each in trainer.lines() if each.round == 2)
    rules = flop().strategy.game.rules
    for mode, line in ((ANY, None), (LINE, river), (CLOSE, None)):
        draw = trainer.drill(mode, 3, line).draw
        for _ in range(3):
            seen = draw(rng)
            spot, infosets = seen.spot, flop().strategy.infosets
            assert rules.boards.street(spot.board) == rules.street(spot.betting.round)
            assert rules.alive(spot.player, spot.hand, spot.board)
            assert place_of(flop())(seen) == seen
            hand = deal_at(seen, infosets, rng)
            assert (hand.held[spot.player], hand.board) == (spot.hand, spot.board)
            if mode is CLOSE:
                low, high = sorted(flop().judges[spot.player].chips(spot).values())[-2:]
                assert high - low < 0.02 * sum(spot.betting.chips)


@pytest.mark.slow
def test_a_session_of_close_decisions_can_be_done_again_without_end():
    """After the ninth decision of a session of three there was none, and the app ended."""
    draw, rng = Trainer(flop()).drill(CLOSE, 3).draw, np.random.default_rng(1)
    seen = [draw(rng) for _ in range(30)]
    assert seen == 10 * seen[:3]


@pytest.mark.slow
def test_close_decisions_are_others_when_they_are_trained_again():
    """On a flop the same ones were dealt, as they are found when a session begins."""
    first = Trainer(flop()).drill(CLOSE, 3)
    assert first.renewed is not None
    again, rng = first.renewed(), np.random.default_rng(1)
    assert (again.name, again.hands, again.goal) == (first.name, first.hands, first.goal)
    before, after = ([drill.draw(rng).key for _ in range(3)] for drill in (first, again))
    assert before != after  # one that comes up often may be among both


def _taken(line: str) -> dict[str, float]:
    """How often each action is taken after a line."""
    node = pokerbot.node(flop().strategy, line)
    assert node.frequencies is not None
    return dict(zip(node.actions, node.frequencies, strict=True))


def test_what_a_river_cost_is_practised_from_where_a_hand_can_be_dealt():
    hand = played("bet 68, call / 2d / check, check / 3c")
    for names, player, there in (
        ([], 0, "bet 68, call | check, check | "),
        (["check"], 1, "bet 68, call | check"),
        (["check", "bet 256"], 0, "bet 68, call | check, check | "),
    ):
        seen = after(hand, *names).observe()
        dealt = place_of(flop())(seen)
        assert (seen.spot.player, spoken(dealt.betting.history)) == (player, there)
        assert dealt.hand == seen.hand
