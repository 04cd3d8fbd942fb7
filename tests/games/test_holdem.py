"""Spots of hold'em: what their files say, which bets they allow, and what comes out of them."""

from itertools import product

import numpy as np
import pytest
from phevaluator import evaluate_cards

import pokerbot
from pokerbot.bridges.efg import to_efg
from pokerbot.errors import InputError
from pokerbot.games import betting
from pokerbot.games.betting import act, legal_actions, start
from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.hands import Prior
from pokerbot.games.ranges import Range
from pokerbot.play.hand import deal
from pokerbot.play.view.rules import rules_in_words
from pokerbot.play.view.view import scene
from pokerbot.sequence.compile import compile_game

TURN = """
board = "Td 9d 6h Qc"
pot = 200
stack = 900
[oop]
range = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
turn.bet = "60%, e, a"
turn.raise = "2.5x"
river.bet = "60%, e, a"
river.raise = "2.5x"
river.donk = "50%"
[ip]
range = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
turn.bet = "60%, e, a"
turn.raise = "2.5x"
river.bet = "60%, e, a"
river.raise = "2.5x"
[tree]
add_allin = 1.5
force_allin = 0.15
merge = 0.1
"""
RIVER = "\n".join(line for line in TURN.splitlines() if "turn" not in line and "donk" not in line)
RIVER = RIVER.replace("Qc", "Qc 7s")
AMONG_ALL = {"oop.range": "random", "ip.range": "random"}


def spot(**given):
    """A spot by its keys, `oop__range` for `oop.range`; no bets but those given."""
    keys = {key.replace("__", "."): value for key, value in given.items()}
    return make_game("holdem", {"oop.river.bet": "", **keys})


def file(tmp_path, text, name="spot.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def bets(game, *names):
    """What the bets and raises are to after these actions."""
    node = start(game.rules)
    for name in names:
        node = act(
            game.rules, node, next(a for a in legal_actions(game.rules, node) if a.name == name)
        )
    return [a.to for a in legal_actions(game.rules, node) if a.kind in ("bet", "raise")]


def test_a_file_is_read_whole(tmp_path):
    game = parse_game(file(tmp_path, TURN, "turn_basic.toml"))
    assert game.slug == "turn_basic"
    assert game.hands == (167, 250)
    assert game.rules.boards.first == [0, 1, 49]
    assert game.parameters["board"] == "Td9d6h Qc"
    assert game.parameters["oop.turn.bet"] == "60%, 2e, a"
    assert game.parameters["oop.river.bet"] == "60%, 1e, a"
    assert game.parameters["tree.add_allin"] == 1.5
    assert game.spec == "turn_basic"
    assert parse_game(game.text) == make_game("holdem", game.parameters) == game


def test_hands_that_can_be_dealt_are_found_without_those_that_a_card_rules_out(monkeypatch):
    """The ace of spades is in the first 51 of the 1,326 hands: all pairs took a second."""
    rules = spot(board="Td9d6h Qc", oop__range="random", ip__range="random").rules
    river = next(board for board in rules.boards.of(1) if rules.boards.name(board) == "As")
    tried, ways = [], Prior.ways
    monkeypatch.setattr(Prior, "ways", lambda *given: tried.append(given) or ways(*given))
    assert rules.leaves_hands(rules.boards.cards[river])
    assert len(tried) < 200


@pytest.mark.parametrize(
    ("oop", "ip", "gone"),
    [
        ("AsAh,QsQh", "KsKh", "KsKh"),
        ("AsAh", "KsKh,AsKd", "AsAhKsKh"),  # AsKd never meets AsAh
        ("AsAh,AsQd", "KsKh,KcKd", "As"),
        ("random", "random", ""),
    ],
)
def test_cards_that_leave_no_two_hands_never_come_next(oop, ip, gone):
    rules = spot(board="Td9d6h Qc", oop__range=oop, ip__range=ip).rules
    found = {rules.deck.label(card) for card in rules.never_next(rules.public)}
    assert found == {"Td", "9d", "6h", "Qc", *names_in(gone)}


@pytest.mark.parametrize("board", ["Td9d6h Qc", "Td 9d 6h Qc", "Td,9d,6h,Qc", "Td9d6hQc"])
def test_boards_as_people_write_them(board):
    assert spot(board=board).parameters["board"] == "Td9d6h Qc"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("pot = 200", "pot = 0"), "pot must be"),
        (("pot = 200", 'pot = "x"'), "pot must be"),
        (("stack = 900", "stack = -1"), "stack must be a whole number from 0 "),
        (("stack = 900", "stack = 1.5"), "stack must be"),
        (("stack = 900", ""), "does not say stack"),
        (("stack = 900", "stacks = 900"), "no key of a spot .did you mean stack.."),
        (("Td 9d 6h Qc", "Td 9d 6h Td"), "board has the same card twice"),
        (("Td 9d 6h Qc", "Td 9d"), "board must be 3, 4 or 5 cards, not 2"),
        (("Td 9d 6h Qc", "Td 9d 6h 1c"), "board has '1c'"),
        (("Td 9d 6h Qc", "Td 9d 6h Qc 7s"), "oop.turn.bet is for a street that is over"),
        (('range = "66+,', 'range = "66++,'), "oop.range has '66..'"),
        (('range = "66+,', 'range = "66:2,'), "oop.range has no weight"),
        (('turn.bet = "60%, e, a"', 'turn.bet = "2.5x"'), "oop.turn.bet are parts"),
        (('turn.bet = "60%, e, a"', "turn.bet = 60"), "oop.turn.bet must be sizes"),
        (('river.donk = "50%"', 'river.donk = "50"'), "oop.river.donk are parts"),
        (('river.raise = "2.5x"\n[tree]', 'river.donk = "50%"\n[tree]'), "ip.river.donk"),
        (("merge = 0.1", "merge = -0.1"), "tree.merge must be"),
        (("[tree]", "[[tree"), "is not TOML"),
    ],
)
def test_what_a_file_cannot_say(tmp_path, change, says):
    assert change[0] in TURN
    with pytest.raises(InputError, match=says):
        parse_game(file(tmp_path, TURN.replace(*change, 1)))


def test_ranges_that_do_not_fit():
    with pytest.raises(InputError, match=r"oop\.range is empty"):
        spot(oop__range="")
    with pytest.raises(InputError, match=r"ip\.range has no hand that fits the board"):
        spot(ip__range="6c7c")
    with pytest.raises(InputError, match="no two hands"):
        spot(oop__range="AsAh", ip__range="AsKh")


def test_a_deal_weighs_what_both_hands_weigh():
    found = spot(oop__range="AsAh:0.5,QsQh", ip__range="KsKh:0.25,QsKd").rules.prior
    ways = [[found.ways(first, second) for second in (0, 1)] for first in (0, 1)]
    assert sorted([*ways[0], *ways[1]]) == [0, 0.125, 0.25, 0.5]


def test_sizes_come_to_whole_chips():
    """By hand, from the documentation of the options: see the spot's file."""
    basic = {"pot": 200, "stack": 900, "board": "Td9d6hQc7s"}
    every = spot(
        **basic, oop__river__bet="60%, e, 3e, 2e30%, 100c, a", ip__river__raise="2.5x,50%,20c"
    )
    # 3e: ((1 + 2 * 4.5) ** (1/3) - 1) / 2 = 0.57722 of the pot, 115; e on the river is all-in.
    assert bets(every) == [60, 100, 115, 120, 900]
    assert bets(every, "bet 120") == [240, 300, 340]  # 20c is less than a raise by 120
    allin = spot(**basic, oop__river__bet="60%", tree__add_allin=4.5)
    assert bets(allin) == [120, 900]
    assert bets(spot(**basic, oop__river__bet="60%", tree__add_allin=4.49)) == [120]
    assert bets(spot(**basic, tree__add_allin=5.0)) == [900]
    for most, sizes in {1.77: [300], 1.78: [300, 900]}.items():  # 780 more than 120, for 440
        raised = {"oop__river__bet": "60%", "ip__river__raise": "2.5x", "tree__add_allin": most}
        assert bets(spot(**basic, **raised), "bet 120") == sizes
    forced = {"pot": 200, "stack": 300, "oop__river__bet": "100%"}
    assert bets(spot(**forced, tree__force_allin=0.16)) == [200]  # 100 of 600 are left
    assert bets(spot(**forced, tree__force_allin=0.17)) == [300]
    merged = {"pot": 100, "stack": 100, "oop__river__bet": "80%, 90%, 100%"}
    assert bets(spot(**merged, tree__merge=0.1)) == [80, 100]  # 200 / 190 < 1.1 < 200 / 180
    assert bets(spot(**merged, tree__merge=0.12)) == [100]
    close = {"pot": 100, "stack": 500, "oop__river__bet": "100%, 120%"}
    assert bets(spot(**close, tree__merge=0.1)) == [100, 120]  # 220 / 200 is 1.1, not less
    deep = {"pot": 100, "stack": 103, "oop__river__bet": "40%"}
    assert bets(spot(**deep, tree__force_allin=0.35)) == [103]  # 63 of 180 are left
    deep = {"pot": 100, "stack": 115, "oop__river__bet": "50%"}
    assert bets(spot(**deep, tree__add_allin=1.15)) == [50, 115]
    chain = {**merged, "oop__river__bet": "75%, 80%, 100%"}
    assert bets(spot(**chain, tree__merge=0.1)) == [80, 100]  # 180 / 175, beside the 80 that stay


def test_a_geometric_raise_counts_what_is_left():
    game = spot(
        board="Td9d6hQc", pot=100, stack=1000, oop__turn__bet="2e", ip__turn__raise="2e",
        oop__turn__raise="2e",
    )  # fmt: skip
    part = ((1 + 20) ** 0.5 - 1) / 2
    assert bets(game) == [round(100 * part)]
    pot, left = 100 + 2 * 179, 1000 - 179
    second = 179 + ((1 + 2 * left / pot) ** 0.5 - 1) / 2 * pot
    assert bets(game, "bet 179") == [int(second + 0.5)]
    assert bets(game, "bet 179", f"raise {int(second + 0.5)}") == [1000]


def test_a_donk_is_a_bet_into_who_bet_before():
    game = spot(
        board="Td9d6hQc", pot=100, stack=1000, ip__turn__bet="50%", oop__turn__bet="50%",
        oop__river__bet="30%", oop__river__donk="70%",
    )  # fmt: skip
    assert bets(game, "check", "check") == [30]
    assert bets(game, "bet 50", "call") == [60]
    assert bets(game, "check", "bet 50", "call") == [140]


def test_the_pot_without_a_bet_is_shared_by_the_cards():
    """What is won is the joint weight of all pairs of hands, each compared by another library."""
    board = ("Td", "9d", "6h", "Qc", "7s")
    game = spot(
        board="Td9d6hQc7s", pot=20, oop__range="AA:0.5,98s,T2o:0.25", ip__range="KQ,JJ:0.1,A9s"
    )
    total = won = 0.0
    first, second = (Range(game.parameters[f"{seat}.range"]) for seat in ("oop", "ip"))
    lying = tuple(game.rules.public)
    for (mine, a), (its, b) in product(first.without(lying), second.without(lying)):
        if {mine[:2], mine[2:]} & {its[:2], its[2:]}:
            continue
        ranks = [evaluate_cards(*board, hand[:2], hand[2:]) for hand in (mine, its)]
        won += a * b * np.sign(ranks[1] - ranks[0]) * 10
        total += a * b
    solved = pokerbot.solve(game, "dcfr", iterations=1)
    assert solved.value == pytest.approx(won / total, abs=1e-12)


def test_the_clairvoyance_game():
    """Chen & Ankenman (2006), The Mathematics of Poker, chapter 11: half-street, one pot to bet."""
    solved = pokerbot.solve("holdem", "cfr+", iterations=2000)
    low, high = solved.value_bounds
    assert low - 1e-9 <= 5 <= high + 1e-9
    assert solved.exploitability < 1e-4
    play = solved.strategy.infosets
    assert play["QsQh:"]["bet 20"] == pytest.approx(0.5, abs=1e-2)
    assert play["KsKh:b20"]["call"] == pytest.approx(0.5, abs=1e-2)
    assert play["AsAh:"]["bet 20"] == pytest.approx(1, abs=1e-2)


def test_two_streets():
    game = spot(
        board="As Ah Ks Kh", pot=100, stack=150, oop__range="AcAd,3c2d", ip__range="KcKd",
        oop__turn__bet="50%", oop__river__bet="a",
    )  # fmt: skip
    solved = pokerbot.solve(game, "dcfr", iterations=500)
    low, high = solved.value_bounds
    assert low <= 2900 / 33 - 50 <= high
    assert high - low < 0.5


def test_uniform_play_on_a_river():
    given = {"board": "Td9d6hQc7s", "pot": 60, "stack": 970, "oop.river.bet": "50%"}
    game = make_game("holdem", {**given, **AMONG_ALL})
    assert game.hands == (1081, 1081)
    played = pokerbot.match("random", "random", game=game, hands=100)
    assert played.exact_ev_by_seat == pytest.approx((7.5, -7.5), abs=1e-9)


def test_all_in_already_a_pot_goes_by_the_showdowns_whatever_the_menus():
    """Aces against a pair of queens on a turn: all rivers but the two queens, by phevaluator."""
    game = spot(
        board="Td9d6h2c", pot=60, stack=0, oop__range="AsAh", ip__range="QsQc",
        oop__turn__bet="50%", oop__river__bet="e", ip__river__raise="a",
    )  # fmt: skip
    lying, held = ["Td", "9d", "6h", "2c"], (["As", "Ah"], ["Qs", "Qc"])
    every = map("".join, product("23456789TJQKA", "cdhs"))
    rivers = [each for each in every if each not in {*lying, *held[0], *held[1]}]
    won = sum(
        evaluate_cards(*lying, river, *held[0]) < evaluate_cards(*lying, river, *held[1])
        for river in rivers
    )
    assert pokerbot.solve(game, iterations=1).value == pytest.approx(60 * won / len(rivers) - 30)
    assert {actions for _, _, actions in game.information_sets()} == {("check",)}
    assert dict(rules_in_words(game.rules))["The betting"].startswith("Both are all-in already")


@pytest.mark.parametrize("algorithm", ["dcfr", "cfr+", "xfp"])
def test_a_river_between_its_certified_bounds(tmp_path, algorithm):
    """93.8271 to 93.8309 of 200 in the middle, certified by a second implementation."""
    solved = pokerbot.solve(file(tmp_path, RIVER), algorithm, iterations=60)
    low, high = solved.value_bounds
    assert low <= -6.1691
    assert high >= -6.1729
    assert solved.exploitability < {"dcfr": 1, "cfr+": 2, "xfp": 40}[algorithm]


@pytest.mark.slow
def test_a_turn_between_its_certified_bounds(tmp_path):
    solved = pokerbot.solve(file(tmp_path, TURN), "dcfr", iterations=6)
    low, high = solved.value_bounds
    assert low <= 91.9816 - 100
    assert high >= 91.9416 - 100
    assert high - low < 150


def test_the_rules_in_words():
    told = dict(rules_in_words(spot(board="Td9d6hQc", pot=200, stack=900).rules))
    assert told["The cards"].startswith("The deck has 52 cards: 4 suits, each from 2 to A")
    assert "get 2 cards" in told["The deal"]
    assert "Td 9d 6h Qc lie on the table" in told["The deal"]
    assert "best five" in told["The showdown"]


def test_a_rake_in_words_and_for_gambit():
    game = spot(pot=20, stack=20, tree__rake=0.05, tree__rake_cap=0.5, oop__river__bet="a")
    told = dict(rules_in_words(game.rules))
    assert told["The rake"].endswith("put in 5 % are taken out of the pot, 0.5 chips at most.")
    uncapped = dict(rules_in_words(spot(tree__rake=0.05, oop__river__bet="a").rules))
    assert uncapped["The rake"].endswith("put in 5 % are taken out of the pot.")
    ends = [line for line in to_efg(game).splitlines() if line.startswith("t ")]
    paid = [end.partition("{")[2].strip(" }") for end in ends]
    assert paid == ["19/2, -10", "19/2, -10", "59/2, -30", "-10, 19/2", "19/2, -10", "-30, 59/2"]


def test_the_table_shows_what_lies_there_from_the_start():
    game = spot(board="Td9d6hQc", pot=200, stack=900, oop__turn__bet="50%")
    hand = deal(game, np.random.default_rng(1))
    assert scene(hand, 0, "").board == "Td 9d 6h Qc"
    for _ in range(2):
        hand = hand.after(hand.observe().actions[0])
    river = game.rules.boards.name(hand.board)
    assert scene(hand, 0, "").board == f"Td 9d 6h Qc {river}"


def test_raises_without_end_are_refused_before_anything_is_built(monkeypatch):
    """Over a million chips: one after the other, under any Python, or by too many ways."""
    monkeypatch.setattr(betting, "MOST_STATES", 2000)
    for sizes in ("1%, 2%", "1%", "20%, 25%"):
        streets = dict.fromkeys(("oop.river.bet", "oop.river.raise", "ip.river.raise"), sizes)
        game = make_game("holdem", {**streets, "pot": 20, "stack": 10**6})
        with pytest.raises(InputError, match="fewer sizes, larger ones, or fewer chips"):
            compile_game(game)
