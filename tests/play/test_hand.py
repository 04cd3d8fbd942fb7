from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.betting import start
from pokerbot.games.catalogue import parse_game
from pokerbot.games.rules import Rules
from pokerbot.play.hand import Hand, deal
from tests.play.hands import after
from tests.play.tables import GAMES, IDS, NO_LIMIT, every_deal, fits
from tests.reference.rules import BY_CARD

RANKS = {"J": 0, "Q": 1, "K": 2}
NAMES = {"k": "check", "b": "bet", "f": "fold", "c": "call", "r": "raise"}


def hold(spec: str, cards: str) -> Hand:
    """A hand with these cards, `QK` or `QK/J` with a public card."""
    game = parse_game(spec)
    own, _, board = cards.partition("/")
    first, second = (RANKS[card] for card in own)
    return Hand(game, (first, second), 1 + RANKS[board] if board else 0, start(game.rules))


def replay(hand: Hand, letters: str) -> Hand:
    return after(hand, *map(NAMES.__getitem__, letters))


@pytest.mark.parametrize("game", [game for game in GAMES if game.name in BY_CARD])
def test_every_deal_is_as_likely_as_the_deck_makes_it(game):
    rng = np.random.default_rng(11)
    seen = Counter()
    for _ in range(6000):
        hand = deal(game, rng)
        seen[(*hand.held, hand.final_board)] += 1
    expected = {(*held, board): chance for held, board, chance in every_deal(game)}
    assert sum(expected.values()) == pytest.approx(1)
    assert fits(seen, expected)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_chips_are_conserved_through_every_hand(game):
    rng = np.random.default_rng(12)
    for _ in range(200):
        hand = deal(game, rng)
        while True:
            table = hand.pot + hand.chips_in_front(0) + hand.chips_in_front(1)
            table += sum(hand.uncalled)
            paid = sum(start(game.rules).chips) + sum(step.action.chips for step in hand.steps)
            assert table == pytest.approx(paid)
            if hand.over:
                break
            actions = hand.observe().actions
            hand = hand.after(actions[rng.integers(len(actions))])
        assert hand.pot == pytest.approx(2 * min(hand.betting.chips))
        for player, back in enumerate(hand.uncalled):
            own = sum(step.action.chips for step in hand.steps if step.player == player)
            assert start(game.rules).chips[player] + own - back == pytest.approx(hand.pot / 2)
        assert hand.net(0) + hand.net(1) == 0
        if hand.winner is not None:
            assert hand.net(hand.winner) == hand.betting.chips[1 - hand.winner] > 0
        else:
            assert hand.net(0) == 0


@pytest.mark.parametrize(
    ("cards", "letters", "net"),
    [
        ("KQ", "kk", 1),
        ("JQ", "kk", -1),
        ("KJ", "kbf", -1),
        ("KQ", "kbc", 2),
        ("QK", "kbc", -2),
        ("JK", "bf", 1),
        ("JK", "bc", -2),
        ("QJ", "bc", 2),
        ("KQ/J", "kkkk", 1),
        ("QK/Q", "brckbc", 9),
        ("KK/J", "bckk", 0),
        ("JK/K", "bcbf", 3),
        ("JQ/J", "brcbrc", 13),
        ("KQ/Q", "kbrckbrc", -13),
        ("JK/Q", "kbf", -1),
        ("QQ/J", "brf", -3),
    ],
)
def test_hands_of_kuhn_and_leduc_pay_what_the_rules_say(cards, letters, net):
    hand = replay(hold("leduc" if "/" in cards else "kuhn", cards), letters)
    assert hand.over
    assert hand.net(0) == net


def test_public_card_is_shown_from_its_round_on():
    hand = hold("leduc", "QK/J")
    for letters, board in (("", 0), ("b", 0), ("bc", 1), ("bck", 1), ("bckk", 1)):
        assert replay(hand, letters).board == board
        assert not replay(hand, letters).run_out


def test_public_card_stays_hidden_when_a_fold_ends_the_first_round():
    assert replay(hold("leduc", "QK/J"), "bf").board == 0


def test_all_in_before_the_public_card_turns_it_up_for_the_showdown():
    hand = Hand(NO_LIMIT, (1, 2), 2, start(NO_LIMIT.rules))
    hand = after(hand, "bet 4")
    assert hand.board == 0
    hand = after(hand, "call")
    assert hand.showdown
    assert hand.run_out
    assert hand.board == 2
    assert hand.net(0) == 5


def test_a_fold_ends_the_hand():
    hand = replay(hold("kuhn", "JK"), "kb")
    assert not hand.over
    hand = after(hand, "fold")
    assert hand.over
    assert not hand.showdown
    assert hand.observe().actions == ()


@pytest.mark.parametrize("action", [Action("fold"), Action("call", 1), Action("raise", 2)])
def test_an_illegal_action_is_refused(action):
    hand = hold("kuhn", "JK")
    before = replace(hand)
    with pytest.raises(InputError, match="not legal"):
        hand.after(action)
    assert hand == before
    with pytest.raises(InputError):
        replay(hand, "kk").after(Action("check"))


def test_observation_holds_nothing_of_the_other_hand_or_the_card_to_come():
    for letters in ("", "k", "kb"):
        seen = set()
        for other, board in product("JQK", repeat=2):
            cards = f"{other}Q/{board}" if len(letters) % 2 else f"Q{other}/{board}"
            seen.add(replay(hold("leduc", cards), letters).observe())
        assert len(seen) == 1


def test_a_showdown_is_decided_once_however_often_its_result_is_asked_for(monkeypatch):
    decide, decided = Rules.winner, []
    monkeypatch.setattr(Rules, "winner", lambda *given: decided.append(given) or decide(*given))
    hand = replay(hold("leduc", "KQ/Q"), "kk")
    checked = replay(hand, "kk")
    assert [checked.net(0), checked.net(1), checked.won(1), checked.winner] == [-1, 1, 1, 1]
    assert len(decided) == 1
    assert replay(hand, "bc").net(1) == 5
    assert replace(checked, held=(1, 0)).net(0) == 1
    assert len(decided) == 3
