"""Review: the hands that were played, the replay of one, and the person's leaks."""
