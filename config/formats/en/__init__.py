"""English as the world reads it: the day before the month, and 24 hours."""
