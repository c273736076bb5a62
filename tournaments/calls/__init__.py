"""Calls for the organisers from a table, and appeals against organisers' actions."""
