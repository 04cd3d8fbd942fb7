"""Practise: the spots that cost the person most, dealt again."""
