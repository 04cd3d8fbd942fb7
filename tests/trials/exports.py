"""The export as pokerkit reads and plays it: the same winner of the same chips in every hand.

`python -m tests.trials.exports --count 10000`, with pokerkit in the environment (`pip install
pokerkit`). It has Kuhn and Leduc as games, though its file format has no name for them, and wants a
suit for every card.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import warnings
from collections.abc import Iterator

from pokerkit import Automation, HandHistory, KuhnPoker, LeducHoldem, Mode, parse_action

from pokerbot.games.catalogue import parse_game
from pokerbot.play.history.phh import dump
from tests.play.hands import played

GAMES = ("kuhn", "kuhn:ante=3,bet=5", "leduc", "leduc:ante=2,bet1=3,bet2=9")
SAID = (
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
)
"""What the file says, so that pokerkit does not do it."""
STACK = 10**6


def actions(history: HandHistory, suits: str) -> Iterator[str]:
    """The actions with a suit for each card; a player shows the card that was dealt."""
    dealt: set[str] = set()
    held: dict[str, str] = {}
    for action in history.actions:
        *words, card = action.split()
        if not card.endswith("?"):
            yield action
        elif "sm" in words:
            yield f"{action[:-2]}{held[words[0]]}"
        else:
            free = next(card[0] + suit for suit in suits if card[0] + suit not in dealt)
            dealt.add(free)
            held[words[-1]] = free
            yield re.sub(r"\S+$", free, action)


def fault(history: HandHistory) -> str | None:
    """What is wrong with a hand, if anything is."""
    automatic = tuple(each for each in Automation if each not in SAID)
    stacks = (STACK, STACK)
    if history.variant == "KUHN":
        state = KuhnPoker.create_state(
            automatic, True, tuple(history.antes), history.small_bet, stacks, mode=Mode.CASH_GAME
        )
    else:
        sizes = history.small_bet, history.big_bet
        state = LeducHoldem.create_state(
            automatic, True, tuple(history.antes), *sizes, stacks, mode=Mode.CASH_GAME
        )
    for action in actions(history, "s" if history.variant == "KUHN" else "sh"):
        parse_action(state, action)
    own = history.user_defined_fields
    won = state.stacks[own["_seat"] - 1] - STACK
    if state.status or won != own["_result"] or sum(state.stacks) != 2 * STACK:
        return f"{history.variant} {history.hand}: {won}, not {own['_result']}"
    return None


def main() -> int:
    """Play them all again; a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="hands of each game")
    given = parser.parse_args()
    warnings.simplefilter("error")  # of a field that is none of the format's
    warnings.filterwarnings("ignore", message="A card being dealt")  # not the deck's top one
    lost = 0
    for spec in GAMES:
        text = "".join(dump(enumerate(played(parse_game(spec), given.count), 1)))
        histories = HandHistory.load_all(io.BytesIO(text.encode()))
        wrong = [found for found in map(fault, histories) if found]
        print(f"{spec:<28} {given.count:>6,} hands, lost: {len(wrong)}", flush=True)
        for line in wrong[:20]:
            print(f"  {line}")
        lost += len(wrong)
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
