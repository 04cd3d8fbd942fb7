"""The tables and figures of the documents that pokerbot started from, from fresh runs."""
