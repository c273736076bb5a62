"""Club emblems: drawn by the site or uploaded."""
