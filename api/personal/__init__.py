"""What the API holds about players, and for how long."""
