"""The games: rules as data, one interpreter of them, and the catalogue. They load without NumPy."""
