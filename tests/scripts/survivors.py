"""Mutants that no test can tell from the code, each with the reason."""

EQUIVALENT: dict[tuple[str, str, str], str] = {}
