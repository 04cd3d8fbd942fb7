"""The grid: a whole strategy on one screen, or a comparison of two."""
