"""What holds for whatever a file may hold."""

import json
import math
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerbot.errors import InputError
from pokerbot.games.betting import start
from pokerbot.games.catalogue import parse_game
from pokerbot.io.files import decode_json, printable
from pokerbot.play.hand import Hand
from pokerbot.play.history.file import append, read
from pokerbot.play.history.reading import parse
from pokerbot.play.history.record import HandRecord
from pokerbot.strategy import storage
from pokerbot.strategy.strategy import Strategy
from tests.reference.recursion import uniform
from tests.reference.rules import Kuhn

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=5), v, max_size=3)
)
KEYS = st.sampled_from(["cards", "ranks", "suits", "ante", "bet", "pot", "raises"])
NAMES = st.sampled_from(["kuhn", "leduc", "leduc-nolimit", "von-neumann", "von-neumann-raise"])


@pytest.mark.slow
@given(VALUES)
@settings(max_examples=50)
def test_json_is_read_as_it_was_written_or_refused(value):
    text = json.dumps(value)
    try:
        found = decode_json(text)
    except InputError:
        assert "NaN" in text or "Infinity" in text
    else:
        assert found == value


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_refused_in_one_line(text):
    for reader in (storage.parse, parse):
        with pytest.raises(InputError) as error:
            reader(text)
        assert str(error.value).isprintable()


@given(st.text())
def test_what_is_printed_is_printable(text):
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


@pytest.mark.slow
@given(st.sampled_from(["game", "algorithm", "iterations", "seed", "results", "infosets"]), VALUES)
def test_any_value_in_a_field_is_refused_or_kept(field, value):
    strategy = Strategy(parse_game("kuhn"), uniform(Kuhn()))
    content = json.loads("".join(storage.dump(strategy)))
    content[field] = value
    try:
        found = storage.parse(json.dumps(content))
    except InputError:
        return
    assert field not in ("game", "infosets")
    assert json.loads("".join(storage.dump(found)))[field] == value


@given(NAMES, st.dictionaries(KEYS, SCALARS))
def test_a_game_has_the_parameters_that_it_was_given_or_is_refused(name, given_):
    content = {"format": storage.FORMAT, "version": 1, "game": {"name": name, **given_}}
    content |= {"algorithm": {}, "iterations": 0, "infosets": {}}
    with pytest.raises(InputError) as error:
        storage.parse(json.dumps(content))
    assert str(error.value).isprintable()


@given(st.lists(st.floats(0, 1), min_size=6, max_size=6))
def test_every_probability_comes_back_to_the_last_bit(chances):
    game = parse_game("kuhn")
    infosets = {
        key: dict(zip(actions, (p, 1 - p), strict=True))
        for (_, key, actions), p in zip(game.information_sets(), chances * 2, strict=True)
    }
    strategy = Strategy(game, infosets)
    assert storage.parse("".join(storage.dump(strategy))) == strategy


@st.composite
def hands(draw):
    """A hand of some game, dealt and played as it comes."""
    spec = draw(st.sampled_from(["kuhn", "kuhn:cards=12,bet=0.3", "leduc", "leduc-nolimit"]))
    game = parse_game(spec)
    deck, board = game.rules.deck, 0
    ranks = st.integers(0, deck.ranks - 1)
    cards = draw(st.tuples(ranks, ranks).filter(lambda c: deck.ways(*c)))
    if game.rules.has_board:
        board = 1 + draw(ranks.filter(lambda b: deck.ways(*cards, b)))
    hand = Hand(game, cards, board, start(game.rules))
    while not hand.over:
        hand = hand.after(draw(st.sampled_from(hand.observe().actions)))
    return hand


@settings(max_examples=50)
@given(
    hands(), st.text(max_size=20), st.integers(0, 2**63 - 1), st.datetimes(max_value=datetime.max)
)
def test_every_hand_comes_back(hand, opponent, seed, time):
    time = time.replace(microsecond=0, tzinfo=UTC, year=max(time.year, 1000))
    for person in (0, 1):
        played = HandRecord(hand, person, opponent, "ab" * 32, seed, 1, time)
        assert parse(json.dumps(played.content())) == played
        assert math.isclose(played.result, -hand.net(1 - person))


@settings(max_examples=25)
@given(st.lists(st.binary(max_size=40), max_size=4), hands())
def test_whatever_a_history_holds_the_next_hand_is_kept(tmp_path_factory, lines, hand):
    path = tmp_path_factory.getbasetemp() / "history.jsonl"
    path.write_bytes(b"\n".join(lines))
    played = HandRecord(hand, 0, "x", "ab" * 32, 1, 1, datetime(2026, 1, 1, tzinfo=UTC))
    append(path, played)
    assert [found for _, found in read(path)][-1] == played
