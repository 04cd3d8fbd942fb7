"""The keys of a hold'em spot's file, as `--help` explains them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

KEYS = [
    ("board", "The 3, 4 or 5 cards on the table: Td 9d 6h Qc."),
    ("pot, stack", "The chips in the pot, and those that the shorter stack has behind."),
    (
        "oop.range, ip.range",
        "The hands of the player out of position and of the one in position: AA, TT+, QQ-88, AKs,"
        " AKo, AK, A5s-A2s, K9s+, AhKh or random. A weight from 0 to 1 may follow a colon:"
        " T9o:0.5. A later entry replaces an earlier one.",
    ),
    (
        "oop.STREET.bet, .raise",
        "The sizes on the flop, turn or river: 50% of the pot (a raise adds this part of the pot"
        " after the call to the last bet), 2.5x the last bet (raises only), 100c for 100 chips, a"
        " for all-in. 3e is a geometric size: bet three times, the same part of the pot each time,"
        " it ends all-in; 3e200% is at most 200 % of the pot; e is bet once for each street left."
        " The same for ip.",
    ),
    (
        "oop.STREET.donk",
        "The sizes of a bet into the player who bet or raised last on the street before; without"
        " it, those of .bet. On the spot's first street it has no effect.",
    ),
    (
        "(rounding)",
        "A size is rounded to whole chips, half up. A size below the smallest bet or raise allowed"
        " becomes that bet or raise, and one above the stack becomes all-in.",
    ),
    ("tree.add_allin", "Adds all-in as a size where it is at most this many times the pot."),
    (
        "tree.force_allin",
        "Turns a size into all-in where the chips left after a call would be at most this many"
        " times the pot.",
    ),
    (
        "tree.merge",
        "Drops sizes close to a larger one: a size of X % of the pot, from the largest on, drops"
        " those of Y % for which (100 + X) / (100 + Y) is less than 1 + merge.",
    ),
    (
        "tree.rake, .rake_cap",
        "The part of the chips that both have put in that is taken out of the pot at folds and"
        " showdowns, and the most that is taken, in chips.",
    ),
    (
        "[[lock]]",
        "A table for each decision whose play is fixed: player (oop or ip), line (check, bet 120 /"
        ' 7s; "" for the first decision), hands (all if none are named), play ({ fold = 0.25,'
        " call = 0.75 }). All other play is solved against it.",
    ),
]


def write_keys(formatter: click.HelpFormatter) -> None:
    """Write a section of the help that explains each key."""
    with formatter.section("SPOT.toml"):
        formatter.write_dl(KEYS)
