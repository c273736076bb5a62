"""Formats with tables of two: Swiss, round robin and knockout."""
