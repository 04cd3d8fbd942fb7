"""Long seeded checks that are run by hand: `python -m tests.trials.hostile --count 100000`.

Each prints a row: what was tried, how often, what was lost; and ends with 1 if anything was. The
suite runs a short version of most of them.
"""
