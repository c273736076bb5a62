"""Actions on the course before the start."""
