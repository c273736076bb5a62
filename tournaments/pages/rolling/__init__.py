"""What pages show of rolling tables."""
