"""Dates as they are told."""

from __future__ import annotations

from datetime import date


def today() -> date:
    """The local date."""
    return date.today()


def day(when: date) -> str:
    """A day such as `05 Nov`, with the year where that is not this one."""
    return f"{when:%d %b}" if when.year == today().year else f"{when:%d %b %Y}"
