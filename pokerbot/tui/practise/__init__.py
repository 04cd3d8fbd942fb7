"""Practice: lessons, puzzles, and the spots that cost the person most, dealt again."""
