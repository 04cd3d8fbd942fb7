"""The grid: a strategy whole, or two of them."""
