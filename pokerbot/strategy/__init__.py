"""Strategies: in memory, in files, and where files are found."""
