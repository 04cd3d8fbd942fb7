"""Textual as we want it for any app: terminal, keys, colours."""
