"""Figures as data, and how they are drawn: as text or as pictures."""
