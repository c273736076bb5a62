"""Actions on a seating that is held back."""
