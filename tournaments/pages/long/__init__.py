"""Lists that are too long for one page."""
