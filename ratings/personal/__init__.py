"""Says what ratings hold about players."""
