"""Floors: each floored seat at its best against a free opponent, by the test's linear program."""

import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.runs.training import Training
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from pokerbot.strategy.storage import dump
from tests.reference.recursion import best_response_value, information_sets, traverse
from tests.reference.rules import by_the_book
from tests.solvers.cases import train

FLOORS = (
    {"call": 0.5},
    {"call+check": 0.6, "fold": 0.1},
    {"bet+raise": 0.5},
    {"fold": 0.3, "raise": 0.25},
    {"call": 0.2, "call+check": 0.5},
    {"J:bet+raise": 0.5, "J+K:call+check": 0.3},
)
WORK = {"lp": 1, "fp": 1000, "xfp": 1000, "gxfp": 1000}
SLOW = {"cfr", "fp", "xfp", "gxfp", "cs-mccfr", "es-mccfr", "os-mccfr"}
SLOW |= {"vr-mccfr", "escher"}
TAKES_FLOORS = [name for name, each in ALGORITHMS.items() if "floor" not in each.refuses]


def least_of(floor, seat):
    """Of each action, as `Least`: its share of what its kind, or that of its card, is to have."""

    def least(player, actions, action, key):
        if player != seat:
            return 0.0
        kinds = [name.split()[0] for name in actions]
        shares = 0.0
        for named, probability in floor.items():
            cards, _, kind = named.rpartition(":")
            among = [each in kind.split("+") for each in kinds]
            if among[actions.index(action)] and (not cards or key[0] in cards.split("+")):
                shares += probability / sum(among)
        return shares

    return least


def worst(book, infosets, seat):
    """Player 1's value where one seat plays a strategy and the other its best response."""
    lost = best_response_value(book, infosets, 1 - seat)
    return lost if seat else -lost


def gaps_of(book, infosets, floor):
    """How far the strategy of each seat is from the best one that its floor allows."""
    from tests.reference.program import game_value

    return [
        sign * (game_value(book, least_of(floor, seat)) - worst(book, infosets, seat))
        for seat, sign in ((0, 1), (1, -1))
    ]


@pytest.mark.thinned(6)
@pytest.mark.parametrize(("place", "algorithm"), list(enumerate(TAKES_FLOORS)))
def test_every_algorithm_is_as_good_as_its_floor_allows(place, algorithm):
    assert_best_within("kuhn", algorithm, FLOORS[place % 2])


def test_cards_have_floors_of_their_own():
    assert_best_within("kuhn", "sapcfr+", FLOORS[-1])


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("floor", FLOORS[:-1], ids=str)
@pytest.mark.parametrize("spec", ["leduc:ranks=2", "leduc-nolimit:ranks=2,stack=3"])
def test_two_rounds_and_several_sizes(spec, floor):
    legal = {a.split()[0] for _, _, acts in parse_game(spec).information_sets() for a in acts}
    possible = {kind: p for kind, p in floor.items() if set(kind.split("+")) & legal}
    assert_best_within(spec, "sapcfr+", possible)


def assert_best_within(spec, algorithm, floor):
    pytest.importorskip("scipy")
    book = by_the_book(parse_game(spec))
    training = train(spec, algorithm, WORK.get(algorithm, 500), options=Options(floor=floor))
    solution = training.solution()
    infosets, bound = solution.strategy.infosets, 0.02 if algorithm in SLOW else 1e-3
    for seat in (0, 1):
        least = least_of(floor, seat)
        for key, (player, actions) in information_sets(book).items():
            for action in actions if player == seat else ():
                assert infosets[key][action] >= least(seat, actions, action, key) - 1e-12
    gaps = gaps_of(book, infosets, floor)
    assert min(gaps) > -1e-8
    assert max(gaps) < bound
    within = solution.exploitability_within
    assert sum(gaps) / 2 - 1e-8 <= within <= 2 * bound
    looked = training.measure()
    assert looked.exploitability == pytest.approx(within, abs=1e-12)
    assert looked.value == pytest.approx(traverse(book, infosets).value, abs=1e-9)
    free = (best_response_value(book, infosets, 0) + best_response_value(book, infosets, 1)) / 2
    assert solution.exploitability == pytest.approx(free, abs=1e-9)


@pytest.mark.parametrize(
    ("algorithm", "seat", "floor"),
    [
        ("lp", "both", {"bet+raise": 0.6}),
        ("lp", "first", {"check": 0.8, "fold": 0.1}),
        ("dcfr+", "both", {"fold": 0.5, "call": 0.5}),
        ("dcfr+", "second", {"bet": 1.0}),
    ],
)
def test_floors_hold_where_the_player_s_own_play_never_leads(algorithm, seat, floor):
    """There the file had uniform play."""
    pytest.importorskip("scipy")
    spec, options = "leduc:ranks=2,raises=2", Options(floor=floor, floor_seat=seat)
    solution = train(spec, algorithm, WORK.get(algorithm, 100), options=options).solution()
    infosets, floored = solution.strategy.infosets, {"first": [0], "second": [1]}.get(seat, [0, 1])
    for player, key, actions in parse_game(spec).information_sets():
        least = least_of(floor, player if player in floored else None)
        for action in actions:
            assert infosets[key][action] >= least(player, actions, action, key) - 1e-9
        assert sum(infosets[key].values()) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("held", [{"floor": {"fold": 0.1}}, {"epsilon": 0.01}], ids=str)
def test_in_single_precision_floors_change_no_more_than_rounding(held):
    """An action at its floor lacks 1e-8 of it: it was taken for one that is never played."""
    pytest.importorskip("numba")
    options, found = Options(**held), {}
    for precision in ("single", "double"):
        training = Training(
            parse_game("leduc"), "dcfr", options=options, backend="compiled", precision=precision
        )
        training.run(iterations=2_000)
        found[precision] = training.solution().exploitability_within
    assert found["single"] == pytest.approx(found["double"], abs=1e-4)


@pytest.mark.parametrize(("usual", "asked"), [("average", "last"), ("last", "average")])
def test_the_iterate_that_is_asked_for_is_measured(usual, asked):
    pytest.importorskip("scipy")
    floor, book = {"bet": 0.4}, by_the_book(parse_game("kuhn"))
    trainings = {
        iterate: train("kuhn", "cfr", 100, options=Options(floor=floor, iterate=iterate))
        for iterate in (usual, asked)
    }
    found = trainings[usual].solution(asked)
    within = found.exploitability_within
    assert within == trainings[asked].solution().exploitability_within
    assert within >= sum(gaps_of(book, found.strategy.infosets, floor)) / 2 - 1e-8


@pytest.mark.slow
def test_the_bound_is_that_of_the_rounded_strategies_where_a_file_rounds():
    pytest.importorskip("scipy")
    floor, book = {"bet": 0.3, "check": 0.2}, by_the_book(parse_game("kuhn"))
    training = train("kuhn", "pcfr+", 3000, options=Options(floor=floor))
    for path in ("kuhn.json", "kuhn.spot"):
        found = training.solution(path=path)
        lost = sum(gaps_of(book, found.strategy.infosets, floor)) / 2
        assert 0 <= found.exploitability_within - lost < 1e-7
    assert lost > 1e-6


def test_with_nothing_left_to_choose_what_is_legal_is_shared_evenly():
    options = Options(floor={"check+bet+fold+call+raise": 1.0})
    for chances in train("leduc", "cfr", 3, options=options).solution().strategy.infosets.values():
        assert chances == pytest.approx(dict.fromkeys(chances, 1 / len(chances)))


def test_one_seat_alone_is_floored():
    both, first, second = (
        train("kuhn", "cfr+", 300, options=Options(floor={"bet": 0.4}, floor_seat=seat)).solution()
        for seat in (None, "first", "second")
    )
    for key, chances in first.strategy.infosets.items():
        if key.endswith((":", ":kb")):
            assert chances == both.strategy.infosets[key]
    assert first.strategy.infosets["Q:k"]["bet"] < 0.1 < both.strategy.infosets["Q:k"]["bet"]
    visits = 2 * 6 * 4
    assert (first.nodes_touched, both.nodes_touched) == (300 * visits, 2 * 300 * visits)
    means = (first.mean_iteration_value, second.mean_iteration_value)
    assert both.mean_iteration_value == pytest.approx(sum(means) / 2)
    within = (first.exploitability_within, second.exploitability_within)
    assert both.exploitability_within == pytest.approx(sum(within) / 2, rel=1e-9)
    assert first.strategy.algorithm["floor"] == {"bet": 0.4}
    assert first.strategy.algorithm["floor_seat"] == "first"
    assert first.strategy.results["exploitability_within"] == first.exploitability_within


def test_without_floors_both_exploitabilities_are_one():
    for options in (Options(), Options(epsilon=0.05)):
        solution = train("kuhn", "cfr+", 20, options=options).solution()
        assert solution.exploitability_within == solution.exploitability


def test_a_floored_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    options = Options(floor={"fold": 0.2})
    whole = train("leduc:ranks=2", "os-mccfr", 8, options=options)
    half = train("leduc:ranks=2", "os-mccfr", 4, options=options)
    half.save(tmp_path / "half")
    again = Training(parse_game("leduc:ranks=2"), "os-mccfr", options=options)
    again.resume(tmp_path / "half")
    again.run(iterations=8)
    assert "".join(dump(again.solution().strategy)) == "".join(dump(whole.solution().strategy))
    assert again.solver.nodes_touched == whole.solver.nodes_touched
    assert again.solver.value_sum == whole.solver.value_sum


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"floor": {"jump": 0.1}}, "'jump' is no kind of action; there are check, bet, fold"),
        ({"floor": {"call": 0.0}}, "call must be above 0 and at most 1"),
        ({"floor": {"call": 1.1}}, "call must be above 0 and at most 1"),
        ({"floor": {"call": 0.7, "fold": 0.4}}, "1.1 at some decision"),
        ({"floor": {"T:bet": 0.1}}, "'T' is not a class of hands here; there are J, K, Q"),
        ({"floor": {"J:jump": 0.1}}, "'J:jump' is no kind of action; there are check, bet, fold"),
        ({"floor": {"bet": 0.7, "J:bet": 0.4}}, "1.1 at some decision"),
        ({"floor": {"raise": 0.1}}, "no effect: player 1 can never raise"),
        ({"floor_seat": "first"}, "no effect without a floor"),
        ({"floor": {"call": 0.1}, "floor_seat": "third"}, "both or first or second"),
        ({"floor": {"call": 0.1}, "epsilon": 0.1}, "give one of both"),
    ],
    ids=str,
)
def test_a_floor_that_cannot_be_is_refused(options, said):
    with pytest.raises(InputError, match=said) as error:
        Training(parse_game("kuhn"), "cfr", options=Options(**options))
    assert "\n" not in str(error.value)
