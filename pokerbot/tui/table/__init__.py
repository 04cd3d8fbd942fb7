"""The table: one hand after the other against an opponent."""
