"""Teams during a tournament: which of them have a place, and who plays on which line."""
