"""What is typed, read so that nothing that a terminal sends ends the app or holds it up.

Textual's own reading (8.2.5 to 8.2.8) fails at a byte that is not UTF-8 and at numbers that make no
sense, takes all keys for a paste that has no end, and what an OSC string (ECMA-48) says for keys.
Relied on: `XTermParser`.
"""

from __future__ import annotations

import os
import re
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

WAIT, SILENCE = 0.1, 1.0
"""Seconds of a look for a byte, and of looks in vain after which a paste or a string is over,
though its end has not come: time in which a busy machine let nobody look does not count."""
BEGIN, END = re.compile(r"\x1b\](?=[^\x07\x1b])"), re.compile(r"\x07|\x1b\\?")
"""Of an OSC string; Alt with ] is a key: nothing follows it yet."""
MOST = 4096
"""Bytes of a read."""
BEGUN, AT_ONCE = (b"\x1b", b"\x1b]"), 0.01
"""Keys that a string begins as, and the seconds within which the rest of it follows."""


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


class Strings:
    """Leaves out what a terminal tells in OSC strings: no key is in them.

    within: whether one has begun, which outlasts a stop of the reading
    """

    within = False

    def without(self, data: str) -> str:
        """What came, without them."""
        rest = ""
        while data:
            if not self.within:
                before, begin, data = _parted(BEGIN, data)
                rest, self.within = rest + before, begin
            if self.within:
                _, end, data = _parted(END, data)
                self.within = not end
        return rest


def _parted(what: re.Pattern[str], data: str) -> tuple[str, bool, str]:
    """Before it, whether it is there, and after it."""
    found = what.search(data)
    return (data[: found.start()], True, data[found.end() :]) if found else (data, False, "")


def typed(terminal: int, over: Callable[[], bool], strings: Strings) -> Iterator[Message]:
    """What comes from the terminal until it is over, or the terminal is gone."""
    parser, decode = Parser(), getincrementaldecoder("utf-8")("replace").decode
    silent = 0.0
    while not over():
        if select([terminal], [], [], WAIT)[0]:
            try:
                data = _read(terminal)
            except OSError:
                return
            if not data:
                return
            silent = 0.0
            if told := strings.without(decode(data)):  # nothing would be the end of all
                yield from parser.feed(told)
        else:
            silent += WAIT
            if silent - WAIT < SILENCE <= silent:
                strings.within = False
                yield from parser.feed(BRACKETED_PASTE_END)
        yield from parser.tick()


def _read(terminal: int) -> bytes:
    """What has come; not cut within what begins a string, the rest of which were keys."""
    data = os.read(terminal, MOST)
    while data.endswith(BEGUN) and select([terminal], [], [], AT_ONCE)[0]:
        more = os.read(terminal, MOST)
        if not more:
            break
        data += more
    return data
