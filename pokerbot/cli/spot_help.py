"""What the file of a spot of hold'em may say, for `--help`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import click

KEYS = [
    ("board", "The 3, 4 or 5 cards on the table: Td 9d 6h Qc."),
    ("pot, stack", "Chips in the middle, and chips behind, of the player who has fewer."),
    (
        "oop.range, ip.range",
        "Hands: AA, TT+, QQ-88, AKs, AKo, AK, A5s-A2s, K9s+, AhKh or random; a weight from 0 to 1"
        " after a colon, T9o:0.5. A later entry replaces an earlier one.",
    ),
    (
        "oop.STREET.bet, .raise",
        "Sizes on the flop, turn or river: 50% of the pot (for a raise, of the pot after the call,"
        " on top of the last bet), 2.5x the last bet (raises alone), 100c chips, a all-in; e, 2e,"
        " 3e200% as large a part of the pot each time that the last of so many bets is all-in, at"
        " most so large. The same for ip.",
    ),
    ("oop.STREET.donk", "Bets into who bet or raised last in the street before; else .bet serves."),
    (
        "(rounding)",
        "A size is rounded to whole chips, half up. One that is less than may be bet or raised"
        " becomes the least that may, one above the stack all-in.",
    ),
    ("tree.add_allin", "All-in is a size, too, where it is at most so many pots."),
    (
        "tree.force_allin",
        "A size is all-in where, once it is called, at most so many pots would be left to bet.",
    ),
    (
        "tree.merge",
        "From the largest on, a size of X % of the pot drops those of Y % where (100 + X) / (100 +"
        " Y) is less than 1 and this.",
    ),
    (
        "tree.rake, .rake_cap",
        "The part of the chips that both have put in which no one gets, at folds and showdowns,"
        " and the most of it in chips.",
    ),
    (
        "[[lock]]",
        "A table for each: player (oop or ip), line (check, bet 120 / 7s; nothing for the first"
        " decision), hands (all where none are named), play ({ fold = 0.25, call = 0.75 }). The"
        " rest is solved around it.",
    ),
]


def write_keys(formatter: click.HelpFormatter) -> None:
    """A section on each key, with what it means."""
    with formatter.section("SPOT.toml"):
        formatter.write_dl(KEYS)
