"""Chips and numbers as people write them."""

from __future__ import annotations

import math


def chips(amount: float, places: int = 4) -> str:
    """An amount as people write it: 1, 0.5, −2."""
    text = f"{abs(amount):.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text if amount >= 0 or text == "0" else f"−{text}"


def less_rake(pot: float, rake: float) -> str:
    """A pot with what is taken from it, if anything is: 20, 20 less 4 of rake."""
    return f"{chips(pot)} less {chips(rake)} of rake" if rake else chips(pot)


def signed(amount: float, places: int = 4) -> str:
    """An amount won or lost: +2, −1, 0."""
    text = chips(amount, places)
    return text if text == "0" or amount < 0 else f"+{text}"


def fixed(amount: float, places: int = 2) -> str:
    """An amount won or lost to that many places, so that columns line up: +2.00, −0.33."""
    return f"{amount:+z.{places}f}".replace("-", "−")


def with_margin(amount: float, margin: float, places: int = 2) -> str:
    """An amount won or lost with the half-width of its interval: +0.42 ± 0.10."""
    return f"{fixed(amount, places)} ± {margin:.{places}f}"


def decimal(amount: float, places: int = 2) -> str:
    """A number to that many places: 2.00, −0.33."""
    return f"{amount:z.{places}f}".replace("-", "−")


def percent(share: float) -> str:
    """A share in whole per cent, halves rounded up: 13%."""
    return f"{math.floor(100 * share + 0.5 + 1e-9)}%"


def places(largest: float, decimals: int = 2) -> int:
    """How many decimals to show amounts with, so that the largest has about three digits.

    decimals: how many matter; more than two are always shown
    """
    return decimals if decimals > 2 else 2 if largest < 10 else 1 if largest < 100 else 0


def loss_places(largest: float, decimals: int = 2) -> int:
    """How many decimals to show mean losses with: one more than matter where the largest is small.

    decimals: how many matter
    """
    return decimals + 1 if largest < 1 else places(largest, decimals)


def count(amount: float, places: int = 4) -> str:
    """An amount with its unit: 1 chip, 0.5 chips."""
    text = chips(amount, places)
    return f"{text} {'chip' if text == '1' else 'chips'}"


def number_of(number: int, what: str, many: str = "") -> str:
    """A number with its noun: 1 hand, 1,200 hands.

    many: the plural, where it is not formed with an s
    """
    return f"{number:,} {what if number == 1 else many or what + 's'}"
