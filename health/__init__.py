"""The site's health: URLs for monitoring, signs of life of the workers, checks of settings and services."""
