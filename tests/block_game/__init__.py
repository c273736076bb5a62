"""A fourth game, registered by one line: everything works with it, although the site has no code for it."""
