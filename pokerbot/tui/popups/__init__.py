"""Popups: small screens over another one, for questions, choices and help."""
