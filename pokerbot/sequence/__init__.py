"""The sequence form: a game compiled into arrays, and the four operators over them."""
