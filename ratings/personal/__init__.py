"""What ratings hold about players."""
