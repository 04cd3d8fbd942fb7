"""Spots drawn at random, with rakes and locks, beside the recursion: values and best responses."""

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from pokerbot.errors import InputError
from pokerbot.evaluation.exact import evaluate_profile
from pokerbot.games.catalogue import make_game
from pokerbot.games.spot import line_to
from pokerbot.sequence.compile import compile_game
from pokerbot.sequence.floors import lock_floors
from pokerbot.sequence.showdown import sorted_hands
from pokerbot.strategy.arrays import to_arrays
from tests.reference.recursion import (
    best_response_value,
    information_sets,
    random_strategy,
    traverse,
)
from tests.reference.rules import by_the_book
from tests.sequence.test_operators import meeting_by

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
SIZES = ["33%", "50%", "75%", "150%", "20c", "a"]
STREETS = {4: ("turn", "river"), 5: ("river",)}
SEEDS = [0, 1, 2, 3, 4, 9, 5, 6, 7, 8, 14, 10, 11, 12, 13, 15]
"""The suite takes 0, 9 and 14, where both have more than four hands: fewer have machine code of
their own."""
BACKENDS = ("numpy", "compiled") if find_spec("numba") else ("numpy",)


def drawn(rng):
    """A river or a turn of few hands out of ten cards, so that they block each other often."""
    cards = rng.permutation(DECK).tolist()
    lying = int(rng.choice([4, 5, 5]))
    spot = {"board": "".join(cards[:lying]), "oop.river.bet": ""}
    spot |= {"pot": int(rng.choice([5, 10, 25])), "stack": int(rng.choice([7, 33, 90]))}
    for seat in ("oop", "ip"):
        spot[f"{seat}.range"] = ",".join(
            "".join(rng.choice(cards[lying : lying + 10], 2, replace=False))
            + str(rng.choice(["", ":0.25", ":0.75"]))
            for _ in range(rng.choice([1, 5, 6]))
        )
        for street in STREETS[lying]:
            for kind, more in (("bet", []), ("raise", ["2.5x"])):
                some = rng.integers(0, 3 if lying == 5 else 2)
                chosen = rng.choice(SIZES + more, some, replace=False).tolist()
                spot[f"{seat}.{street}.{kind}"] = ", ".join(chosen)
    if rng.random() < 0.5:
        spot |= {"tree.rake": 0.05, "tree.rake_cap": float(rng.choice([0.5, 2, 1000]))}
    return make_game("holdem", spot)


def locked(game, sets, rng):
    """The game with some information sets locked, and their play."""
    given, tables = {}, []
    for key in rng.choice(list(sets), min(len(sets), 3), replace=False).tolist():
        (player, actions), spot = sets[key], game.spot(key)
        weights = rng.integers(0, 3, len(actions)) + np.eye(len(actions))[0]
        given[key] = dict(zip(actions, (weights / weights.sum()).tolist(), strict=True))
        line = line_to(game.rules, spot.betting, spot.board)
        hand = game.rules.hands[player].name(spot.hand)
        who = ("oop", "ip")[player]
        tables.append({"player": who, "line": line, "hands": hand, "play": given[key]})
    return make_game("holdem", game.parameters | {"lock": tables}), given


@pytest.mark.slow
@pytest.mark.thinned(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_values_and_best_responses_free_and_locked(seed):
    rng = np.random.default_rng(seed)
    try:
        game = drawn(rng)
    except InputError as error:
        assert "no two hands that can be dealt" in str(error)  # noqa: PT017
        return
    book = by_the_book(game)
    game, given = locked(game, information_sets(book), rng)
    sigma = random_strategy(book, rng, pure=True) | given
    every = {
        key: sigma.get(key) or dict.fromkeys(actions, 1 / len(actions))
        for _, key, actions in game.information_sets()
    }
    values = traverse(book, sigma).values
    free, within = (
        [best_response_value(each, sigma, player) for player in (0, 1)]
        for each in (book, replace(book, locks=given))
    )
    form = compile_game(game)
    for each in (form, meeting_by(sorted_hands, form)):
        profile, floors = to_arrays(each, every), lock_floors(each)
        for backend in BACKENDS:
            found = evaluate_profile(each, profile, backend=backend)
            assert found.values == pytest.approx(values, abs=1e-11)
            assert found.best_response_values == pytest.approx(free, abs=1e-11)
            found = evaluate_profile(each, profile, floors, backend)
            assert found.best_response_values == pytest.approx(within, abs=1e-11)
