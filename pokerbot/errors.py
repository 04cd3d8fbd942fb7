"""The one exception that a user's mistake raises."""


class InputError(ValueError):
    """What was asked for cannot be done; the message says why in one line."""
