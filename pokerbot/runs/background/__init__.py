"""A solver in a process of its own, so that the screen never waits for it."""
