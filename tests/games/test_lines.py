"""Lines as people write them: `check, bet 120, call / 7s / check`."""

from __future__ import annotations

import pytest

from pokerbot.errors import InputError
from pokerbot.games.betting import spoken, walk
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Menu, Round, Rules
from pokerbot.games.spot import Spot, action_of, at_line, line_to

TURN = make_game(
    "holdem",
    {
        "board": "Td9d6h Qc",
        "pot": 200,
        "stack": 900,
        "oop.range": "AhKd,JhJs",
        "ip.range": "QsQh",
        "oop.turn.bet": "60%, 100%",
        "oop.turn.raise": "2.5x",
        "oop.river.bet": "50%",
        "ip.turn.bet": "60%",
        "ip.turn.raise": "3x",
        "ip.river.bet": "50%",
    },
)
FLOP = Game(
    "flop",
    (),
    Rules(
        Deck(4, 2, told_apart=True),
        1,
        (Round(Menu(("a",))), Round(Menu(("a",)), board=3), Round(Menu(("a",)), board=1)),
        5,
    ),
)
"""Cards of two suits, three turned up at once."""


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", ":"),
        ("  ", ":"),
        ("check, bet 120", ":kb120"),
        ("Check,BET  120 , raise to 300 ", ":kb120r300"),
        ("check, bet", ":kb120"),
        ("bet 120, raise, raise 900", ":b120r360r900"),
        ("check, bet 120, call / 7s", ":kb120c/7s:"),
        ("check, bet 120, call / 7S / check, bet 220", ":kb120c/7s:kb220"),
        ("check,check/ 2c /", ":kk/2c:"),
    ],
)
def test_lines_lead_to_what_keys_spell(line: str, named: str) -> None:
    betting, board = at_line(TURN.rules, line)
    hand = TURN.rules.hands[betting.player].name(0)
    assert TURN.key(Spot(betting, board, 0)) == hand + named


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("bet 130", "has 'bet 130' where check, bet 120, bet 200 are legal"),
        ("bet", "has 'bet' where check, bet 120, bet 200 are legal"),
        ("fold", "where check, bet 120, bet 200 are legal"),
        ("check,, bet 120", "has '' where check, bet 120 are legal"),
        ("check / 7s", "the end of a street where check, bet 120 are legal"),
        ("check, check", "does not say what is turned up"),
        ("check, check, check", "has no / before 'check'"),
        ("check, check / Td", "has 'Td' where a card is turned up on Td 9d 6h Qc"),
        ("check, check / 7x", "has '7x'"),
        ("check, check / ", "has '' where a card is turned up"),
        ("check, check / 7s 8s", "has '7s 8s'"),
        ("check, check / 7s / check, check", "the end of the hand"),
        ("check, check / 7s / check, check, check", "has 'check' after the end of the hand"),
        ("bet 120, fold / 7s", "the end of the hand"),
    ],
)
def test_what_is_no_line_is_told_what_is_legal(line: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        at_line(TURN.rules, line)
    assert str(caught.value).startswith("line ")
    assert says in str(caught.value)
    assert caught.value.parameter == "line"


@pytest.mark.parametrize("line", ["check, bet 10", "check / 7s"])
def test_where_one_action_is_legal_it_is_told_as_one(line: str) -> None:
    ranges = {"oop.range": "AhKd", "ip.range": "QsQh", "oop.turn.bet": "a"}
    game = make_game("holdem", {"board": "Td9d6h Qc", "pot": 20, "stack": 20, **ranges})
    with pytest.raises(InputError, match=r"where only check is legal$"):
        at_line(game.rules, line)


@pytest.mark.parametrize(
    "game",
    [TURN, FLOP, *map(parse_game, ("kuhn:cards=12", "leduc", "leduc-nolimit:stack=4"))],
    ids=lambda game: game.name,
)
def test_every_decision_comes_back_from_its_line(game: Game) -> None:
    rules = game.rules
    for betting in walk(rules):
        if not betting.over:
            boards = rules.boards.of(rules.street(betting.round))
            for board in (*boards[:3], boards[-1]):
                assert at_line(rules, line_to(rules, betting, board)) == (betting, board)


@pytest.mark.parametrize("size", [0.00001, 1e16])
def test_bets_so_small_or_large_that_python_writes_an_exponent(size: float) -> None:
    rules = Rules(Deck(3, 1), 1, (Round(Limit.among((size, 2 * size))),))
    bettings = [betting for betting in walk(rules) if not betting.over]
    assert len(bettings) == 2 * (1 + 2)
    for betting in bettings:
        assert at_line(rules, line_to(rules, betting, 0)) == (betting, 0)
    assert spoken(bettings[-1].history) == f"bet {2 * size}"


def test_cards_turned_up_at_once_in_any_order() -> None:
    found = {at_line(FLOP.rules, f"check, check / {cards}") for cards in ("AdKcJc", "Jc ad, Kc")}
    assert len(found) == 1
    assert FLOP.rules.boards.lying(found.pop()[1]) == "Jc Kc Ad"


def test_leducs_cards_and_actions() -> None:
    leduc = parse_game("leduc").rules
    betting, board = at_line(leduc, "check, bet, call / k / check")
    assert (betting.history, leduc.boards.name(board)) == ("kbc/k", "K")
    assert line_to(leduc, betting, board) == "check, bet, call / K / check"


def test_an_action_by_its_kind_where_there_is_one_of_it() -> None:
    betting, _ = at_line(TURN.rules, "check")
    assert action_of(TURN.rules, betting, "bet").name == "bet 120"


def test_a_raise_to_an_amount_is_by_what_lies_in_front():
    rules = parse_game("leduc-nolimit:stack=8").rules
    to, _ = at_line(rules, "bet 1, raise to 3, raise to 5")
    of, _ = at_line(rules, "bet 1, raise 3, raise 4")
    assert to == of
    assert to.chips == (1 + 5, 1 + 3)
