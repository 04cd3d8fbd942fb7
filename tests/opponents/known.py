"""Opponents that ship, and the best play against one."""

from functools import cache

from pokerbot.evaluation.bots import best_responses
from pokerbot.opponents.opponents import Opponent, read
from pokerbot.sequence.compile import compile_game
from pokerbot.strategy import library
from pokerbot.strategy.arrays import NamedProfile, to_arrays
from pokerbot.strategy.strategy import Strategy


@cache
def known(name: str) -> Opponent:
    """One of the cast, or a solution that ships; it is read and measured once for all tests."""
    return read(library.find(name))


def best_against(strategy: Strategy) -> NamedProfile:
    """How a best response to a strategy plays in both seats."""
    form = compile_game(strategy.game)
    return NamedProfile(form, best_responses(form, to_arrays(form, strategy.infosets)))
