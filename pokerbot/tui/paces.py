"""The bot's paces: how long it takes for an action, in seconds."""

PACES = {"at once": 0.0, "quickly": 0.3, "in a moment": 0.6, "slowly": 1.5}
PACE = PACES["in a moment"]
