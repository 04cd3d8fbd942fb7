"""Runs: training, comparing and tracing algorithms, in this process or in others."""
