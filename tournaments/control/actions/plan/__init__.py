"""Actions before the start."""
