"""Caching in memory, for a second, of values and pages that are the same for all readers."""
