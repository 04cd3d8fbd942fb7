"""A spot on every next card: what is alike is, and the means are those of the spot before it."""

import weakref
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from math import comb

import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import make_game
from pokerbot.games.flops import flops
from pokerbot.games.holdem import on_next_card
from pokerbot.games.ranges import Range
from pokerbot.games.spot_file import write_spot
from pokerbot.games.suits import exchanges, next_cards
from pokerbot.runs.boards import BoardRun, Solved, boards_named, boards_of
from pokerbot.runs.limits import Limits
from pokerbot.runs.report import SolvedBoards, report, report_of
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind, uniform
from pokerbot.sequence.reach import equity
from pokerbot.sequence.showdown import total_weight

flops = cache(flops)
CLASSES = {"oop.range": "AA,KQs,J8:0.5,76s", "ip.range": "QQ,ATs:0.25,98o"}


@pytest.fixture(autouse=True)
def flops_once(monkeypatch):
    """The flops of two ranges are looked at once for all tests."""
    monkeypatch.setattr("pokerbot.runs.boards.find_flops", flops)


def spot(board, **given):
    spot = {"board": board, "pot": 60, "stack": 100, "oop.river.bet": ""} | CLASSES
    return make_game("holdem", spot | {key.replace("__", "."): of for key, of in given.items()})


def names(game):
    label = game.rules.deck.label
    return [tuple(map(label, alike)) for alike in next_cards(game.rules)]


@pytest.mark.parametrize(
    ("board", "given", "exchanged", "groups"),
    [
        ("Ks7s2s", {}, 6, 10 + 13),  # three suits are alike
        ("Ks7h2h", {}, 2, 12 + 11 + 13),  # clubs and diamonds
        ("Ks7h2d", {}, 1, 49),
        ("KsKh7d 7c", {}, 4, 2 + 2 + 2 * 11 - 2),  # hearts and spades, and diamonds and clubs
        ("Ks7s2s", {"oop__range": "AhKh:0.5"}, 2, 10 + 13 + 13),  # hearts no longer
        ("Ks7s2s", {"ip__range": "AhKd,AdKh"}, 2, 10 + 13 + 13),
        ("Ks7s2s", {"ip__range": "AhKd"}, 1, 49),
    ],
)
def test_suits_are_alike_where_board_and_ranges_say_so(board, given, exchanged, groups):
    game = spot(board, **given)
    assert len(exchanges(game.rules)) == exchanged
    found = names(game)
    assert len(found) == groups
    every = [card for alike in found for card in alike]
    assert sorted(every) == sorted({*every})
    assert len(every) == 52 - len(game.rules.public)
    assert all(len({card[0] for card in alike}) == 1 for alike in found)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["Ks7h2h 2c", "KsKh7d 7c"])
def test_what_is_alike_is_worth_the_same(board):
    """Each by itself, at uniform play with bets, and as a spot of its own."""
    game = spot(board, oop__river__bet="50%", ip__river__bet="a")
    for alike in names(game):
        values = []
        for card in alike:
            form = compile_game(make_game("holdem", on_next_card(game.parameters, card)))
            first, second = map(uniform, bind(form))
            found = evaluate_profile(form, (first, second))
            values.append((found.value, *found.best_response_values, *equity(form.game.rules)))
        assert all(each == pytest.approx(values[0], abs=1e-12) for each in values)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["Ks7h2h 2c", "Td9d6h Qc", "Ks7s2s Ac"])
def test_the_means_are_those_of_the_spot_before_the_card(board):
    """No one bets: what a spot is worth is its equity, and that does not hang on when one looks.

    On the last board hearts and diamonds are alike, and spades and clubs are not.
    """
    game = spot(board)
    found = report(game, iterations=1)
    assert found.equity == pytest.approx(equity(game.rules), abs=1e-12)
    assert found.ev == pytest.approx([60 * part for part in found.equity], abs=1e-9)
    assert sum(each.weight for each in found.cards) == pytest.approx(1)
    assert sum(len(each.cards) for each in found.cards) == 48
    assert (found.actions, found.frequencies) == (("check",), pytest.approx((1,)))
    assert found.missing == 0


@pytest.mark.slow
def test_its_picture_has_every_card_once_by_rank_and_suit():
    found = report(spot("Ks7h2h 2c", oop__river__bet="50%"), iterations=3)
    ev, _, bets = found.figure().panels
    by_card = {card: each for each in found.cards for card in each.cards}
    drawn, often = (
        {
            panel.names[int(x)] + series.label: y
            for series in panel.series
            for x, y in zip(series.x, series.y, strict=True)
        }
        for panel in (ev, bets)
    )
    assert drawn == {card: each.ev[0] for card, each in by_card.items()}
    (bet,) = (place for place, action in enumerate(found.actions) if action.startswith("bet"))
    assert often == pytest.approx({card: each.frequencies[bet] for card, each in by_card.items()})


def weights(game):
    """How likely each card comes next, not normalized."""
    boards = boards_of(game)
    return {
        card: weight / len(alike)
        for alike, weight in zip(boards.cards, boards.weights, strict=True)
        for card in alike
    }


def test_a_card_weighs_what_the_ranges_leave():
    """Of one pair of aces, three and none are left of six where an ace or two lie there."""
    found = weights(spot("AsKh7d 2c", oop__range="AA", ip__range="QQ,TT"))
    pairs = {"Ac": 1 * 12, "Qs": 3 * (3 + 6), "3s": 3 * 12}
    assert found["Ac"] / found["3s"] == pytest.approx(pairs["Ac"] / pairs["3s"])
    assert found["Qs"] / found["3s"] == pytest.approx(pairs["Qs"] / pairs["3s"])


def test_cards_that_leave_someone_no_hand_do_not_come():
    found = weights(spot("AsKh7d 2c", oop__range="AhAd", ip__range="QQ"))
    assert not found.keys() & {"Ah", "Ad"}
    assert len(found) == 46


def test_a_flop_is_reported_turn_by_turn():
    """The turn's sizes stay, the flop's go; the first decision is the turn's."""
    game = spot(
        "KsKh7d", oop__flop__bet="33%", oop__turn__bet="50%", oop__range="AA", ip__range="QQ"
    )
    run = BoardRun(boards_of(game).games[0], "cfr", iterations=1)
    solved = run.carry_out(lambda _: None, lambda: False)
    assert solved.actions == ("check", "bet 30")
    assert solved.player == "oop"


@pytest.mark.parametrize(
    ("board", "given", "said"),
    [
        ("Ks7h2h 2c 3d", {}, "no card comes after"),
        ("Ks7h2h 2c", {"lock": "oop |  |  | check 1"}, "report takes games without locks"),
    ],
)
def test_what_has_no_report_is_said(board, given, said):
    with pytest.raises(InputError, match=said):
        boards_of(spot(board, **given))


def test_other_games_have_no_next_card():
    with pytest.raises(InputError, match="takes a spot of hold'em, not leduc"):
        boards_of(make_game("leduc", {}))


@pytest.mark.parametrize("name", ["boards.csv", "report.json"])
def test_a_folder_with_files_of_ones_own_is_none_for_a_report(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(InputError, match=f"holds {name} and no runs"):
        SolvedBoards(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_all_exchanges_are_tried():
    """With nothing that tells suits apart but three kings, those of the kings are alike."""
    game = spot("KsKhKd")
    same = {each for each in permutations(range(4)) if each[0] == 0}
    assert {*exchanges(game.rules)} == same


def of_flops(path, **more):
    told = {"pot": 60, "stack": 30, "oop.river.bet": ""} | CLASSES | more
    write_spot(path / "flops.toml", told)
    return str(path / "flops.toml")


@pytest.mark.slow
def test_a_file_without_a_board_is_on_flops_by_their_suitings_and_hands(tmp_path):
    boards = boards_named(of_flops(tmp_path))
    assert len(boards.games) == len(boards.flops.some) == 25
    assert len(boards.flops.every) == 1755
    first, second = (Range(CLASSES[f"{seat}.range"]) for seat in ("oop", "ip"))
    suitings = {each.name: each.suitings for each in flops(first, second)}
    part = {
        weight / suitings[name] / total_weight(game.rules)
        for (name,), game, weight in zip(boards.cards, boards.games, boards.weights, strict=True)
    }
    assert max(part) == pytest.approx(min(part))


@pytest.mark.slow
def test_the_means_over_flops_are_weighted(tmp_path):
    boards = boards_named(of_flops(tmp_path), "49")
    solved = {
        place: Solved(
            1, 0.0, (part, 60 - part), (part / 80, 1 - part / 80), "oop", ("check", "bet 20"),
            (part / 100, 1 - part / 100),
        )
        for place, part in ((0, 40.0), (48, 10.0))
    }  # fmt: skip
    found = report_of(boards, "dcfr", solved)
    one, other = boards.weights[0], boards.weights[48]
    assert found.ev[0] == pytest.approx((40 * one + 10 * other) / (one + other))
    assert (found.missing, found.board) == (47, "")
    assert found.flops.count == 2
    ends = [boards.games[place].parameters["board"] for place in (0, 48)]
    suits = [len({*board[1::2]}) for board in ends]
    of_one = sum(weight for weight, count in zip((one, other), suits, strict=True) if count == 1)
    assert suits == [1, 3]
    assert found.flops.alike["one suit"][0] == pytest.approx(of_one / (one + other))
    assert found.flops.alike["two suits"][0] == 0
    panels = found.figure().panels
    assert all(panel.names == [*boards.cards[48], *boards.cards[0]] for panel in panels)
    drawn = [line.y for panel in panels for line in panel.series]
    assert drawn == [[10, 40], [1 / 8, 1 / 2], [pytest.approx(0.9), pytest.approx(0.6)]]


@pytest.mark.slow
def test_how_far_flops_stand_for_all_is_told(tmp_path):
    """Aces win 81.95 % from kings over all boards: 50,371,344 of 61,642,944, and ties."""
    boards = boards_named(of_flops(tmp_path, **{"oop.range": "AA", "ip.range": "KK"}), "95")
    alike = boards.flops.sample(range(95), 0.75).alike
    whole = (50_371_344 + 285_228 / 2) / 61_642_944
    assert alike["equity oop"] == (0.75, pytest.approx(whole, abs=1e-12))
    assert alike["oop ahead"][0] == pytest.approx(alike["oop ahead"][1], abs=0.02)
    counted = Counter[str]()
    for flop in combinations(product(range(13), range(4)), 3):
        ranks, suits = ([*each] for each in zip(*flop, strict=True))
        pairs = comb(4 - ranks.count(12), 2) * comb(4 - ranks.count(11), 2)
        counted["flops"] += pairs
        counted["one suit"] += pairs * (len({*suits}) == 1)
        counted["two suits"] += pairs * (len({*suits}) == 2)
        counted["a pair"] += pairs * (len({*ranks}) == 2)
    for name in ("one suit", "two suits", "a pair"):
        assert alike[name][1] == pytest.approx(counted[name] / counted["flops"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "count", "said"),
    [
        ({}, "26", "flops must be one of 25, 49, 95, 184, all, not 26"),
        ({"lock": "oop |  |  | check 1"}, "25", "report takes games without locks"),
        ({"board": "Ks7h2h"}, "25", "flops has no effect on a spot that has a board"),
        ({"oop.range": "AhKh", "ip.range": "AhQh"}, "25", "no flop leaves both players a hand"),
    ],
)
def test_flops_that_cannot_be_are_refused(tmp_path, more, count, said):
    with pytest.raises(InputError, match=said):
        boards_named(of_flops(tmp_path, **more), count)


def test_a_board_that_is_solved_leaves_nothing_of_the_one_before():
    """Else a worker has the forms of the last few flops beside that which it solves."""
    one, other = boards_of(spot("Ks7h2h 2c", oop__river__bet="50%")).runs("cfr", Limits(1))[:2]
    one.carry_out(lambda _: None, lambda: False)
    compiled = weakref.ref(compile_game(one.played))
    other.carry_out(lambda _: None, lambda: False)
    assert compiled() is None


@pytest.mark.parametrize(
    "changed",
    [
        {"ev": (1.0,)},
        {"equity": (0.5, 1.5)},
        {"exploitability_pot": "little"},
        {"frequencies": (10**400, 0.0)},
        {"frequencies": (1.0,)},
        {"player": 1},
    ],
    ids=str,
)
def test_what_was_changed_in_a_line_is_no_result_for_a_spot(changed):
    result = Solved(9, 0.1, (12.0, 8.0), (0.6, 0.4), "oop", ("check", "bet 5"), (0.25, 0.75))
    with pytest.raises(InputError, match="not the result for a spot"):
        replace(result, **changed)
