"""Personal data: what the site holds about a player, exporting it, deleting it, and how long it is kept."""
