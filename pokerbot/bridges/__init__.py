"""Strategies and games between pokerbot and other libraries."""
