"""Says what the action log holds about players."""
