"""A small hold'em beside its book: two private cards, ranges, two public ones, bets by the pot."""

from collections import Counter
from functools import cache, partial
from importlib.util import find_spec
from itertools import islice

import numpy as np
import pytest

from pokerbot import match
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.evaluation.grid import Grid
from pokerbot.evaluation.whole_judge import judges
from pokerbot.games.betting import start
from pokerbot.games.dealer import Dealer
from pokerbot.play.hand import Hand, deal
from pokerbot.play.table import Table
from pokerbot.runs.training import Training
from pokerbot.sequence.behaviour import realization_plans
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.operators import bind
from pokerbot.sequence.reach import infoset_reach
from pokerbot.solvers.sampling import SampledGradients
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.posterior import posterior
from tests.play.tables import draws, fits, lopsided, play_hand
from tests.reference import recursion, solving
from tests.reference.eight import DECK, EIGHT, declared
from tests.solvers.cases import options_of
from tests.solvers.test_sampling import SAMPLED, tame_strategy

BOOK, GAME = EIGHT, declared()
FAMILY = [*solving.RULES, "xfp", "gxfp"]


@cache
def listed():
    """The information sets of the book: key → (player, actions)."""
    return recursion.information_sets(BOOK)


def complete(strategy):
    """With those that the package lists, and no deal comes to: no hand of the other's is left."""
    return {
        key: strategy.get(key) or dict.fromkeys(actions, 1 / len(actions))
        for _, key, actions in GAME.information_sets()
    }


def reference(algorithm, first):
    """The recursion's iterations from a first strategy."""
    if algorithm in solving.RULES:
        return solving.cfr(BOOK, algorithm, first, alternating=True)
    return getattr(solving, algorithm)(BOOK, first, alternating=True)


def off(found, expected, played):
    """By how much they differ at most, where chance and the other's play lead so often.

    Regrets are no larger than that, and what is played is quotients of them: where almost nothing
    leads, rounding is all there is.
    """
    return max(
        sum(reach for _, reach in histories) * abs(found[key][action] - chance)
        for player in (0, 1)
        for key, histories in recursion.members(BOOK, played, player).items()
        for action, chance in expected[key].items()
    )


def begun(algorithm):
    """A solver that begins anywhere, since rounding decides between equals, and where it does."""
    training = Training(GAME, algorithm, seed=3, options=options_of(algorithm, init="random"))
    first = NamedProfile(training.form, training.solver.profile("last"))
    return training, {key: dict(first[key]) for key in listed()}


def test_it_is_the_game_of_the_book():
    ours = {key: (player, actions) for player, key, actions in GAME.information_sets()}
    assert listed().items() <= ours.items()
    form = compile_game(GAME)
    assert [tree.hands for tree in form.trees] == [4, 3]
    kinds = Counter(kind for kind, _, _ in recursion.histories(BOOK))
    assert form.traversal == kinds["decision"]


@pytest.mark.parametrize("pure", [False, True])
def test_it_is_worth_what_the_recursion_says(pure):
    form = compile_game(GAME)
    sigma = recursion.random_strategy(BOOK, np.random.default_rng(4), pure=pure)
    exact = evaluate_profile(form, to_arrays(form, complete(sigma)))
    assert exact.value == pytest.approx(recursion.traverse(BOOK, sigma).value, abs=1e-12)
    best = [recursion.best_response_value(BOOK, sigma, player) for player in (0, 1)]
    assert exact.best_response_values == pytest.approx(best, abs=1e-12)


@pytest.mark.slow
@pytest.mark.thinned(4)
@pytest.mark.parametrize("algorithm", FAMILY)
def test_deterministic_algorithms_number_for_number(algorithm):
    """By both backends."""
    training, first = begun(algorithm)
    solvers = [training.solver]
    if find_spec("numba"):
        from pokerbot.solvers.compiled import compile_solver

        solvers.append(compile_solver(begun(algorithm)[0].solver))
    steps = list(islice(reference(algorithm, first), 8))
    current, average, _, values = steps[-1]
    scale = max(1.0, abs(sum(values)))
    for solver in solvers:
        for _, _, visits, _ in steps:
            solver.step()
            assert solver.nodes_touched == visits
        assert solver.value_sum == pytest.approx(sum(values), abs=1e-12 * scale)
        for iterate, expected in (("average", average), ("last", current)):
            found = NamedProfile(training.form, solver.profile(iterate))
            assert off(found, expected, average) < 1e-12


@pytest.mark.slow
@pytest.mark.thinned(2)
@pytest.mark.parametrize("algorithm", SAMPLED)
@pytest.mark.parametrize("player", [0, 1])
def test_sampled_gradients_are_right_on_average(algorithm, player):
    """Within six standard errors in every cell, and near in all together."""
    form, rng = compile_game(GAME), np.random.default_rng(2)
    plans = realization_plans(form, to_arrays(form, complete(tame_strategy(BOOK, 1))))
    dealer = partial(Dealer(GAME.rules).draw, 2000, rng)
    sampled = SampledGradients(form, SAMPLED[algorithm], dealer, rng)
    estimates = np.stack([sampled(player, plans[player], plans[1 - player])[0] for _ in range(40)])
    exact = bind(form)[player].gradient(plans[1 - player])
    error = estimates.mean(axis=0) - exact
    sigma = estimates.std(axis=0, ddof=1) / np.sqrt(len(estimates))
    often = np.count_nonzero(estimates, axis=0) == len(estimates)
    assert (estimates[:, exact == 0] == 0).all()
    assert np.count_nonzero(often) > 20
    assert (np.abs(error) <= 6 * sigma + 1e-12)[often].all()
    root = np.sqrt((error[often] / sigma[often]) ** 2).mean()
    assert root < 1.2


def cards_of(hand):
    """What is dealt as the book writes it: both hands, and a text for each public card."""
    rules = GAME.rules
    held = [rules.hands[seat].name(number) for seat, number in enumerate(hand.held)]
    return (*held, *rules.boards.whole(hand.final_board).split())


def every_deal():
    """Each deal of the book with its probability."""
    found = {}

    def follow(state, cards, chance):
        if len(cards) == 4:
            found[cards] = chance
            return
        for card, each in BOOK.chances(state, cards).items():
            follow(state, (*cards, card), chance * each)

    follow(BOOK.root, (), 1.0)
    return found


def test_deals_are_as_likely_as_the_ranges_make_them():
    expected, rng = every_deal(), np.random.default_rng(5)
    assert sum(expected.values()) == pytest.approx(1)
    rules = GAME.rules
    drawn = Dealer(rules).draw(30_000, rng)
    rows = zip(*drawn.hands.tolist(), drawn.board.tolist(), strict=True)
    found = Counter()
    for row, times in Counter(rows).items():
        found[cards_of(Hand(GAME, row[:2], row[2], start(rules)))] += times
    assert fits(found, expected)
    one_by_one = Counter(cards_of(deal(GAME, rng)) for _ in range(2000))
    assert fits(one_by_one, expected)


@pytest.mark.slow
def test_hands_are_played_beside_the_book():
    rng, met = np.random.default_rng(6), Counter()
    for _ in range(300):
        hand = deal(GAME, rng)
        cards, state = cards_of(hand), BOOK.root
        assert len({card for text in cards for card in (text[:2], text[2:]) if card}) == 6
        while actions := BOOK.actions(state):
            seen = hand.observe()
            assert (hand.betting.player, seen.key) == (BOOK.player(state), BOOK.key(state, cards))
            assert tuple(action.name for action in seen.actions) == actions
            assert GAME.spot(seen.key) == seen.spot
            shown = GAME.rules.boards.whole(seen.board).split()
            assert shown == list(cards[2 : BOOK.dealt(state)])
            action = seen.actions[rng.integers(len(actions))]
            hand, state = hand.after(action), BOOK.after(state, action.name)
            assert list(hand.betting.chips) == called(state)
        assert hand.over
        assert (hand.net(0), hand.net(1)) == BOOK.payoffs(state, cards)
        assert hand.pot == 2 * min(hand.betting.chips)
        met["fold" if hand.betting.folded is not None else len(state)] += 1
    assert min(met["fold"], met[1], met[2]) > 10


def called(state):
    """What each has put in; a fold puts nothing in."""
    rounds = [[each for each in actions if each[0] != "fold"] for actions in state]
    return BOOK.chips(tuple(map(tuple, rounds)))


def test_a_session_at_the_table():
    table, rng = Table(lopsided(GAME), (0.0, 0.0), draws(7)), np.random.default_rng(8)
    for number in range(40):
        assert table.score.hands() == number
        play_hand(table, rng)
        assert set(cards_of(table.hand)[2] + cards_of(table.hand)[3]) <= set("".join(DECK))
        table.next_hand()


@pytest.mark.slow
def test_a_match_is_what_its_expectation_says():
    """Dealt and played many at a time, luck taken out by what each action is worth."""
    one, other = lopsided(GAME, 1), lopsided(GAME, 2)
    played = match(one, other, hands=10_000, seed=9)
    value = [recursion.traverse(BOOK, picked(a, b)).value for a, b in ((one, other), (other, one))]
    assert played.exact_ev == pytest.approx((value[0] - value[1]) / 2, abs=1e-12)
    assert abs(played.mean - played.exact_ev) < 5 * played.stderr
    assert abs(played.luck_adjusted_mean - played.exact_ev) < 5 * played.luck_adjusted_stderr
    assert played.luck_adjusted_stderr < played.stderr


def picked(first, second):
    """What player 1 does by one strategy and player 2 by the other."""
    return {
        key: (second if player else first).infosets[key] for key, (player, _) in listed().items()
    }


@pytest.mark.slow
def test_coach_and_grid_know_every_decision():
    """What is won and lost comes to the result, hand by hand, and reach is what it is."""
    strategy, rng = lopsided(GAME, 3), np.random.default_rng(10)
    sigma = {key: dict(strategy.infosets[key]) for key in listed()}
    both = judges(strategy)
    best = [recursion.best_response_value(BOOK, sigma, player) for player in (0, 1)]
    assert [judge.seat_value for judge in both] == pytest.approx(best, abs=1e-12)
    luck = []
    table = Table(strategy, (0.0, 0.0), draws(11))
    for _ in range(60):
        play_hand(table, rng)
        hand, seat = table.hand, table.person
        actions = [step.action for step in hand.steps]
        judged = both[seat].judged(hand.held[seat], hand.final_board, actions)
        split = both[seat].split(judged, hand.net(seat))
        lost = split.mistakes + split.missed
        assert split.chips == pytest.approx(split.seat_value + split.luck - lost)
        luck.append(split.luck)
        table.next_hand()
    assert abs(np.mean(luck)) < 5 * np.std(luck) / len(luck) ** 0.5
    reach = recursion.traverse(BOOK, sigma).reach
    known = recursion.members(BOOK, sigma, 0) | recursion.members(BOOK, sigma, 1)
    expected = {key: reach[key] * sum(p for _, p in each) for key, each in known.items()}
    grid = Grid(strategy, both)
    for situation in grid.situations:
        cells = [
            grid.cell(situation, hand)
            for hand in range(len(GAME.rules.hands[situation.betting.player]))
        ]
        for cell in filter(None, cells):
            assert cell.reach == pytest.approx(expected.get(cell.infoset, 0), abs=1e-12)


@pytest.mark.parametrize("player", [0, 1])
def test_a_hand_is_dealt_as_often_as_its_range_says(player):
    profile = to_arrays(compile_game(GAME), lopsided(GAME).infosets)
    found = infoset_reach(compile_game(GAME), profile)[player][0].tolist()
    expected = Counter()
    for pair, chance in BOOK.deals.items():
        expected[pair[player]] += chance
    hands = GAME.rules.hands[player]
    assert found == pytest.approx([expected[hands.name(hand)] for hand in range(len(hands))])


@pytest.mark.slow
def test_what_the_other_holds_is_bayes():
    strategy = lopsided(GAME, 4)
    for key in list(listed())[::97]:
        spot = GAME.spot(key)
        found = Counter()
        boards = GAME.rules.boards.after(spot.board)
        weights = posterior(GAME, strategy.infosets, spot)
        for other, place in np.argwhere(weights).tolist():
            p, board = weights[other, place], boards[place]
            held = [other, spot.hand] if spot.player else [spot.hand, other]
            cards = cards_of(Hand(GAME, tuple(held), board, spot.betting))
            found[cards] += p
        sigma = {k: strategy.infosets[k] for k in listed()}
        assert found == pytest.approx(given(key, sigma), abs=1e-12)


def given(key, sigma):
    """How likely each deal is for who sees that, by a walk through all of them."""
    player, found = listed()[key][0], Counter()
    for cards, chance in every_deal().items():
        ahead = [(BOOK.root, chance)]
        while ahead:
            state, p = ahead.pop()
            actions = BOOK.actions(state)
            here = actions and BOOK.key(state, cards)
            if here == key:
                found[cards] += p
            for action in actions:
                own = BOOK.player(state) == player
                ahead.append((BOOK.after(state, action), p if own else p * sigma[here][action]))
    total = sum(found.values())
    return {cards: p / total for cards, p in found.items() if p}
