"""What tournaments hold about players."""
