"""Suits that are alike as one: what is solved is what the whole game has, number for number."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from pokerbot.evaluation.exact import evaluate_plans, evaluate_profile
from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.suits import classes, exchanged
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.merged import merge_suits
from pokerbot.sequence.operators import bind as operators_of
from pokerbot.sequence.showdown import sorted_hands
from pokerbot.solvers.algorithm import SelfPlaying
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.minimizer import Matching, Minimization, by_power
from pokerbot.solvers.options import Options
from pokerbot.solvers.regret import RegretRule, vanilla
from tests.sequence.test_operators import meeting_by
from tests.solvers.cases import NEEDS_NUMBA

TURN = {
    "pot": 25, "stack": 60, "oop.range": "AK,QQ:0.5,98s,76s", "ip.range": "KQ,AA,JTs:0.25,87s",
    "oop.turn.bet": "50%", "ip.turn.bet": "a", "oop.river.bet": "60%", "ip.river.bet": "50%",
    "ip.river.raise": "a",
}  # fmt: skip
FLOP = {
    "pot": 25, "stack": 60, "oop.range": "AKs,98s", "ip.range": "KQs,AA", "oop.flop.bet": "50%",
    "ip.flop.bet": "a", "ip.turn.bet": "50%", "oop.river.bet": "a",
}  # fmt: skip
SPOTS = {
    "monotone turn": {"board": "Ts9s6s Qs", **TURN},
    "two-tone turn": {"board": "Td9d6h Qh", **TURN},
    "paired turn": {"board": "Td9d6h Th", **TURN},
    "three of a suit": {"board": "Td9d6h Qd", **TURN},
    "two-tone flop": {"board": "Td9d6h", **FLOP},
    "monotone flop": {"board": "Td9d6d", **FLOP},
}
BOARDS = {
    "monotone turn": 9 + 13, "two-tone turn": 22 + 13, "paired turn": 22 + 13,
    "three of a suit": 10 + 12 + 13,
}  # fmt: skip
"""How many rivers are not alike: those of each suit on the board, and of one of the rest."""


@pytest.fixture(params=["numpy", pytest.param("compiled", marks=NEEDS_NUMBA)])
def backend(request):
    return request.param


@pytest.fixture(params=SPOTS)
def spot(request):
    """A spot's whole form and its merged one."""
    form = compile_game(make_game("holdem", SPOTS[request.param]))
    merged = merge_suits(form)
    assert merged is not None
    return form, merged


def hedge(operators, target, t):
    """In proportion to exp(regret / 100), without a step where a regret passes 0.

    What matches positive regrets alone plays another action where rounding has turned a tie.
    """
    return operators.normalize(np.exp(np.minimum(target, 1000.0) / 100))


SMOOTH = SelfPlaying(
    "hedge", "smooth", Minimization(RegretRule(vanilla), by_power(1), Matching(hedge)), by_cell=True
)


def trained(form, algorithm, backend, iterations=12):
    solver = algorithm.build(form, Options(), [(None, None)], np.random.default_rng(0))
    if backend == "compiled":
        from pokerbot.solvers.compiled import compile_solver

        solver = compile_solver(solver, threads=2)
    solver.step(iterations)
    return solver


@pytest.mark.thinned(6)
def test_it_learns_what_the_whole_game_teaches(spot, backend):
    form, merged = spot
    whole, part = (trained(each, SMOOTH, backend) for each in (form, merged.form))
    assert part.value_sum == pytest.approx(whole.value_sum, abs=1e-9)
    for iterate in ("average", "last"):
        for one, other in zip(
            whole.profile(iterate), merged.spread(part.profile(iterate)), strict=True
        ):
            assert np.allclose(one, other, atol=1e-9)
    told = evaluate_plans(merged.form, part.plans(), backend=backend)
    for exact in (
        evaluate_plans(form, whole.plans(), backend=backend),
        evaluate_profile(form, merged.spread(part.profile())),
    ):
        assert told.value == pytest.approx(exact.value, abs=1e-9)
        assert told.best_response_values == pytest.approx(exact.best_response_values, abs=1e-9)


@pytest.mark.thinned(2)
@pytest.mark.parametrize("name", ["xfp", "gxfp", "cfr", "cfr+", "pcfr+", "dcfr"])
def test_where_ties_are_broken_by_rounding_it_is_still_the_same_game(name, backend):
    algorithm = ALGORITHMS[name]
    form = compile_game(make_game("holdem", SPOTS["monotone turn"]))
    merged = merge_suits(form)
    part = trained(merged.form, algorithm, backend, iterations=60)
    told = evaluate_plans(merged.form, part.plans(), backend=backend)
    exact = evaluate_profile(form, merged.spread(part.profile()))
    assert told.best_response_values == pytest.approx(exact.best_response_values, abs=1e-9)
    whole = evaluate_plans(form, trained(form, algorithm, backend, iterations=60).plans())
    assert told.nash_conv == pytest.approx(whole.nash_conv, rel=0.05)


def test_hands_in_order_of_strength(backend):
    """As larger ranges meet: what every action is worth is what it is in the whole game."""
    form = compile_game(make_game("holdem", SPOTS["three of a suit"]))
    whole = meeting_by(sorted_hands, form)
    assert whole.in_order
    merged = merge_suits(whole)
    rng = np.random.default_rng(3)
    some = [each.normalize(rng.random(each.shape)) for each in operators_of(merged.form)]
    # An even strategy: hands that the board cannot tell apart play alike.
    even = []
    for tree, sigma in zip(merged.form.trees, some, strict=True):
        hands = tree.alike.maps[tree.alike.same][tree.decision]
        even.append(np.take_along_axis(sigma, hands, axis=1))

    def values(form, profile):
        both = operators_of(form, backend)
        plans = [each.realization_plan(sigma) for each, sigma in zip(both, profile, strict=True)]
        return [
            each.backup(sigma, each.gradient(plan))[0]
            for each, sigma, plan in zip(both, profile, plans[::-1], strict=True)
        ]

    found = merged.spread(values(merged.form, even))
    for one, other in zip(found, values(whole, merged.spread(even)), strict=True):
        assert np.allclose(one, other, atol=1e-12)


def first_alike(rules, player, board):
    """[hands] the first hand that an exchange of suits makes of each, without changing the board.

    Both ranges are the same in all suits.
    """
    begun, cards = (names_in(rules.boards.lying(each)) for each in (0, board))
    held = rules.hands[player]
    hands = [{*names_in(held.name(hand))} for hand in range(len(held))]
    found = list(range(len(hands)))
    for suits in permutations("cdhs"):
        table = str.maketrans("cdhs", "".join(suits))
        after = [card.translate(table) for card in cards]
        if {*after[: len(begun)]} == {*begun} and after[len(begun) :] == cards[len(begun) :]:
            moved = [hands.index({card.translate(table) for card in hand}) for hand in hands]
            found = [min(pair) for pair in zip(found, moved, strict=True)]
    return found


@cache
def merged_and_alike(name):
    """A spot's merged form, and for each player [decisions, hands] the first hand alike."""
    form, players = merge_suits(compile_game(make_game("holdem", SPOTS[name]))).form, []
    for tree in form.trees:
        first = {
            board: first_alike(form.game.rules, tree.player, board)
            for board in {*tree.board.tolist()}
        }
        alike = np.array([first[board] for board in tree.board[tree.decision].tolist()])
        alike.flags.writeable = False
        players.append(alike)
    return form, players


@pytest.mark.parametrize("worth", ["backup", "best_response"])
@pytest.mark.parametrize(
    "name", ["monotone turn", "paired turn", pytest.param("monotone flop", marks=pytest.mark.slow)]
)
def test_hands_alike_are_worth_the_same_to_the_last_bit(name, worth, backend):
    """Else rounding breaks ties between actions for one of them alone."""
    form, players = merged_and_alike(name)
    rng = np.random.default_rng(5)
    both = zip(form.trees, operators_of(form, backend), players, strict=True)
    for tree, operators, alike in both:
        sigma, gradient = (
            np.take_along_axis(rng.random(operators.shape), alike, axis=1) for _ in range(2)
        )
        given = (operators.normalize(sigma), gradient) if worth == "backup" else (gradient,)
        found, _ = getattr(operators, worth)(*given)
        assert np.array_equal(found, np.take_along_axis(found, alike, axis=1))
        assert (alike != np.arange(tree.hands)).any()


@pytest.mark.parametrize("name", BOARDS)
def test_so_many_rivers_are_left(name):
    found = classes(make_game("holdem", SPOTS[name]).rules)
    assert len({*found.first}) - 1 == BOARDS[name]
    for board, first in enumerate(found.first):
        assert found.first[first] == first <= board


@pytest.mark.parametrize("name", SPOTS)
def test_the_exchanges_of_suits_make_the_first_board_of_each(name):
    """Street by street; and those said to leave a first board leave it."""
    rules = make_game("holdem", SPOTS[name]).rules
    boards, found = rules.boards, classes(rules)
    leaving = [(board, board, by) for board, same in found.same.items() for by in same]
    every = zip(range(len(boards.cards)), found.first, found.by, strict=True)
    for board, first, by in (*every, *leaving):
        for street in range(boards.street(board) + 1):
            one, other = (boards.cards[boards.at(each, street)] for each in (board, first))
            assert {*exchanged(one, by)} == {*other}


def test_the_published_flop_has_so_many_turns_and_rivers():
    ranges = {"oop.range": "88+,A8s+", "ip.range": "99-22,KQo"}
    game = make_game("holdem", {"board": "QsJh2h", "pot": 180, "stack": 910, **ranges})
    first, boards = {*classes(game.rules).first}, game.rules.boards
    assert [len(first & {*boards.of(street)}) for street in (1, 2)] == [36, 1429]


UNLIKE = {
    "four suits": {"board": "Ts9h6d Qc"},
    "weights that only suits tell apart": {"oop.range": "AK,QQ,AsKs:0.5,AhKh:0.25,AdKd:0.75"},
    "such weights in position": {"ip.range": "KQ,AA,KhQh:0.25,KdQd:0.75"},
    "a lock": {"lock": [{"player": "oop", "line": "", "play": {"check": 1.0}}]},
    "a river": {"board": "Ts9s6s Qs 2c"},
}


@pytest.mark.parametrize("name", UNLIKE)
def test_what_is_not_alike_stays_apart(name):
    told = {**SPOTS["monotone turn"], **UNLIKE[name]}
    if name == "a river":
        told = {key: size for key, size in told.items() if ".turn." not in key}
    assert merge_suits(compile_game(make_game("holdem", told))) is None


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_other_games_stay_as_they_are(spec):
    assert merge_suits(compile_game(parse_game(spec))) is None
