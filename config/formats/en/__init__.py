"""International English: the day before the month, and 24 hours."""
