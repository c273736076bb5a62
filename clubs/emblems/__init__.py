"""Emblems of clubs: drawn by the site, or uploaded."""
