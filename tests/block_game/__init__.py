"""A fourth game, registered by one line: the site has no code for it, and everything works with it."""
