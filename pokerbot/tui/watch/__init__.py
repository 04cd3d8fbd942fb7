"""Watch: two strategies at a table."""
