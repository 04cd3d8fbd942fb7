import math
import tomllib
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from pokerbot.games import heads_up
from pokerbot.games.bets import BySeat, Limit, Menu, NoLimit
from pokerbot.games.catalogue import make_game, parse_game
from pokerbot.games.dealer import Dealer
from pokerbot.games.game import Game
from pokerbot.games.rules import BestFive, Deck, Round, Rules
from pokerbot.play.hand import Hand
from pokerbot.play.history.phh import dump, fields
from tests.play import test_match as match
from tests.play.hands import NOON, after, by_pokerkit, played, won_by_pokerkit
from tests.play.tables import family_game
from tests.play.test_hand import hold
from tests.reference.rules import BY_CARD

ONE, MENU, NO_BET = Limit((1,)), Menu(("50%",), ()), Limit(())
SPOTS = Path(__file__).parents[2] / "strategies" / "spots"


@pytest.mark.slow
@pytest.mark.thinned(3)
@pytest.mark.parametrize(
    "path", [SPOTS / "3bet-wet-river.toml", *sorted(SPOTS.glob("*-turn.toml"))]
)
def test_pokerkit_plays_hands_of_spots_to_the_same_end(path):
    """By its own rules of no-limit hold'em, from the first ante on."""
    from pokerkit import ChipsPushing

    kept = list(played(parse_game(str(path)), 12))
    assert {hand.hand.showdown for hand in kept} == {True, False}
    for hand, history, state in by_pokerkit(kept):
        assert won_by_pokerkit(history, state) == [hand.hand.net(0), hand.hand.net(1)]
        pushed = [each.amounts for each in state.operations if isinstance(each, ChipsPushing)]
        if [step.action.kind for step in hand.hand.steps[-2:]] != ["raise", "fold"]:
            # There pokerkit returns all of the raise, also the part that matches the bet.
            assert history.winnings == [sum(amounts) for amounts in zip(*pushed, strict=True)]
        assert history.user_defined_fields["_game"] == path.stem
        assert parse_game(history.user_defined_fields["_spot"]) == hand.hand.game


@pytest.mark.slow
def test_pokerkit_plays_a_tournament_s_chips_to_the_same_end():
    """Every digit of an amount counts, in millions of chips as well."""
    game = make_game(
        "holdem",
        {
            "board": "Td9d6h Qc 7s", "pot": 1234567, "stack": 7654321, "oop.range": "AK,TT,87s",
            "ip.range": "JJ,KJs,98", "oop.river.bet": "33%, a", "ip.river.raise": "2.5x",
        },
    )  # fmt: skip
    for hand, history, state in by_pokerkit(played(game, 25)):
        assert [*state.stacks] == history.finishing_stacks
        assert state.stacks[0] - history.starting_stacks[0] == Decimal(hand.hand.net(0))


@pytest.mark.parametrize(
    "spec", ["jam-or-fold:stack=5", "jam-or-fold:stack=7.5,ante=0.1", "jam-or-fold:stack=7.1234567"]
)
def test_pokerkit_plays_jam_or_fold_to_the_same_end(spec):
    """From the blinds on, with a hand of each class and five cards that end it likewise."""
    kept = list(played(parse_game(spec), 25))
    assert {hand.hand.showdown for hand in kept} == {True, False}
    for hand, history, state in by_pokerkit(kept):
        won = [*map(float, won_by_pokerkit(history, state))]
        assert won == pytest.approx([hand.hand.net(0), hand.hand.net(1)], abs=1e-12)


@pytest.mark.parametrize("chips", [37, 100])
def test_pokerkit_deals_on_where_both_are_all_in_without_a_blind_more(chips):
    """A match's last hand: nobody acts, and the better hand of the five cards takes it all."""
    game, (record,) = heads_up.played_down(chips), hands("kuhn", 1)
    dealer, rng = Dealer(game.rules), np.random.default_rng(chips)
    kept = [
        replace(record, hand=Hand(game, *dealer.deal(rng), heads_up.begun(game))) for _ in range(9)
    ]
    for hand, _, state in by_pokerkit(kept):
        assert [end - chips for end in state.stacks] == [hand.hand.net(1), hand.hand.net(0)]


@pytest.mark.slow
@pytest.mark.parametrize(("blinds", "seeds"), [(20, 6), (2, 40)])
def test_a_match_s_chips_go_on_from_hand_to_hand(blinds, seeds):
    """By pokerkit's count, though the shorter stack alone is at stake in each.

    A raise to what a short big blind has is smaller than the format allows.
    """
    uneven = 0
    for seed in range(seeds):
        kept, rng = [], np.random.default_rng(seed)
        table = match.table_of(seed, blinds)
        match.play_out(table, rng)
        kept.append(match.record_of(table))
        while not table.decided:
            table.next_hand()
            match.play_out(table, rng)
            kept.append(match.record_of(table))
        stacks = [100 * blinds] * 2
        for hand, history, state in by_pokerkit(kept):
            person = history.players.index("you")
            uneven += stacks[0] != stacks[1]
            assert history.starting_stacks == [stacks[person], stacks[1 - person]]
            assert [*state.stacks] == history.finishing_stacks
            assert history.finishing_stacks[person] - stacks[0] == hand.result
            stacks = [state.stacks[person], state.stacks[1 - person]]
        assert 0 in stacks
    assert uneven > 20


def hands(spec, count=80):
    return list(played(parse_game(spec), count))


def went(spec, *actions):
    """A hand that went like that."""
    (record,) = hands(spec, 1)
    return replace(record, hand=after(hold(spec, "QK/J"), *actions))


@pytest.mark.parametrize("name", BY_CARD)
def test_it_is_toml_with_a_table_for_each_hand(name):
    numbered = list(enumerate(played(family_game(name), 30), start=3))
    read = tomllib.loads("".join(dump(numbered)))
    assert list(read) == [str(number) for number, _ in numbered]
    for number, hand in numbered:
        table = read[str(number)]
        assert table == fields(number, hand)
        assert table["variant"] == name.upper()
        called = min(hand.hand.betting.chips)
        assert sum(table["winnings"]) == 2 * called
        assert table["players"][hand.person] == "you"
        assert table["_seat"] == hand.person + 1
        assert table["_result"] == table["winnings"][hand.person] - called


def test_players_are_called_by_their_files_wherever_those_lay():
    record = hands("kuhn", 1)[0]
    for path in ("/x/ab/random.gz", "C:\\bots\\random.json", "random.json"):
        called = fields(1, replace(record, opponent=path))["players"]
        assert called[1 - record.person] == "random"


def test_a_hand_of_limit_leduc():
    hand = went("leduc", "bet", "raise", "call", "check", "bet", "call")
    first, second = (f"{'JQK'[card]}?" for card in hand.hand.held)
    found = fields(7, hand)
    assert found["actions"] == [
        *(f"d dh p1 {first}", f"d dh p2 {second}", "p1 cbr 2", "p2 cbr 4", "p1 cc"),
        *(f"d db {'JQK'[hand.hand.board - 1]}?", "p1 cc", "p2 cbr 4", "p1 cc"),
        *(f"p1 sm {first}", f"p2 sm {second}"),
    ]
    assert (found["small_bet"], found["big_bet"], found["antes"]) == (2, 4, [1, 1])
    assert found["starting_stacks"] == [math.inf] * 2
    assert "finishing_stacks" not in found
    assert (found["time"], found["day"], found["year"]) == (NOON.time(), 20, 2026)
    assert (found["hand"], found["_number"], found["_game"]) == (7, hand.number, "leduc")


def test_a_fold_shows_no_cards_and_no_board():
    assert fields(1, went("leduc", "check", "bet", "fold"))["actions"][2:] == [
        *("p1 cc", "p2 cbr 2", "p1 f")
    ]


def test_amounts_without_a_limit_are_totals_of_the_round():
    spec = "leduc-nolimit:stack=5"
    found = fields(1, went(spec, "bet 1", "raise 2", "raise 3", "call"))
    assert found["actions"][2:-3] == ["p1 cbr 1", "p2 cbr 2", "p1 cbr 4", "p2 cc"]
    assert found["actions"][-3].startswith("d db ")
    assert (found["min_bet"], found["starting_stacks"]) == (1, [5, 5])
    assert sum(found["finishing_stacks"]) == 10
    later = fields(1, went(spec, "bet 1", "call", "bet 1", "call"))
    assert later["actions"][5] == "p1 cbr 1"


def test_bets_of_several_sizes_have_no_word():
    (hand,) = hands("von-neumann-raise:raise=2", 1)
    assert not {"small_bet", "big_bet", "min_bet"} & set(fields(1, hand))


@pytest.mark.parametrize("first", [0, 1])
def test_pokerkit_plays_hold_em_of_one_s_own_to_the_same_end(first):
    """A turn without blinds, whoever acts first there."""
    rounds = tuple(Round(Menu(("50%", "a"), ("a",)), board, first) for board in (0, 1))
    ranges = tuple(
        tuple((hand, 1) for hand in hands.split()) for hands in ("AdAc KdKc QdJd", "AsAh TdTc")
    )
    rules = Rules(
        Deck(13, 4, True), 2, rounds, 20, private=2, ranges=ranges, public=(0, 5, 10, 15),
        showdown=BestFive(),
    )  # fmt: skip
    for hand, history, state in by_pokerkit(played(Game("own", (), rules), 20)):
        order = (1, 0) if first else (0, 1)
        assert won_by_pokerkit(history, state) == [hand.hand.net(player) for player in order]


@pytest.mark.parametrize(
    ("rules", "fields_of_sizes"),
    [
        (Rules(Deck(3, 2, True), 1, (Round(MENU), Round(MENU, board=1)), 4, private=2), {}),
        (
            Rules(Deck(3, 4, True), 1, (Round(ONE), Round(Limit((2,)), board=1))),
            {"small_bet": 1, "big_bet": 2},
        ),
        (
            Rules(
                Deck(13, 4, True), 1, (Round(ONE),), private=2,
                public=(0, 5, 10, 15, 20), showdown=BestFive(),
            ),
            {"small_bet": 1, "big_bet": 1},
        ),
    ],
)  # fmt: skip
def test_only_no_limit_hold_em_is_called_so(rules, fields_of_sizes):
    """Not another game whose suits are told apart: its deck, its boards and bets are others."""
    (record,) = played(Game("own-cards", (), rules), 1)
    told = fields(1, record)
    assert told["variant"] == "OWN-CARDS"
    assert {key: each for key, each in told.items() if "_bet" in key} == fields_of_sizes


def test_names_are_neither_toml_nor_escape_codes():
    (hand,) = hands("kuhn", 1)
    evil = '/x/a"\\\n[9]\x1b\x7f\ud800é.json'
    read = tomllib.loads("".join(dump([(1, replace(hand, opponent=evil))])))
    assert list(read) == ["1"]
    assert read["1"]["players"][1 - hand.person] == "?[9]???é"


@pytest.mark.parametrize(
    ("rounds", "fields_of_sizes"),
    [
        ((Round(ONE), Round(Limit((2, 2)), first=1)), {"small_bet": 1, "big_bet": 2}),
        ((Round(ONE), Round(ONE), Round(Limit((2,)))), {"small_bet": 1, "big_bet": 2}),
        ((Round(ONE), Round(Limit((2,))), Round(Limit((4,)))), {}),
        ((Round(NoLimit(2)), Round(NoLimit(2), first=1)), {"min_bet": 1}),
        ((Round(Limit.among((1, 2))),), {}),
        ((Round(MENU),), {}),
        ((Round(BySeat(ONE, NO_BET)),), {}),
        ((Round(ONE), Round(NO_BET)), {}),
        ((Round(NO_BET),), {}),
        ((Round(ONE), Round(NoLimit(2))), {}),
    ],
)
def test_sizes_are_named_where_every_round_has_one(rounds, fields_of_sizes):
    game = Game("own", (), Rules(Deck(3, 1), 1, rounds, stack=10))
    (record,) = played(game, 1)
    told = fields(1, record)
    assert {key: each for key, each in told.items() if "_bet" in key} == fields_of_sizes
