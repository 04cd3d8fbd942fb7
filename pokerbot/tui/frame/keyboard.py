"""What is typed, read so that nothing that a terminal sends ends the app or holds it up.

Textual's own reading (8.2.5 to 8.2.8) fails at a byte that is not UTF-8 and at numbers that make no
sense, and takes all keys for a paste that has no end. Relied on: `XTermParser`.
"""

from __future__ import annotations

import math
import os
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from select import select
from typing import Any

from textual._parser import Peek1, Read1
from textual._xterm_parser import BRACKETED_PASTE_END, XTermParser
from textual.events import Key
from textual.keys import Keys
from textual.message import Message

SILENCE = 1.0
"""Seconds without a byte after which a paste is over, though its end has not come."""


class Parser(XTermParser):
    """Textual's own, which begins anew after what it fails at."""

    def parse(self, token_callback: Callable[[Any], None]) -> Generator[Read1 | Peek1, str, None]:
        """Tell of each key, click and report."""
        while not self.is_eof:
            with suppress(ArithmeticError, ValueError):
                yield from super().parse(token_callback)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        """Its keys; half a surrogate pair, which no file can hold, is none."""
        for key in super()._sequence_to_key_events(sequence, alt):
            half = key.character is not None and "\ud800" <= key.character <= "\udfff"
            yield Key(Keys.Ignore, sequence) if half else key


def typed(terminal: int, over: Callable[[], bool]) -> Iterator[Message]:
    """What comes from the terminal until it is over, or the terminal is gone."""
    parser, decode = Parser(), getincrementaldecoder("utf-8")("replace").decode
    heard = time.monotonic()
    while not over():
        if select([terminal], [], [], 0.1)[0]:
            try:
                data = os.read(terminal, 4096)
            except OSError:
                return
            if not data:
                return
            heard = time.monotonic()
            yield from parser.feed(decode(data))
        elif time.monotonic() - heard > SILENCE:
            heard = math.inf
            yield from parser.feed(BRACKETED_PASTE_END)
        yield from parser.tick()
