"""What the action log holds about players."""
