"""Hands that are kept: the record, the file, and other programs' notation."""
