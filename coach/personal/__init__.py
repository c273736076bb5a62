"""Says what the coach holds about players."""
