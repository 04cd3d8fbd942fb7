"""The standard streams, whatever they are: closed, full, or of an encoding that lacks signs."""

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
    """What only tells of the work may arrive nowhere; a result that cannot be written fails."""
    _open_closed()
    for name in ("COLUMNS", "LINES"):  # 0 is a size that no one knows, at which Rich prints nothing
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
    """Streams for those that are closed: else the next file that is opened takes such a place.

    Writing to stdout fails, as it did.
    """
    for name, flags in (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, flags)
            setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))


def _legible(error: UnicodeError) -> tuple[str | bytes, int]:
    """What stands for characters that an encoding lacks: what is like them, or their numbers."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from pokerbot.io.ascii import plain  # loads Rich

    likeness = plain(error.object[error.start : error.end])
    return codecs.backslashreplace_errors(error) if "?" in likeness else (likeness, error.end)


def _drop_unwritten(stream: IO[str]) -> None:
    """Leave Python nothing to write at its end that cannot be written: it would be the status."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
