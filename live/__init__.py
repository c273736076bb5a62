"""The live side of the site: a hub that hands news on to browsers, and what every live socket has in common."""
