"""The one exception for users' mistakes, and suggestions for misspelled names."""

from __future__ import annotations

from collections.abc import Iterable


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
