"""The chat of a club, for its members."""
