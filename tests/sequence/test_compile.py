"""The compiled form against the rules of the book, exhaustively."""

import tracemalloc
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.games.rules import Deck, Limit, Round, Rules
from pokerbot.sequence import compile as compile_
from pokerbot.sequence.compile import compile_game, memory_needed
from pokerbot.sequence.operators import bind
from pokerbot.sequence.showdown import hands_of
from pokerbot.strategy.arrays import NamedProfile
from tests.reference.recursion import histories, information_sets, terminals
from tests.reference.rules import by_the_book

SPECS = [
    "kuhn",
    "kuhn:cards=2",
    "kuhn:cards=4,ante=2",
    "kuhn:cards=5,ante=0.5,bet=3",
    "leduc",
    "leduc:ranks=2",
    "leduc:ranks=4,suits=1,bet1=1",
    "leduc:ranks=5,ante=3,bet2=5",
    "leduc:suits=1",
    "leduc:suits=3,raises=1",
    "leduc:ranks=2,raises=3",
    "leduc:ranks=1,suits=3",
]


def sequence_numbers(form):
    """(key, action) → (player, row, hand)."""
    cells = [np.arange(tree.rows * tree.hands).reshape(tree.shape) for tree in form.trees]
    tables = NamedProfile(form, (cells[0], cells[1]))
    found = {}
    for player, key, actions in form.game.information_sets():
        for action in actions:
            found[key, action] = player, *divmod(int(tables[key][action]), form.trees[player].hands)
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_same_information_sets_and_actions(spec):
    game = parse_game(spec)
    form, book = compile_game(game), by_the_book(game)
    uniform = NamedProfile(form, tuple(np.ones(tree.shape) for tree in form.trees))
    expected = information_sets(book)
    assert {key: tuple(chances) for key, chances in uniform.items()} == {
        key: actions for key, (_, actions) in expected.items()
    }
    assert {key: (player, acts) for player, key, acts in game.information_sets()} == expected
    places = sequence_numbers(form)
    assert len(set(places.values())) == len(places), "two sequences share a cell"


@pytest.mark.thinned(2)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("player", [0, 1])
def test_the_payoff_of_every_pair_of_sequences(spec, player):
    """Each unit plan of the opponent earns what the terminals of all deals add up to."""
    game = parse_game(spec)
    form, book = compile_game(game), by_the_book(game)
    places = sequence_numbers(form)
    expected = defaultdict(lambda: defaultdict(float))
    for own, other, amount in terminals(book, player):
        expected[other][own] += amount
    for other, own_amounts in expected.items():
        assert other is not None
        mover, *cell = places[other]
        assert mover == 1 - player
        unit = np.zeros(form.trees[1 - player].shape)
        unit[tuple(cell)] = 1
        wanted = np.zeros(form.trees[player].shape)
        for own, amount in own_amounts.items():
            wanted[places[own][1:]] = amount
        np.testing.assert_allclose(bind(form)[player].gradient(unit), wanted, rtol=0, atol=1e-12)
    silent = [at[1:] for move, at in places.items() if at[0] != player and move not in expected]
    plan = np.zeros(form.trees[1 - player].shape)
    for cell in silent:
        plan[cell] = 1
    assert not bind(form)[player].gradient(plan).any(), "a sequence that ends no hand pays"


@pytest.mark.parametrize("spec", SPECS)
def test_a_traversal_visits_every_decision_node_of_distinct_cards(spec):
    game = parse_game(spec)
    found = sum(kind == "decision" for kind, _, _ in histories(by_the_book(game)))
    assert compile_game(game).traversal == found


def test_published_sizes():
    assert compile_game(parse_game("kuhn")).traversal == 24
    assert compile_game(parse_game("leduc")).traversal == 3780


def test_a_traversal_counts_rounds_without_a_card_too():
    """Six deals; each of three ways through the first four decisions leads to four more."""
    rules = Rules(Deck(3, 1), 1, (Round(Limit((1,))), Round(Limit((1,)))))
    assert compile_game(Game("own", (), rules)).traversal == 6 * (4 + 3 * 4)
    assert [tree.shape for tree in compile_game(parse_game("kuhn")).trees] == [(5, 3), (5, 3)]
    assert [tree.hands for tree in compile_game(parse_game("leduc")).trees] == [3, 3]


@pytest.mark.parametrize("spec", ["kuhn:cards=5", "leduc", "leduc:raises=3"])
def test_levels_are_contiguous_and_cover_the_tree(spec):
    for tree in compile_game(parse_game(spec)).trees:
        begins, ends = tree.levels[:-1], tree.levels[1:]
        assert begins[0] == 0
        assert ends[-1] == len(tree.starts)
        assert (begins < ends).all()
        assert (
            tree.decision.tolist() == np.repeat(np.arange(len(tree.starts)), tree.actions).tolist()
        )
        assert (np.diff(tree.starts) > 0).all()
        for begin, end in zip(begins[1:], ends[1:], strict=True):
            above = tree.above[begin:end]
            assert (np.diff(above) >= 0).all()
            assert above.max() < tree.starts[begin]


@pytest.mark.parametrize("spec", ["kuhn:cards=1000000000", "leduc:ranks=100000"])
def test_a_game_that_does_not_fit_is_refused_before_it_is_built(spec):
    with pytest.raises(InputError, match="GiB"):
        compile_game(parse_game(spec))


def test_the_matrices_of_a_game_with_a_public_card_count(monkeypatch):
    """One for each public card, and one before it, of hands × 2 hands."""
    matrices = 401 * 400 * 800 * 8
    monkeypatch.setattr(compile_, "memory", lambda: matrices)
    with pytest.raises(InputError, match="GiB"):
        compile_game(parse_game("leduc:ranks=400,raises=1"))


@pytest.mark.parametrize(
    ("spec", "needed"),
    [
        ("kuhn", 16 * 8 * 3 * 8 + 8 * 600 + 3 * 3 * (2 * 8 + 56)),
        ("leduc", 16 * (14 + 3 * 70) * 3 * 8 + (14 + 70) * 600 + 3 * 3 * (4 * 2 * 8 + 56)),
    ],
)
def test_four_fifths_of_the_memory_may_be_taken(spec, needed, monkeypatch):
    """By hand: 16 arrays of all sequences × 3 hands, 600 bytes an action, and the matrices.

    Leduc has 14 actions before the public card, and after each of the 5 ways to come there.
    """
    monkeypatch.setattr(compile_, "memory", lambda: int(needed / 0.8))
    compile_.forget_games()
    compile_game(parse_game(spec))
    compile_.forget_games()
    monkeypatch.setattr(compile_, "memory", lambda: int(needed / 0.8) - 2)
    with pytest.raises(InputError, match="GiB"):
        compile_game(parse_game(spec))


def test_equal_games_that_are_called_otherwise_keep_their_names():
    one, two = (replace(parse_game("kuhn"), label=name) for name in ("one", "two"))
    assert [compile_game(game).game.label for game in (one, two, one)] == ["one", "two", "one"]


def test_what_was_made_of_games_is_forgotten_before_and_after():
    game = parse_game("kuhn")
    before = compile_game(game)
    with compile_.games_forgotten():
        meanwhile = compile_game(game)
        assert meanwhile is not before
    assert compile_game(game) not in (before, meanwhile)


def test_pairs_of_hands_take_no_more_memory_than_is_said() -> None:
    """The weights of a pair are made of others: where these did not fit, the process was killed."""
    rules = Rules(Deck(5, 4, told_apart=True), 1, (Round(Limit((1,))),), private=3)
    told = memory_needed(Game("own", (), rules))
    tracemalloc.start()
    try:
        hands_of(rules, 0)
        assert tracemalloc.get_traced_memory()[1] < told
    finally:
        tracemalloc.stop()
