"""Personal data in tournaments."""
