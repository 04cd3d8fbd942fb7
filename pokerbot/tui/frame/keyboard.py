"""Reading keys, so that nothing that a terminal sends can end the app or hold it up.

Textual's own reader (8.2.5 to 8.2.8) fails at bytes that are not UTF-8 and at numbers that make no
sense. After the start of a paste without an end it takes all keys for the paste, and it takes the
text of OSC strings (ECMA-48) for keys. This module relies on its private `XTermParser`.
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

WAIT = 0.1
"""Seconds to wait for a byte before looking again."""
SILENCE = 1.0
"""A paste or a string without an end is over after waits in vain of so many seconds in all.

Only time spent waiting counts, not time in which a busy machine did not let this process look.
"""
BEGIN, END = re.compile(r"\x1b\](?=[^\x07\x1b])"), re.compile(r"\x07|\x1b\\?")
"""The beginning and the end of an OSC string; a lone ESC ] is the key Alt with ]."""
MOST = 4096
"""The most bytes of one read."""
BEGUN, AT_ONCE = (b"\x1b", b"\x1b]"), 0.01
"""Keys with which a string may begin, and the seconds within which its rest then follows."""


class Parser(XTermParser):
    """Textual's parser, which starts again after input at which it fails."""

    def parse(self, token_callback: Callable[[Any], None]) -> Generator[Read1 | Peek1, str, None]:
        """Pass each key, click and report to the callback."""
        while not self.is_eof:
            with suppress(ArithmeticError, ValueError):
                yield from super().parse(token_callback)

    def parse_mouse_code(self, code: str) -> Message | None:
        """What the mouse did: told in cells by a terminal that tells its size without pixels."""
        self.mouse_pixels = self.mouse_pixels and bool(self.terminal_pixel_size)
        return super().parse_mouse_code(code)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterator[Key]:
        """The keys in a sequence; half of a surrogate pair, which no file can hold, is ignored."""
        for key in super()._sequence_to_key_events(sequence, alt):
            half = key.character is not None and "\ud800" <= key.character <= "\udfff"
            yield Key(Keys.Ignore, sequence) if half else key


class Strings:
    """Leaves out OSC strings, by which a terminal reports something: they hold no keys.

    within: whether a string has begun and not ended, which may last over several reads
    """

    within = False

    def without(self, data: str) -> str:
        """The data without the strings in it."""
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
    """Cut a text at the first match of a pattern, as `str.partition` cuts it.

    Returns:
        (the text before the match, whether there is a match, the text after it).
    """
    found = what.search(data)
    return (data[: found.start()], True, data[found.end() :]) if found else (data, False, "")


def typed(terminal: int, over: Callable[[], bool], strings: Strings) -> Iterator[Message]:
    """Read messages such as keys from a terminal, until `over` says so or the terminal is gone.

    Args:
        terminal: its file descriptor.
        over: whether to stop reading.
        strings: leaves out OSC strings.
    """
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
            if told := strings.without(decode(data)):  # an empty text would end the parser
                yield from parser.feed(told)
        else:
            silent += WAIT
            if silent - WAIT < SILENCE <= silent:
                strings.within = False
                yield from parser.feed(BRACKETED_PASTE_END)
        yield from parser.tick()


def _read(terminal: int) -> bytes:
    """Read what has come.

    A read that ends within the beginning of a string goes on, or its rest would be taken for keys.
    """
    data = os.read(terminal, MOST)
    while data.endswith(BEGUN) and select([terminal], [], [], AT_ONCE)[0]:
        more = os.read(terminal, MOST)
        if not more:
            break
        data += more
    return data
