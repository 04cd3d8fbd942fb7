"""What a strategy is worth: exactly, and hand by hand."""
