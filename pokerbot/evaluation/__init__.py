"""Evaluation of strategies: exactly, and hand by hand."""
