"""The career: the results of all hands in the history."""
