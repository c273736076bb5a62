"""What was done in clubs and tournaments: one log, whose lines each app puts into words."""
