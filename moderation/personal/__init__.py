"""What moderation holds about players, and for how long."""
