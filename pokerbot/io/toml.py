"""Reading TOML in a time that hardly grows faster than the text."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from pokerbot.errors import InputError

MOST_PARTS = 20
"""The most parts of a key: `tomllib` takes a time that grows with the square of their number."""
UNSPLIT = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|' + r"'''.*?(?:'''|\Z)|" + r'"(?:\\.|[^"\\\n])*"?|'
    r"'[^'\n]*'?|#[^\n]*",
    re.DOTALL,
)
"""Matches texts and comments, in which a dot separates no parts."""
LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}")


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises:
        InputError: it is none, or a key has too many parts; the message begins with `name`.
    """
    if LONG_KEY.search(UNSPLIT.sub("s", text)):
        raise InputError(f"{name} has a key of more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not TOML: {error}") from None
