"""Attacks that once broke the site, tried again on a site started for that (`make attack`)."""
