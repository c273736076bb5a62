"""Tournaments that repeat: the rule, and the dates made from it."""
