"""German: a dot after the day."""
