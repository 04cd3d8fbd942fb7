"""Heads-up no-limit hold'em from the blinds: its bets, as values of `Rules`.

Chips are hundredths of a big blind, so that they are whole. Player 1 has the button and the small
blind, acts first before the flop and last after it.
"""

from __future__ import annotations

from functools import lru_cache
from math import isclose
from typing import Any

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.bets import Bets, JamOrFold, Menu, Open
from pokerbot.games.betting import start
from pokerbot.games.game import Game
from pokerbot.games.holdem import STREETS
from pokerbot.games.parameters import int_if_whole, is_number, parse_pairs
from pokerbot.games.ranges import DECK
from pokerbot.games.rules import BestFive, Round, Rules

NAME = "heads-up"
ALL_IN = "all-in"
"""The name of the game for a hand of a match in which both are all-in before anyone acts."""
BLIND = 100
"""The chips of a big blind."""
LEAST, MOST, USUAL = 2, 50, 20
"""The smallest and largest stack that can be trained, and the usual one, in big blinds."""
TURNED = (0, *STREETS.values())
"""How many cards lie on the table in each street, beginning before the flop."""
TURN, RIVER = (TURNED.index(STREETS[street]) for street in ("turn", "river"))
SIZES = ("50%", "100%", "a")
JAMS = 8
"""With up to so many big blinds, a hand of a match is all-in or fold."""
FORCED = 0.5
"""A bet becomes all-in if after a call at most this part of the pot would be left behind."""


def rules_of(stack: float) -> Rules:
    """The rules with a few sizes: half the pot, all of it, all-in, for bets and for raises.

    stack: in big blinds, before the blinds

    Raises:
        InputError: it is out of range, or not of whole hundredths.
    """
    return _rules(Menu(SIZES, SIZES, force_allin=FORCED), _chips(stack, LEAST, MOST))


@lru_cache(maxsize=64)
def played_down(chips: int) -> Game:
    """The game that a hand of a match is, by the chips that both players have (effective stack).

    Up to `JAMS` big blinds it is all-in or fold; with one or less both are all-in as it is dealt.
    Cached, since the hands of matches repeat each other's stacks.
    """
    stack = int_if_whole(chips / BLIND)
    if chips <= BLIND:
        return Game(ALL_IN, (("stack", stack),), _rules(JamOrFold(), chips, (0, 0)))
    if chips <= JAMS * BLIND:
        return Game("jam-or-fold", (("stack", stack),), _rules(JamOrFold(), chips))
    return game_of(stack)


def begun(game: Game) -> Betting:
    """The betting of a hand as it is dealt: over already where both are all-in by then."""
    stack = game.rules.stack
    if game.name != ALL_IN or stack is None:
        return start(game.rules)
    return Betting((stack, stack), over=True)


def _rules(bets: Bets, chips: int, blinds: tuple[int, int] = (BLIND // 2, BLIND)) -> Rules:
    rounds = tuple(Round(bets, cards, first=int(cards > 0)) for cards in (0, 3, 1, 1))
    return Rules(
        DECK,
        0,
        rounds,
        chips,
        private=2,
        blinds=blinds,
        showdown=BestFive(),
    )


def game_of(stack: float) -> Game:
    """The game as people play it, with any whole bet; too large for anything to be solved whole.

    Raises:
        InputError: as `rules_of`.
    """
    chips = _chips(stack, LEAST, MOST)
    usual, stack = (("stack", USUAL),), int_if_whole(chips / BLIND)
    return Game(NAME, (("stack", stack),), _rules(Open(BLIND), chips), usual)


def unsolved(text: str) -> Game | None:
    """The game that a text such as `heads-up:stack=10` or `all-in` names, which nothing solves.

    Returns:
        None if the text begins with the name of another game.

    Raises:
        InputError: it is not of that form, or the stack is out of range.
    """
    name, _, rest = text.partition(":")
    if name not in (NAME, ALL_IN):
        return None
    given: dict[str, Any] = parse_pairs(rest, f"game {text!r:.60}")
    stack = given.pop("stack", USUAL if name == NAME else 1)
    for unknown in given:
        raise InputError(f"{name} has no parameter {unknown!r:.40}; it has stack")
    return game_of(stack) if name == NAME else played_down(_chips(stack, 1 / BLIND, 1))


def _chips(stack: float, least: float, most: float) -> int:
    """The chips of a stack in big blinds; raises InputError if it is none in this range."""
    chips = round(stack * BLIND) if is_number(stack) and least <= stack <= most else 0
    if not chips or not isclose(chips, stack * BLIND):
        raise InputError(
            f"must be from {least:g} to {most} big blinds, in hundredths, not {stack!r:.40}",
            parameter="stack",
        )
    return chips
