"""The trees that the rules span: their published sizes, and perfect recall in every one."""

from collections import Counter
from itertools import product

import pytest

from pokerbot.games.betting import legal_actions, start, successor, walk
from pokerbot.games.catalogue import parse_game
from pokerbot.games.spot import Spot
from tests.reference.interpreted import Interpreted
from tests.reference.rules import BY_CARD, deals

SMALL = {
    "leduc-nolimit": "leduc-nolimit:stack=4",
    "von-neumann": "von-neumann:hands=5",
    "von-neumann-raise": "von-neumann-raise:hands=5",
}
SPECS = [SMALL.get(name, name) for name in BY_CARD] + ["leduc:ranks=2,suits=3,raises=3"]


def sequences(game):
    """Each player's information sets, and sequences with the empty one."""
    found = [[0, 1], [0, 1]]
    for player, _, actions in game.information_sets():
        found[player][0] += 1
        found[player][1] += len(actions)
    return found


def terminals(game):
    """Leaves of the tree in which a deal is what ranks lie where."""
    deck = game.rules.deck
    ranks = range(deck.ranks)
    counts = [
        sum(1 for cards in product(ranks, repeat=count) if deck.ways(*cards)) for count in (2, 3)
    ]
    return sum(counts[node.round] for node in walk(game.rules) if node.over)


@pytest.mark.parametrize(
    ("spec", "information_sets", "each_players_sequences", "leaves"),
    [
        ("kuhn", (6, 6), (13, 13), 54 - 24),
        ("kuhn:cards=13", (26, 26), (53, 53), 780),
        ("leduc", (144, 144), (337, 337), 1116),
        ("leduc:ranks=13", (2574, 2574), (6007, 6007), 98956),
    ],
)
def test_published_sizes(spec, information_sets, each_players_sequences, leaves):
    """As papers on solvers print them, where deals differ by rank; with 13 ranks too."""
    game = parse_game(spec)
    (sets1, sequences1), (sets2, sequences2) = sequences(game)
    assert (sets1, sets2) == information_sets
    assert (sequences1, sequences2) == each_players_sequences
    assert terminals(game) == leaves


@pytest.mark.slow
def test_no_limit_leduc_has_document_002s_nodes():
    """Three own cards in round one, nine views of two cards in round two."""
    decisions = Counter(
        node.round for node in walk(parse_game("leduc-nolimit").rules) if not node.over
    )
    assert decisions == {0: 493, 1: 27_059}
    assert 493 * 3 + 27_059 * 9 == 245_010


@pytest.mark.parametrize("spec", SPECS)
def test_perfect_recall(spec):
    """An information set has one player, one set of actions, and one own past.

    The own past is what the player saw and did there before, decision by decision.
    """
    game = parse_game(spec)
    rules, suits = game.rules, game.rules.deck.suits or 1
    known = {}

    def visit(node, cards, pasts):
        if node.over:
            return
        board = 1 + cards[2] if rules.rounds[node.round].board else 0
        key = game.key(Spot(node, board, cards[node.player]))
        actions = legal_actions(rules, node)
        here = (node.player, actions, pasts[node.player])
        assert known.setdefault(key, here) == here
        for action in actions:
            past = (*pasts[node.player], (key, action))
            after = (past, pasts[1]) if node.player == 0 else (pasts[0], past)
            visit(successor(rules, node, action), cards, after)

    dealt = deals(Interpreted(game), 2 + rules.has_board)
    for cards in {tuple(card // suits for card in cards) for cards in dealt}:
        visit(start(rules), cards, ((), ()))
    assert set(known) == {key for _, key, _ in game.information_sets()}
