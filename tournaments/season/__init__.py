"""A club's season: the table of points from its tournaments."""
