"""A solver at work in a process of its own, so that whoever shows it never waits for it."""
