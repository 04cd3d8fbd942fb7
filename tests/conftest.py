"""Hypothesis tries the same examples every time, in its own time, and keeps none."""

from hypothesis import settings

settings.register_profile("same", derandomize=True, database=None, deadline=None)
settings.load_profile("same")
