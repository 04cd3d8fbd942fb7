"""Solve small poker games exactly, measure strategies, and let them play."""
