"""Formats with tables of any number of seats: descending doubles and table rounds."""
