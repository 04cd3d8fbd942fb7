"""Slow, independent truth: recursion over plain dicts and physical cards."""
