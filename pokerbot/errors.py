"""The exceptions: of users' mistakes, with how to mend them, and of what was stopped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class InputError(ValueError):
    """What was asked for cannot be done; the message says why in one line.

    parameter: the name of the parameter that would have to change, if there is one. The message
        begins with it; the command line puts its own name for it there.
    """

    def __init__(self, message: str, *, parameter: str | None = None) -> None:
        super().__init__(message if parameter is None else f"{parameter} {message}")
        self.reason, self.parameter = message, parameter

    def about(self, parameter: str) -> InputError:
        """The same error about a parameter of that name."""
        return InputError(self.reason, parameter=parameter)

    @property
    def cause(self) -> str:
        """The message's last part: `No space left on device`, whichever file was being written."""
        return str(self).rpartition(": ")[2]


class Abandoned(Exception):  # noqa: N818
    """Something was stopped before it had a result."""


@contextmanager
def os_errors_as(told: str) -> Iterator[None]:
    """Turn the operating system's errors in the block into InputError: `told`, and the reason."""
    try:
        yield
    except OSError as error:
        raise InputError(f"{told}: {error.strerror}") from None


def check_kinds(part: object, /, **kinds: type | list[type]) -> None:
    """Raise InputError where an attribute is not an instance of its kind, as where it is the class.

    kinds: the kind by the attribute's name, also a protocol; a list of one kind for a tuple of such
    """
    for name, kind in kinds.items():
        value = getattr(part, name)
        several = isinstance(kind, list)
        of = kind[0] if isinstance(kind, list) else kind
        there = value if several and isinstance(value, tuple | list) else (value,)
        fits = not several or there is value
        if not fits or not all(_is_of(each, of) for each in there):
            told = "a tuple of instances" if several else "an instance"
            lacks = ", ".join(_lacking(value, of))
            raise InputError(
                f"must be {told} of {of.__name__}, not {value!r:.60}"
                + (f", which lacks {lacks}" if lacks else ""),
                parameter=name,
            )


def _is_of(value: object, kind: type) -> bool:
    """Whether a value, no class, is of a kind, or has all that a protocol asks for."""
    if getattr(kind, "_is_protocol", False):
        return not (isinstance(value, type) or _lacking(value, kind))
    return isinstance(value, kind)


def _lacking(value: object, kind: type) -> list[str]:
    """What a protocol asks for and a value has not; nothing where the kind is no protocol."""
    asked = vars(kind) if getattr(kind, "_is_protocol", False) else ()
    return [name for name in asked if not (name.startswith("_") or hasattr(value, name))]


def without(library: str, what: str) -> InputError:
    """The error that an optional library is missing, with the command that installs it here.

    library: its name for pip
    what: what needs it, in words, such as "lp needs SciPy"
    """
    return InputError(f"{what}: {installs(library)}")


def installs(library: str) -> str:
    """The command that installs a library where this Python finds it.

    It names no extra of this package: pip knows another one by its name.
    """
    from subprocess import list2cmdline

    return f"{list2cmdline([sys.executable or 'python'])} -m pip install {library}"


def in_short(error: Exception) -> str:
    """Another library's exception in one line, without the places in that library's code."""
    lines = [line for line in str(error).splitlines() if line.strip()]
    reasons = [line for line in lines if not line.startswith("Failed in ")] or lines
    reason = " ".join(reasons[0].split()) if reasons else ""
    return f"{type(error).__name__}: {reason:.160}"


def meant(name: str, there: Iterable[str]) -> str:
    """What to add to a message about an unknown name: ` (did you mean kuhn?)`, or nothing.

    name: the unknown name
    there: the names that there are
    """
    from difflib import get_close_matches

    close = get_close_matches(name.lower(), there, n=1)
    return f" (did you mean {close[0]}?)" if close else ""
