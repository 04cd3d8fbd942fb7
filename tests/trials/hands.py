"""Random hands of a game beside the book: the rules at the table, hand after hand.

    python -m tests.trials.hands [--hands 1000000] [--seed 1] [GAME …]

Of every hand: no card twice, the legal actions are the book's, an illegal one is refused and leaves
the hand as it was, every chip is accounted for, the pay is the book's and within its bound, what a
player observes is what is theirs to see. The first fault ends the run with the hand that shows it.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np

from pokerbot.errors import InputError
from pokerbot.games.actions import LETTERS, Action
from pokerbot.games.catalogue import parse_game
from pokerbot.games.game import Game
from pokerbot.play.hand import Hand, deal
from tests.reference.rules import BY_CARD, by_the_book

SIZES = (-1, 0, 0.5, 1, 1.5, 2, 3, 4, 5, 8, 19, 20, 21, 10**9, float("nan"), float("inf"))
ANYTHING = [
    Action(kind, chips, sized)
    for kind in (*LETTERS, "allin", "")
    for chips in SIZES
    for sized in (False, True)
]


def random_hands(game: Game, hands: int, seed: int) -> Counter[str]:
    """Play so many hands to the end, both seats at random, and count what was met.

    Raises:
        AssertionError: with the hand that breaks a rule.
    """
    book, most = by_the_book(game), most_to_win(game)
    cards, dice = np.random.default_rng(seed), Random(seed)
    met: Counter[str] = Counter(hands=hands)
    for number in range(hands):
        hand = deal(game, cards)
        try:
            end = _play(book, hand, dice, met)
            assert abs(end.net(0)) <= most, "more than there is to win"
        except AssertionError as fault:
            raise AssertionError(f"{game.spec}, seed {seed}, hand {number}: {hand}") from fault
    return met


def most_to_win(game: Game) -> float:
    """The most chips that a hand can bring, from the parameters alone; inf for a new game."""
    given = game.parameters
    if game.name == "leduc-nolimit":
        return given["stack"]
    if game.name == "leduc":
        return given["ante"] + given["raises"] * (given["bet1"] + given["bet2"])
    if game.name in ("kuhn", "von-neumann", "von-neumann-raise"):
        return given.get("ante", given.get("pot", 0) / 2) + given["bet"] + given.get("raise", 0)
    return math.inf


def _play(book: Any, hand: Hand, dice: Random, met: Counter[str]) -> Hand:
    """The finished hand."""
    suits = book.suits or 1
    ranks = [*hand.held, *([hand.final_board - 1] if hand.final_board else [])]
    assert all(0 <= rank < book.ranks for rank in ranks), "no such card"
    assert not book.suits or max(map(ranks.count, ranks)) <= suits, "a card twice"
    assert len(ranks) == 2 + hand.game.rules.has_board, "a card too few or too many"
    cards = tuple(rank * suits for rank in ranks)
    history, paid = book.root, [hand.betting.chips[0]] * 2
    while words := book.actions(history):
        player = book.player(history)
        seen = hand.observe()
        assert not hand.over, "over too soon"
        assert (hand.betting.player, seen.hand) == (player, ranks[player]), "not theirs to see"
        assert seen.board == (1 + ranks[2] if book.dealt(history) == 3 else 0), "the public card"
        assert seen.key == book.key(history, cards), "another information set"
        assert tuple(action.name for action in seen.actions) == words, "other actions"
        met["refused"] += _refused(hand, seen.actions, dice)
        action = seen.actions[int(dice.random() * len(words))]
        hand, history = hand.after(action), book.after(history, action.name)
        paid[player] += action.chips
        met["decisions"] += 1
        assert hand.betting.chips == tuple(paid), "chips out of nothing"
        there = hand.pot + sum(hand.uncalled)  # what nobody called has gone back
        assert there + hand.chips_in_front(0) + hand.chips_in_front(1) == sum(paid), "the pot"
    assert hand.over, "not over"
    assert hand.net(0) == book.payoff(history, cards) == -hand.net(1), "the pay"
    met["folds" if hand.betting.folded is not None else "showdowns"] += 1
    return hand


def state(frozen: Any) -> tuple[Any, ...]:
    """Every field's value now."""
    return tuple(getattr(frozen, each.name) for each in fields(frozen))


def _refused(hand: Hand, legal: tuple[Action, ...], dice: Random) -> int:
    """Try something illegal: 1, or 0 where the dice fell on what is legal after all."""
    action = ANYTHING[int(dice.random() * len(ANYTHING))]
    if action in legal:
        return 0
    before = state(hand), state(hand.betting)
    try:
        hand.after(action)
    except InputError:
        assert (state(hand), state(hand.betting)) == before, f"{action} left a trace"
        return 1
    raise AssertionError(f"{action} was taken")


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", metavar="GAME", nargs="*", default=BY_CARD)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for spec in given.games:
        begun = time.process_time()
        met = random_hands(parse_game(spec), given.hands, given.seed)
        told = ", ".join(f"{number:,} {what}" for what, number in met.items())
        print(f"{spec}: {told}, no fault, {time.process_time() - begun:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
