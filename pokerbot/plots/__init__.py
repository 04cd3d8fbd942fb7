"""Figures, and how they are drawn: as text or as a picture."""
