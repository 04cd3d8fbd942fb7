"""The standard streams, even if closed, full, or of an encoding that lacks characters."""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from typing import IO, cast

from pokerbot.io.files import Forgiving


@contextmanager
def standard_streams() -> Iterator[None]:
    """Ignore failures to write messages to stderr; failing to write the result is an error."""
    _open_closed()
    for name in ("COLUMNS", "LINES"):  # 0 means unknown, and Rich would print nothing
        if not os.environ.get(name, "").strip("0"):
            os.environ.pop(name, None)
    codecs.register_error("legible", _legible)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="legible")
    try:
        with redirect_stderr(cast("IO[str]", Forgiving(sys.stderr))):
            yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            _drop_unwritten(stream)


def _open_closed() -> None:
    """Reopen closed streams: otherwise the next file opened would get their descriptor.

    Writing to stdout still fails.
    """
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))


def _legible(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replacements for characters that an encoding lacks: similar ones, or their codes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from pokerbot.io.ascii import plain  # loads Rich

    likeness = plain(error.object[error.start : error.end])
    return codecs.backslashreplace_errors(error) if "?" in likeness else (likeness, error.end)


def _drop_unwritten(stream: IO[str]) -> None:
    """Drop output that cannot be written, so that Python does not fail on it at exit."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
