"""Heads-up no-limit hold'em from the blinds: its bets, as values of `Rules`.

Chips are hundredths of a big blind, so that they are whole. Player 1 has the button and the small
blind, acts first before the flop and last after it.
"""

from __future__ import annotations

from math import isclose

from pokerbot.errors import InputError
from pokerbot.games.actions import Betting
from pokerbot.games.bets import Bets, JamOrFold, Menu, Open
from pokerbot.games.betting import start
from pokerbot.games.game import Game
from pokerbot.games.holdem import STREETS
from pokerbot.games.parameters import int_if_whole, is_number
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
    chips = round(stack * BLIND) if is_number(stack) and LEAST <= stack <= MOST else 0
    if not chips or not isclose(chips, stack * BLIND):
        raise InputError(
            f"must be from {LEAST} to {MOST} big blinds, in hundredths, not {stack!r:.40}",
            parameter="stack",
        )
    return _rules(Menu(SIZES, SIZES, force_allin=FORCED), chips)


def played_down(chips: int) -> Game:
    """The game that a hand of a match is, by the chips that both players have (effective stack).

    Up to `JAMS` big blinds it is all-in or fold; with one or less both are all-in as it is dealt.
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
    chips = rules_of(stack).stack
    assert chips is not None
    usual = (("stack", USUAL),)
    stack = int_if_whole(stack)
    return Game(NAME, (("stack", stack),), _rules(Open(BLIND), int(chips)), usual)
