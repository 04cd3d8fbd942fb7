"""Review: hands that were played, one again, and the habits they show."""
