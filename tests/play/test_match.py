"""A match: stacks that are played down, by rules that go with them."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from textwrap import wrap

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.betting import legal_actions
from pokerbot.games.heads_up import game_of, played_down
from pokerbot.play.hand import replayed
from pokerbot.play.history.journal import HandInPlay
from pokerbot.play.history.reading import parse
from pokerbot.play.history.record import HandRecord
from pokerbot.play.match import MatchTable
from pokerbot.play.view.view import look
from pokerbot.strategy.strategy import Strategy
from tests.reference.holdem import best_five


def table_of(seed, blinds=20, keep=lambda table: None, past=()):
    def draws(number, kind):
        return np.random.default_rng([seed, number, kind])

    strategy = Strategy(game_of(blinds), {}, {"name": "blueprint"}, 1, 0)
    return MatchTable(strategy, draws, blinds, keep, past)


def record_of(table):
    """A hand as it is read back from its line."""
    when, sha256 = datetime(2026, 11, 25, tzinfo=UTC), 64 * "0"
    told = HandRecord(
        table.hand, table.person, "heads-up-20.blueprint", sha256, 1, table.number, when,
        started=when, mode=table.mode, match=table.before,
    )  # fmt: skip
    read = parse(json.dumps(told.content()))
    assert read == told
    return read


def play_out(table, rng):
    """Both take actions at random, all-in more often than others."""
    while not table.hand.over:
        actions = table.hand.observe().actions
        action = actions[-1 if rng.random() < 0.2 else int(rng.integers(min(len(actions), 3)))]
        if table.person_to_act:
            table.act(action)
        else:
            table._infosets[table.hand.observe().key] = {action.name: 1.0}
            table.bot_act()


def hands_of(count):
    """The first hands of a match, as they are read back."""
    kept = []
    table = table_of(3, keep=lambda table: kept.append(record_of(table)))
    for _ in range(count):
        play_out(table, np.random.default_rng(3))
        table.next_hand()
    return kept


@pytest.mark.parametrize("seed", range(6))
def test_no_chip_is_lost_until_one_has_them_all(seed):
    kept, after, rng, kinds = [], [], np.random.default_rng(seed), set()
    table = table_of(seed, keep=lambda table: kept.append(record_of(table)))
    for _ in range(400):
        before, count = list(table.stacks), table.hand.game.rules.stack
        if not table.hand.over:
            assert count == min(before)
            seen = look(table)
            assert [each.stack + each.front for each in (seen.you, seen.bot)] == before
            kinds.add((count > 800) - (count <= 100))
        play_out(table, rng)
        assert sum(table.stacks) == 4000
        assert min(table.stacks) >= 0
        after.append(list(table.stacks))
        if table.decided:
            break
        table.next_hand()
    assert table.decided
    assert [each.number for each in kept] == [*range(1, len(after) + 1)]
    for place in range(0, len(kept) - 1, 1 + len(kept) // 5):
        again = table_of(seed, past=kept[: place + 1])
        assert again.hand.held == kept[place + 1].hand.held
        assert [*again.before] == after[place] == [*kept[place + 1].match]
    assert table_of(seed, past=kept).before == (2000, 2000)
    of_others = replace(kept[-1], match=(1000, 1000))
    assert table_of(seed, past=[of_others]).before == (2000, 2000)
    assert "over" in table.told("heads-up-20")
    table.next_hand()
    assert table.stacks == [2000, 2000]
    assert 1 in kinds


def test_up_to_eight_blinds_there_is_all_in_or_fold():
    rules = played_down(800).rules
    table = table_of(1, 8)
    assert [action.name for action in table.hand.observe().actions] == ["fold", "jam"]
    assert rules.stack == 800
    hand = table.hand.after(table.hand.observe().actions[1])
    assert [(action.name, action.chips) for action in legal_actions(rules, hand.betting)] == [
        ("fold", 0),
        ("call", 700),
    ]
    assert "8 big blinds, jam or fold" in table.told("heads-up-10")
    assert len(table_of(1, 8.01).hand.observe().actions) > 3


@pytest.mark.parametrize("lost", range(3))
def test_a_match_goes_on_after_its_last_hand_though_one_before_is_lost(lost):
    """As with a damaged line: every hand after it was passed over, and dealt once more."""
    kept, rng = [], np.random.default_rng(4)
    table = table_of(4, keep=lambda table: kept.append(record_of(table)))
    for _ in range(3):
        play_out(table, rng)
        table.next_hand()
    assert len({table.before, *(each.match for each in kept)}) == 4
    past = [each for each in kept if each.number != lost + 1]
    again = table_of(4, past=past)
    if lost < 2:
        assert (again.number, again.before, again.hand) == (4, table.before, table.hand)
        assert again.score.hands() == 2
    at = {"hand": table.hand, "person": table.person, "number": 4, "match": table.before}
    again.resume_hand(HandInPlay(replace(kept[-1], **at)))
    assert (again.number, again.before, again.hand) == (4, table.before, table.hand)


def test_a_hand_to_which_a_match_never_comes_changes_nothing():
    """It was left with other chips than are played for now."""
    (first,) = hands_of(1)
    table = table_of(3, past=[first])
    before, stacks, hand = table.before, [*table.stacks], table.hand
    left = {"number": 1, "match": (1500, 2500)}
    with pytest.raises(InputError, match="never comes to that hand"):
        table.resume_hand(HandInPlay(replace(first, **left)))
    assert (table.before, table.stacks, table.hand, table.number) == (before, stacks, hand, 2)


@pytest.mark.parametrize("seed", range(6))
def test_who_has_a_blind_or_less_is_all_in(seed):
    kept = []
    table = table_of(seed, keep=kept.append)
    play_out(table, np.random.default_rng(0))
    table.stacks = [3960, 40]
    table.next_hand()
    assert table.hand.over
    assert table.hand.showdown
    *hands, board = (wrap(each.replace(" ", ""), 2) for each in table.hand.faces(0))
    first, second = (best_five((*hand, *board)) for hand in hands)
    won = 40 * ((first > second) - (first < second)) * (1 - 2 * table.person)
    assert table.stacks == [3960 + won, 40 - won]
    assert len(kept) == table.score.hands() == 2
    assert replayed(table.hand, 0) == table.hand
    assert "both are all-in as the hand is dealt: 40 each" in look(table).story[0]
    assert not look(table).begins
