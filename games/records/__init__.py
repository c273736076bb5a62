"""Exporting the records of matches, and checking stored tables against the rules."""
