"""Locks: play that is given, which the recursion leaves to chance, and the rest around it."""

from dataclasses import replace
from importlib.util import find_spec
from itertools import islice, product

import pytest

import pokerbot
from pokerbot.errors import InputError
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.locks import left_by_locks
from pokerbot.games.spot import at_line
from pokerbot.runs.training import Training
from pokerbot.sequence.compile import memory_needed
from pokerbot.solvers.catalogue import ALGORITHMS
from pokerbot.solvers.options import Options
from pokerbot.strategy.arrays import NamedProfile
from tests.reference import solving
from tests.reference.program import game_value
from tests.reference.recursion import best_response_value, information_sets, traverse
from tests.reference.rules import by_the_book
from tests.solvers.cases import NEEDS_NUMBA, SPOTS, options_of

HALF_STREET = {"board": "2s3h4d 6c 7c", "pot": 20, "stack": 10}
"""Aces or queens against kings, who can but call or fold a bet of half the pot."""
GIVEN = {
    "KhQd:b13": {"fold": 0.25, "call": 0.5, "raise 39": 0.25, "raise 60": 0.0},
    "AhAd:b13": {"fold": 0.25, "call": 0.5, "raise 39": 0.25, "raise 60": 0.0},
    "QhJh:": {"check": 0.5, "bet 13": 0.5, "bet 60": 0.0},
    "QhJh:b13r39": {"fold": 0.125, "call": 0.875, "raise 60": 0.0},
}
TABLES = [
    {"player": "ip", "line": "Bet 13", "hands": "KhQd, AdAh",
     "play": {"raise to 39": 0.25, "fold": 0.25, "call": 0.5}},
    {"player": "oop", "line": "", "hands": "QJs", "play": {"check": 0.5, "bet 13": 0.5}},
    {"player": "oop", "line": "bet 13,raise 39", "hands": "QhJh",
     "play": {"fold": 0.125, "call": 0.875}},
]  # fmt: skip


def locked(tables, spec=SPOTS["river"]):
    return make_game("holdem", {**parse_game(spec).parameters, "lock": tables})


@pytest.fixture(scope="module")
def river():
    """(game, book) of a river with hands locked in both seats, one of them twice in a row."""
    game = locked(TABLES)
    book = by_the_book(game)
    sizes = {key: actions for key, (_, actions) in information_sets(book).items()}
    given = {
        key: {action: play.get(action, 0.0) for action in sizes[key]} for key, play in GIVEN.items()
    }
    return game, replace(book, locks=given)


def test_boards_that_differ_in_suits_take_memory_each_where_play_is_locked():
    """Hearts and diamonds are alike there, but locks may name hands of one alone."""
    spot = {"board": "Ks7s2s Ac", "pot": 60, "stack": 100, "oop.range": "AA", "ip.range": "QQ"}
    free, locks = (
        make_game("holdem", spot | more) for more in ({}, {"lock": "oop |  |  | check 1"})
    )
    assert memory_needed(free) < memory_needed(free, merged=False)
    assert memory_needed(locks) == memory_needed(locks, merged=False)


def test_its_text_says_all_there_is_to_know():
    game = locked(TABLES)
    text = (
        "ip | bet 13 | AhAd,KhQd | call 0.5, fold 0.25, raise 39 0.25;"
        " oop |  | QJs | bet 13 0.5, check 0.5; oop | bet 13, raise 39 | QhJh | call 0.875, fold"
        " 0.125"
    )
    assert game.parameters["lock"] == text
    assert parse_game(game.text) == locked(game.parameters["lock"]) == game != locked([])
    assert locked([]) == parse_game(SPOTS["river"])


@pytest.mark.parametrize(
    ("share", "worth", "bets"), [(0.75, {"AsAh": 27.5, "QsQh": 0, "KsKh": 6.25}, 0),
                                 (0.5, {"AsAh": 25, "QsQh": 5, "KsKh": 5}, 1)],
)  # fmt: skip
@pytest.mark.parametrize("algorithm", ["dcfr", "lp"])
def test_a_caller_who_calls_too_often_is_never_bluffed(algorithm, share, worth, bets):
    """And one who calls too rarely always, as anyone can work out by hand."""
    if algorithm == "lp":
        pytest.importorskip("scipy", reason="lp needs SciPy")
    given = {"player": "ip", "line": "bet 10", "play": {"fold": 1 - share, "call": share}}
    game = make_game("holdem", HALF_STREET | {"lock": [given]})
    found = pokerbot.solve(game, algorithm, iterations=500)
    first = (worth["AsAh"] + worth["QsQh"]) / 2
    assert found.ev == pytest.approx((first, worth["KsKh"]), abs=1e-4)
    assert found.ev_bounds == pytest.approx((first, first), abs=1e-4)
    hands = found.at().hands | found.at("bet 10").hands
    assert {name: hands[name].ev for name in ("AsAh", "QsQh")} == pytest.approx(
        {name: worth[name] for name in ("AsAh", "QsQh")}, abs=1e-3
    )
    assert hands["KsKh"].strategy == (1 - share, share)
    assert found.value_bounds == pytest.approx((first - 10, first - 10), abs=1e-4)
    assert found.exploitability_within < 1e-4
    assert found.exploitability > 1
    play = found.strategy.infosets
    assert play["KsKh:b10"] == {"fold": 1 - share, "call": share}
    assert play["QsQh:"]["bet 10"] == pytest.approx(bets, abs=1e-3)


@pytest.mark.parametrize("backend", ["numpy", pytest.param("compiled", marks=NEEDS_NUMBA)])
def test_only_free_hands_tremble(backend):
    """Aces bet but for one time in a hundred, queens check but for that; kings play as locked.

    Three hands meet three, as in Kuhn and Leduc: for these there is machine code already.
    """
    play = {"fold": 0.25, "call": 0.75}
    given = {"player": "ip", "line": "bet 10", "play": play}
    ranges = {"oop.range": "AsAh,QsQh,QdQc", "ip.range": "KsKh,KdKc,KsKd"}
    game = make_game("holdem", HALF_STREET | ranges | {"lock": [given]})
    found = pokerbot.solve(game, "dcfr", iterations=2000, epsilon=0.01, backend=backend)
    aces, queens = 0.99 * 27.5 + 0.01 * 20, 0.01 * -2.5
    assert found.ev[0] == pytest.approx((aces + 2 * queens) / 3, abs=1e-4)
    assert found.ev_bounds == pytest.approx((found.ev[0],) * 2, abs=1e-4)
    assert found.strategy.infosets["KsKh:b10"] == play
    assert found.strategy.infosets["QsQh:"]["bet 10"] == pytest.approx(0.01, abs=1e-5)


def test_an_action_that_is_locked_away_does_not_tremble():
    given = {"player": "ip", "line": "bet 10", "play": {"call": 1}}
    game = make_game("holdem", HALF_STREET | {"lock": [given]})
    found = pokerbot.solve(game, "dcfr", iterations=500, epsilon=0.01)
    aces, queens = 0.99 * 30 + 0.01 * 20, 0.01 * -10
    assert found.ev[0] == pytest.approx((aces + queens) / 2, abs=1e-4)
    assert found.strategy.infosets["KsKh:b10"] == {"fold": 0, "call": 1}


def test_what_is_measured_is_the_locked_game(river):
    """The bounds, and what is within; that of free play besides."""
    pytest.importorskip("scipy", reason="the program needs SciPy: the extra lp")
    game, book = river
    found = pokerbot.solve(game, "dcfr", iterations=100)
    sigma = dict(found.strategy.infosets)
    for key, play in book.locks.items():
        assert sigma[key] == pytest.approx(play, abs=0)
    best = [best_response_value(book, sigma, player) for player in (0, 1)]
    assert found.value == pytest.approx(traverse(book, sigma).value, abs=1e-12)
    assert found.exploitability_within == pytest.approx(sum(best) / 2, abs=1e-12)
    assert found.value_bounds == pytest.approx((-best[1], best[0]), abs=1e-12)
    assert best[0] >= game_value(book) >= -best[1]
    free = by_the_book(game)
    best = [best_response_value(free, sigma, player) for player in (0, 1)]
    assert found.exploitability == pytest.approx(sum(best) / 2, abs=1e-12)
    again = pokerbot.evaluate(found.strategy)
    assert again.value_bounds == found.value_bounds
    assert again.exploitability_within == found.exploitability_within
    assert again.exploitability == found.exploitability


SCALED = {"sprm+", "exrm+"}
"""Those that go by how large regrets are: chance in place of one's own lock makes them smaller."""


@pytest.mark.parametrize(
    "algorithm", [*(name for name in solving.RULES if name not in SCALED), "xfp", "gxfp"]
)
def test_number_for_number_with_chance_in_their_place(algorithm, river):
    """By both backends: who is locked is as chance, so that all else learns the same."""
    game, book = river
    options = options_of(algorithm, init="random")
    trainings = [Training(game, algorithm, seed=9, options=options)]
    solvers = [trainings[0].solver]
    if find_spec("numba"):
        from pokerbot.solvers.compiled import compile_solver

        trainings.append(Training(game, algorithm, seed=9, options=options))
        solvers.append(compile_solver(trainings[1].solver))
    first = NamedProfile(trainings[0].form, solvers[0].profile("last"))
    start = {key: dict(first[key]) for key in information_sets(book)}
    if algorithm in solving.RULES:
        steps = solving.cfr(book, algorithm, start, alternating=True)
    else:
        steps = getattr(solving, algorithm)(book, start, alternating=True)
    for current, average, _, values in islice(steps, 4):
        for training, solver in zip(trainings, solvers, strict=False):
            solver.step()
            for iterate, expected in (("last", current), ("average", average)):
                found = NamedProfile(training.form, solver.profile(iterate))
                for key in information_sets(book):
                    assert dict(found[key]) == pytest.approx(expected[key], abs=1e-7), key
            assert solver.value_sum == pytest.approx(sum(values), abs=1e-9)


@pytest.mark.parametrize(
    ("algorithm", "iterations", "near"),
    [("lp", 1, 1e-6), ("dcfr", 300, 0.02), ("es-mccfr", 300, 1), ("os-mccfr", 300, 3),
     ("cs-mccfr", 300, 1), ("sapcfr+", 200, 0.02)],
)  # fmt: skip
def test_the_locked_games_value_lies_between_the_bounds(algorithm, iterations, near, river):
    pytest.importorskip("scipy", reason="the program needs SciPy: the extra lp")
    game, book = river
    found = pokerbot.solve(game, algorithm, iterations=iterations)
    low, high = found.value_bounds
    assert low - 1e-7 <= game_value(book) <= high + 1e-7
    assert found.exploitability_within < near
    assert found.exploitability > found.exploitability_within
    assert found.strategy.infosets["QhJh:"] == pytest.approx(book.locks["QhJh:"], abs=0)


def test_what_is_never_come_to_is_locked_all_the_same():
    """Who never bets has no raise to answer, and their answer is given."""
    never = {"player": "oop", "line": "", "hands": "QhJh", "play": {"check": 1}}
    game = locked([never, TABLES[2]])
    for algorithm in ("dcfr", "xfp", "gxfp"):
        play = pokerbot.solve(game, algorithm, iterations=5).strategy.infosets
        assert play["QhJh:b13r39"] == {"fold": 0.125, "call": 0.875, "raise 60": 0.0}


def test_what_is_locked_is_not_rounded_in_a_file_of_arrays(tmp_path):
    """A quarter is no whole number of 65,535 parts."""
    game, path = locked(TABLES), tmp_path / "river.spot"
    training = Training(game, "dcfr")
    training.run(iterations=50)
    found = training.solution(path=path)
    pokerbot.save(found.strategy, path)
    again = pokerbot.load(path)
    assert again.infosets["KhQd:b13"]["fold"] == 0.25
    assert again.infosets["QhJh:b13r39"]["call"] == 0.875
    assert pokerbot.evaluate(again).value_bounds == found.value_bounds


def test_a_card_may_be_named():
    """On another nothing is given."""
    given = {"player": "oop", "line": "check, check / 7s", "play": {"bet 60": 1}}
    game = locked([given], SPOTS["turn"])
    play = pokerbot.solve(game, "dcfr", iterations=20).strategy.infosets
    assert play["AhKh:kk/7s:"] == {"check": 0.0, "bet 15": 0.0, "bet 60": 1.0}
    assert play["AhKh:kk/7d:"]["bet 60"] < 1
    for card, there in (("7s", False), ("7d", True)):
        bet, board = at_line(game.rules, f"check, check / {card} / bet 15")
        left = left_by_locks(game.rules, game.locks, bet, board, 0)
        assert bool(left) == there


def test_hands_are_locked_apart_at_a_decision_and_on_each_card():
    """Another hand, or the same one on another card, is not locked there already."""
    sure = {("7s", "AhKh"): "check", ("7s", "QhJh"): "bet 60", ("7d", "AhKh"): "bet 15"}
    tables = [
        {"player": "oop", "line": f"check, check / {card}", "hands": hands, "play": {action: 1}}
        for (card, hands), action in sure.items()
    ]
    play = pokerbot.solve(locked(tables, SPOTS["turn"]), "dcfr", iterations=20).strategy.infosets
    for card, hands in product(("7s", "7d", "7c"), ("AhKh", "QhJh")):
        always = [name for name, share in play[f"{hands}:kk/{card}:"].items() if share == 1]
        assert always == ([sure[card, hands]] if (card, hands) in sure else [])


def test_a_hand_with_a_card_of_the_board_is_not_there_to_be_locked():
    table = {"player": "oop", "line": "check, check / 8c", "hands": "8c8d", "play": {"check": 1}}
    with pytest.raises(InputError, match=r"1: hands have '8d8c', which oop has not on .* 8c$"):
        locked([table], SPOTS["turn"])


def test_locks_leave_the_hands_of_their_own_player_from_a_round_on():
    tables = [
        {"player": "oop", "line": "", "hands": "AhKh", "play": {"bet 13": 1}},
        {"player": "ip", "line": "check", "hands": "7c7h", "play": {"bet 60": 1}},
    ]
    game = locked(tables, SPOTS["turn"])
    betting, board = at_line(game.rules, "check, check / 7d")
    held = [{"AhKh"}, {"7h7c"}]
    for player, since in product((0, 1), (0, 1)):
        hands = game.rules.hands[player]
        left = left_by_locks(game.rules, game.locks, betting, board, player, since)
        every = {hands.name(hand) for hand in range(len(hands))}
        assert {hands.name(hand) for hand in left} == every - (set() if since else held[player])


def test_shares_of_one_action_under_two_names_are_added():
    table = {"player": "oop", "line": "", "play": {"bet": 0.25, "bet 10": 0.5, "check": 0.25}}
    game = make_game("holdem", HALF_STREET | {"lock": [table]})
    found = pokerbot.solve(game, "dcfr", iterations=1).strategy.infosets
    assert found["AsAh:"] == {"check": 0.25, "bet 10": 0.75}


@NEEDS_NUMBA
def test_targets_are_within_by_both_backends():
    game = locked(TABLES)
    for backend in ("numpy", "compiled"):
        found = pokerbot.solve(game, "dcfr", target=0.01, backend=backend)
        assert found.exploitability_within <= 0.01 < found.exploitability


def test_from_python_locks_are_tables_as_in_a_file():
    seats = {"oop": {"range": "AsAh,QsQh", "river.bet": "a"}, "ip": {"range": "KsKh"}}
    given = {"player": "ip", "line": "bet 10", "play": {"call": 1}}
    spot = pokerbot.Spot(**HALF_STREET, **seats, lock=[given])
    assert spot == make_game("holdem", HALF_STREET | {"lock": "ip | bet 10 | | call 1"})


def test_a_run_goes_on_as_if_it_had_not_stopped(tmp_path):
    game = locked(TABLES)
    whole, half = Training(game, "dcfr"), Training(game, "dcfr")
    whole.run(iterations=20)
    half.run(iterations=10)
    half.save(tmp_path / "half")
    again = Training(game, "dcfr")
    again.resume(tmp_path / "half")
    again.run(iterations=20)
    assert dict(again.solution().strategy.infosets) == dict(whole.solution().strategy.infosets)
    other = Training(parse_game(SPOTS["river"]), "dcfr")
    with pytest.raises(InputError):
        other.resume(tmp_path / "half")


def test_what_cannot_keep_to_locks_refuses_in_a_line():
    game = locked(TABLES)
    with pytest.raises(InputError, match=r"^ipm takes games without locks, and holdem"):
        pokerbot.solve(game, "ipm")
    assert not ALGORITHMS["ipm"].takes(game)
    with pytest.raises(InputError, match=r"^exploit takes games without locks"):
        pokerbot.exploit("random", risk=1, game=game)
    with pytest.raises(InputError, match="floor has no effect on a spot with locks"):
        Training(game, "cfr", options=Options(floor={"call": 0.1}))
    training = Training(game, "cfr", updates="simultaneous")
    training.run(iterations=1)
    with pytest.raises(InputError, match="no lock"):
        training.regret_bound()
    with pytest.raises(InputError, match="where play is restricted"):
        Training(game, "cfr", start=pokerbot.solve(game, "cfr", iterations=1))


GOOD = {"player": "ip", "line": "bet 13", "hands": "KhQd", "play": {"call": 1}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"play": {"call": 0.9}}, "lock 2: play adds up to 0.9, not 1"),
        ({"play": {"call": 0.9, "fold": 0.2}}, "lock 2: play adds up to 1.1, not 1"),
        ({"play": {"call": 1.5, "fold": -0.5}}, "lock 2: play has 'call 1.5': a share is"),
        ({"play": {}}, "lock 2: play"),
        ({"play": {"call": "most"}}, "lock 2: play must be as in"),
        ({"play": {"check": 1}}, "lock 2: play has 'check' where fold, call, raise 39, raise 60"),
        ({"play": {"raise 40": 1}}, "lock 2: play has 'raise 40' where fold, call"),
        ({"line": "bet 14"}, "lock 2: line has 'bet 14' where check, bet 13"),
        ({"line": "bet 13, call"}, "lock 2: line leads to the end of the hand"),
        ({"line": "check, check / 7s"}, "lock 2: line"),
        ({"player": "oop"}, "lock 2: line leads to where ip acts, not oop"),
        ({"player": "hero"}, "lock 2: player must be oop or ip, not 'hero'"),
        ({"player": 2}, "lock 2: player must be a text without . ; and =, not 2"),
        ({"hands": "KhQd,QQ"}, "lock 2: hands have 'QQ', which ip has not on Td 9d 6h Qc 7s"),
        ({"hands": "KhQx"}, "lock 2: hands has 'KhQx'"),
        ({"hands": "KhQd:0.5"}, "lock 2: hands have no weights here"),
        ({"hands": ""}, "lock 2: hands have AhAd, which another lock holds there, too"),
        ({"hand": "KK"}, r"lock 2: 'hand' is no key of a lock .did you mean hands"),
        ({"line": None}, "lock 2: does not say line"),
    ],
)
def test_a_lock_that_cannot_be_is_named(change, said):
    table = {key: value for key, value in (GOOD | change).items() if value is not None}
    with pytest.raises(InputError, match=f"^{said}") as error:
        locked([{**GOOD, "hands": "AhAd"}, table])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["ip", "ip | bet 13 | KhQd", "ip | bet 13 | | call", ";", 3])
def test_a_text_that_is_no_lock_is_refused(text):
    with pytest.raises(InputError, match=r"^lock "):
        locked(text)
