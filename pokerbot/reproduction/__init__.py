"""Reproduces the tables and figures of the documents that pokerbot started from, in fresh runs."""
