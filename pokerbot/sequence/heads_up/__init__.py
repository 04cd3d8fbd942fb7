"""The whole game of hold'em heads-up: every pair of hands on boards that are dealt, by buckets."""
