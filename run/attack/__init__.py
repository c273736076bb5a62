"""Attacks that once broke the site, repeated on a site that is started for them (`make attack`)."""
