"""The pages of clubs, one module for each part of the site."""
