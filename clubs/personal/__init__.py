"""Says what clubs hold about players."""
