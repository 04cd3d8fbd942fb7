"""Whom one plays: strategies at the table, and what is told of the hands against them."""
