"""Hold'em from the blinds: its betting, its hands on boards, walks over them."""

from itertools import permutations, product

import numpy as np
import pytest

pytest.importorskip("numba")

from numba import typeof

from pokerbot.games.all_in import CLASSES, outcomes
from pokerbot.games.betting import legal_actions, start, successor
from pokerbot.games.heads_up import rules_of
from pokerbot.games.ranges import CARDS
from pokerbot.games.ranking import strength
from pokerbot.sequence.heads_up import cards
from pokerbot.sequence.heads_up.board import Walker, board_of, played_by_both
from pokerbot.sequence.heads_up.buckets import (
    Bucketing,
    alive,
    canonical,
    potential,
    random_board,
    texture,
)
from pokerbot.sequence.heads_up.buckets import scores as scores_of
from pokerbot.sequence.heads_up.jams import ALIVE, Jams
from pokerbot.sequence.heads_up.tree import Sizes, longest_line, tree_of
from pokerbot.sequence.heads_up.walk import unplayed

SIZES = Sizes(flop=(3, 2), turn=(3, 2), river=5)
RIVER = np.array([CARDS[name] for name in ("Ah", "7h", "2c", "Kd", "Kh")])


def strong(held):
    """How strong seven cards are, by the tables of single hands."""
    suits = [
        np.array(sum(1 << card // 4 for card in held if card % 4 == suit)) for suit in range(4)
    ]
    return int(strength(suits))


@pytest.fixture(scope="module")
def tree():
    return tree_of(rules_of(4))


@pytest.fixture(scope="module")
def bucketing():
    return Bucketing(SIZES)


@pytest.fixture(scope="module")
def play(tree):
    """Probabilities at random."""
    found = unplayed(tree.nodes, SIZES.counts)
    found.cells[:] = np.random.default_rng(5).random(len(found.cells))
    for rows in found.decisions(tree.nodes):
        rows[:] /= rows.sum(axis=1, keepdims=True)
    return found


def test_raises_count_as_no_limit_counts_them():
    rules = rules_of(20)
    opening = start(rules)
    names = [action.name for action in legal_actions(rules, opening)]
    assert names == ["fold", "call", "raise 200", "raise 300", "raise 2000"]
    raised = successor(rules, opening, legal_actions(rules, opening)[3])
    assert legal_actions(rules, raised)[2].to == 600  # half of 600 is 300, over 300


def test_the_blind_that_is_called_may_raise_and_who_acts_first_changes(tree):
    rules = rules_of(20)
    limped = successor(rules, start(rules), legal_actions(rules, start(rules))[1])
    assert (limped.player, limped.over, limped.round) == (1, False, 0)
    flop = successor(rules, limped, legal_actions(rules, limped)[0])
    assert (flop.round, flop.player) == (1, 1)


def test_scores_count_whom_a_hand_beats():
    scores, held = scores_of(RIVER), cards.deck().cards
    there = np.flatnonzero(alive(RIVER))
    values = {hand: strong([*held[hand], *RIVER]) for hand in there}
    for hand in there[::97]:
        met = [other for other in there if not {*held[hand]} & {*held[other]}]
        beaten = sum(
            2 * (values[hand] > values[one]) + (values[hand] == values[one]) for one in met
        )
        assert (len(met), scores[hand]) == (990, beaten)


def test_scores_of_a_turn_add_up_over_its_rivers():
    turn = RIVER[:4]
    rivers = [np.append(turn, card) for card in range(52) if card not in turn]
    total = np.array([scores_of(river) for river in rivers])
    found, squares = potential(turn)
    assert (found == total.sum(axis=0)).all()
    assert (squares == (total**2).sum(axis=0)).all()


def test_a_random_board_is_of_different_cards_of_the_whole_deck():
    rng = np.random.default_rng(1)
    boards = [random_board(count, rng) for count in (3, 4, 5) * 400]
    assert [len({*board}) for board in boards] == [3, 4, 5] * 400
    ranks = np.bincount(np.concatenate(boards) // 4)
    assert ranks == pytest.approx(np.full(13, 4800 / 13), abs=60), "three standard errors"
    assert all((canonical(board) == board).all() for board in boards)


def test_an_exchange_of_suits_changes_no_bucket(bucketing):
    suits = np.array([2, 0, 3, 1])
    one, other = canonical(RIVER), canonical(RIVER // 4 * 4 + suits[RIVER % 4])
    assert (one[:3] == other[:3]).all()
    counted = [np.sort(bucketing.of(each), axis=1) for each in (one, other)]
    assert (counted[0] == counted[1]).all()


def test_flops_that_an_exchange_of_suits_makes_of_each_other_become_the_same():
    """The cards after the flop go with it."""
    rng = np.random.default_rng(3)
    for board in (rng.choice(52, 5, replace=False) for _ in range(20)):
        moved = [board // 4 * 4 + np.array(suits)[board % 4] for suits in permutations(range(4))]
        found = canonical(board)
        assert tuple(found) in {(*np.sort(each[:3]), *each[3:]) for each in moved}
        assert all((canonical(each)[:3] == found[:3]).all() for each in moved)


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        ("Ah7c2d", 0), ("AhAc2d", 1), ("Ah7h2d", 2), ("AhAc2h", 3), ("Ah7h2dKd", 0),
        ("Ah7h2dKh", 2), ("Ah7h2dKd2c", 1), ("Ah7h2dKhAd", 3), ("AhAcAdKhKc", 1),
    ],
)  # fmt: skip
def test_textures_are_pairs_and_two_of_a_suit_on_a_flop_or_three_later(board, kind):
    assert texture(np.array([CARDS[board[at : at + 2]] for at in range(0, len(board), 2)])) == kind


def parts(values, count):
    """Into which part each value falls by the middle of those that are equal to it."""
    upto = [(values < each).sum() + (values <= each).sum() for each in values]
    return np.array(upto) * count // (2 * len(values))


def test_buckets_of_a_turn_are_parts_by_the_mean_and_then_by_the_spread(bucketing):
    turn = RIVER[:4]
    scores = [
        np.where(alive(river), scores_of(river), np.nan)[alive(turn)]
        for river in (np.append(turn, card) for card in range(52) if card not in turn)
    ]
    found, spread = parts(np.nansum(scores, axis=0), 3), np.nanvar(scores, axis=0)
    wanted = np.zeros_like(found)
    for part in range(3):
        within = found == part
        wanted[within] = 2 * part + parts(spread[within].round(6), 2)
    assert (bucketing.of(turn)[2][alive(turn)] == wanted + 6 * texture(turn)).all()


def test_buckets_are_those_of_the_board_whatever_came_before():
    met, turns = Bucketing(SIZES), (RIVER[:4], np.append(RIVER[:3], RIVER[4]))
    found = [met.street(turn) for turn in turns]
    alone = [Bucketing(SIZES).street(turn) for turn in turns]
    assert all((one == other).all() for one, other in zip(found, alone, strict=True))
    assert not (alone[0] == alone[1]).all()


def worth_of_pair(tree, play, buckets, wins, hands, node=0):
    """What player 1 wins with one hand against another, by recursion."""
    nodes = tree.nodes
    kind, who, below = nodes.kind[node], nodes.player[node], range(nodes.below[node])
    if kind == 0:
        return nodes.amount[node] * (1 if who else -1)
    if kind == 1:
        return nodes.amount[node] * wins
    after = [
        worth_of_pair(tree, play, buckets, wins, hands, nodes.first[node] + each) for each in below
    ]
    if kind == 2:
        return after[0]
    row = play.offset[node] + buckets[nodes.street[node], hands[who]] * len(after)
    return float(np.dot(play.cells[row : row + len(after)], after))


def test_the_longest_line_is_the_longest_way_down(tree):
    def deepest(node):
        after = range(tree.nodes.first[node], tree.nodes.first[node] + tree.nodes.below[node])
        return 1 + max(map(deepest, after), default=0)

    assert longest_line(tree.nodes) == deepest(0)


def test_a_walk_is_what_pairs_of_hands_are_worth(tree, play, bucketing):
    board, buckets = board_of(RIVER), bucketing.of(RIVER)
    chosen = np.random.default_rng(2).choice(len(board.order), 6, replace=False)
    reach = np.zeros((1, 2, len(board.order)))
    reach[0, :, chosen] = np.arange(1, 7)[:, None] / 6
    found = played_by_both(Walker(tree), RIVER, bucketing, play).walk(reach=reach)[0]
    value = {hand: strong([*cards.deck().cards[hand], *RIVER]) for hand in board.order[chosen]}
    wanted = np.zeros((2, 6))
    for one, two in product(range(6), repeat=2):
        first, second = board.order[chosen[one]], board.order[chosen[two]]
        if {*cards.deck().cards[first]} & {*cards.deck().cards[second]}:
            continue
        wins = np.sign(value[first] - value[second])
        pair = worth_of_pair(tree, play, buckets, wins, (first, second))
        wanted[0, one] += pair * reach[0, 1, chosen[two]]
        wanted[1, two] -= pair * reach[0, 0, chosen[one]]
    assert np.allclose(found[:, chosen], wanted, rtol=0, atol=1e-12)


def test_an_all_in_before_the_flop_counts_over_all_boards(tree, play):
    jams = Jams(tree)
    calls = play._replace(cells=np.ones_like(play.cells))
    win, tie, lose = outcomes()
    aces = CLASSES.index("AA")
    equity = (win - lose)[aces].sum() / (win + tie + lose)[aces].sum()
    for end, amount in zip(
        np.flatnonzero(jams.stop >= 0), jams.over_all_boards(calls), strict=True
    ):
        met = 1225  # hands that share no card with one
        assert amount[0, aces] == pytest.approx(tree.nodes.amount[end] * equity * met, abs=1e-9)


def test_a_hand_meets_as_many_on_a_board_as_it_is_likely_to():
    met = 1225 * ALIVE  # C(50, 2) hands, of which C(45, 2) are left
    assert met == pytest.approx(990)


def test_a_walk_keeps_the_reach_where_it_stops(tree, play, bucketing):
    there = played_by_both(Walker(tree), RIVER, bucketing, play)
    below = tree.nodes.first[0] + np.arange(tree.nodes.below[0])
    stops = there.stops(below)
    assert np.allclose(stops.reach[:, 0].sum(axis=0), 1)
    stops.value[:] = there.walk(roots=below, reach=stops.reach)
    assert np.allclose(there.walk(stops=stops), there.walk(), rtol=0, atol=1e-9)


def test_a_walk_has_one_machine_code_wherever_it_stops(tree, play, bucketing):
    """It was compiled twice, since values of all-ins lay in another order in memory."""
    there, jams = played_by_both(Walker(tree), RIVER, bucketing, play), Jams(tree)
    stops = there.walker.goes_on, jams.stops(there.board, jams.values(play)), there.stops([1])
    assert len({typeof(each) for each in stops}) == 1
