"""Tells whether the site is well: addresses for monitoring, signs of life of the workers, checks of the settings."""
