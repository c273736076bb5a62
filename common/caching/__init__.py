"""What is the same for all, kept in memory for a second."""
