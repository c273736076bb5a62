"""A fourth game, registered by one line: nothing in the house knows it, and everything works with it."""
