"""Teams in the course of a tournament: who has a place, and who plays on which line."""
