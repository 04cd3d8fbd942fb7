"""A session at the table: its hands, its score, and where its hands begin."""
