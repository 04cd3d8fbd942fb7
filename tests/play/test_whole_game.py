"""Hands of hold'em from the blinds: dealt, played, kept and exported, held to pokerkit's rules."""

import json
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.actions import Action
from pokerbot.games.boards import Boards
from pokerbot.games.heads_up import game_of
from pokerbot.games.ranges import DECK
from pokerbot.play.hand import deal
from pokerbot.play.history.phh import fields
from pokerbot.play.history.reading import parse
from pokerbot.play.history.record import HandRecord
from pokerbot.play.view.view import scene
from tests.play.hands import NOON, by_pokerkit, won_by_pokerkit

GAME = game_of(20)


def at_random(rng):
    """A hand played to its end: small raises as often as calls, folds less often."""
    hand = deal(GAME, rng)
    while not hand.over:
        actions = hand.observe().actions
        careful = [each for each in actions if not each.sized][-1]
        larger = [each for each in actions if each.sized]
        size = int(rng.exponential(150))
        choices = [careful, *larger[: size + 1][-1:], actions[0]]
        hand = hand.after(choices[rng.choice(len(choices), p=_chances(len(choices)))])
    return hand


def _chances(count):
    return {3: (0.5, 0.4, 0.1), 2: (0.9, 0.1)}[count]


def records(count):
    rng = np.random.default_rng(3)
    for number in range(1, count + 1):
        hand = at_random(rng)
        yield HandRecord(hand, number % 2, "/x/heads-up-20.blueprint", "ab" * 32, 1, number, NOON)


@pytest.mark.slow
def test_pokerkit_plays_whole_hands_to_the_same_end():
    kept = list(records(60))
    assert {len(hand.hand.betting.histories) for hand in kept} == {1, 2, 3, 4}
    assert {hand.hand.showdown for hand in kept} == {True, False}
    for hand, history, state in by_pokerkit(kept):
        assert won_by_pokerkit(history, state) == [hand.hand.net(1), hand.hand.net(0)]


def test_the_format_has_the_button_last():
    (record,) = records(1)
    found = fields(1, record)
    assert found["blinds_or_straddles"] == [50.0, 100.0]
    assert found["starting_stacks"] == [2000, 2000]
    assert found["players"][1 - record.person] == "you"
    first = next(action for action in found["actions"] if not action.startswith("d "))
    assert first.startswith("p2 ")


@pytest.mark.slow
def test_kept_and_read_again():
    for record in records(20):
        again = parse(json.dumps(record.content()))
        assert again.hand == record.hand
        assert again.hand.game == GAME


@pytest.mark.parametrize("stack", [0, "20", 20.001, None, True])
def test_a_line_of_no_such_game_is_refused(stack):
    (record,) = records(1)
    content = record.content()
    content["game"]["stack"] = stack
    with pytest.raises(InputError):
        parse(json.dumps(content))


def test_sizes():
    """Before the flop from 2 blinds on, after it from 1; a raise adds as much as the last did."""
    hand = deal(GAME, np.random.default_rng(0))
    sized = [each for each in hand.observe().actions if each.sized]
    assert (sized[0].name, sized[-1].name) == ("raise 200", "raise 2000")
    hand = hand.after(sized[50])
    larger = [each.to for each in hand.observe().actions if each.sized]
    assert (larger[0], larger[-1]) == (400, 2000)
    hand = hand.after(Action("call", 150))
    assert hand.betting.player == 1
    larger = [each.to for each in hand.observe().actions if each.sized]
    assert (larger[0], larger[-1]) == (100, 1750)
    limped = deal(GAME, np.random.default_rng(0)).after(Action("call", 50))
    assert [each.name for each in limped.observe().actions[:2]] == ["check", "raise 200"]
    with pytest.raises(InputError):
        limped.after(Action("raise", 50, sized=True, to=150))
    with pytest.raises(InputError):
        limped.after(Action("raise", 99, sized=True, to=200))


def test_blinds_lie_in_front():
    hand = deal(GAME, np.random.default_rng(0))
    seen = scene(hand, 0, "")
    assert (seen.you.front, seen.bot.front, seen.pot) == (50, 100, 0)
    assert (seen.you.stack, seen.bot.stack) == (1950, 1900)
    assert (seen.you.place, seen.bot.place) == ("BTN", "BB")


def test_boards_that_are_worked_out_are_those_that_are_listed(monkeypatch):
    few = Boards(DECK, (1, 2), tuple(range(8, 52)))
    listed = list(few.cards)
    monkeypatch.setattr("pokerbot.games.boards.LISTED", 0)
    many = Boards(DECK, (1, 2), tuple(range(8, 52)))
    assert len(many.cards) == len(listed) == 1 + 8 + 8 * comb(7, 2)
    assert list(many.cards) == listed
    assert [many.find(many.whole(board)) for board in range(len(listed))] == [*range(len(listed))]
    assert many.find("2c2c") is many.find("nothing") is many.find("As") is None


def test_hands_are_dealt_as_often_as_others():
    """Nine cards, each as often as any: within six standard deviations."""
    dealt, seen = 400, np.zeros(52)
    rng = np.random.default_rng(5)
    for _ in range(dealt):
        hand = deal(GAME, rng)
        rules = GAME.rules
        cards = [
            *rules.hands[0][hand.held[0]],
            *rules.hands[1][hand.held[1]],
            *rules.boards.cards[hand.final_board],
        ]
        assert len({*cards}) == 9
        seen[cards] += 1
    mean = dealt * 9 / 52
    assert abs(seen - mean).max() < 6 * np.sqrt(mean * (1 - 9 / 52))


def test_places_of_combinations():
    from pokerbot.games.boards import _combination, _place

    for place, chosen in enumerate(combinations(range(7), 3)):
        assert _place(chosen, 7) == place
        assert _combination(place, 7, 3) == [*chosen]
