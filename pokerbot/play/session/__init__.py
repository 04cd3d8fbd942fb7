"""A session at the table: its hands, its score, and what it is dealt."""
