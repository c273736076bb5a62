"""Tournaments as calendar feeds."""
