"""Records of boards hold the strategy to a part, and what each hand is worth as a card comes."""

from __future__ import annotations

import numpy as np
import pytest

from pokerbot.evaluation.exact import evaluate_plans
from pokerbot.games.catalogue import make_game
from pokerbot.runs.training import Training
from pokerbot.sequence.behaviour import held, realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.cut import joined
from pokerbot.sequence.filing import PARTS
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import met_at
from pokerbot.sequence.records import EVS, NEVER, from_records, recorded, streets_of

pytest.importorskip("numba", reason="compiled code needs numba: the extra fast")

RANGES = {"pot": 20, "stack": 50, "oop.range": "AKs,TT", "ip.range": "JJ,KQs:0.5,98s"}
TURN = {**RANGES, "oop.turn.bet": "50%", "ip.turn.raise": "a", "ip.river.bet": "60%"}
SPOTS = {
    "rainbow turn": {"board": "QsJh2d 4c", **TURN},
    "two-tone turn": {"board": "QhJs2h 4s", **TURN},
    "monotone turn": {"board": "QhJh2h 4h", **TURN},
}


@pytest.fixture(params=SPOTS)
def kept(request, monkeypatch):
    """A training that keeps leaves, and its records."""
    for least in ("LARGE", "VAST"):
        monkeypatch.setattr(f"pokerbot.solvers.compiled.{least}", 1)
    training = Training(make_game("holdem", SPOTS[request.param]), "dcfr", backend="compiled")
    training.run(iterations=8)
    return training, recorded(training.solver.leaf_profile())


def roots(tree, rules, betting, board):
    """A player's first decisions on the boards that follow one where its betting is over."""
    for decision in range(1, len(tree.starts)):
        node, there = tree.nodes[tree.node[decision]], int(tree.board[decision])
        if node.histories[:-1] == betting.histories[:-1] and rules.boards.parent(there) == board:
            above = int(tree.above[decision])
            if not above or tree.board[tree.decision[above]] != there:
                yield decision


def test_they_are_the_strategy_to_a_part_and_its_values_on_every_board(kept):
    training, records = kept
    rules, form = training.game.rules, compile_game(training.game)
    rounded = joined(from_records(training.solver.cut, records))
    solved = training.solver.profile()
    for tree, one, other in zip(training.trained.trees, rounded, solved, strict=True):
        there = held(training.trained, tree.player)[tree.decision]
        assert np.abs(one - other)[there].max() < 1.01 / PARTS
    profile = training.spread(rounded)
    plans = realization_plans(form, profile)
    exact = evaluate_plans(form, plans)
    before = evaluate_plans(
        form, realization_plans(form, training.spread(training.solver.profile()))
    )
    assert exact.value == pytest.approx(before.value, abs=1e-3)
    assert exact.nash_conv == pytest.approx(before.nash_conv, abs=1e-3)
    compared = 0
    for player, operators in enumerate(bind(form)):
        tree, other = form.trees[player], form.trees[1 - player]
        _, v = operators.backup(profile[player], operators.gradient(plans[1 - player]))
        for street, there in zip(streets_of(rules)[:-1], records, strict=False):
            for betting, place in street.closings.items():
                for board, record in list(zip(street.boards.tolist(), there, strict=True))[:3]:
                    worth = v[[*roots(tree, rules, betting, board)]].sum(axis=0)
                    row = other.above[next(roots(other, rules, betting, board))]
                    met, _ = met_at(form, board, player, plans[1 - player][row])
                    comes = met > NEVER * met.max()
                    span = float(record["span"][player, place])
                    evs = record["low"][player, place] + span * record[EVS[player]][place] / PARTS
                    wanted = betting.chips[player] + worth[comes] / met[comes]
                    assert np.allclose(evs[comes], wanted, atol=span / PARTS + 1e-4)
                    compared += 1
    assert compared > 1
