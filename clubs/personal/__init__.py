"""What clubs hold about players."""
