"""The site's own middleware."""
