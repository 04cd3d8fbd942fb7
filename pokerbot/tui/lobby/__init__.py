"""The lobby: whom to play, and the ways from there."""
