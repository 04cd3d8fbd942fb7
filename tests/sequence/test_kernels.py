"""Hands of one card and of two, told apart: how they meet, pair by pair and sorted.

Both against the plain double sum over physical cards, which asks nothing of the package but the
showdown's order.
"""

from itertools import combinations

import numpy as np
import pytest

from pokerbot.games.hands import every_hand
from pokerbot.games.rules import Deck, Menu, Round, Rules
from pokerbot.sequence.operators.kernels import showdown_kernel
from pokerbot.sequence.reach import meet
from pokerbot.sequence.showdown import deals_of, hands_of, paired_hands, sorted_hands, total_weight

DECK = Deck(4, 3, told_apart=True)
BETS = Menu(("50%",))


def picked(deck, private, count, seed):
    """A range of so many hands at random, each with a weight of its own, one of them 0."""
    rng = np.random.default_rng(seed)
    every = every_hand(deck, private)
    chosen = rng.choice(len(every), size=count, replace=False).tolist()
    weights = np.round(rng.uniform(0.1, 1, size=count), 3)
    weights[0] = 0
    return tuple(
        (every.name(hand), weight) for hand, weight in zip(chosen, weights.tolist(), strict=True)
    )


def rules(*turned, private=2, ranges=(None, None), public=(), deck=DECK):
    rounds = tuple(Round(BETS, board=cards) for cards in turned)
    return Rules(deck, 1, rounds, stack=9, private=private, ranges=ranges, public=public)


TWO = (picked(DECK, 2, 30, 1), picked(DECK, 2, 17, 2))
ONE = (picked(DECK, 1, 9, 3), picked(DECK, 1, 5, 4))
GAMES = {
    "no board": rules(0, ranges=TWO),
    "a board at once": rules(1, ranges=TWO),
    "two streets": rules(0, 1, 1, ranges=TWO),
    "two cards at a time": rules(0, 2, ranges=TWO),
    "a round between": rules(1, 0, 1, ranges=TWO),
    "cards lie there": rules(0, 1, ranges=TWO, public=(0, 7)),
    "all lie there": rules(0, ranges=TWO, public=(0, 7, 5)),
    "one range": rules(0, 1, ranges=(None, TWO[1])),
    "every hand": rules(0, 1),
    "one card": rules(0, 1, 1, private=1, ranges=ONE),
    "every card": rules(0, 1, private=1),
    "every card with some there": rules(0, 2, private=1, public=(3,)),
    "one suit": rules(0, 1, deck=Deck(6, 1, told_apart=True)),
}


def finals(game):
    """Every way to turn up all public cards, street by street, as sets of cards in a tuple."""
    found = [((), frozenset(game.public))]
    for cards in (part.board for part in game.rounds if part.board):
        found = [
            ((*shown, each), there | set(each))
            for shown, there in found
            for each in combinations(sorted(set(range(game.deck.cards)) - there), cards)
        ]
    return found


def every_deal(game, player):
    """[(what is turned up, own hand, the other's, weight, sign)] of all that can be dealt."""
    hands, weights, found = game.hands, game.prior.weights, []
    for shown, there in finals(game):
        cards = (*game.public, *(card for each in shown for card in each))
        final = game.boards.cards.index(cards)
        for mine, held in enumerate(hands[player]):
            for theirs, against in enumerate(hands[1 - player]):
                if len({*held, *against, *there}) < len(held) + len(against) + len(there):
                    continue
                pair = (mine, theirs) if player == 0 else (theirs, mine)
                weight = 1.0
                for each, hand in zip(weights, pair, strict=True):
                    weight *= 1 if each is None else each[hand]
                winner = game.winner(pair, final)
                sign = 0 if winner is None else 1 if winner == player else -1
                found.append((shown, mine, theirs, weight, sign))
    return found


def double_sum(game, dealt, street, player, reach, *, squared):
    """[boards, n, 2, hands] hand by hand, board by board, each deal weighed and shared out."""
    places = {shown[:street]: place for place, shown in enumerate(boards(game, street))}
    mine, theirs, weight, sign = map(np.array, zip(*(each[1:] for each in dealt), strict=True))
    at = np.array([places[each[:street]] for each, *_ in dealt])
    found = np.zeros((len(places), reach.shape[1], 2, len(game.hands[player])))
    part = weight[:, None] * reach[at, :, theirs]
    np.add.at(found, (at, slice(None), 0, mine), part)
    np.add.at(found, (at, slice(None), 1, mine), part * (sign**2 if squared else sign)[:, None])
    return found / weight.sum(), weight.sum()


def boards(game, street):
    """What has been turned up by a street, in the order of the package's boards."""
    sizes = [part.board for part in game.rounds if part.board][:street]
    for board in game.boards.of(street):
        cards, shown = game.boards.cards[board][len(game.public) :], []
        for size in sizes:
            shown.append(cards[:size])
            cards = cards[size:]
        yield tuple(shown)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", [0, 1])
def test_both_kernels_are_the_double_sum(name, player):
    game, rng = GAMES[name], np.random.default_rng(5)
    dealt = every_deal(game, player)
    for street in range(game.boards.streets):
        shape = len(game.boards.of(street)), 2, len(game.hands[1 - player])
        reach = rng.random(shape)
        for squared in (False, True):
            expected, total = double_sum(game, dealt, street, player, reach, squared=squared)
            assert total == pytest.approx(total_weight(game))
            for kernel in (paired_hands, sorted_hands):
                found = meet(kernel(game, street, player, squared=squared), reach.copy())
                np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_counted_as_a_traversal_meets_them(name):
    """Physical cards: both hands of some weight, and each board by street, in one order."""
    game = GAMES[name]
    alive = [
        [held for hand, held in enumerate(hands) if game.prior.weight(seat, hand)]
        for seat, hands in enumerate(game.hands)
    ]
    for street in range(game.boards.streets):
        count = sum(
            len({*one, *other, *cards}) == len(one) + len(other) + len(cards)
            for cards in (game.boards.cards[board] for board in game.boards.of(street))
            for one in alive[0]
            for other in alive[1]
        )
        assert deals_of(game, street) == count


def test_hands_are_met_in_parts():
    game = GAMES["two streets"]
    reach = np.random.default_rng(6).random((1, 2, len(game.hands[1])))
    outcomes = showdown_kernel(sorted_hands(game, 0, 0))(reach.copy())
    whole = outcomes(slice(None))
    for part in (slice(0, 7), slice(7, 29), slice(29, None)):
        np.testing.assert_array_equal(outcomes(part), whole[:, part])


def test_many_hands_are_sorted_and_few_are_paired():
    few, many = rules(0, ranges=TWO), rules(0, 1)
    assert len(many.hands[0]) == 66
    assert hasattr(hands_of(few, 0), "weights")
    assert hasattr(hands_of(many, 0), "order")


def test_what_one_player_wins_the_other_loses():
    """On random plans, with different numbers of hands."""
    game, rng = GAMES["two streets"], np.random.default_rng(7)
    for street in range(game.boards.streets):
        there = len(game.boards.of(street))
        plans = [rng.random((there, 1, len(hands))) for hands in game.hands]
        for kernel in (paired_hands, sorted_hands):
            first, second = (
                (
                    meet(kernel(game, street, player), plans[1 - player].copy())[:, 0]
                    * plans[player]
                ).sum(axis=(0, 2))
                for player in (0, 1)
            )
            assert first[0] == pytest.approx(second[0], abs=1e-12)
            assert first[1] == pytest.approx(-second[1], abs=1e-12)
