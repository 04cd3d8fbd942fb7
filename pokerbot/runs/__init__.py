"""Runs: training, comparing and tracing algorithms, here or in a process beside."""
