"""What a game is made of: cards, hands, boards, sizes of bets, blinds, keys, and the dealer."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, product
from math import comb, floor

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pokerbot.errors import InputError
from pokerbot.games.bets import Open
from pokerbot.games.betting import act, actions_to, legal_actions, net, start, walk
from pokerbot.games.boards import Boards
from pokerbot.games.catalogue import FAMILIES, parse_game
from pokerbot.games.dealer import Dealer
from pokerbot.games.game import Game
from pokerbot.games.hands import every_hand, hands_of
from pokerbot.games.rules import BySeat, Deck, Limit, Menu, NoLimit, Round, Rules
from pokerbot.games.spot import Spot
from tests.play.tables import GAMES, IDS, fits

WHOLE = Deck(13, 4, told_apart=True)
SHORT = Deck(5, 2, told_apart=True)


def betting_rules(menu, *, rounds=1, **given):
    """One card each, so many rounds without a board."""
    parts = tuple(replace(Round(menu), first=given.pop("first", 0)) for _ in range(rounds))
    return Rules(Deck(3, 1), given.pop("ante", 5), parts, **given)


def after(rules, *names):
    """The betting after these actions."""
    node = start(rules)
    for name in names:
        node = act(rules, node, next(a for a in legal_actions(rules, node) if a.name == name))
    return node


def sizes(rules, *names):
    """The bets or raises there, with the chips that each puts in."""
    found = legal_actions(rules, after(rules, *names))
    return {action.name: action.chips for action in found if action.kind in ("bet", "raise")}


def test_the_names_of_a_whole_deck():
    names = [WHOLE.label(card) for card in range(WHOLE.cards)]
    assert names == [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    assert [WHOLE.rank(name) for name in names] == [*range(52)]
    assert [SHORT.label(card) for card in (0, 9)] == ["Tc", "Ad"]
    for name in ("", "A", "1c", "AH", "ah", "Ax", "9c", "Ah", "TcTc"):
        assert SHORT.rank(name) is None
    with pytest.raises(InputError, match="13 ranks and 4 suits"):
        Deck(14, 4, told_apart=True)


def test_hands_of_two_cards():
    every = every_hand(WHOLE, 2)
    assert len(every) == comb(52, 2) == len(set(map(frozenset, every)))
    assert all(first > second for first, second in every)
    assert [every.find(every.name(hand)) for hand in range(len(every))] == [*range(len(every))]
    assert every[every.find("AhKd")] == (WHOLE.rank("Ah"), WHOLE.rank("Kd"))
    for name in ("KdAh", "AhAh", "Ah", "", "AhKdQc"):
        assert every.find(name) is None
    few = hands_of(WHOLE, 2, (("AhKd", 1.0), ("7c2d", 0.5)))
    assert [few.name(hand) for hand in range(len(few))] == ["AhKd", "7c2d"]
    for bad in ((("AhAh", 1.0),), (("AhKd", 1.0), ("AhKd", 0.5)), (("K", 1.0),)):
        with pytest.raises(InputError) as refused:
            hands_of(WHOLE, 2, bad)
        assert refused.value.parameter == "ranges"


@pytest.mark.thinned(2)
@pytest.mark.parametrize("turned", [(), (1,), (3, 1), (1, 1), (2, 1, 1)])
@pytest.mark.parametrize("public", [(), (2, 5)])
def test_boards_are_a_tree_by_street(turned, public):
    boards = Boards(SHORT, turned, public)
    left, count = SHORT.cards - len(public), 1
    assert boards.cards[0] == public
    assert [*boards.of(0)] == [0]
    for street, cards in enumerate(turned, start=1):
        count *= comb(left, cards)
        left -= cards
        assert len(boards.of(street)) == count
        lying = {boards.cards[board] for board in boards.of(street)}
        assert len(lying) == count
        every = [*boards.of(street)]
        for board in every[:: max(1, len(every) // 40)]:
            whole, above = boards.cards[board], boards.parent(board)
            assert above in boards.of(street - 1)
            assert whole[: len(whole) - cards] == boards.cards[above]
            assert boards.turned(board) == whole[len(whole) - cards :]
            assert len(set(whole)) == len(public) + sum(turned[:street])
            assert boards.street(board) == street
            assert boards.at(board, street) == board
            assert boards.at(board, street - 1) == above
            assert boards.at(board, 0) == 0
            assert boards.find(boards.whole(board)) == board
            assert board in [boards.at(each, street) for each in boards.after(board)]
    assert boards.first[-1] == len(boards.cards)
    assert boards.of(boards.streets - 1) == boards.after(0)
    assert boards.find("Xx") is None


@pytest.mark.parametrize("turned", [(2,), (2, 1), (1, 2), (3,)])
def test_only_the_cards_of_a_board_make_a_board(turned):
    """Of all rows of cards, in any order and with any card twice, missing or too many."""
    boards = Boards(Deck(3, 2, told_apart=True), turned, (4,))
    parts = [slice(*each) for each in pairwise([0, *accumulate(turned)])]
    known = {
        tuple(frozenset(cards[1:][part]) for part in parts[: boards.street(board)]): board
        for board, cards in enumerate(boards.cards)
    }
    for many in range(sum(turned) + 2):
        for cards in product(range(6), repeat=many):
            dealt = [frozenset(cards[part]) for part in parts if cards[part]]
            whole = many == sum(map(len, dealt))
            assert boards.number(cards) == (known.get(tuple(dealt)) if whole else None)


def test_leducs_boards_are_its_cards():
    boards = parse_game("leduc").rules.boards
    assert boards.cards == [(), (0,), (1,), (2,)]
    assert [boards.name(board) for board in range(4)] == ["", "J", "Q", "K"]
    assert [*boards.after(0)] == [1, 2, 3]
    assert [*boards.after(2)] == [2]


def test_parts_of_the_pot_by_hand():
    """A pot of 10. Half of it is 5; raising half of what a call makes it, 20, is to 15."""
    rules = betting_rules(Menu(("33%", "50%", "150%", "a"), ("50%", "2.5x", "7c", "a")), stack=200)
    assert sizes(rules) == {"bet 3": 3, "bet 5": 5, "bet 15": 15, "bet 195": 195}
    assert sizes(rules, "bet 5") == {
        "raise 12": 12,
        "raise 13": 13,
        "raise 15": 15,
        "raise 195": 195,
    }
    # 15 to call 10 more: the pot is 10 + 5 + 15 + 10 = 40 then; 2.5 × 15 = 37.5, half up
    assert sizes(rules, "bet 5", "raise 15") == {
        **{"raise 25": 20, "raise 35": 30, "raise 38": 33, "raise 195": 190},
    }


def test_the_pot_grows_from_round_to_round():
    rules = betting_rules(Menu(("50%",), ("100%",)), rounds=2, stack=200)
    # 10 + 2 × 15 = 40 lies there
    assert sizes(rules, "bet 5", "raise 25", "call") == {"bet 30": 30}
    assert sizes(rules, "bet 5", "call") == {"bet 10": 10}
    assert sizes(rules, "check", "check", "bet 5") == {"raise 25": 25}


def test_a_raise_is_at_least_the_last_one():
    rules = betting_rules(Menu(("10c",), ("1c", "1.1x", "25c")), stack=500)
    assert sizes(rules, "bet 10") == {"raise 20": 20, "raise 35": 35}
    assert sizes(rules, "bet 10", "raise 35") == {"raise 60": 50}
    assert sizes(rules, "bet 10", "raise 35", "raise 60") == {"raise 85": 50}


def test_more_than_there_is_is_all_in_and_then_no_one_raises():
    rules = betting_rules(Menu(("100%", "a"), ("100%",)), stack=12)
    assert sizes(rules) == {"bet 7": 7}
    assert sizes(rules, "bet 7") == {}
    assert [action.name for action in legal_actions(rules, after(rules, "bet 7"))] == [
        *("fold", "call")
    ]
    assert after(rules, "bet 7", "call").over
    short = betting_rules(Menu(("6c",), ("1c",)), stack=12)
    assert sizes(short, "bet 6") == {"raise 7": 7}  # less than a raise has to be: all there is


def test_all_in_ends_the_betting_of_the_rounds_to_come():
    rules = betting_rules(Menu(("a",)), rounds=3, stack=12)
    end = after(rules, "check", "check", "bet 7", "call")
    assert (end.over, end.chips, end.history) == (True, (12, 12), "kk/b7c")


def test_the_smallest_chip():
    rules = betting_rules(Menu(("30%", "1%"), ("2.5x",), unit=0.5), stack=200)
    assert sizes(rules) == {"bet 0.5": 0.5, "bet 3": 3}
    assert sizes(rules, "bet 3") == {"raise 7.5": 7.5}
    assert sizes(rules, "bet 0.5") == {"raise 1.5": 1.5}
    cents = betting_rules(Menu(("30%",), unit=0.1), ante=0.5, stack=9)
    assert sizes(cents) == {"bet 0.3": pytest.approx(0.3)}
    deep = betting_rules(Menu((), unit=0.1, add_allin=2), ante=0.1, stack=0.5)
    assert [*sizes(deep)] == ["bet 0.4"]  # just two pots, in binary a little more
    deep = betting_rules(Menu((), unit=0.1, add_allin=3.5), ante=0.1, stack=0.8)
    assert [*sizes(deep)] == ["bet 0.7"]  # and 0.8 − 0.1 is less there
    forced = betting_rules(Menu(("100%",), unit=0.1, force_allin=1.0), ante=0.3, stack=2.7)
    assert [*sizes(forced)] == ["bet 2.4"]  # 1.8 would be left, and 1.8 be in the pot
    close = betting_rules(Menu(("10%", "21%"), unit=0.1, merge=0.1), ante=5, stack=100)
    assert [*sizes(close)] == ["bet 1", "bet 2.1"]  # 12.1 is 1.1 times 11


def test_thresholds_of_raises_go_by_the_pot_after_a_call():
    """After a bet of 10 into 10 a call makes the pot 30; 20 more leave 65, with 70 in the pot."""
    for most, to in {0.92: 30, 0.93: 95}.items():
        forced = betting_rules(Menu(("10c",), ("20c",), force_allin=most), stack=100)
        assert [*sizes(forced, "bet 10")] == [f"raise {to}"]
    for apart, tos in {0.2: (30, 40), 0.21: (40,)}.items():  # (30 + 30) / (30 + 20) is 1.2
        close = betting_rules(Menu(("10c",), ("20c", "30c"), merge=apart), stack=1000)
        assert [*sizes(close, "bet 10")] == [f"raise {to}" for to in tos]


def test_geometric_with_no_bet_left_to_come_is_all_in():
    rules = betting_rules(Menu(("50%",), ("20c", "1e")), stack=100)
    assert [*sizes(rules, "bet 5", "raise 25")] == ["raise 45", "raise 95"]


def test_a_bet_after_a_check_is_no_donk():
    """Nor is one after a round without a bet, nor a bet of whoever bet last."""
    rules = betting_rules(Menu(("50%",), donks=("20%",)), rounds=2, stack=200)
    donks = {
        ("check", "check"): 5,
        ("bet 5", "call"): 10,
        ("bet 5", "call", "check"): 10,
        ("check", "bet 5", "call"): 4,
        ("check", "bet 5", "call", "check"): 10,
    }
    assert {line: [*sizes(rules, *line).values()] for line in donks} == {
        line: [chips] for line, chips in donks.items()
    }
    never = betting_rules(Menu(("50%",), donks=()), rounds=2, stack=200)
    assert sizes(never, "check", "bet 5", "call") == {}
    longer = betting_rules(Menu(("50%",), donks=("20%",)), rounds=3, stack=200)
    checked = "check", "bet 5", "call", "check", "check"
    assert [*sizes(longer, *checked).values()] == [10]


@pytest.mark.parametrize(
    ("line", "kind", "least", "most"),
    [
        ((), "raise", 4, 20),
        (("call",), "raise", 4, 20),
        (("raise 5",), "raise", 8, 20),
        (("raise 5", "raise 12"), "raise", 19, 20),
        (("raise 15",), "raise", 20, 20),
        (("call", "check"), "bet", 2, 18),
        (("call", "check", "bet 3"), "raise", 6, 18),
        (("call", "check", "bet 3", "raise 8"), "raise", 13, 18),
        (("call", "check", "bet 3", "raise 18"), "raise", 1, 0),
    ],
)
def test_any_whole_bet_by_hand(line, kind, least, most):
    """Blinds of 1 and 2, stacks of 20: against an all-in nobody raises."""
    parts = (Round(Open(2)), Round(Open(2), first=1))
    rules = Rules(Deck(3, 1), 0, parts, stack=20, blinds=(1, 2))
    node = after(rules, *line)
    put = node.chips[node.player] - node.before
    assert sizes(rules, *line) == {f"{kind} {to}": to - put for to in range(least, most + 1)}


def test_an_amount_that_is_not_legal_names_no_bet():
    legal = Open(2).larger(after(blinds()), 20)
    assert legal.named("raise 20") == legal[-1]
    for name in ("raise 1", "raise 21", "raise 020", "raise", "bet 20", "raise 20.0"):
        assert legal.named(name) is None


@pytest.mark.parametrize(("ante", "stack"), [(1, 8), (3, 27), (7, 13), (2, 9), (1, 11)])
def test_tenths_of_chips_are_bet_as_whole_chips_are(ante, stack):
    """In binary 0.1 + 0.7 is less than 0.8: who had called all-in bet 1e-16 in the next round."""
    menu = Menu(("50%", "a"), ("2x", "50%", "a"))
    whole = betting_rules(menu, rounds=2, ante=ante, stack=stack)
    tenths = betting_rules(replace(menu, unit=0.1), rounds=2, ante=ante / 10, stack=stack / 10)
    pairs = [*zip(walk(whole), walk(tenths), strict=True)]
    assert any(one.over and one.chips == (stack, stack) for one, _ in pairs)
    for one, other in pairs:
        assert other.chips == tuple(chips / 10 for chips in one.chips)
        assert other.to_call == one.to_call / 10
        here, there = (
            [] if node.over else legal_actions(rules, node)
            for rules, node in ((whole, one), (tenths, other))
        )
        assert [(a.kind, a.chips / 10) for a in here] == [(a.kind, a.chips) for a in there]


def test_tenths_of_fixed_bets():
    """A stack of 0.3 holds an ante of 0.1 and a bet of 0.2; in binary they are more."""
    menu = Limit.among((0.1, 0.2), (0.2,))
    assert sizes(betting_rules(menu, ante=0.1, stack=0.5), "bet 0.1") == {"raise 0.3": 0.3}
    assert sizes(betting_rules(Limit((0.2,)), ante=0.1, stack=0.3)) == {"bet": 0.2}
    with pytest.raises(InputError, match="a fixed bet to 5 chips is more than a stack of 4"):
        sizes(betting_rules(Limit.among((1, 3)), ante=2, stack=4))


@pytest.mark.slow
@given(st.integers(1, 300), st.integers(1, 400))
@example(57, 25)
def test_sizes_are_rounded_half_up_exactly(part, ante):
    """Half up of the true fraction, not of what floating point makes of it."""
    rules = betting_rules(Menu((f"{part}%",)), ante=ante, stack=10**6)
    exact = Fraction(part, 100) * 2 * ante
    to = max(floor(exact + Fraction(1, 2)), 1)
    assert sizes(rules) == {f"bet {to}": to}


@pytest.mark.parametrize("bad", ["50", "%", "x", "2x3", "-5%", "all", "", "e3%", "1.2.3%", "..c"])
def test_what_is_no_size(bad):
    with pytest.raises(InputError) as refused:
        Menu(raises=(bad,))
    assert refused.value.parameter == "raises"


def test_times_the_last_bet_is_no_bet():
    with pytest.raises(InputError, match="times the last bet") as refused:
        Menu(("2.5x",))
    assert refused.value.parameter == "bets"


def test_each_seat_by_its_own_menu():
    rules = betting_rules(BySeat(Menu(("5c",)), Menu(("7c",), ("20c",))), stack=200)
    assert sizes(rules) == {"bet 5": 5}
    assert sizes(rules, "check") == {"bet 7": 7}
    assert sizes(rules, "bet 5") == {"raise 25": 25}
    assert sizes(rules, "bet 5", "raise 25") == {}
    found = [len(legal_actions(rules, node)) for node in walk(rules) if not node.over]
    assert max(found) == 3


BLINDS = Menu(("2.5c", "4c"), ("3x", "a"), unit=0.5)


def blinds(**given):
    """Heads-up: player 1 has the small blind and acts first, in later rounds player 2."""
    parts = (Round(BLINDS), Round(BLINDS, first=1))
    return Rules(Deck(3, 1), 0, parts, stack=20, blinds=(0.5, 1), **given)


def test_the_big_blind_may_check_or_raise_after_a_call():
    rules = blinds()
    first = start(rules)
    assert (first.chips, first.player, first.to_call) == ((0.5, 1), 0, 0.5)
    assert [action.name for action in legal_actions(rules, first)] == [
        *("fold", "call", "raise 3", "raise 20")
    ]
    called = after(rules, "call")
    assert (called.player, called.over, called.round, called.to_call) == (1, False, 0, 0)
    assert legal_actions(rules, called)[0].kind == "check"
    assert len(legal_actions(rules, called)) > 1
    checked = after(rules, "call", "check")
    assert (checked.round, checked.player, checked.chips) == (1, 1, (1, 1))
    bet = next(a for a in legal_actions(rules, called) if a.kind != "check")
    raised = act(rules, called, bet)
    assert (raised.player, raised.round) == (0, 0)
    assert {a.kind for a in legal_actions(rules, raised)} >= {"fold", "call"}
    over = after(rules, "raise 3", "call")
    assert (over.round, over.player, over.chips) == (1, 1, (3, 3))


def test_a_small_blind_that_folds_loses_it():
    end = after(blinds(), "fold")
    assert end.over
    assert net(end, None) == -0.5
    assert net(after(blinds(), "raise 3", "fold"), None) == 1


def test_a_raise_of_a_blind_is_at_least_another():
    rules = Rules(Deck(3, 1), 0, (Round(Menu(("1c",), ("1.2x", "4x"))),), stack=50, blinds=(1, 2))
    assert sizes(rules) == {"raise 4": 3, "raise 8": 7}
    assert [*sizes(rules, "call").values()] == [2]
    assert sizes(rules, "raise 8") == {"raise 14": 12, "raise 32": 30}


@pytest.mark.parametrize("first", [0, 1])
def test_who_acts_first_in_a_round(first):
    rules = Rules(Deck(3, 1), 1, (Round(Limit((1,)), first=first), Round(Limit((1,)))))
    assert start(rules).player == first
    assert after(rules, "check").player == 1 - first
    assert after(rules, "check", "check").player == 0


@pytest.mark.thinned(3)
@pytest.mark.parametrize("stack", [5, 9, 12])
@pytest.mark.parametrize("blind", [(0, 0), (0.5, 1), (1, 2)])
@pytest.mark.parametrize("seat", [0, 1])
def test_chips_are_conserved_whatever_the_menu(stack, blind, seat):
    menu = Menu(("50%", "a"), ("2x", "100%", "a"), unit=0.5)
    parts = (Round(menu), Round(menu, first=seat))
    rules = Rules(Deck(3, 1), 1, parts, stack=stack, blinds=blind)
    ends = 0
    for node in walk(rules):
        assert max(node.chips) <= stack
        for action in legal_actions(rules, node):
            then = act(rules, node, action)
            paid = [new - old for new, old in zip(then.chips, node.chips, strict=True)]
            assert paid[node.player] == action.chips >= 0
            assert paid[1 - node.player] == 0
        names = [action.name for action in legal_actions(rules, node)]
        assert len(names) == len(set(names))
        here = start(rules)
        for action in actions_to(rules, node):
            here = act(rules, here, action)
        assert here == node
        if node.over:
            ends += 1
            assert node.folded is not None or node.chips[0] == node.chips[1]
    assert ends > 5


def two_cards(**given):
    """A deck of ten, two cards each, one public card and then another."""
    menu = Menu(("50%",), ("a",))
    parts = (Round(menu), Round(menu, board=1), Round(menu, board=1))
    ranges = (
        (("AdAc", 1.0), ("KdTc", 0.25), ("QcJc", 0.5), ("AdKd", 0.75)),
        (("AdQd", 0.5), ("KdKc", 1.0), ("JdTd", 0.125)),
    )
    rules = Rules(SHORT, 1, parts, **{"stack": 5, "private": 2, "ranges": ranges, **given})
    return Game("two", (), rules)


LAID = {
    "ranges": two_cards(),
    "cards that lie there": two_cards(public=(0, 7)),
    "all hands": two_cards(ranges=(None, (("AdQd", 1.0),))),
}


@pytest.mark.parametrize("game", [*GAMES, *LAID.values()], ids=[*IDS, *LAID])
def test_every_key_comes_back_as_its_spot(game):
    """Some of the keys of a large game."""
    listed = [(player, key) for player, key, _ in game.information_sets()]
    assert len({key for _, key in listed}) == len(listed)
    for player, key in listed[:: max(1, len(listed) // 150)]:
        spot = game.spot(key)
        assert (spot.player, game.key(spot)) == (player, key)
        assert game.rules.alive(player, spot.hand, spot.board)


@settings(max_examples=40)
@given(st.data())
def test_every_spot_comes_back_from_its_key(data):
    game = data.draw(st.sampled_from([*GAMES, *LAID.values()]))
    node = start(game.rules)
    while True:
        board, hand, _ = data.draw(st.sampled_from([*game.views(node.round, node.player)]))
        spot = Spot(node, board, hand)
        assert game.spot(game.key(spot)) == spot
        then = act(game.rules, node, data.draw(st.sampled_from(legal_actions(game.rules, node))))
        if then.over:
            break
        node = then


def test_keys_of_cards_told_apart_by_hand():
    game, rules = LAID["ranges"], LAID["ranges"].rules
    node = after(rules, "check", "check", "bet 1")
    board = next(board for board in rules.boards.of(1) if rules.boards.name(board) == "Tc")
    assert game.key(Spot(node, board, 1)) == "KdKc:kk/Tc:b1"
    assert game.spot("KdKc:kk/Tc:b1") == Spot(node, board, 1)
    later = after(rules, "check", "check", "bet 1", "call")
    final = rules.boards.find("Tc Qd")
    assert game.key(Spot(later, final, 0)) == "AdAc:kk/Tc:b1c/Qd:"
    for bad in (
        *("AdAc:kk/Ac:", "AdAc:kk/:", "AdAc:kk/Xx:", "KcQd:", "AdAc/Tc:kk/", "AdAc", ":", ""),
        *("AdAc:kk/Tc:b1c/Tc:", "AdAc:kf", "KdKc:", "AdAc:kk/Tc:b2", "AdAc:Tc:kk/:"),
    ):
        with pytest.raises(InputError, match="no information set"):
            game.spot(bad)


@pytest.mark.parametrize("name", FAMILIES)
def test_what_is_no_key_is_refused(name):
    game = parse_game(name)
    for bad in ("", ":", "J", "X:", "J:z", "J:kk/kk/", "J/Q:", "J:f", "J" * 5000, "\ud800:"):
        with pytest.raises(InputError, match="no information set") as refused:
            game.spot(bad)
        assert len(str(refused.value)) < 200


def chances(game):
    """How likely each deal is, by the names of its cards: every hand, every way to turn cards."""
    rules, found = game.rules, Counter()
    sizes_ = [part.board for part in rules.rounds if part.board]

    def turn(held, lying, ahead, weight):
        if not ahead:
            found[held, lying] += weight
            return
        taken = {*rules.hands[0][held[0]], *rules.hands[1][held[1]], *lying}
        left = [card for card in range(rules.deck.cards) if card not in taken]
        ways = list(combinations(left, ahead[0]))
        for cards in ways:
            turn(held, (*lying, *cards), ahead[1:], weight / len(ways))

    for one, first in enumerate(rules.hands[0]):
        for other, second in enumerate(rules.hands[1]):
            if not {*first} & {*second} and not {*first, *second} & {*rules.public}:
                weight = [
                    1.0 if given is None else given[hand][1]
                    for given, hand in zip(rules.ranges, (one, other), strict=True)
                ]
                turn((one, other), rules.public, sizes_, weight[0] * weight[1])
    total = sum(found.values())
    return {deal: weight / total for deal, weight in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", LAID)
def test_deals_are_as_likely_as_ranges_make_them(name):
    game, rng, count = LAID[name], np.random.default_rng(13), 40_000
    expected = chances(game)
    drawn = Dealer(game.rules).draw(count, rng)
    found = Counter(
        ((one, other), game.rules.boards.cards[board])
        for one, other, board in zip(*drawn.hands.tolist(), drawn.board.tolist(), strict=True)
    )
    assert found.keys() <= expected.keys(), "a card was dealt twice"
    for deal, chance in expected.items():
        sigma = np.sqrt(chance * (1 - chance) / count)
        assert abs(found[deal] / count - chance) <= 6 * sigma + 1 / count
    if len(expected) < 1000:
        assert fits(found, expected)
    hands = Counter(
        Dealer(game.rules).deal(rng)[0] for _ in range(1500 if len(expected) < 1000 else 0)
    )
    both = Counter()
    for (held, _), chance in expected.items():
        both[held] += chance
    assert not hands or fits(hands, both)


def test_ranges_that_leave_no_deal_are_refused():
    """Both hold the same ace, or every weight is 0."""
    for ranges in (
        ((("AdAc", 1.0),), (("AdKd", 1.0),)),
        ((("AdAc", 0.0),), (("QdKd", 1.0),)),
        ((), (("QdKd", 1.0),)),
    ):
        with pytest.raises(InputError):
            two_cards(ranges=ranges)


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_a_weight_is_a_number_from_0_on(weight):
    with pytest.raises(InputError):
        two_cards(ranges=((("AdAc", weight), ("QdJd", 1.0)), None))


@pytest.mark.parametrize("public", [(0, 0), (99,), (-1,)])
def test_public_cards_are_cards_of_the_deck_each_once(public):
    with pytest.raises(InputError):
        two_cards(public=public)


def test_no_limit_in_toy_decks_is_what_it_was():
    rules = Rules(Deck(3, 2), 1, (Round(NoLimit()),), stack=5)
    assert [action.name for action in legal_actions(rules, start(rules))] == [
        *("check", "bet 1", "bet 2", "bet 3", "bet 4")
    ]
