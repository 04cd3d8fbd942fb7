"""The solver: what to solve, and how it goes."""
