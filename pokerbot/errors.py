"""The one exception that a user's mistake raises."""


class InputError(ValueError):
    """What was asked for cannot be done; the message says why in one line.

    parameter: the name of the one that would have to be another, if there is one; the message
    begins with it, and the command line puts its own name for it there.
    """

    def __init__(self, message: str, *, parameter: str | None = None) -> None:
        super().__init__(message if parameter is None else f"{parameter} {message}")
        self.parameter = parameter
