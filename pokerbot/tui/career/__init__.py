"""The career: what all hands of the history say."""
