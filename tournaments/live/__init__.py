"""The live socket of a tournament's page, and its chat."""
