"""Tournaments that repeat: the recurrence rule, and the dates created from it."""
