"""Actions on the seating that is held."""
