import re
from dataclasses import replace

import pytest

from pokerbot.games.betting import start
from pokerbot.games.cards import names_in
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.heads_up import game_of
from pokerbot.games.rules import BestFive, Deck, Limit, Round, Rules
from pokerbot.opponents.cast import member
from pokerbot.opponents.puzzles import AGAINST_ONE
from pokerbot.play.hand import Hand
from pokerbot.play.session.drill import spot_at
from pokerbot.play.view.amounts import chips, count, loss_places, number_of, percent, signed
from pokerbot.play.view.words import (
    beginning,
    betting,
    cards,
    cards_are,
    coached,
    outcome,
    rounds,
    seen,
    spot,
    story,
    taken,
    turn,
)
from pokerbot.play.view.words import (
    place as seat_name,
)
from pokerbot.strategy import library
from pokerbot.strategy.library import game_named
from tests.play.hands import after
from tests.play.tables import NO_LIMIT
from tests.play.test_hand import hold, replay


def test_whose_cards_are_whose():
    dealt = hold("leduc", "QK/J")
    for person, before, ended in ((0, "Q – ?", "Q – K / J"), (1, "K – ?", "K – Q / J")):
        assert cards(dealt, person) == before
        assert cards(dealt, person, shown=True) == before.replace("?", ended[4])
        assert cards(replay(dealt, "kkkk"), person) == ended


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ({}, "Cards 1 to 4; higher wins."),
        ({"ranking": ((4, 3, 2, 1),)}, "Cards 1 to 4."),
        ({"showdown": BestFive()}, "Cards 1 to 4."),
    ],
)
def test_higher_numbers_win_unless_the_game_has_an_order_of_its_own(own, told):
    rules = Rules(Deck(4, None), 1, (Round(Limit((1,))),), **own)
    dealt = Hand(Game("numbers", (), rules), (0, 1), 0, start(rules))
    assert story(dealt, 0) == (told,)


def test_amounts():
    assert [chips(x) for x in (0, 1, 0.5, 1.25, 10, 100.0, -2, 1 / 3, 10**9)] == [
        *("0", "1", "0.5", "1.25", "10", "100", "−2", "0.3333", "1000000000")
    ]
    assert [signed(x) for x in (2, -1, 0, 0.5, -0.0, 1e-9, -1e-9)] == [
        *("+2", "−1", "0", "+0.5", "0", "0", "0")
    ]
    assert [count(x) for x in (1, 2, 0.5)] == ["1 chip", "2 chips", "0.5 chips"]
    assert [count(x) for x in (1 - 1e-9, 1 + 1e-9)] == ["1 chip"] * 2


def test_a_leduc_hand_in_words():
    hand = replay(hold("leduc", "QK/J"), "kbrckbc")
    assert betting(hand, person=0) == (
        "You check. The bot bets 2. You raise to 4. The bot calls 2.",
        "The public card is J. You check. The bot bets 4. You call 4.",
    )
    assert betting(hand, person=1) == (
        "The bot checks. You bet 2. The bot raises to 4. You call 2.",
        "The public card is J. The bot checks. You bet 4. The bot calls 4.",
    )
    assert betting(hold("leduc", "QK/J"), person=0) == ()
    assert betting(replay(hold("leduc", "QK/J"), "bc"), 0)[1:] == ("The public card is J.",)


def test_a_raise_is_named_by_what_it_comes_to_in_its_round():
    hand = replay(hold("leduc:raises=3", "QK/J"), "brrcb")
    assert betting(hand, person=0) == (
        "You bet 2. The bot raises to 4. You raise to 6. The bot calls 2.",
        "The public card is J. You bet 4.",
    )


def test_an_early_showdown_in_words():
    hand = after(after(Hand(NO_LIMIT, (1, 2), 2, start(NO_LIMIT.rules)), "bet 4"), "call")
    assert betting(hand, 0) == ("You bet 4. The bot calls 4.", "The public card is Q.")


def test_streets_have_their_names():
    game = game_of(20)
    lying = [game.rules.deck.rank(card) for card in ("2h", "Jh", "Qs", "8c", "3d")]
    hand = Hand(game, (0, 1325), game.rules.boards.number(lying), start(game.rules))
    for name in ("call", *7 * ("check",)):
        hand = after(hand, name)
    assert [part.partition(".")[0] for part in betting(hand, 0)[1:]] == [
        *("The flop is 2hJhQs", "The turn is 8c", "The river is 3d")
    ]


@pytest.mark.parametrize(
    ("spec", "cards", "letters", "person", "words"),
    [
        ("kuhn", "QK", "kk", 0, "Its K beats your Q.\nYou lose the pot of 2: −1 chip."),
        ("kuhn", "QK", "kbc", 1, "Your K beats its Q.\nYou win the pot of 4: +2 chips."),
        ("kuhn:ante=0.5", "QK", "bf", 0, "The bot folded.\nYou win the pot of 1: +0.5 chips."),
        ("kuhn", "QK", "bf", 1, "You folded.\nYou lose the pot of 2: −1 chip."),
        (
            "leduc",
            "QK/Q",
            "kkkk",
            0,
            "Your pair of Qs beats its K.\nYou win the pot of 2: +1 chip.",
        ),
        ("leduc", "QQ/J", "bckk", 0, "You both hold Q.\nThe pot of 6 is split."),
        ("leduc:suits=3", "QQ/Q", "bckk", 0, "You both hold a pair of Qs.\nThe pot of 6 is split."),
    ],
)
def test_results_in_words(spec, cards, letters, person, words):
    assert outcome(replay(hold(spec, cards), letters), person) == words


@pytest.mark.parametrize(
    ("board", "mine", "other", "words"),
    [
        ("JcJdAd7cQd", "Kh6h", "AcQc", "Its two pair, aces and queens, beats your pair of jacks."),
        ("JcJdAd7cQd", "AcQc", "Kh6h", "Your two pair, aces and queens, beats its pair of jacks."),
        ("2hJhQs8c3d", "AcQd", "KdQh", "Your pair of queens, kicker ace, beats its king."),
        ("2hJhQs8c3d", "KdQh", "AcQd", "Its pair of queens, kicker ace, beats your king."),
        ("2hJhQs8c3d", "KdTc", "AcTd", "Its ace high beats your king high."),
        ("QcJdAd7cQd", "Kh6h", "Qs2c", "Its three queens beat your pair of queens."),
        ("QcJdAd7cQd", "KhQh", "Qs2c", "Your three queens, kicker king, beat its jack."),
        ("QcJdJc7cQd", "QsQh", "JsJh", "Your four queens beat its four jacks."),
        ("2h3h4s8c9d", "6c5h", "Ac5d", "Your straight to six beats its straight to five."),
        ("2h3h4h8c9d", "Ah6h", "Kh6d", "Your flush, ace high, beats its king high."),
        (
            "QcJdJc7cQd",
            "KhQh",
            "KsJh",
            "Your full house, queens over jacks, beats its full house, jacks over queens.",
        ),
        ("2hJhQs8c3d", "AcQd", "AdQh", "You both hold a pair of queens."),
        ("QcJdAd7cQd", "Kh6h", "Ks6s", "You both hold a pair of queens."),
        ("QcJdAd7cQd", "Ac6h", "As6s", "You both hold two pair, aces and queens."),
        ("QcJdQd7cQs", "Ac6h", "As6s", "You both hold three queens."),
        ("QcQhQd7cQs", "Ac6h", "As6s", "You both hold four queens."),
        ("QcJdTd9c8s", "Ac6h", "As6s", "You both hold a straight to queen."),
        ("AcJcTc9c8c", "AdKd", "AsKs", "You both hold a flush, ace high."),
        ("QcQdQh9c9s", "AdKd", "AsKs", "You both hold a full house, queens over nines."),
        ("QcJcTc9c8c", "AdKd", "AsKs", "You both hold a straight flush to queen."),
        ("2hJhQs8c3d", "AdKd", "AsKs", "You both hold ace high."),
    ],
)
def test_showdowns_of_hold_em_in_words(board, mine, other, words):
    game = game_of(20)
    names = [game.rules.hands[0].name(place) for place in range(1326)]
    lying = game.rules.boards.number([game.rules.deck.rank(card) for card in names_in(board)])
    hand = Hand(game, (names.index(mine), names.index(other)), lying, start(game.rules))
    for name in ("call", *7 * ("check",)):
        hand = after(hand, name)
    assert outcome(hand, 0).splitlines()[0] == words


def test_a_spot_without_codes():
    hand = replay(hold("leduc", "QK/J"), "brc")
    rules = hand.game.rules
    assert spot(rules, hold("leduc", "QK/J").observe().key) == "Q · to open"
    assert spot(rules, hand.observe().key) == "Q, board J · bet, raise, call"
    assert spot(rules, replay(hand, "k").observe().key) == "K, board J · bet, raise, call | check"


def test_a_spot_where_suits_are_told_apart_has_each_card_where_it_came():
    keys = ["AhKd:", "AhKd:kb10c", "AhKd:kk/2c:", "AKo:kb10c/2c:k/7h:b20.5"]
    rules = game_named("leduc").rules
    assert [spot(rules, key) for key in keys] == [
        "AhKd · to open",
        "AhKd · check, bet 10, call",
        "AhKd · check, check | 2c",
        "AKo · check, bet 10, call | 2c: check | 7h: bet 20.5",
    ]


def test_whose_turn_it_is():
    hand = hold("leduc", "QK/J")
    assert turn(hand, 0) == "Your turn."
    assert turn(hand, 1) == "The bot is thinking …"
    assert turn(replay(hand, "b"), 1) == "Your turn: call 2 to win 4 (33%)."


def test_one_hand_is_not_hands():
    assert [number_of(n, "hand") for n in (0, 1, 2, 1200)] == [
        "0 hands",
        "1 hand",
        "2 hands",
        "1,200 hands",
    ]


def test_streets_of_holdem_have_their_names():
    flop = library.game_named("srp-dry-flop").rules
    assert cards_are(flop, 1) == "cards are"
    assert rounds(flop) == ("Flop", "Turn", "River")
    assert rounds(library.game_named("srp-dry-turn").rules) == ("Turn", "River")
    leduc = library.game_named("leduc").rules
    assert (rounds(leduc), cards_are(leduc, 1)) == (("Round 1", "Round 2"), "card is")


@pytest.mark.parametrize(
    ("largest", "told"),
    [(0.167, "0.167"), (4.497, "4.50"), (20.335, "20.3"), (585.0, "585")],
)
def test_losses_have_thousandths_only_where_all_are_small(largest, told):
    assert f"{largest:.{loss_places(largest)}f}" == told


@pytest.mark.parametrize(
    ("worth", "told"),
    [
        (
            {"check": 12, "bet 100": -30},
            "check comes to +12 chips on average, 42 more than bet 100.",
        ),
        (
            {"check": -37, "bet 100": -36, "bet 200": -46},
            "check comes to −37 chips on average, 1 less than bet 100 (bet 200 −46).",
        ),
        ({"check": 5.2, "bet 100": 5}, "check comes to +5 chips on average, as much as bet 100."),
        ({"check": 5}, "check comes to +5 chips on average."),
    ],
)
def test_the_coach_of_whole_hands_compares_what_was_done_with_the_best_other_action(worth, told):
    assert coached("turn", worth, "check") == f"Turn: {told}"


@pytest.mark.parametrize(
    ("mine", "other", "answer", "words"),
    [
        ("AsAh", "KdKc", "fold", "You win the pot of 20 less 4 of rake: +16 chips."),
        ("AsAh", "KdKc", "call", "You win the pot of 60 less 10 of rake: +30 chips."),
        ("KdKc", "AsAh", "call", "You lose the pot of 60: −20 chips."),
        ("AsAh", "AdAc", "call", "The pot of 60 less 10 of rake is split: +5 chips."),
    ],
)
def test_with_a_rake_the_pot_is_told_less_what_is_taken(mine, other, answer, words):
    """A fifth of the pot, at most 10; 20 were there before."""
    ranges = {"oop.range": "AA,KK", "ip.range": "AA,KK", "oop.river.bet": "a"}
    chips = {"pot": 20, "stack": 20, "tree.rake": 0.2, "tree.rake_cap": 10}
    game = make_game("holdem", {"board": "2s3h4d 6c 7c", **ranges, **chips})
    first, second = game.rules.hands
    hand = Hand(game, (first.find(mine), second.find(other)), 0, start(game.rules))
    assert outcome(after(after(hand, "bet 20"), answer), 0).splitlines()[1] == words


@pytest.mark.parametrize(
    ("rake", "words"),
    [
        ({"tree.rake": 0.1}, "Your turn: call 20 to win 40 less 6 of rake (37%)."),
        (
            {"tree.rake": 0.1, "tree.rake_cap": 3},
            "Your turn: call 20 to win 40 less 3 of rake (35%).",
        ),
        ({"tree.rake": 1}, "Your turn: call 20 to win 40 less 60 of rake (100%)."),
        ({}, "Your turn: call 20 to win 40 (33%)."),
    ],
)
def test_pot_odds_are_those_after_the_rake(rake, words):
    """A call of 20 gets back 60 less the rake: 20 of 54, of 57, of nothing, or of 60."""
    ranges = {"oop.range": "AA", "ip.range": "KK", "oop.river.bet": "a"}
    given = {"board": "2s3h4d 6c 7c", "pot": 20, "stack": 20, **ranges, **rake}
    game = make_game("holdem", given)
    hand = after(Hand(game, (0, 0), 0, start(game.rules)), "bet 20")
    assert turn(hand, 1) == words


def test_halves_of_a_per_cent_are_rounded_up():
    shares = 0, 0.004, 0.005, 0.125, 0.285, 0.145, 0.625, 0.63, 1  # 28.499… and 14.499… as floats
    told = ["0%", "0%", "1%", "13%", "29%", "15%", "63%", "63%", "100%"]
    assert [*map(percent, shares)] == told


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("leduc", "The antes are in."),
        ("jam-or-fold", "The blinds are in."),
        ("3bet-wet-river", "A pot of 440 lies there."),
    ],
)
def test_what_lies_in_the_pot_at_first(game, words):
    assert beginning(game_named(game).rules) == words


def test_without_antes_and_blinds_none_are_in():
    rules = Rules(Deck(3, 1), 0, (Round(Limit((1,))), Round(Limit((1,)), first=1)))
    assert rules.pot == 0
    assert beginning(rules) == "The pot is empty."
    assert [seat_name(rules, player) for player in (0, 1)] == ["1st", "2nd"]
    posted = replace(rules, blinds=(0.5, 1))
    assert [seat_name(posted, player) for player in (0, 1)] == ["BTN", "BB"]
    jams = game_named("jam-or-fold").rules
    assert [seat_name(jams, player) for player in (0, 1)] == ["SB", "BB"]
    alone = replace(jams, blinds=(0, 1))
    assert [seat_name(alone, player) for player in (0, 1)] == ["1st", "2nd"], "no small blind"


def test_a_raise_is_told_by_what_it_is_to():
    """Files of no-limit Leduc have the chips that a raise puts in; here both are counted up."""
    for who, key in AGAINST_ONE.decisions:
        game = parse_game(member(who).game)
        told = seen(spot_at(game, key))
        heading = spot(game.rules, key).partition(" · ")[2]
        assert told.endswith((f"; after {heading}.", f"; {heading}."))
        amounts = []
        for part in key.partition(":")[2].split("/"):
            put = [0, 0]
            for place, (kind, size) in enumerate(re.findall(r"([a-z])(\d*)", part)):
                put[place % 2] += int(size or 0)
                amounts += [f"raise to {put[place % 2]}"] if kind == "r" and size else []
        assert re.findall(r"raise to \d+", told) == amounts
        assert not re.search(r"raise \d", told)
    river = library.announced(library.find("srp-wet-river-dcfr"))
    assert seen(spot_at(river, "AsTs:b59r238")).endswith("; after bet 59, raise to 238.")
    assert spot(river.rules, "AsTs:b59r238") == "AsTs · bet 59, raise to 238"
    assert taken(river.rules, "AKs:b59", "raise 238") == "raise to 238"
    nolimit = parse_game("leduc-nolimit:stack=8").rules
    assert taken(nolimit, "Q:b1r3", "raise 4") == "raise to 5"
    assert taken(nolimit, "Q/K:b1c/b2", "raise 4") == "raise to 4"
    assert spot(river.rules, "AKs:b59r238") == "AKs · bet 59, raise to 238", "a class of hands"


APART = Deck(4, 2, told_apart=True)
TWO_UP = Rules(APART, 1, (Round(Limit((2,)), board=2),), private=2)


@pytest.mark.parametrize(
    ("rules", "board", "held", "words"),
    [
        (TWO_UP, "Jc Jd", "AdKd AcKc", "You hold AdKd, and it AcKc: neither is better."),
        (
            replace(TWO_UP, private=1),
            "Jc Jd",
            "Ad Ac",
            "You hold Ad, and it Ac: neither is better.",
        ),
        (
            Rules(Deck(3, 2), 1, (Round(Limit((2,)), board=1),), ranking=((0, 1, 1),) * 3),
            *("J", "Q K", "You hold Q, and it K: neither is better."),
        ),
        (Rules(Deck(3, 2), 1, (Round(Limit((2,))),)), "", "Q Q", "You both hold Q."),
    ],
)
def test_a_tie_of_other_cards_names_both_hands(rules, board, held, words):
    game = Game("own", (), rules)
    dealt = tuple(hands.find(name) for hands, name in zip(rules.hands, held.split(), strict=True))
    lying = rules.boards.number([rules.deck.rank(card) for card in board.split()])
    hand = replay(Hand(game, dealt, lying, start(rules)), "kk")
    assert hand.winner is None
    assert outcome(hand, 0) == f"{words}\nThe pot of 2 is split."


def test_two_public_cards_of_one_street_are_cards():
    lying = TWO_UP.boards.number([APART.rank("Jc"), APART.rank("Qd")])
    hand = Hand(Game("own", (), TWO_UP), (0, 27), lying, start(TWO_UP))
    assert betting(replay(hand, "kk"), 0)[0].startswith("The public cards are ")


@pytest.mark.parametrize(
    ("public", "turned", "names"),
    [
        ("", (0, 1, 1, 1), ("Round 1", "Round 2", "Round 3", "Round 4")),
        ("", (0, 2, 1), ("Round 1", "Round 2", "Round 3")),
        ("AcAd", (0, 1), ("Round 1", "Round 2")),
        ("", (3, 1), ("Flop", "Turn")),
        ("", (0, 3, 0, 1, 1), ("Round 1", "Flop", "Flop", "Turn", "River")),
        ("AcAdKc", (0, 1), ("Flop", "Turn")),
    ],
)
def test_only_three_cards_at_once_are_a_flop(public, turned, names):
    """A third public card that came alone was called the flop, and a fourth the turn."""
    lying = tuple(APART.rank(name) for name in names_in(public))
    each = tuple(Round(Limit((2,)), board=cards) for cards in turned)
    rules = Rules(APART, 1, each, public=lying)
    assert rounds(rules) == names
    last = rules.boards.first[-2]
    begins = Hand(Game("own", (), rules), (0, 1), last, start(rules))
    told = " ".join(betting(replay(begins, "kk" * len(turned)), 0))
    streets = {name.lower() for name in names if "Round" not in name}
    assert {*re.findall("flop|turn|river", told)} <= streets
