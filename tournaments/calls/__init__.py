"""Calls for the organisers from a table, and appeals against what an organiser has done."""
