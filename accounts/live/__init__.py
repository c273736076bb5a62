"""The live socket of a player."""
